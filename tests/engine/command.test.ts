import { afterEach, expect, it } from 'vitest';
import { type Bench, openBench } from '../support/engine.ts';

let bench: Bench;
afterEach(() => bench.close());

it("runs the agent's own commands: compacting leaves a summary, and the conversation goes on from it", async () => {
  bench = await openBench();
  const { engine, world } = bench;
  const thread = bench.thread();
  await engine.prompt(thread, 'Remember the codeword: Marten. Reply OK.');
  await engine.prompt(thread, 'hello');
  expect(await engine.command(thread, '/compact')).toMatchObject({ state: 'done', error: null });
  expect(
    engine
      .messages(thread)
      .slice(4)
      .map(({ role, via }) => [role, via]),
  ).toEqual([
    ['summary', null],
    ['user', 'prompt'],
    ['user', null],
  ]);
  expect((await engine.prompt(thread, 'What was the codeword?')).text).toBe('Marten');
  await bench.reopen();
  expect((await bench.engine.prompt(thread, 'What was the codeword?')).text).toBe('Marten');
  expect(world.model.requests.at(-1)!.body.messages.length).toBeGreaterThan(2);
});

it('says what a command is when it gets something else', async () => {
  bench = await openBench();
  await expect(bench.engine.command(bench.thread(), 'compact')).rejects.toMatchObject({ code: 'bad-input' });
});

it('one that claude does not know fails, is given back, and leaves the conversation as it was', async () => {
  bench = await openBench();
  const { engine, saw } = bench;
  const thread = bench.thread();
  await engine.prompt(thread, 'Remember the codeword: Marten. Reply OK.');
  const command = '/zqxjkwv words that matter';
  const error = {
    code: 'unknown-command',
    text: expect.stringContaining('/zqxjkwv'),
    next: expect.stringContaining('typing /'),
  };
  expect(await engine.command(thread, command)).toMatchObject({ state: 'failed', error });
  await saw('turn.end', ({ returned }) => returned === command);
  expect(engine.messages(thread)).toHaveLength(2);
  expect(bench.events.filter(({ type }) => type === 'notice')).toEqual([]);
  expect((await engine.prompt(thread, 'What was the codeword?')).text).toBe('Marten');
});
