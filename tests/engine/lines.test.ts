// Random sequences of prompt, fork, revert, unrevert, delete and undelete, beside a model of them in twenty lines.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { EngineApi } from '../../src/engine/api.ts';
import { createEngine } from '../../src/engine/engine.ts';
import { silentLog } from '../../src/engine/log.ts';
import { messageHash, rootHash } from '../../src/store/hash.ts';
import { plainText } from '../../src/store/text.ts';
import type { ThreadId } from '../../src/store/types.ts';
import { echoAgent } from '../support/echo-agent.ts';

type Step = { do: 'prompt' | 'fork' | 'revert' | 'unrevert' | 'delete'; thread: number; turn: number };

const step = fc.record<Step>({
  do: fc.constantFrom('prompt', 'prompt', 'prompt', 'fork', 'revert', 'unrevert', 'delete'),
  thread: fc.nat(4),
  turn: fc.nat(8),
});

/** The prompts of a line, and the lines that were left. */
interface Line {
  id: ThreadId;
  prompts: string[];
  left: string[][];
}

const textsOf = (engine: EngineApi, id: ThreadId) => engine.messages(id).map(({ blocks }) => plainText(blocks));
const promptsOf = (engine: EngineApi, id: ThreadId) => textsOf(engine, id).filter((text) => !text.startsWith('knows '));

function hashesAgree(engine: EngineApi, id: ThreadId): void {
  let hash = rootHash;
  for (const message of engine.messages(id)) {
    hash = messageHash(hash, message.role, message.blocks);
    expect(message.hash).toBe(hash);
  }
}

async function play(engine: EngineApi, steps: Step[]): Promise<void> {
  const lines: Line[] = [{ id: engine.create({ cwd: '/' }).id, prompts: [], left: [] }];
  for (const [index, { do: what, thread, turn }] of steps.entries()) {
    const line = lines[thread % lines.length]!;
    const at = line.prompts.length === 0 ? -1 : turn % line.prompts.length;
    const prompts = engine.messages(line.id).filter(({ role }) => role === 'user');
    if (what === 'prompt') {
      const text = `prompt ${index}`;
      const { text: reply } = await engine.prompt(line.id, text);
      line.prompts.push(text);
      expect(
        reply.split('|').filter((part) => part.startsWith('prompt') || part.startsWith('knows prompt')).length,
      ).toBeGreaterThan(0);
      expect(reply).toContain(line.prompts.join('|').slice(0, line.prompts[0]!.length));
    } else if (what === 'fork') {
      const made = engine.fork(line.id, prompts[at]?.id);
      lines.push({ id: made.id, prompts: at < 0 ? [] : line.prompts.slice(0, at + 1), left: [] });
    } else if (what === 'revert' && at >= 0) {
      const { text } = engine.revert(line.id, prompts[at]!.id);
      expect(text).toBe(line.prompts[at]);
      line.left.push(line.prompts);
      line.prompts = line.prompts.slice(0, at);
    } else if (what === 'unrevert') {
      const before = promptsOf(engine, line.id);
      try {
        engine.unrevert(line.id);
        const now = promptsOf(engine, line.id);
        expect([...line.left, line.prompts].map(String)).toContain(String(now));
        if (!startsWith(now, before)) line.left.push(before);
        line.prompts = now;
      } catch (error) {
        expect(String(error)).toMatch(/nothing was reverted/);
        expect(line.left.filter((one) => !startsWith(line.prompts, one))).toEqual([]);
      }
    } else if (what === 'delete') {
      engine.delete(line.id);
      expect(engine.list().map(({ id }) => id)).not.toContain(line.id);
      engine.undelete(line.id);
    }
    for (const { id, prompts: expected } of lines) expect(promptsOf(engine, id)).toEqual(expected);
  }
  for (const line of lines) {
    hashesAgree(engine, line.id);
    const reached = new Set<string>([String(promptsOf(engine, line.id))]);
    for (let round = 0; round < line.left.length + 2; round++) {
      try {
        engine.unrevert(line.id);
      } catch {
        break;
      }
      reached.add(String(promptsOf(engine, line.id)));
    }
    for (const left of line.left) expect([...reached].some((one) => startsWith(one.split(','), left))).toBe(true);
  }
}

const startsWith = (line: string[], start: string[]) => start.every((text, index) => line[index] === text);

it('loses nothing that was reachable, whatever is done in whatever order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const home = mkdtempSync(path.join(tmpdir(), 'ccchat-lines-'));
      const engine = await createEngine({ home, env: {}, warmSpare: false }, { agent: echoAgent(), log: silentLog });
      try {
        await play(engine, steps);
      } finally {
        await engine.close();
        rmSync(home, { recursive: true });
      }
    }),
    { numRuns: 60 },
  );
}, 120_000);
