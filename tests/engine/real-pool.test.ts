import { afterEach, describe, expect, it } from 'vitest';
import { type Bench, eventually, openBench } from '../support/engine.ts';
import { startOther } from '../support/other-process.ts';
import { claudeProcesses } from '../support/world.ts';

let bench: Bench;
afterEach(() => bench.close());

const pids = () => claudeProcesses(bench.world).map(({ pid }) => pid);

describe('live processes', () => {
  it('are kept up to the cap, the one not used for longest goes first, and it comes back when asked for', async () => {
    bench = await openBench({ engine: { poolSize: 2 } });
    const { engine } = bench;
    const threads = ['Elk', 'Moose', 'Roe'].map((word) => ({ word, id: bench.thread() }));
    for (const { word, id } of threads) await engine.prompt(id, `Remember the codeword: ${word}. Reply OK.`);
    await eventually(() => pids().length === 2, 'two processes');
    const before = pids();
    for (const { word, id } of threads.slice(1))
      expect((await engine.prompt(id, 'What was the codeword?')).text).toBe(word);
    expect(pids().sort()).toEqual(before.sort());
    expect((await engine.prompt(threads[0]!.id, 'What was the codeword?')).text).toBe('Elk');
    await eventually(() => pids().length === 2, 'two processes again');
  });

  it('are all there while all are busy, whatever the cap', async () => {
    bench = await openBench({ engine: { poolSize: 1, defaults: { allowedTools: ['Bash'] } } });
    const { engine } = bench;
    const threads = [bench.thread(), bench.thread()];
    const turns = threads.map((id) => engine.prompt(id, 'please run `sleep 2; echo done`'));
    await Promise.all(threads.map((id) => bench.saw('tool.start', (event) => event.thread === id)));
    expect(pids()).toHaveLength(2);
    expect((await Promise.all(turns)).map(({ state }) => state)).toEqual(['done', 'done']);
    await eventually(() => pids().length === 1, 'one process');
  });

  it('go when they idle for long', async () => {
    bench = await openBench({ engine: { idleMs: 500 } });
    await bench.engine.prompt(bench.thread(), 'hello');
    await eventually(() => pids().length === 0, 'no process');
  });

  it('include a warm one that the next new thread uses', async () => {
    bench = await openBench({ env: { CCCHAT_CWD: '' } });
    const { cwd } = bench.world;
    await bench.reopen({ warmSpare: true, env: { ...bench.world.env, CCCHAT_CWD: cwd } });
    await eventually(() => pids().length === 1, 'the spare');
    const [spare] = pids();
    const thread = bench.thread();
    await bench.engine.prompt(thread, 'hello');
    const used = bench.engine.turns(thread)[0]!.session!;
    expect(claudeProcesses(bench.world).find(({ pid }) => pid === spare)?.command).toContain(used);
    await eventually(() => pids().length === 2, 'another spare');
  });

  it('leave nothing behind when ccchat is closed', async () => {
    bench = await openBench();
    await bench.engine.prompt(bench.thread(), 'hello');
    expect(pids()).toHaveLength(1);
    await bench.engine.close();
    expect(pids()).toEqual([]);
  });

  it.each(['SIGTERM', 'SIGKILL', 'SIGABRT'] as const)('leave nothing behind after %s', async (signal) => {
    bench = await openBench();
    const other = await startOther(bench.world);
    other.tell({ do: 'prompt', thread: bench.thread(), text: 'count slowly to 90' });
    await other.saw('text.preview');
    expect(pids()).toHaveLength(1);
    const gone = new Promise((resolve) => other.child.once('exit', resolve));
    other.child.kill(signal);
    await gone;
    await eventually(() => pids().length === 0, 'no process left');
  });
});
