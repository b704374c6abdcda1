// The world a command runs in: streams, environment, the engine's door. Real in main.ts, made by hand in tests.
import { realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { Chalk, type ChalkInstance, supportsColor, supportsColorStderr } from 'chalk';
import type { EngineApi, EngineOptions } from '../engine/api.ts';
import type { TerminalFacts } from './checks.ts';
import { ShellError } from './errors.ts';
import { openTerminal, type Terminal } from './terminal.ts';

export interface Output {
  write(text: string): void;
  readonly isTTY: boolean;
  readonly columns: number;
  /** Plain unless this is a terminal that wants colour. */
  readonly style: ChalkInstance;
}

export interface Shell {
  readonly out: Output;
  readonly err: Output;
  readonly inputIsTTY: boolean;
  readonly env: NodeJS.ProcessEnv;
  /** Where it was started; `null` when that folder was deleted meanwhile. */
  readonly cwd: string | null;
  now(): number;
  readInput(): Promise<string>;
  openEngine(options: EngineOptions): Promise<EngineApi>;
  /** The person at the keyboard, wherever the streams go; `null` when there is none. */
  openTerminal(): Terminal | null;
  /** Ctrl+C and the signals that ask a process to leave; returns how to stop listening. */
  onInterrupt(listener: () => void): () => void;
  leaveNow(code: number): void;
  terminalFacts(): TerminalFacts;
  exitCode: number;
}

export function realShell(): Shell {
  return {
    out: outputOf(process.stdout, supportsColor ? supportsColor.level : 0),
    err: outputOf(process.stderr, supportsColorStderr ? supportsColorStderr.level : 0),
    inputIsTTY: process.stdin.isTTY === true,
    env: process.env,
    cwd: startFolder(),
    now: Date.now,
    readInput,
    openEngine: async (options) => (await import('../engine/index.ts')).openEngine(options),
    openTerminal: () =>
      process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY ? openTerminal('/dev/tty') : null,
    onInterrupt,
    leaveNow: (code) => process.exit(code),
    terminalFacts,
    exitCode: 0,
  };
}

/** Node cannot find a path from a folder that is gone, and a program cannot be started in it. */
function startFolder(): string | null {
  try {
    return process.cwd();
  } catch {
    process.chdir('/');
    return null;
  }
}

/** A reader that went away (`| head`) is no failure: what it does not read is dropped. */
function outputOf(stream: NodeJS.WriteStream, level: 0 | 1 | 2 | 3): Output {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && error.code !== 'EIO') process.exitCode = 1;
  });
  const isTTY = stream.isTTY === true;
  const colour = isTTY && !process.env.NO_COLOR && process.env.TERM !== 'dumb';
  return {
    write: (text) => void stream.write(text),
    isTTY,
    get columns() {
      return stream.columns || 80;
    },
    style: new Chalk({ level: colour ? level : 0 }),
  };
}

async function readInput(): Promise<string> {
  process.stdin.setEncoding('utf8');
  let text = '';
  for await (const chunk of process.stdin) text += chunk;
  return text;
}

function terminalFacts(): TerminalFacts {
  return {
    isTTY: process.stdout.isTTY === true,
    inputIsTTY: process.stdin.isTTY === true,
    columns: process.stdout.columns ?? 0,
    rows: process.stdout.rows ?? 0,
    colour: supportsColor ? supportsColor.level : 0,
    term: process.env.TERM,
    noColour: Boolean(process.env.NO_COLOR),
  };
}

function onInterrupt(listener: () => void): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, listener);
  return () => {
    for (const signal of signals) process.off(signal, listener);
  };
}

/** The folder a command is about: `--cwd`, else `CCCHAT_CWD`, else where it was started. */
export function folderOf(shell: Shell, given: string | undefined): string {
  const wanted = given || shell.env.CCCHAT_CWD;
  if (!wanted) return standing(shell);
  const folder = pathFrom(shell, wanted);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new ShellError(`there is no folder ${folder}`, given ? 'Check --cwd' : 'Check CCCHAT_CWD');
  }
  return realpathSync(folder);
}

/** A name as it was typed: from where the person stands, unless it says all of the way itself. */
export function pathFrom(shell: Pick<Shell, 'cwd'>, name: string): string {
  return path.isAbsolute(name) ? path.resolve(name) : path.resolve(standing(shell), name);
}

function standing({ cwd }: Pick<Shell, 'cwd'>): string {
  if (cwd !== null) return cwd;
  throw new ShellError(folderGone.says, folderGone.next);
}

export const folderGone = {
  says: 'the folder this was started in is gone',
  next: 'Go to another one with `cd`, or name one by its whole path with --cwd',
} as const;

export function printJson(output: Output, value: unknown): void {
  output.write(`${safeJson(JSON.stringify(value, null, 2))}\n`);
}

export function printJsonLine(output: Output, value: unknown): void {
  output.write(`${safeJson(JSON.stringify(value))}\n`);
}

/** JSON leaves the upper control characters bare; a terminal would obey them. */
function safeJson(json: string): string {
  return json.replace(/[\x7f-\x9f]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
