// A chat on a screen, over the scripted agent: one bundle for a test file, a fresh home for every chat.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bundle } from './bundle.ts';
import { openScreen, type Screen } from './screen.ts';

let made: Promise<string> | null = null;

export interface ScriptedChat extends Screen {
  readonly home: string;
  readonly work: string;
  /** Another chat over the same data. */
  again(args?: readonly string[], options?: ChatScreenOptions): Promise<ScriptedChat>;
}

export interface ChatScreenOptions {
  readonly columns?: number;
  readonly rows?: number;
  readonly env?: NodeJS.ProcessEnv;
  /** Files of the home folder, there before the chat starts; those that begin with `#!` can be run. */
  readonly files?: Readonly<Record<string, string>>;
}

const open = new Set<Screen>();
const homes = new Set<string>();

export async function scriptedChat(
  args: readonly string[] = [],
  options: ChatScreenOptions = {},
): Promise<ScriptedChat> {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'ccchat-screen-')));
  homes.add(root);
  return inHome(root, args, options);
}

async function inHome(root: string, args: readonly string[], options: ChatScreenOptions): Promise<ScriptedChat> {
  made ??= bundle('tests/support/scripted-chat.ts');
  const work = path.join(root, 'work');
  for (const [name, text] of Object.entries(options.files ?? {})) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text, { mode: text.startsWith('#!') ? 0o755 : 0o644 });
  }
  const screen = await openScreen({
    command: [process.execPath, await made, ...args],
    cwd: work,
    columns: options.columns ?? 80,
    rows: options.rows ?? 24,
    env: {
      HOME: root,
      PATH: process.env.PATH,
      LANG: 'C.UTF-8',
      TZ: 'UTC',
      CCCHAT_HOME: path.join(root, 'data'),
      ...options.env,
    },
  });
  open.add(screen);
  const chat = Object.assign(screen, {
    home: root,
    work,
    again: (more: readonly string[] = [], other: ChatScreenOptions = {}) =>
      inHome(root, more, { ...options, ...other }),
  });
  return chat;
}

/** For `afterEach`. */
export async function closeScreens(): Promise<void> {
  await Promise.all([...open].map((screen) => screen.close()));
  open.clear();
  for (const home of homes) rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  homes.clear();
}
