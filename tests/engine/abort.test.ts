import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultScript } from '../../src/demo/scripts.ts';
import { type Bench, openBench, waitingCommand } from '../support/engine.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

const situations = [
  { name: 'while it streams', prompt: 'count slowly to 60', until: () => bench.saw('text.preview') },
  {
    name: 'in a tool',
    prompt: `please run \`${waitingCommand}\``,
    allowed: ['Bash'],
    until: () => bench.saw('tool.start'),
  },
  { name: 'in a permission', prompt: 'please run `touch x`', until: () => bench.saw('permission.asked') },
];

describe('abort', () => {
  it.each(situations)('$name: interrupted, inbox intact, next prompt works', async ({ prompt, allowed, until }) => {
    const { engine } = bench;
    const thread = bench.thread({ settings: { allowedTools: allowed ?? [] } });
    const turn = engine.prompt(thread, prompt);
    await until();
    engine.followUp(thread, 'afterwards');
    await engine.abort(thread);
    expect(await turn).toMatchObject({ state: 'interrupted', error: null });
    await engine.waitForIdle(thread);
    expect(engine.inbox.list(thread)).toMatchObject([{ text: 'afterwards', state: 'queued' }]);
    expect(engine.asks(thread)).toEqual([]);
    expect(engine.status(thread)).toMatchObject({ status: 'queued', paused: true });
    const next = await engine.prompt(thread, 'Remember the codeword: Heron. Reply OK.');
    expect(next).toMatchObject({ state: 'done', text: 'OK' });
    await engine.waitForIdle(thread);
    expect(engine.inbox.list(thread)).toEqual([]);
    expect(engine.turns(thread).map(({ state }) => state)).toEqual(['interrupted', 'done', 'done']);
  });

  it('before the first word: the prompt stays, and the model sees it with the next one', async () => {
    const { engine, world } = bench;
    const thread = bench.thread();
    world.model.script = (request) =>
      request.prompt === 'wait for me' ? [{ pause: 60_000 }, { text: 'late' }] : defaultScript(request);
    const turn = engine.prompt(thread, 'wait for me');
    await world.model.waitForRequest('wait for me');
    await engine.abort(thread);
    expect(await turn).toMatchObject({ state: 'interrupted', error: null });
    expect(await engine.prompt(thread, 'hello')).toMatchObject({ state: 'done', error: null });
    expect(world.model.requests.at(-1)!.said('wait for me')).toBe(true);
    expect(engine.messages(thread)[0]!.blocks).toEqual([{ type: 'text', text: 'wait for me' }]);
  });

  it('keeps a steer that the agent had not passed on', async () => {
    const { engine } = bench;
    const thread = bench.thread({ settings: { allowedTools: ['Bash'] } });
    const turn = engine.prompt(thread, `please run \`${waitingCommand}\``);
    await bench.saw('tool.start');
    engine.steer(thread, 'be quick about it');
    await bench.saw('steer.accepted');
    await engine.abort(thread);
    expect((await turn).state).toBe('interrupted');
    await engine.waitForIdle(thread);
    expect(engine.inbox.list(thread)).toMatchObject([{ kind: 'steer', text: 'be quick about it', state: 'returned' }]);
    expect(engine.turns(thread)).toHaveLength(1);
  });

  it('has nothing to do on an idle thread', async () => {
    await expect(bench.engine.abort(bench.thread())).rejects.toMatchObject({ code: 'nothing-to-do' });
  });
});
