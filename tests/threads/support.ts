// An engine on a database of its own, and the shell on the same one: what a test does in one it can ask for in the other. The real
// agent is given, but no program is started unless a test talks to it.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Shell } from '../../src/cli/shell.ts';
import { type EngineApi, openEngine } from '../../src/engine/index.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { type Ran, runByHand } from '../cli/hand-made-shell.ts';

export interface Desk {
  readonly root: string;
  readonly engine: EngineApi;
  readonly store: Store;
  readonly env: NodeJS.ProcessEnv;
  file(name: string): string;
  run(argv: string[], shell?: Partial<Shell>): Promise<Ran>;
  /** What `--json` prints; anything but success is a failure of the test. */
  json<T = unknown>(...argv: string[]): Promise<T>;
  close(): Promise<void>;
}

export async function openDesk(): Promise<Desk> {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'ccchat-threads-')));
  const env = {
    HOME: path.join(root, 'home'),
    CCCHAT_HOME: path.join(root, 'data'),
    PATH: process.env.PATH,
    TZ: 'UTC',
  };
  const open = () => openEngine({ env, warmSpare: false });
  const engine = await open();
  const store = openStore(path.join(root, 'data', 'ccchat.db'));
  const run: Desk['run'] = (argv, shell = {}) =>
    runByHand(argv, { env, cwd: root, now: Date.now, openEngine: open, ...shell });
  return {
    root,
    engine,
    store,
    env,
    file: (name) => path.join(root, name),
    run,
    async json<T>(...argv: string[]) {
      const { code, out, err } = await run([...argv, '--json']);
      if (code !== 0) throw new Error(`ccchat ${argv.join(' ')} ended with ${code}: ${err}`);
      return JSON.parse(out) as T;
    },
    async close() {
      store.close();
      await engine.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}
