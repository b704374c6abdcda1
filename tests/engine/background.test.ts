// What `claude` goes on with by itself: a subagent in the background ends, and its news begin a turn that nobody sent.
import { expect, it } from 'vitest';
import { plainText } from '../../src/store/text.ts';
import { eventually, openBench } from '../support/engine.ts';

it('the news of an agent in the background are a turn of their own, and the thread is busy until it is over', async () => {
  const bench = await openBench();
  try {
    const { engine, world, events } = bench;
    const thread = bench.thread();
    world.model.script = (request) => {
      if (request.kind === 'agent') return [{ pause: 500 }, { text: 'Two rooms,\nboth tidy.' }];
      if (request.news.length > 0) return [{ text: 'It says: two rooms.', charsPerSecond: 20 }];
      if (request.results.length > 0) return [{ text: 'It is at work.' }];
      const input = { description: 'look', prompt: 'look', subagent_type: 'general-purpose', run_in_background: true };
      return request.fresh && request.prompt === 'look around' ? [{ tool: 'Agent', input }] : [{ text: 'Hello.' }];
    };
    await engine.prompt(thread, 'look around');
    const own = await bench.saw('turn.start', ({ via }) => via === null);
    expect(own.text).toMatch(/finished|completed/);
    expect(own.text).not.toContain('<');
    expect(engine.status(thread).status).toBe('running');
    await eventually(() => events.find((event) => event.type === 'turn.end' && event.turn === own.turn), 'its end');
    await engine.waitForIdle(thread);
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
