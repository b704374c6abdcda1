import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Pool, type PoolOptions } from '../../src/engine/pool.ts';
import { type EchoAgent, echoAgent } from '../support/echo-agent.ts';

const setup = { cwd: '/work', mode: 'ask', allowedTools: [], deniedTools: [], mcpConfig: [], extraArgs: [] } as const;
const plain = { ...setup, allowedTools: [], deniedTools: [], mcpConfig: [], extraArgs: [] };
const nobody = () => {};

let agent: EchoAgent;
beforeEach(() => {
  agent = echoAgent();
});
afterEach(() => {
  vi.useRealTimers();
});

const poolOf = (options: Partial<PoolOptions> = {}) =>
  new Pool({ agent, size: 3, idleMs: 1000, onWake: () => false, ...options });
const want = (hash: string, more = {}) => ({ setup: { ...plain, ...more }, hash, prefix: () => [] });
const alive = () => agent.started.map((one) => one.alive);

describe('the pool', () => {
  it('gives the process that knows the conversation, and only to one at a time', async () => {
    const pool = poolOf();
    const first = await pool.take(want('a'), nobody);
    const second = await pool.take(want('a'), nobody);
    expect(second.session).not.toBe(first.session);
    await pool.giveBack(first, 'b');
    const third = await pool.take(want('b'), nobody);
    expect(third).toMatchObject({ session: first.session, hit: true });
    expect(agent.started).toHaveLength(2);
  });

  it.each([{ model: 'other' }, { cwd: '/else' }, { mode: 'plan' }, { deniedTools: ['Bash'] }, { extraArgs: ['--x'] }])(
    'never gives one that was started differently: %o',
    async (difference) => {
      const pool = poolOf();
      await pool.giveBack(await pool.take(want('a'), nobody), 'a');
      expect(await pool.take(want('a', difference), nobody)).toMatchObject({ hit: false });
    },
  );

  it('closes the one that was not used for longest, and never one that is busy or works in the background', async () => {
    const pool = poolOf({ size: 2 });
    const [a, b] = [await pool.take(want('a'), nobody), await pool.take(want('b'), nobody)];
    const c = await pool.take(want('c'), nobody);
    expect(alive()).toEqual([true, true, true]);
    await pool.giveBack(b, 'b');
    expect(alive()).toEqual([true, false, true]);
    agent.started[0]!.session.backgroundTasks = 1;
    await pool.giveBack(a, 'a');
    await pool.giveBack(c, 'c');
    await pool.take(want('d'), nobody);
    expect(alive()).toEqual([true, false, false, true]);
  });

  it('closes an idle one in time, but not while it is used', async () => {
    vi.useFakeTimers();
    const pool = poolOf();
    const loan = await pool.take(want('a'), nobody);
    await vi.advanceTimersByTimeAsync(5000);
    expect(alive()).toEqual([true]);
    await pool.giveBack(loan, 'a');
    await vi.advanceTimersByTimeAsync(999);
    expect(alive()).toEqual([true]);
    await vi.advanceTimersByTimeAsync(2);
    expect(alive()).toEqual([false]);
  });

  it('uses the warm spare for the next new thread, also while it is still starting', async () => {
    const pool = poolOf();
    pool.warm(plain, 'root');
    pool.warm(plain, 'root');
    expect(await pool.take(want('root'), nobody)).toMatchObject({ hit: true });
    expect(agent.started).toHaveLength(1);
  });

  it('does not make anyone wait for a spare that never comes up, once they have given up', async () => {
    const pool = poolOf();
    agent.start = (_setup, _prefix, _events, signal) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    pool.warm(plain, 'root');
    const patience = new AbortController();
    const taken = pool.take({ ...want('root'), signal: patience.signal }, nobody);
    patience.abort();
    await expect(taken).rejects.toThrow(/abort/);
    await pool.close();
  });

  it('warms none when it is full', async () => {
    const pool = poolOf({ size: 1 });
    await pool.take(want('a'), nobody);
    pool.warm(plain, 'root');
    expect(agent.started).toHaveLength(1);
  });

  it('forgets one that died, and starts another', async () => {
    const pool = poolOf();
    await pool.giveBack(await pool.take(want('a'), nobody), 'a');
    agent.started[0]!.session.die();
    expect(await pool.take(want('a'), nobody)).toMatchObject({ hit: false });
    expect(pool.live).toHaveLength(1);
  });

  it('leaves nothing behind when it is closed, not even one that was starting', async () => {
    const pool = poolOf();
    await pool.giveBack(await pool.take(want('a'), nobody), 'a');
    pool.warm(plain, 'root');
    await pool.close();
    expect(alive().every((one) => !one)).toBe(true);
  });
});
