// The chat as a person has it: the shell command in a pseudo-terminal, the real `claude`, and a model that does what the prompt says.
// One bundle for a test file, a fresh world for every chat, whose person has signed in before; no spare is kept warm, because most
// tests would not use it. `./nap` takes its time and is allowed; `./tidy` asks first.
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { rememberSignedIn } from '../../src/cli/signed-in.ts';
import { openStore } from '../../src/store/index.ts';
import type { ThreadId } from '../../src/store/types.ts';
import { bundle } from './bundle.ts';
import { openScreen, type Screen } from './screen.ts';
import { toldModel } from './told-model.ts';
import { makeWorld, type World } from './world.ts';

export const ready = 'Say something';
export const onAlternate = ({ terminal }: Pick<Screen, 'terminal'>) => terminal.buffer.active.type === 'alternate';
export const onMain = (screen: Pick<Screen, 'terminal'>) => !onAlternate(screen);

export interface ChatScreen extends Screen {
  readonly world: World;
  readonly home: string;
  readonly work: string;
  /** Ends the nap that runs, or the next one. */
  wakeUp(): void;
  /** Another process over the same data, in the shell; resolves with what it printed. */
  ccchat(...args: string[]): Promise<string>;
  /** Another chat over the same data. */
  again(args?: readonly string[], options?: ChatScreenOptions): Promise<ChatScreen>;
}

export interface ChatScreenOptions {
  readonly columns?: number;
  readonly rows?: number;
  readonly env?: NodeJS.ProcessEnv;
  /** How fast the model writes. */
  readonly charsPerSecond?: number;
  /** Begin in a thread that has so many turns. */
  readonly turns?: number;
  /** Files of the home folder, there before the chat starts; those that begin with `#!` can be run. */
  readonly files?: Readonly<Record<string, string>>;
}

let made: Promise<string> | null = null;
/** The program, bundled. */
export const program = () => (made ??= bundle('src/cli/main.ts'));

const screens = new Set<Screen>();
const worlds = new Set<World>();

/** A world with the two programs in it; closed with the chats. */
export async function chatWorld(options: ChatScreenOptions = {}): Promise<World> {
  const world = await makeWorld({ script: toldModel(options.charsPerSecond) });
  worlds.add(world);
  rememberSignedIn(world.claude, world.env);
  writeIn(world.home, '.claude/settings.json', JSON.stringify({ permissions: { allow: ['Bash(./nap:*)'] } }));
  writeIn(
    world.cwd,
    'nap',
    '#!/bin/sh\nuntil [ -e go ]; do sleep 0.05; done\nrm -f go\necho line one\necho line two\n',
  );
  writeIn(world.cwd, 'tidy', '#!/bin/sh\necho tidied\n');
  for (const [name, text] of Object.entries(options.files ?? {})) writeIn(world.home, name, text);
  return world;
}

export async function openChat(args: readonly string[] = [], options: ChatScreenOptions = {}): Promise<ChatScreen> {
  const world = await chatWorld(options);
  const thread = options.turns === undefined ? [] : ['--resume', fillThread(world, options.turns)];
  return inWorld(world, [...thread, ...args], options);
}

async function inWorld(world: World, args: readonly string[], options: ChatScreenOptions): Promise<ChatScreen> {
  const screen = await openScreen({
    command: [process.execPath, await program(), ...args],
    cwd: world.cwd,
    columns: options.columns ?? 80,
    rows: options.rows ?? 24,
    env: { ...world.env, CCCHAT_WARM_SPARE: 'off', ...options.env },
  });
  screens.add(screen);
  return Object.assign(screen, {
    world,
    home: world.home,
    work: world.cwd,
    ccchat: async (...words: string[]) => {
      const { stdout } = await promisify(execFile)(process.execPath, [await program(), ...words], {
        cwd: world.cwd,
        env: world.env,
      });
      return stdout;
    },
    wakeUp: () => writeIn(world.cwd, 'go', ''),
    again: (more: readonly string[] = [], other: ChatScreenOptions = {}) =>
      inWorld(world, more, { ...options, ...other }),
  });
}

function writeIn(folder: string, name: string, text: string): void {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text, { mode: text.startsWith('#!') ? 0o755 : 0o644 });
}

/** A thread with this many turns, written straight into the database. */
export function fillThread({ cwd, data }: World, turns: number): ThreadId {
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const store = openStore(path.join(data, 'ccchat.db'));
  const { id } = store.threads.create({ cwd, title: `A thread of ${turns} turns` });
  store.transaction(() => {
    for (let number = 1; number <= turns; number += 1) {
      const turn = store.turns.create({ thread: id });
      const say = (role: 'user' | 'assistant', text: string) =>
        store.messages.append({
          thread: id,
          turn: turn.id,
          role,
          via: role === 'user' ? 'prompt' : null,
          blocks: [{ type: 'text', text }],
        });
      say('user', `prompt ${number}`);
      say('assistant', `reply ${number}`);
      store.turns.update(turn.id, { state: 'done', endedAt: Date.now(), durationMs: 1 });
    }
  });
  store.close();
  return id;
}

/** What is so as soon as the chat has come to paint it, however busy the machine is. */
export async function soon(check: () => void): Promise<void> {
  for (const end = Date.now() + 20_000; ; await new Promise((resolve) => setTimeout(resolve, 50))) {
    try {
      return check();
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}

/** For `afterEach`. */
export async function closeChats(): Promise<void> {
  await Promise.all([...screens].map((screen) => screen.close()));
  screens.clear();
  await Promise.all([...worlds].map((world) => world.close()));
  worlds.clear();
}
