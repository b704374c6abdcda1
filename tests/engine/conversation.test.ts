import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, eventually, openBench, shownTexts } from '../support/engine.ts';
import { claudeProcesses } from '../support/world.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

const shown = () => shownTexts(bench.world.model.requests.at(-1)!);

describe('a conversation', () => {
  it('keeps its context in one process, and the model gets exactly the earlier messages', async () => {
    const { engine, world } = bench;
    const thread = bench.thread();
    const first = await engine.prompt(thread, 'Remember the codeword: Beaver. Reply OK.');
    expect(first).toMatchObject({ state: 'done', stopReason: 'end_turn', text: 'OK', error: null });
    const [before] = claudeProcesses(world);
    const second = await engine.prompt(thread, 'What was the codeword?');
    expect(second).toMatchObject({ state: 'done', text: 'Beaver', error: null });
    expect(claudeProcesses(world).map(({ pid }) => pid)).toEqual([before!.pid]);
    expect(shown()).toEqual([
      ['user', 'Remember the codeword: Beaver. Reply OK.'],
      ['assistant', 'OK'],
      ['user', 'What was the codeword?'],
    ]);
    expect(engine.messages(thread).map(({ role, via }) => [role, via])).toEqual([
      ['user', 'prompt'],
      ['assistant', null],
      ['user', 'prompt'],
      ['assistant', null],
    ]);
    expect(engine.get(thread).title).toBe('Remember the codeword: Beaver. Reply OK.');
  });

  it('comes back with tool calls and results after its process was killed', async () => {
    const { engine, world } = bench;
    const thread = bench.thread({ settings: { allowedTools: ['Bash'] } });
    await engine.prompt(thread, 'Remember the codeword: Otter. Reply OK.');
    await engine.prompt(thread, 'please run `echo marmot`');
    const [live] = claudeProcesses(world);
    process.kill(live!.pid, 'SIGKILL');
    await eventually(() => !claudeProcesses(world).some(({ pid }) => pid === live!.pid), 'the process gone');
    const result = await engine.prompt(thread, 'What was the codeword?');
    expect(result).toMatchObject({ state: 'done', text: 'Otter' });
    expect(shown()).toEqual([
      ['user', 'Remember the codeword: Otter. Reply OK.'],
      ['assistant', 'OK'],
      ['user', 'please run `echo marmot`'],
      ['assistant', '[Bash]'],
      ['user', '[result marmot]'],
      ['assistant', 'done'],
      ['user', 'What was the codeword?'],
    ]);
  });

  it('comes back after ccchat was closed and started again', async () => {
    const thread = bench.thread();
    await bench.engine.prompt(thread, 'Remember the codeword: Lynx. Reply OK.');
    await bench.reopen();
    expect((await bench.engine.prompt(thread, 'What was the codeword?')).text).toBe('Lynx');
    expect(claudeProcesses(bench.world)).toHaveLength(1);
  });

  it('runs several threads at once', async () => {
    const { engine } = bench;
    const threads = ['Ada', 'Bob'].map((title) => bench.thread({ title }));
    await Promise.all(threads.map((id, index) => engine.prompt(id, `Remember the codeword: word${index}. Reply OK.`)));
    const results = await Promise.all(threads.map((id) => engine.prompt(id, 'What was the codeword?')));
    expect(results.map(({ text }) => text)).toEqual(['word0', 'word1']);
  });

  it('streams a turn as events that end with turn.end', async () => {
    const types: string[] = [];
    for await (const event of bench.engine.promptStream(bench.thread(), 'tell me something long'))
      types.push(event.type);
    expect(types.at(-1)).toBe('turn.end');
    expect(types).toContain('text.preview');
    expect(types.filter((type) => type === 'turn.start')).toHaveLength(1);
    expect(types.indexOf('message.start')).toBeLessThan(types.lastIndexOf('message.end'));
  });

  it('says what to do instead on a busy thread, and changes nothing', async () => {
    const { engine } = bench;
    const thread = bench.thread();
    const running = engine.prompt(thread, 'count slowly to 20');
    await expect(engine.prompt(thread, 'and now?')).rejects.toMatchObject({
      code: 'busy',
      next: expect.stringMatching(/steer.*followUp/),
    });
    await engine.abort(thread);
    expect((await running).state).toBe('interrupted');
    expect(engine.inbox.list(thread)).toEqual([]);
  });
});
