import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench } from '../support/engine.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench({ engine: { defaults: { allowedTools: ['Bash'] } } });
});
afterEach(() => bench.close());

const prompts = () =>
  bench.events.flatMap((event) => (event.type === 'turn.start' ? [[event.text, event.via] as const] : []));

describe('follow-ups', () => {
  it('run in order, a turn each', async () => {
    const { engine } = bench;
    const thread = bench.thread();
    const first = engine.prompt(thread, 'please run `sleep 1`');
    for (const text of ['one', 'two', 'three']) engine.followUp(thread, text);
    expect(engine.inbox.list(thread).map(({ text }) => text)).toEqual(['one', 'two', 'three']);
    await first;
    await engine.waitForIdle(thread);
    expect(prompts()).toEqual([
      ['please run `sleep 1`', 'prompt'],
      ['one', 'follow-up'],
      ['two', 'follow-up'],
      ['three', 'follow-up'],
    ]);
    expect(engine.inbox.list(thread)).toEqual([]);
    expect(engine.turns(thread).map(({ state }) => state)).toEqual(['done', 'done', 'done', 'done']);
  });

  it('can be edited, removed, moved and promoted while they wait', async () => {
    const { engine } = bench;
    const thread = bench.thread();
    const work = `please run \`${bench.waitingCommand}\``;
    const first = engine.prompt(thread, work);
    await bench.saw('tool.start');
    const queue = (text: string) => engine.followUp(thread, text);
    const [a, b, c, d] = [queue('a'), queue('b'), queue('c'), queue('d')];
    engine.inbox.edit(a.id, 'a, but better');
    engine.inbox.remove(b.id);
    engine.inbox.move(c.id, 0);
    engine.inbox.promote(d.id);
    await bench.saw('steer.accepted');
    bench.letGo();
    await first;
    await engine.waitForIdle(thread);
    expect(prompts().map(([text]) => text)).toEqual([work, 'c', 'a, but better']);
    expect(engine.messages(thread).find(({ via }) => via === 'steer')?.blocks).toEqual([{ type: 'text', text: 'd' }]);
    expect(() => engine.inbox.edit(a.id, 'too late')).toThrow(/does not wait any more/);
  });

  it('wait while the queue is paused, and go on with the next prompt', async () => {
    const { engine } = bench;
    const thread = bench.thread();
    const first = engine.prompt(thread, 'please run `sleep 1`');
    engine.followUp(thread, 'later');
    engine.inbox.pause(thread);
    await first;
    await engine.waitForIdle(thread);
    expect(engine.status(thread)).toMatchObject({ status: 'queued', paused: true });
    await engine.prompt(thread, 'hello');
    await engine.waitForIdle(thread);
    expect(prompts().map(([text]) => text)).toEqual(['please run `sleep 1`', 'hello', 'later']);
  });

  it('stay after a restart and run once with resume', async () => {
    const { engine } = bench;
    const thread = bench.thread();
    for (const text of ['one', 'two']) engine.followUp(thread, text);
    await bench.reopen();
    const results = await bench.engine.resume(thread);
    expect(results.map(({ state }) => state)).toEqual(['done', 'done']);
    expect(await bench.engine.resume(thread)).toEqual([]);
    const asked = bench.engine.messages(thread).filter(({ role }) => role === 'user');
    expect(asked.map(({ blocks }) => blocks)).toEqual([
      [{ type: 'text', text: 'one' }],
      [{ type: 'text', text: 'two' }],
    ]);
  });
});
