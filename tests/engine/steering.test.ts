import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, eventually, openBench, shownTexts } from '../support/engine.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench({ engine: { defaults: { allowedTools: ['Bash'] } } });
});
afterEach(() => bench.close());

const steerStates = (id: number) =>
  bench.events.flatMap((event) =>
    event.type.startsWith('steer.') && 'item' in event && event.item.id === id ? [event.type.slice(6)] : [],
  );

const steerSeen = (id: number, state: string) =>
  eventually(() => steerStates(id).includes(state), `the steer ${state}`);

describe('a steer', () => {
  it('is absorbed in the same turn, with its receipts in order', async () => {
    const { engine, world } = bench;
    const thread = bench.thread();
    const turn = engine.prompt(thread, `please run \`${bench.waitingCommand}\``);
    await bench.saw('tool.start');
    const steer = engine.steer(thread, 'and make it blue');
    await bench.saw('steer.accepted');
    bench.letGo();
    const result = await turn;
    expect(result).toMatchObject({ state: 'done', text: expect.stringContaining('Noted: and make it blue') });
    expect(steerStates(steer.id)).toEqual(['held', 'typed', 'accepted', 'absorbed']);
    expect(bench.events.filter(({ type }) => type === 'turn.end')).toHaveLength(1);
    expect(engine.messages(thread).map(({ role, via }) => [role, via])).toEqual([
      ['user', 'prompt'],
      ['assistant', null],
      ['tool', null],
      ['user', 'steer'],
      ['assistant', null],
    ]);
    expect(JSON.stringify(world.model.requests.at(-1)!.body.messages)).toContain('and make it blue');
  });

  it('runs as a turn of its own, once, when it comes as the turn ends', async () => {
    const { engine, world } = bench;
    const thread = bench.thread();
    const turn = engine.prompt(thread, 'count slowly to 8');
    await bench.saw('text.preview');
    const steer = engine.steer(thread, 'what about cats?');
    const first = await turn;
    await engine.waitForIdle(thread);
    expect(first.state).toBe('done');
    expect(steerStates(steer.id).at(-1)).toBe('ran');
    const asked = engine.messages(thread).filter(({ role }) => role === 'user');
    expect(asked.map(({ via }) => via)).toEqual(['prompt', 'steer']);
    const texts = shownTexts(world.model.requests.at(-1)!).filter(([, text]) => text.includes('cats'));
    expect(texts).toHaveLength(1);
    expect(bench.events.filter(({ type }) => type === 'turn.end')).toHaveLength(2);
  });

  it('interrupts and is delivered at once with now', async () => {
    const { engine } = bench;
    const thread = bench.thread();
    const turn = engine.prompt(thread, `please run \`${bench.waitingCommand}\``);
    await bench.saw('tool.start');
    const steer = engine.steer(thread, 'stop that, say hello', { now: true });
    expect((await turn).state).toBe('interrupted');
    await engine.waitForIdle(thread);
    expect(steerStates(steer.id).at(-1)).toBe('ran');
    const last = engine.messages(thread).at(-1)!;
    expect(last.role).toBe('assistant');
    expect(engine.status(thread)).toMatchObject({ status: 'idle', turn: { state: 'done' } });
    expect((await engine.prompt(thread, 'What was the codeword?')).state).toBe('done');
  });

  it.each(['in a tool', 'in a reply'])('with now is before the model within a second: %s', async (where) => {
    const { engine, world } = bench;
    const arrival = async (words: string, say: () => unknown) => {
      const said = Date.now();
      say();
      return (await world.model.waitForRequest(words)).at - said;
    };
    const work = where === 'in a tool' ? `please run \`${bench.waitingCommand}\`` : 'count slowly to 90';
    const slow: string[] = [];
    for (let round = 1; round <= 5; round += 1) {
      const thread = bench.thread();
      await engine.prompt(thread, 'hello');
      const plainly = await arrival(`plainly ${round}`, () => void engine.prompt(thread, `plainly ${round}`));
      await engine.waitForIdle(thread);
      const turn = engine.prompt(thread, work);
      await bench.saw(where === 'in a tool' ? 'tool.start' : 'text.preview', (event) => event.thread === thread);
      const steered = await arrival(`now ${round}`, () => engine.steer(thread, `now ${round}`, { now: true }));
      expect((await turn).state).toBe('interrupted');
      await engine.waitForIdle(thread);
      // A machine on which a prompt itself takes longer than a fifth of a second is given that much more.
      if (steered < 1_000 * Math.max(1, plainly / 200)) return;
      slow.push(`${steered} ms (a prompt: ${plainly} ms)`);
    }
    expect(slow).toEqual([]);
  });

  it.each(['one-at-a-time', 'all'] as const)('goes in with another one: %s', async (steeringMode) => {
    const { engine, world } = bench;
    const thread = bench.thread({ settings: { steeringMode } });
    world.model.script = (request) => {
      if (request.calls.length < 2 && request.has('Bash'))
        return [{ tool: 'Bash', input: { command: bench.waitingCommand, description: 'wait' } }];
      return [{ text: 'done' }];
    };
    const turn = engine.prompt(thread, 'work, please');
    await bench.saw('tool.start');
    const steers = ['first word', 'second word'].map((text) => engine.steer(thread, text));
    const awaited = steeringMode === 'all' ? steers.slice(1) : steers;
    for (const { id } of awaited) {
      await steerSeen(id, 'accepted');
      bench.letGo();
      if (steeringMode === 'one-at-a-time') await steerSeen(id, 'absorbed');
    }
    await eventually(() => bench.events.filter(({ type }) => type === 'tool.start').length === 2, 'the second tool');
    if (steeringMode === 'all') bench.letGo();
    await turn;
    await engine.waitForIdle(thread);
    for (const { id } of steers) expect(steerStates(id).at(-1)).toBe('absorbed');
    const carried = world.model.requests.map(({ steers: came }) => came.length).filter((count) => count > 0);
    expect(carried).toEqual(steeringMode === 'all' ? [2] : [1, 1]);
  });

  it('that never got in runs as a turn of its own after the next start', async () => {
    const thread = bench.thread({ settings: { allowedTools: [] } });
    const turn = bench.engine.prompt(thread, 'write left.txt: something');
    await bench.saw('permission.asked');
    const steer = bench.engine.steer(thread, 'and then say hello');
    await bench.reopen();
    expect((await turn).state).toBe('interrupted');
    expect(bench.engine.inbox.list(thread)).toMatchObject([{ id: steer.id, state: 'held' }]);
    expect(bench.engine.status(thread).status).toBe('queued');
    expect((await bench.engine.resume(thread)).map(({ state }) => state)).toEqual(['done']);
    expect(bench.engine.inbox.list(thread)).toEqual([]);
    const [last] = bench.engine.messages(thread).filter(({ via }) => via === 'steer');
    expect(last?.blocks).toEqual([{ type: 'text', text: 'and then say hello' }]);
    expect(await bench.engine.resume(thread)).toEqual([]);
  });

  it('that an abort gave back waits until the person goes on', async () => {
    const { engine } = bench;
    const thread = bench.thread({ settings: { allowedTools: [] } });
    const turn = engine.prompt(thread, 'write left.txt: something');
    await bench.saw('permission.asked');
    engine.steer(thread, 'and then say hello');
    await engine.abort(thread);
    expect((await turn).state).toBe('interrupted');
    await engine.waitForIdle(thread);
    expect(engine.status(thread)).toMatchObject({ status: 'queued', paused: true });
    expect(engine.inbox.list(thread)).toHaveLength(1);
    engine.inbox.unpause(thread);
    await engine.waitForIdle(thread);
    expect(engine.inbox.list(thread)).toEqual([]);
    expect(engine.turns(thread).at(-1)).toMatchObject({ state: 'done' });
  });

  it('says that nothing runs when nothing does', () => {
    expect(() => bench.engine.steer(bench.thread(), 'hello?')).toThrow(/no turn runs/);
  });
});
