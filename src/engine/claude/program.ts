// Which `claude` it is and what it can do. The program is asked once per build of it (path, time and size of the file),
// and every way in which it can be unusable is an `AgentError` that says what to type next.
import { execFile } from 'node:child_process';
import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { AgentError } from '../agent.ts';
import { childEnvironment } from './environment.ts';

export const installCommand = 'npm install -g @anthropic-ai/claude-code';
/** The first with every hook this room stands on (`StopFailure` was the last to come). */
export const minimumVersion = '2.1.78';
const messageDisplayVersion = '2.1.152';
/** These are known to have a screen-reader mode; of others, their `--help` tells. */
const measured = { from: '2.1.197', to: '2.1.326' };

export interface ClaudeProgram {
  path: string;
  version: string;
  /** Has `--ax-screen-reader`: text comes word by word from the screen. */
  screenReader: boolean;
  /** Has the `MessageDisplay` hook: without the screen reader, text comes by paragraphs from there. */
  messageDisplay: boolean;
}

export interface SignIn {
  signedIn: boolean;
  /** `claude.ai`, `api_key`, `none`…, in the program's own words. */
  method: string;
  detail: string | null;
}

export interface ProgramOptions {
  claude?: string;
  env: NodeJS.ProcessEnv;
}

const known = new Map<string, Promise<ClaudeProgram>>();

/** Where it is: as told, else `$CCCHAT_CLAUDE`, else the one on `PATH`. */
export function findClaude({ claude, env }: ProgramOptions): string {
  const told = claude ?? (env.CCCHAT_CLAUDE || undefined);
  const found = told === undefined || !told.includes(path.sep) ? onPath(told ?? 'claude', env) : runnable(told);
  if (found) return found;
  const source = claude === undefined ? '$CCCHAT_CLAUDE' : '--claude';
  if (told === undefined)
    throw new AgentError('claude-missing', 'claude is not installed: there is none on your PATH.', installHint);
  throw new AgentError(
    'claude-missing',
    `There is no program at ${told} (from ${source}).`,
    `Correct ${source}, or leave it out to use the claude on your PATH.`,
  );
}

const installHint = `Install it with \`${installCommand}\`, run \`claude\` once to sign in, and try again.`;

/** Version and abilities; refuses a version that lacks what we need. */
export async function readProgram(file: string, env: NodeJS.ProcessEnv): Promise<ClaudeProgram> {
  const { mtimeMs, size } = statSync(file);
  const key = `${realpathSync(file)}:${mtimeMs}:${size}`;
  const asked = known.get(key) ?? askProgram(file, env);
  known.set(key, asked);
  try {
    const program = await asked;
    if (compareVersions(program.version, minimumVersion) < 0) throw tooOld(program.version);
    return { ...program, path: file };
  } catch (error) {
    known.delete(key);
    throw error;
  }
}

/** What `claude auth status` says; signed out is an answer, not a failure. */
export async function readSignIn(file: string, env: NodeJS.ProcessEnv): Promise<SignIn> {
  const { stdout } = await run(file, ['auth', 'status'], env);
  try {
    const status = JSON.parse(stdout.slice(stdout.indexOf('{'))) as Record<string, unknown>;
    const word = (value: unknown) => (typeof value === 'string' ? value : null);
    const detail = word(status.email) ?? word(status.apiKeySource) ?? word(status.subscriptionType);
    return { signedIn: status.loggedIn === true, method: word(status.authMethod) ?? 'unknown', detail };
  } catch (cause) {
    throw new AgentError('claude-broken', '`claude auth status` did not answer in JSON.', updateHint, { cause });
  }
}

const updateHint = `Update it with \`${installCommand}\`.`;

export function signedOut(): AgentError {
  return new AgentError(
    'signed-out',
    'claude is not signed in.',
    'Run `claude` in a terminal and sign in with /login (or set ANTHROPIC_API_KEY), then send the prompt again.',
  );
}

function tooOld(version: string): AgentError {
  return new AgentError(
    'claude-too-old',
    `claude ${version} is too old: ${minimumVersion} or newer is needed.`,
    updateHint,
  );
}

async function askProgram(file: string, env: NodeJS.ProcessEnv): Promise<ClaudeProgram> {
  const version = await run(file, ['--version'], env);
  const number = /\d+\.\d+\.\d+/.exec(version.stdout)?.[0];
  if (!number) {
    const said = (version.stderr || version.stdout).trim().split('\n')[0] ?? '';
    throw new AgentError(
      'claude-broken',
      `${file} does not say its version${said ? `: ${said.slice(0, 200)}` : '.'}`,
      `Check that it is Claude Code, or install it again with \`${installCommand}\`.`,
    );
  }
  return {
    path: file,
    version: number,
    screenReader: isMeasured(number) || (await run(file, ['--help'], env)).stdout.includes('--ax-screen-reader'),
    messageDisplay: compareVersions(number, messageDisplayVersion) >= 0,
  };
}

/** Asking costs half a second at every start. */
function isMeasured(version: string): boolean {
  return compareVersions(version, measured.from) >= 0 && compareVersions(version, measured.to) <= 0;
}

function run(file: string, args: string[], env: NodeJS.ProcessEnv): Promise<{ stdout: string; stderr: string }> {
  return new Promise((resolve, reject) => {
    const options = { env: childEnvironment(env), timeout: 30_000, maxBuffer: 4 * 1024 * 1024 };
    const child = execFile(file, args, options, (error, stdout, stderr) => {
      const failed = error && typeof (error as { code?: unknown }).code !== 'number';
      if (!failed) return resolve({ stdout, stderr });
      const hint = `Run \`${file} ${args.join(' ')}\` yourself to see why, or install it again with \`${installCommand}\`.`;
      reject(new AgentError('claude-broken', `claude could not be run: ${error.message}`, hint, { cause: error }));
    });
    child.stdin?.end();
  });
}

export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number)) as [number[], number[]];
  for (let index = 0; index < 3; index += 1) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return Math.sign(difference);
  }
  return 0;
}

function onPath(name: string, env: NodeJS.ProcessEnv): string | null {
  for (const dir of (env.PATH ?? '').split(path.delimiter)) {
    const found = dir ? runnable(path.join(dir, name)) : null;
    if (found) return found;
  }
  return null;
}

function runnable(file: string): string | null {
  const full = path.resolve(file.replace(/^~(?=\/)/, homedir()));
  try {
    accessSync(full, constants.X_OK);
    return statSync(full).isFile() ? full : null;
  } catch {
    return null;
  }
}
