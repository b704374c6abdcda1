import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { openBench } from '../support/engine.ts';

it('a permission can wait for more than a minute and still be given', async () => {
  const bench = await openBench();
  try {
    const thread = bench.thread();
    const turn = bench.engine.prompt(thread, 'write slow.txt: at last');
    const { ask } = await bench.saw('permission.asked');
    await new Promise((resolve) => setTimeout(resolve, 62_000));
    expect(bench.engine.asks(thread)).toEqual([ask]);
    expect(existsSync(path.join(bench.world.cwd, 'slow.txt'))).toBe(false);
    bench.engine.answer(thread, ask.id, { kind: 'allow' });
    expect((await turn).state).toBe('done');
    expect(existsSync(path.join(bench.world.cwd, 'slow.txt'))).toBe(true);
  } finally {
    await bench.close();
  }
}, 180_000);
