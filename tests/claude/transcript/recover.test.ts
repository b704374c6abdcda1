import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recoverTurn } from '../../../src/engine/claude/transcript/recover.ts';
import { transcript } from './lines.ts';

let dir: string;
let file: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'ccchat-recover-'));
  file = path.join(dir, 'a.jsonl');
});
afterEach(() => rmSync(dir, { recursive: true }));

const write = (lines: string[]) => {
  const text = lines.map((line) => `${line}\n`).join('');
  writeFileSync(file, text);
  return Buffer.byteLength(text);
};
const types = async (offset: number) => (await recoverTurn(file, offset)).events.map(({ type }) => type);

describe('a turn whose process was lost', () => {
  it('was not accepted when there is no record of it', async () => {
    expect(await recoverTurn(file, 0)).toEqual({ accepted: false, finished: false, events: [] });
    const t = transcript();
    const offset = write([t.prompt('old'), t.text('m1', 'x'), t.end()]);
    expect(await recoverTurn(file, offset)).toEqual({ accepted: false, finished: false, events: [] });
    expect(await recoverTurn(file, offset + 999)).toMatchObject({ accepted: false });
  });

  it('is finished when the agent finished it', async () => {
    const t = transcript();
    const before = [t.prompt('old'), t.text('m1', 'x'), t.end()];
    const offset = write(before);
    write([...before, t.prompt('é'), t.text('m2', 'y'), t.end()]);
    expect(await recoverTurn(file, offset)).toMatchObject({ accepted: true, finished: true });
    expect(await types(offset)).toEqual(['prompt', 'block', 'end']);
  });

  it('is not finished in a tool, and keeps what was said', async () => {
    const t = transcript();
    write([t.prompt('go'), t.call('m1', 'a')]);
    expect(await recoverTurn(file, 0)).toMatchObject({ accepted: true, finished: false });
    expect(await types(0)).toEqual(['prompt', 'block', 'tool.start']);
  });

  it('counts a last line that lacks only its newline, and not one that was cut', async () => {
    const t = transcript();
    write([t.prompt('go')]);
    const last = t.text('m1', 'whole');
    appendFileSync(file, last);
    expect(await types(0)).toEqual(['prompt', 'block']);
    write([t.prompt('go', { parentUuid: null })]);
    appendFileSync(file, last.slice(0, -9));
    expect(await types(0)).toEqual(['prompt']);
  });

  it('is read through garbage', async () => {
    const t = transcript();
    const prompt = t.prompt('go');
    const big = t.attachment('file', { content: 'x'.repeat(10 * 1024 * 1024) });
    const bytes = [prompt, '\ufffd{not json', 'null', big, t.text('m1', 'hi'), t.end(), ''].join('\n');
    writeFileSync(file, Buffer.concat([Buffer.from([0xff, 0xfe, 10]), Buffer.from(bytes)]));
    expect(await types(0)).toEqual(['prompt', 'attached', 'block', 'end']);
  });
});
