// The built `ccchat` as a person or a script runs it: a process of its own, through pipes or in a pseudo-terminal.
import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pty from 'node-pty';
import type { World } from '../support/world.ts';

export const repository = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
export const bin = path.join(repository, 'bin/ccchat');

export interface Ran {
  code: number | null;
  out: string;
  err: string;
}

export interface Running {
  readonly child: ChildProcess;
  readonly out: string;
  readonly err: string;
  readonly ended: Promise<Ran>;
  /** The id that `send` says first, as soon as it is there. */
  thread(): Promise<string>;
}

export interface RunOptions {
  cwd?: string;
  input?: string;
  env?: NodeJS.ProcessEnv;
}

export function start(world: World, args: readonly string[], options: RunOptions = {}): Running {
  const child = spawn(process.execPath, [bin, ...args], {
    cwd: options.cwd ?? world.cwd,
    env: { ...world.env, ...options.env },
    stdio: [options.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
  const said = { out: '', err: '' };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    said.out += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said.err += text;
  });
  child.stdin?.end(options.input);
  const ended = new Promise<Ran>((resolve) => child.once('close', (code) => resolve({ code, ...said })));
  return {
    child,
    ended,
    get out() {
      return said.out;
    },
    get err() {
      return said.err;
    },
    thread: () =>
      until(
        'the thread id',
        () => /^([a-z0-9]+)\n/.exec(said.err)?.[1],
        () => said.err,
      ),
  };
}

export function ccchat(world: World, ...args: string[]): Promise<Ran> {
  return start(world, args).ended;
}

/** What a command prints with `--json`; anything but success is a failure of the test. */
export async function json<T = Record<string, unknown>>(world: World, ...args: string[]): Promise<T> {
  const { code, out, err } = await ccchat(world, ...args);
  if (code !== 0) throw new Error(`ccchat ${args.join(' ')} ended with ${code}: ${err}`);
  return JSON.parse(out) as T;
}

/** Sends a prompt to its end; resolves with the thread. */
export async function send(world: World, ...args: string[]): Promise<{ thread: string; text: string }> {
  const { code, out, err } = await ccchat(world, 'send', ...args);
  if (code !== 0) throw new Error(`ccchat send ${args.join(' ')} ended with ${code}: ${err}`);
  return { thread: err.split('\n')[0] ?? '', text: out.trim() };
}

export interface InTerminal {
  /** Everything written so far, escape sequences and all. */
  readonly seen: string;
  type(text: string): void;
  until(what: string | RegExp): Promise<void>;
  readonly ended: Promise<number>;
  kill(): void;
}

export function inTerminal(world: World, args: readonly string[], env: NodeJS.ProcessEnv = {}): InTerminal {
  const size = { cols: 100, rows: 30 };
  const child = pty.spawn(process.execPath, [bin, ...args], { ...size, cwd: world.cwd, env: { ...world.env, ...env } });
  let seen = '';
  child.onData((data) => {
    seen += data;
  });
  const ended = new Promise<number>((resolve) => child.onExit(({ exitCode }) => resolve(exitCode)));
  return {
    get seen() {
      return seen;
    },
    type: (text) => child.write(text),
    until: async (what) => {
      await until(
        String(what),
        () => (typeof what === 'string' ? seen.includes(what) : what.test(seen)),
        () => seen,
      );
    },
    ended,
    kill: () => child.kill('SIGKILL'),
  };
}

export async function until<T>(
  what: string,
  look: () => T | undefined | false | Promise<T | undefined | false>,
  context: () => string = () => '',
): Promise<T> {
  const deadline = Date.now() + 45_000;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`Waited for ${what}. So far:\n${context()}`);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

export const events = (out: string) =>
  out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
export const lastLine = (text: string) => text.trimEnd().split('\n').at(-1);
