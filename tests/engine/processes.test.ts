import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, eventually, openBench } from '../support/engine.ts';
import { type OtherProcess, startOther } from '../support/other-process.ts';
import { claudeProcesses } from '../support/world.ts';

let bench: Bench;
let other: OtherProcess;
beforeEach(async () => {
  bench = await openBench({ engine: { defaults: { allowedTools: ['Bash'] } } });
  other = await startOther(bench.world);
});
afterEach(async () => {
  await other.kill();
  await bench.close();
});

describe('a thread that another process runs', () => {
  it('can be steered, queued behind and aborted, but not prompted, reverted or deleted', async () => {
    const { engine } = bench;
    const thread = bench.thread();
    other.tell({ do: 'prompt', thread, text: `please run \`${bench.waitingCommand}\`` });
    await other.saw('tool.start');
    expect(engine.status(thread)).toMatchObject({ status: 'running', owner: { pid: other.child.pid } });
    await expect(engine.prompt(thread, 'me too')).rejects.toMatchObject({
      code: 'owned-elsewhere',
      next: expect.stringMatching(/steer.*followUp/),
    });
    const prompt = engine.messages(thread)[0]!.id;
    expect(() => engine.revert(thread, prompt)).toThrow(/another process/);
    expect(() => engine.delete(thread)).toThrow(/middle of a turn/);
    const steer = engine.steer(thread, 'and make it blue');
    engine.followUp(thread, `please run \`${bench.waitingCommand}\``);
    await other.saw('steer.accepted');
    bench.letGo();
    await eventually(() => engine.status(thread).queue.every(({ id }) => id !== steer.id), 'the steer absorbed');
    await eventually(
      () => other.events.filter(({ type }) => type === 'tool.start').length === 2,
      'the follow-up running',
    );
    await engine.abort(thread);
    expect(engine.turns(thread).map(({ state }) => state)).toEqual(['done', 'interrupted']);
    expect(engine.messages(thread).find(({ via }) => via === 'steer')?.blocks).toEqual([
      { type: 'text', text: 'and make it blue' },
    ]);
    await eventually(() => engine.status(thread).owner === null, 'the lease free');
    expect(await engine.prompt(thread, 'my turn now')).toMatchObject({ state: 'done', error: null });
  });

  it('goes on here after the other was killed: what it said is kept, what waited runs once', async () => {
    const { engine } = bench;
    const thread = bench.thread();
    other.tell({ do: 'prompt', thread, text: `please run \`echo one; ${bench.waitingCommand}\`` });
    for (const text of ['second', 'third']) other.tell({ do: 'followUp', thread, text });
    await other.saw('tool.start');
    await eventually(() => engine.inbox.list(thread).length === 2, 'both queued');
    await other.kill();
    await eventually(() => claudeProcesses(bench.world).length === 0, 'its claude gone too');
    const results = await engine.resume(thread);
    expect(results.map(({ state }) => state)).toEqual(['done', 'done']);
    const asked = engine.messages(thread).flatMap(({ role, blocks }) => (role === 'user' ? blocks : []));
    expect(asked.map((block) => block.type === 'text' && block.text)).toEqual([
      `please run \`echo one; ${bench.waitingCommand}\``,
      'second',
      'third',
    ]);
    expect(engine.turns(thread).map(({ state }) => state)).toEqual(['lost', 'done', 'done']);
    expect(engine.inbox.list(thread)).toEqual([]);
  });

  it('has what the agent finished while nobody recorded it', async () => {
    const { engine } = bench;
    const thread = bench.thread();
    other.tell({ do: 'prompt', thread, text: 'Remember the codeword: Stoat. Reply OK.' });
    await other.done('prompt');
    other.tell({ do: 'prompt', thread, text: 'count slowly to 40' });
    await eventually(
      () =>
        other.events.findLast(({ type }) => /^(turn.start|text.preview)$/.test(type))?.type === 'text.preview' &&
        other.events.filter(({ type }) => type === 'turn.start').length === 2,
      'the second reply',
    );
    await other.kill();
    await eventually(() => claudeProcesses(bench.world).length === 0, 'its claude gone too');
    await engine.resume(thread);
    expect(engine.turns(thread).map(({ state }) => state)).toEqual(['done', 'lost']);
    expect((await engine.prompt(thread, 'What was the codeword?')).text).toBe('Stoat');
  });
});
