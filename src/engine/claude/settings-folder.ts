// The settings file that carries our hooks, one a session, in a folder only the user can read. It goes with the session;
// what a process that died left behind is removed by the next one that starts.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AgentError } from '../agent.ts';
import { sweepFolders } from '../own-folders.ts';
import type { HookServer } from './hook-server.ts';

export interface SettingsFolder {
  /** Writes the settings of one session; `events` are the hooks it has. */
  write(session: string, events: readonly string[], own: Settings | null): string;
  remove(session: string): void;
  close(): void;
}

export type Settings = Record<string, unknown>;

/** A permission waits for a person, however long that takes. */
const patience = 7 * 24 * 60 * 60;
const hookSeconds = 60;
const prefix = `ccchat-${process.getuid?.() ?? 'user'}-`;

export function openSettingsFolder(server: HookServer): SettingsFolder {
  sweepFolders(tmpdir(), prefix);
  const make = () => mkdtempSync(path.join(tmpdir(), `${prefix}${process.pid}-`));
  let folder = make();
  const fileOf = (session: string) => path.join(folder, `${session}.json`);
  return {
    write(session, events, own) {
      if (!existsSync(folder)) folder = make();
      const settings = withHooks(own ?? {}, events, server.url, server.headers(session));
      writeFileSync(fileOf(session), JSON.stringify(settings), { mode: 0o600 });
      return fileOf(session);
    },
    remove: (session) => rmSync(fileOf(session), { force: true }),
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The user's own settings with our hooks after theirs. */
export function withHooks(own: Settings, events: readonly string[], url: string, headers: Record<string, string>) {
  const hooks: Record<string, unknown> = { ...(isObject(own.hooks) ? own.hooks : {}) };
  for (const event of events) {
    const theirs = Array.isArray(hooks[event]) ? hooks[event] : [];
    const timeout = event === 'PermissionRequest' ? patience : hookSeconds;
    hooks[event] = [...theirs, { hooks: [{ type: 'http', url, timeout, headers }] }];
  }
  return { ...own, hooks };
}

/** Takes `--settings` out of the user's extra arguments: `claude` reads only one, and it has to be ours. */
export function takeSettings(args: readonly string[], cwd: string): { rest: string[]; own: Settings | null } {
  const rest: string[] = [];
  let given: string | undefined;
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index]!;
    if (arg === '--settings') given = args[++index] ?? given;
    else if (arg.startsWith('--settings=')) given = arg.slice('--settings='.length);
    else rest.push(arg);
  }
  return { rest, own: given === undefined ? null : readSettings(given, cwd) };
}

function readSettings(given: string, cwd: string): Settings {
  try {
    const text = given.trimStart().startsWith('{') ? given : readFileSync(path.resolve(cwd, given), 'utf8');
    const settings: unknown = JSON.parse(text);
    if (isObject(settings)) return settings;
    throw new Error('it holds no JSON object');
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AgentError(
      'bad-settings',
      `The settings given with --settings cannot be read: ${reason}`,
      'Correct the file or leave --settings out of the claude arguments.',
      { cause },
    );
  }
}

function isObject(value: unknown): value is Settings {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
