// A private world for one test: home, workspace, data folder, scripted model and environment, all under one temporary
// root. Nothing of the real user's is read or written, and `close` leaves neither files nor processes behind.
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeHome, scriptedEnvironment, trustFolder } from '../../src/demo/home.ts';
import { type Script, type ScriptedModel, startModel } from '../../src/demo/model.ts';
import { defaultScript } from '../../src/demo/scripts.ts';

export interface WorldOptions {
  script?: Script;
  /** The workspace is trusted (default); without it, `claude` asks first. */
  trusted?: boolean;
  /** The API key is approved (default); without it, `claude` asks first. */
  approvedKey?: boolean;
  env?: NodeJS.ProcessEnv;
}

export interface World {
  readonly root: string;
  readonly home: string;
  readonly cwd: string;
  readonly data: string;
  readonly model: ScriptedModel;
  readonly claude: string;
  /** Complete environment of a child: pass it as it is, without the test's own. */
  readonly env: NodeJS.ProcessEnv;
  /** Marks a folder as trusted; safe while no `claude` of this world is starting. */
  trust(dir: string): void;
  /** Makes another trusted folder. */
  folder(name: string): string;
  close(): Promise<void>;
}

export interface ClaudeProcess {
  pid: number;
  command: string;
  cwd: string | null;
}

const repository = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

export async function makeWorld(options: WorldOptions = {}): Promise<World> {
  const root = realpathSync(await mkdtemp(path.join(tmpdir(), 'ccchat-world-')));
  const [home, cwd, data] = ['home', 'work', 'data'].map((name) => path.join(root, name)) as [string, string, string];
  mkdirSync(cwd);
  makeHome(home, { key: options.approvedKey === false ? 'unknown' : 'approved' });
  const model = await startModel(options.script ?? defaultScript);
  const claude = process.env.CCCHAT_CLAUDE ?? path.join(repository, 'node_modules/.bin/claude');
  const world: World = {
    root,
    home,
    cwd,
    data,
    model,
    claude,
    env: {
      PATH: process.env.PATH,
      TERM: 'xterm-256color',
      LANG: 'C.UTF-8',
      TZ: 'UTC',
      ...scriptedEnvironment(home, model.url),
      CCCHAT_HOME: data,
      CCCHAT_CLAUDE: claude,
      ...options.env,
    },
    trust: (dir) => trustFolder(home, dir),
    folder(name) {
      const dir = path.join(root, name);
      mkdirSync(dir, { recursive: true });
      world.trust(dir);
      return dir;
    },
    async close() {
      for (let round = 0; round < 3; round += 1) {
        const left = processesOf(root);
        if (!left.length) break;
        for (const { pid } of left) endProcess(pid);
        await untilGone(left.map(({ pid }) => pid));
      }
      await model.close();
      await removeTree(root);
    },
  };
  if (options.trusted !== false) world.trust(cwd);
  return world;
}

/** Again from the start when a program that is just ending wrote something meanwhile; Node's own retries do not look again. */
export async function removeTree(root: string): Promise<void> {
  for (let round = 1; ; round += 1) {
    try {
      return await rm(root, { recursive: true, force: true });
    } catch (error) {
      if (round >= 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** Live `claude` processes of this world. Linux only: elsewhere there is no `/proc` to read, and none is found. */
export function claudeProcesses(world: World): ClaudeProcess[] {
  const program = existsSync(world.claude) ? realpathSync(world.claude) : world.claude;
  return processesOf(world.root).filter(({ command }) => {
    const words = command.split(' ').slice(0, 2);
    return words.some((word) => path.basename(word) === 'claude' || word === program);
  });
}

/** Processes whose home or working folder lies in `root`, the test's own process excepted. */
function processesOf(root: string): ClaudeProcess[] {
  if (!existsSync('/proc/self/environ')) return [];
  const found: ClaudeProcess[] = [];
  for (const name of readdirSync('/proc')) {
    const one = processAt(name, root);
    if (one) found.push(one);
  }
  return found;
}

function processAt(name: string, root: string): ClaudeProcess | null {
  const pid = Number(name);
  if (!Number.isInteger(pid) || pid === process.pid) return null;
  const dir = `/proc/${pid}`;
  try {
    if (/^State:\s+[ZX]/m.test(readFileSync(`${dir}/status`, 'utf8'))) return null;
    const cwd = readlinkSync(`${dir}/cwd`);
    const home = readFileSync(`${dir}/environ`, 'utf8')
      .split('\0')
      .find((line) => line.startsWith('HOME='));
    const belongs =
      home?.slice(5).startsWith(`${root}${path.sep}`) || cwd === root || cwd.startsWith(`${root}${path.sep}`);
    if (!belongs) return null;
    const command = readFileSync(`${dir}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    return { pid, command, cwd };
  } catch {
    return null;
  }
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {}
}

async function untilGone(pids: number[]): Promise<void> {
  const deadline = Date.now() + 2_000;
  const alive = (pid: number) => {
    try {
      return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
    } catch {
      return false;
    }
  };
  while (Date.now() < deadline && pids.some(alive)) await new Promise((resolve) => setTimeout(resolve, 20));
}
