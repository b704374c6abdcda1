import { appendFileSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Tail, tail } from '../../../src/engine/claude/transcript/tail.ts';

let dir: string;
let file: string;
let open: Tail[];
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'ccchat-tail-'));
  file = path.join(dir, 'a.jsonl');
  open = [];
});
afterEach(() => {
  for (const one of open) one.close();
  rmSync(dir, { recursive: true });
});

function follow(offset = 0) {
  const lines: string[] = [];
  const one = tail({ file, offset, onLine: (line) => lines.push(line) });
  open.push(one);
  return { one, lines };
}

async function until(look: () => boolean) {
  const deadline = Date.now() + 10_000;
  while (!look()) {
    if (Date.now() > deadline) throw new Error('waited too long');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe('following a file', () => {
  it('waits for a file that is not there yet, and for a folder', async () => {
    file = path.join(dir, 'later/a.jsonl');
    const { one, lines } = follow();
    one.pace('busy');
    await one.drain();
    expect(lines).toEqual([]);
    await import('node:fs').then(({ mkdirSync }) => mkdirSync(path.dirname(file)));
    writeFileSync(file, 'one\n');
    await until(() => lines.length === 1);
    expect(lines).toEqual(['one']);
  });

  it('hands out whole lines only and stands after the last of them', async () => {
    writeFileSync(file, 'one\ntw');
    const { one, lines } = follow();
    await one.drain();
    expect([lines, one.offset]).toEqual([['one'], 4]);
    appendFileSync(file, 'o\nthree');
    await one.drain();
    expect([lines, one.offset]).toEqual([['one', 'two'], 8]);
  });

  it('starts where it is told to', async () => {
    writeFileSync(file, 'one\ntwo\n');
    const { one, lines } = follow(4);
    await one.drain();
    expect([lines, one.offset]).toEqual([['two'], 8]);
  });

  it('survives a file that gets shorter without repeating what was there before it began', async () => {
    writeFileSync(file, 'old\none\ntwo\n');
    const { one, lines } = follow(4);
    await one.drain();
    truncateSync(file, 8);
    appendFileSync(file, 'x\n');
    await one.drain();
    expect(lines).toEqual(['one', 'two', 'one', 'x']);
    expect(one.offset).toBe(10);
  });

  it('takes invalid UTF-8 as it can and goes on', async () => {
    writeFileSync(file, Buffer.concat([Buffer.from('a'), Buffer.from([0xff, 0xc3]), Buffer.from('\nnext\n')]));
    const { one, lines } = follow();
    await one.drain();
    expect(lines).toEqual(['a\ufffd\ufffd', 'next']);
    expect(one.offset).toBe(9);
  });

  it('reads every byte of a long line once', async () => {
    const line = 'é'.repeat(5 * 1024 * 1024);
    const { one, lines } = follow();
    const bytes = Buffer.from(`${line}\nend\n`);
    for (let at = 0; at < bytes.length; at += 700_001) {
      appendFileSync(file, bytes.subarray(at, at + 700_001));
      await one.drain();
    }
    expect(lines.map((one) => one.length)).toEqual([line.length, 3]);
    expect(lines[0] === line).toBe(true);
    expect(one.offset).toBe(bytes.length);
  });

  it('gives the same lines however they are cut', async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc
            .string({ unit: 'grapheme', minLength: 1 })
            .filter((text) => !/[\n\ud800-\udfff]/.test(text) || (/^\P{Cs}*$/u.test(text) && !text.includes('\n'))),
        ),
        fc.array(fc.nat(40), { minLength: 1 }),
        async (texts, cuts) => {
          file = path.join(dir, `${run++}.jsonl`);
          const bytes = Buffer.from(texts.map((text) => `${text}\n`).join(''));
          const { one, lines } = follow();
          for (let at = 0, nth = 0; at < bytes.length; nth += 1) {
            const next = at + 1 + cuts[nth % cuts.length]!;
            appendFileSync(file, bytes.subarray(at, next));
            at = next;
            await one.drain();
          }
          one.close();
          expect(lines).toEqual(texts);
          expect(one.offset).toBe(bytes.length);
        },
      ),
      { numRuns: 60 },
    );
  });
});
