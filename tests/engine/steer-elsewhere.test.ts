// A steer for a turn of another process: that a turn runs and that the steer waits for it are one step. Between two, the other
// process could let the thread go, and nobody would ever look at the steer.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createEngine } from '../../src/engine/engine.ts';
import { databaseFile } from '../../src/engine/home.ts';
import { silentLog } from '../../src/engine/log.ts';
import { thisProcess } from '../../src/engine/owner.ts';
import { openStore } from '../../src/store/store.ts';
import { echoAgent } from '../support/echo-agent.ts';

const looked = vi.hoisted(() => ({ at: () => {} }));
vi.mock('../../src/engine/owner.ts', async (original) => {
  const real = await original<typeof import('../../src/engine/owner.ts')>();
  const isGone: typeof real.isGone = (lease, now) => {
    looked.at();
    return real.isGone(lease, now);
  };
  return { ...real, isGone };
});

let home: string;
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'ccchat-race-'));
});
afterEach(() => {
  looked.at = () => {};
  rmSync(home, { recursive: true, force: true });
});

it('is refused, or seen by whoever runs the turn', async () => {
  const store = openStore(databaseFile(home));
  const thread = store.threads.create({ cwd: '/' }).id;
  store.leases.acquire(thread, { ...thisProcess(), id: 'the other' }, () => false);
  const engine = await createEngine({ home, env: {}, warmSpare: false }, { agent: echoAgent(), log: silentLog });
  const other = new Database(databaseFile(home), { timeout: 0 });
  looked.at = () => {
    try {
      other.prepare('DELETE FROM lease').run();
    } catch (error) {
      expect(String(error)).toMatch(/locked/);
    }
  };
  engine.steer(thread, 'are you there?');
  looked.at = () => {};
  expect(store.leases.get(thread)).not.toBeNull();
  expect(store.inbox.list(thread)).toMatchObject([{ kind: 'steer', state: 'held' }]);
  other.close();
  store.close();
  await engine.close();
});
