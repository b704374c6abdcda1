// What `claude` goes on with by itself: a subagent in the background ends, and its news begin a turn that nobody sent.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { Script } from '../../src/demo/script.ts';
import { plainText } from '../../src/store/text.ts';
import { eventually, openBench } from '../support/engine.ts';

const launch = {
  tool: 'Agent',
  input: { description: 'look', prompt: 'look', subagent_type: 'general-purpose', run_in_background: true },
};

it('the news of an agent in the background are a turn of their own, and the thread is busy until it is over', async () => {
  const bench = await openBench();
  try {
    const { engine, world, events } = bench;
    const thread = bench.thread();
    world.model.script = (request) => {
      if (request.kind === 'agent') return [{ pause: 500 }, { text: 'Two rooms,\nboth tidy.' }];
      if (request.news.length > 0) return [{ text: 'It says: two rooms.', charsPerSecond: 20 }];
      if (request.results.length > 0) return [{ text: 'It is at work.' }];
      return request.fresh && request.prompt === 'look around' ? [launch] : [{ text: 'Hello.' }];
    };
    await engine.prompt(thread, 'look around');
    expect(engine.status(thread).agents).toBe(1);
    const own = await bench.saw('turn.start', ({ via }) => via === null);
    expect(own.text).toMatch(/finished|completed/);
    expect(own.text).not.toContain('<');
    expect(engine.status(thread).status).toBe('running');
    await eventually(() => events.find((event) => event.type === 'turn.end' && event.turn === own.turn), 'its end');
    await engine.waitForIdle(thread);
    expect(engine.status(thread).agents).toBe(0);
    const since = events.slice(events.indexOf(own));
    const over = since.findIndex(({ type }) => type === 'turn.end');
    expect(since.slice(0, over).filter((event) => event.type === 'status' && event.status === 'idle')).toEqual([]);
    const said = engine.messages(thread).map(({ role, via, blocks }) => [role, via, plainText(blocks)] as const);
    expect(said.slice(-2)).toEqual([
      ['user', null, own.text],
      ['assistant', null, 'It says: two rooms.'],
    ]);
    expect((await engine.prompt(thread, 'hello')).text).toBe('Hello.');
    expect(JSON.stringify(world.model.requests.at(-1)!.body.messages)).toContain('both tidy');
  } finally {
    await bench.close();
  }
});

/** The agent makes a file; `slow` is who takes longer to get there. */
const making =
  (slow: 'agent' | 'turn'): Script =>
  (request) => {
    const make = { tool: 'Bash', input: { command: 'touch made.txt', description: 'make' } };
    if (request.kind === 'agent')
      return request.results.length > 0 ? [{ text: 'Made.' }] : slow === 'agent' ? [{ pause: 1_500 }, make] : [make];
    if (request.news.length > 0) return [{ text: 'It is made.' }];
    if (request.results.length === 0) return [launch];
    return slow === 'turn' ? [{ pause: 1_500 }, { text: 'At work.' }] : [{ text: 'At work.' }];
  };

it.each(['agent', 'turn'] as const)(
  'what an agent in the background asks waits for a person, also when its turn is over (the slower one: %s)',
  async (slow) => {
    const bench = await openBench({ script: making(slow) });
    try {
      const { engine } = bench;
      const thread = bench.thread();
      expect((await engine.prompt(thread, 'make it')).state).toBe('done');
      const [ask] = await eventually(() => (engine.asks(thread).length > 0 ? engine.asks(thread) : null), 'the ask');
      expect(ask).toMatchObject({ kind: 'permission', tool: 'Bash', input: { command: 'touch made.txt' } });
      expect(engine.status(thread).status).toBe('waiting');
      await expect(engine.prompt(thread, 'hello')).rejects.toMatchObject({ code: 'busy' });
      expect(existsSync(path.join(bench.world.cwd, 'made.txt'))).toBe(false);
      engine.answer(thread, ask!.id, { kind: 'allow' });
      await bench.saw(
        'turn.end',
        ({ turn }) => engine.turns(thread).length === 2 && engine.turns(thread)[1]!.id === turn,
      );
      expect(existsSync(path.join(bench.world.cwd, 'made.txt'))).toBe(true);
      await engine.waitForIdle(thread);
      expect(plainText(engine.messages(thread).at(-1)!.blocks)).toBe('It is made.');
      expect(engine.status(thread)).toMatchObject({ status: 'idle', asks: [], agents: 0 });
    } finally {
      await bench.close();
    }
  },
);

it('an abort denies what waits in the background, and the thread is free again', async () => {
  const bench = await openBench({ script: making('agent') });
  try {
    const { engine } = bench;
    const thread = bench.thread();
    await engine.prompt(thread, 'make it');
    await eventually(() => engine.asks(thread).length > 0, 'the ask');
    await engine.abort(thread);
    await engine.waitForIdle(thread);
    expect(engine.asks(thread)).toEqual([]);
    expect(existsSync(path.join(bench.world.cwd, 'made.txt'))).toBe(false);
  } finally {
    await bench.close();
  }
});
