import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bench, eventually, openBench } from '../support/engine.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench({ env: { SHELL: '/bin/sh' } });
});
afterAll(() => bench.close());

const lastRequest = () => bench.world.model.requests.at(-1)!;

describe('a shell command', () => {
  it('runs in the folder of the thread, is recorded, and the model sees it on the next turn', async () => {
    const { engine, world } = bench;
    const thread = bench.thread();
    await engine.prompt(thread, 'Remember the codeword: Swift. Reply OK.');
    const message = await engine.shell(thread, 'pwd; echo "<two>" & wait');
    expect(message).toMatchObject({ role: 'shell', hidden: false, agent: { exitCode: 0 } });
    expect(message.blocks[1]).toEqual({ type: 'text', text: `${world.cwd}\n<two>\n` });
    expect(await engine.prompt(thread, 'What was the codeword?')).toMatchObject({ state: 'done', text: 'Swift' });
    expect(lastRequest().said('pwd; echo')).toBe(true);
    expect(lastRequest().said(world.cwd)).toBe(true);
  });

  it('is kept from the model when hidden, and the live process stays in use', async () => {
    const { engine } = bench;
    const thread = bench.thread();
    await engine.prompt(thread, 'hello');
    const { hash } = engine.messages(thread).at(-1)!;
    const message = await engine.shell(thread, 'echo not for the model', { hidden: true });
    expect(message).toMatchObject({ hidden: true, hash });
    await engine.prompt(thread, 'hello again');
    expect(lastRequest().said('not for the model')).toBe(false);
    expect(engine.messages(thread).map(({ role }) => role)).toContain('shell');
  });

  it('tells of its failure, and a huge output is cut and counted', async () => {
    const { engine } = bench;
    const thread = bench.thread();
    expect(await engine.shell(thread, 'echo oops >&2; exit 3')).toMatchObject({
      agent: { exitCode: 3 },
      blocks: [{ text: 'echo oops >&2; exit 3' }, { text: 'oops\n' }],
    });
    const long = await engine.shell(thread, 'head -c 100000 /dev/zero | tr "\\0" x');
    expect(long.blocks[1]).toMatchObject({ text: expect.stringMatching(/x\n… 70000 more characters$/) });
  });

  it('is told of while it runs and ended by an abort, with what it printed', async () => {
    const { engine, world } = bench;
    const thread = bench.thread();
    const run = engine.shell(thread, 'echo begun; touch begun; sleep 300');
    const { shell } = await bench.saw('shell.update', (event) => event.thread === thread && event.state === 'running');
    await eventually(() => existsSync(path.join(world.cwd, 'begun')), 'its beginning');
    await engine.abort(thread);
    const message = await run;
    expect(message).toMatchObject({ id: shell, agent: { exitCode: null, signal: 'SIGTERM' } });
    expect(message.blocks[1]).toEqual({ type: 'text', text: 'begun\n' });
    await bench.saw('shell.update', (event) => event.shell === shell && event.state === 'over');
    await expect(engine.abort(thread)).rejects.toMatchObject({ code: 'nothing-to-do' });
  });

  it('that does not listen is ended all the same', async () => {
    const { engine, world } = bench;
    const thread = bench.thread();
    const run = engine.shell(thread, "trap '' TERM; touch deaf; while :; do sleep 0.1; done");
    await eventually(() => existsSync(path.join(world.cwd, 'deaf')), 'its beginning');
    await engine.abort(thread);
    expect(await run).toMatchObject({ agent: { exitCode: null, signal: 'SIGKILL' } });
  });

  it('run during a turn, takes its place after the turn', async () => {
    const { engine } = bench;
    const thread = bench.thread({ settings: { allowedTools: ['Bash'] } });
    const turn = engine.prompt(thread, `please run \`${bench.waitingCommand}\``);
    await bench.saw('tool.start', (event) => event.thread === thread);
    const shell = engine.shell(thread, 'echo meanwhile');
    bench.letGo();
    await turn;
    await shell;
    expect(engine.messages(thread).map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'assistant',
      'shell',
    ]);
  });
});
