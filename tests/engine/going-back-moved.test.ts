// What an event about going back tells: the turns that came into the conversation and those that left it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { EngineApi } from '../../src/engine/api.ts';
import type { Core } from '../../src/engine/core.ts';
import { createEngine } from '../../src/engine/engine.ts';
import { revert, unrevert } from '../../src/engine/going-back.ts';
import { silentLog } from '../../src/engine/log.ts';
import { thisProcess } from '../../src/engine/owner.ts';
import { openStore } from '../../src/store/store.ts';
import type { ThreadId } from '../../src/store/types.ts';
import { echoAgent } from '../support/echo-agent.ts';

let home: string;
let engine: EngineApi;
let thread: ThreadId;
let moves: string[];

beforeEach(async () => {
  home = mkdtempSync(path.join(tmpdir(), 'ccchat-moved-'));
  engine = await createEngine({ home, env: {}, warmSpare: false }, { agent: echoAgent(), log: silentLog });
  thread = engine.create({ cwd: '/' }).id;
  moves = [];
  engine.subscribe((event) => {
    if (event.type !== 'thread.changed' || !('back' in event)) return;
    moves.push(`${event.reason} +${event.back} -${event.out}${event.swaps ? ' swaps' : ''}`);
  });
});
afterEach(async () => {
  await engine.close();
  rmSync(home, { recursive: true, force: true });
});

async function say(...prompts: string[]): Promise<void> {
  for (const prompt of prompts) await engine.prompt(thread, prompt);
}
const promptOf = (turn: number) => engine.messages(thread).filter(({ role }) => role === 'user')[turn - 1]!.id;

it('counts the turns a revert takes out and an unrevert brings back', async () => {
  await say('one', 'two', 'three');
  engine.revert(thread, promptOf(2));
  engine.unrevert(thread);
  engine.revert(thread, promptOf(1));
  engine.unrevert(thread);
  expect(moves).toEqual(['reverted +0 -2 swaps', 'unreverted +2 -0', 'reverted +0 -3 swaps', 'unreverted +3 -0']);
});

it('counts both ways when new turns go out for the old ones', async () => {
  await say('one', 'two', 'three', 'four');
  engine.revert(thread, promptOf(2));
  await say('another');
  engine.unrevert(thread);
  engine.unrevert(thread);
  expect(moves.slice(1)).toEqual(['unreverted +3 -1 swaps', 'unreverted +1 -3 swaps']);
});

it('tells a swap from a walk through several lines', async () => {
  await say('one', 'two');
  engine.revert(thread, promptOf(2));
  await say('second line');
  engine.revert(thread, promptOf(2));
  await say('third line', 'and on');
  engine.unrevert(thread);
  expect(moves.at(-1)).toBe('unreverted +1 -2');
});

it('reads what moved, and no more than so much of it, however long the thread is', () => {
  const store = openStore(path.join(home, 'long.db'));
  const { id } = store.threads.create({ cwd: '/' });
  const prompts = Array.from({ length: 500 }, (_, index) =>
    store.messages.append({
      thread: id,
      turn: store.turns.create({ thread: id }).id,
      role: 'user',
      via: 'prompt',
      blocks: [{ type: 'text', text: `${index}` }],
    }),
  );
  let reads = 0;
  const get: typeof store.messages.get = (message) => {
    reads += 1;
    return store.messages.get(message);
  };
  const core = { store: { ...store, messages: { ...store.messages, get } }, owner: thisProcess() } as Core;
  expect(revert(core, id, prompts[497]!).moved).toEqual({ back: 0, out: 3, counted: 'all', swaps: true });
  expect(unrevert(core, id).moved).toEqual({ back: 3, out: 0, counted: 'all', swaps: false });
  expect(reads).toBeLessThan(20);
  reads = 0;
  expect(revert(core, id, prompts[1]!).moved).toMatchObject({ counted: 'some', swaps: true });
  expect(reads).toBeLessThan(220);
  expect(unrevert(core, id).moved).toMatchObject({ counted: 'some' });
  expect(reads).toBeLessThan(440);
  store.close();
});
