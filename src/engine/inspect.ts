// Looks at everything a turn needs, without running one, and reports facts for `doctor` to judge. Nothing here needs
// anything else of the engine: each part is loaded only to be looked at, so a broken one does not hide the others.
import http from 'node:http';
import type { DatabaseCheck } from '../store/check.ts';
import { StoreError } from '../store/types.ts';
import { AgentError } from './agent.ts';
import type { EngineOptions } from './api.ts';
import { databaseFile, dataFolder } from './home.ts';

export interface SetupReport {
  natives: NativeReport[];
  claude: ClaudeReport;
  hooks: { error: string | null };
  database: { file: string; check: DatabaseCheck };
}

export interface NativeReport {
  name: 'better-sqlite3' | 'node-pty';
  error: string | null;
}

export type ClaudeReport =
  /** Not there, too old, or not to be run: what is wrong and what to do. */
  | { kind: 'unusable'; says: string; next: string }
  | { kind: 'usable'; path: string; version: string; signIn: SignInReport };

export type SignInReport =
  | { kind: 'signed-in'; how: string }
  | { kind: 'signed-out'; next: string }
  | { kind: 'unknown'; says: string; next: string };

export async function inspectSetup(options: Pick<EngineOptions, 'home' | 'claude' | 'env'>): Promise<SetupReport> {
  const [sqlite, pty, claude, hooks, database] = await Promise.all([
    failureOf(trySqlite),
    failureOf(tryPty),
    inspectClaude(options),
    failureOf(tryHooks),
    inspectDatabase(databaseFile(options.home ?? dataFolder(options.env ?? process.env))),
  ]);
  return {
    natives: [
      { name: 'better-sqlite3', error: sqlite },
      { name: 'node-pty', error: pty },
    ],
    claude,
    hooks: { error: hooks },
    database,
  };
}

async function failureOf(attempt: () => Promise<void>): Promise<string | null> {
  try {
    await attempt();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function trySqlite(): Promise<void> {
  const { default: Database } = await import('better-sqlite3');
  new Database(':memory:').close();
}

/** Loading is not enough: the helper that node-pty starts must be executable too. */
async function tryPty(): Promise<void> {
  const { spawn } = await import('node-pty');
  const child = spawn(process.execPath, ['-e', ''], { cols: 80, rows: 24 });
  const code = await new Promise<number>((resolve) => child.onExit(({ exitCode }) => resolve(exitCode)));
  if (code !== 0) throw new Error(`a program in a pseudo-terminal ended with ${code}`);
}

/** The way that `claude` reports, through the door it would use: a POST to loopback with the secret in a header. */
async function tryHooks(): Promise<void> {
  const { startHookServer } = await import('./claude/hook-server.ts');
  const server = await startHookServer({ write() {}, close() {} });
  try {
    const heard = new Promise<void>((resolve) => {
      server.listen('doctor', () => {
        resolve();
        return {};
      });
    });
    await post(server.url, server.headers('doctor'), JSON.stringify({ hook_event_name: 'Stop', session_id: 'doctor' }));
    await heard;
  } finally {
    await server.close();
  }
}

function post(url: string, headers: Record<string, string>, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method: 'POST', headers, timeout: 5_000 }, (response) => {
      response.resume().once('end', () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`it answered ${response.statusCode}`));
      });
    });
    request.once('timeout', () => request.destroy(new Error('no answer in 5 seconds')));
    request.once('error', reject);
    request.end(body);
  });
}

/** Which file would be run, without running it. */
export async function locateClaude({
  claude,
  env = process.env,
}: Pick<EngineOptions, 'claude' | 'env'>): Promise<string | null> {
  const { findClaude } = await import('./claude/program.ts');
  try {
    return findClaude({ claude, env });
  } catch {
    return null;
  }
}

/** Missing, too old or broken; `null` when it will do. Whether anyone is signed in is another question. */
export async function whyUnusable({
  claude,
  env = process.env,
}: Pick<EngineOptions, 'claude' | 'env'>): Promise<{ says: string; next: string } | null> {
  const { findClaude, readProgram } = await import('./claude/program.ts');
  try {
    await readProgram(findClaude({ claude, env }), env);
    return null;
  } catch (error) {
    return inWords(error);
  }
}

export async function inspectClaude({
  claude,
  env = process.env,
}: Pick<EngineOptions, 'claude' | 'env'>): Promise<ClaudeReport> {
  const { findClaude, readProgram, readSignIn, signedOut } = await import('./claude/program.ts');
  const inspectSignIn = async (file: string): Promise<SignInReport> => {
    try {
      const { signedIn, method, detail } = await readSignIn(file, env);
      if (!signedIn) return { kind: 'signed-out', next: signedOut().next };
      return { kind: 'signed-in', how: detail === null ? method : `${method}, ${detail}` };
    } catch (error) {
      return { kind: 'unknown', ...inWords(error) };
    }
  };
  try {
    const file = findClaude({ claude, env });
    const [{ version }, signIn] = await Promise.all([readProgram(file, env), inspectSignIn(file)]);
    return { kind: 'usable', path: file, version, signIn };
  } catch (error) {
    return { kind: 'unusable', ...inWords(error) };
  }
}

function inWords(error: unknown): { says: string; next: string } {
  if (error instanceof AgentError) return { says: error.message, next: error.next };
  const says = error instanceof Error ? error.message : String(error);
  return { says, next: 'Run `claude --version` yourself to see why' };
}

async function inspectDatabase(file: string): Promise<SetupReport['database']> {
  try {
    const { checkDatabase } = await import('../store/check.ts');
    return { file, check: checkDatabase(file) };
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error);
    const failure = new StoreError(
      'native',
      `the database could not be looked at: ${what}`,
      'npm rebuild better-sqlite3',
    );
    return { file, check: { kind: 'broken', error: failure } };
  }
}
