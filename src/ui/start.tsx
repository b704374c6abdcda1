// The way into the chat: a terminal that can show it, the person's own keys and colours, then the screen until they leave.
import { readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import type { EngineApi } from '../engine/api.ts';
import type { ThreadId, ThreadSettings } from '../store/types.ts';
import { mountApp } from './app.tsx';
import { type KeymapResult, keyLabel, keymapFrom, parseKeymap } from './keys/keymap.ts';
import { Chat } from './screen/chat.ts';
import { entryPrinter } from './screen/entries.ts';
import { plainChat } from './screen/plain.ts';
import { realTerminal } from './screen/real-terminal.ts';
import { BACKGROUND_QUERY, detectTheme, type ThemeName } from './theme.ts';
import type { TourScript } from './tour/tour.ts';

export interface ChatStart {
  readonly engine: EngineApi;
  readonly thread?: ThreadId;
  readonly prompt?: string;
  /** Begin in the thread picker. */
  readonly pick?: boolean;
  /** What threads are talked to with unless they say otherwise. */
  readonly defaults?: ThreadSettings;
  readonly theme?: ThemeName | 'auto';
  readonly keys?: 'plain' | 'vim';
  /** Plain lines, no redraws. */
  readonly screenReader?: boolean;
  readonly env?: NodeJS.ProcessEnv;
  /** Keys by command, above those of the keymap file. */
  readonly keymap?: Readonly<Record<string, unknown>>;
  /** How a thread out of sight calls the person. Default: as the terminal can. */
  readonly notify?: 'auto' | 'bell' | 'off';
  readonly tour?: TourScript;
}

/** How long to wait for the terminal to tell its background before a long history is printed in the wrong colours. */
const BACKGROUND_MS = 60;

/** Resolves with the exit code when the person leaves. */
export async function startChat(start: ChatStart): Promise<number> {
  const env = start.env ?? process.env;
  const { stdin, stdout } = process;
  const reader = start.screenReader ?? isOn(env.CCCHAT_SCREEN_READER);
  if (reader || env.TERM === 'dumb') return plainChat({ ...start, env, stdin, stdout });

  const { keymap, problems } = readKeymap(env, start.keymap);
  const wanted = start.theme ?? themeWanted(env);
  const terminal = realTerminal({
    stdin,
    stdout,
    env,
    notify: start.notify ?? 'auto',
    input: (event) => chat.input(event),
    resized: () => chat.resized(),
    returned: () => chat.redraw(),
    leave: (code) => chat.leave(code),
    dying: () => chat.saveDraft(),
  });
  const chat = new Chat({
    engine: start.engine,
    cwd: process.cwd(),
    home: env.HOME ?? homedir(),
    env,
    keymap,
    keys: start.keys ?? 'plain',
    theme: (background, name) => detectTheme({ env, isTTY: true, background }, name === 'auto' ? wanted : name),
    defaults: start.defaults ?? {},
    terminal,
    now: Date.now,
    isFile: (file) => statSync(file, { throwIfNoEntry: false })?.isFile() ?? false,
    tour: start.tour,
  });
  terminal.enter();
  if (wanted === 'auto') terminal.write(BACKGROUND_QUERY);
  if (start.thread !== undefined && wanted === 'auto') await chat.colours.known(BACKGROUND_MS);
  const app = mountApp({
    canvas: terminal.canvas,
    size: terminal.size,
    entryLines: entryPrinter(() => ({
      width: terminal.size().columns - 1,
      theme: chat.theme,
      cwd: chat.cwd,
      home: env.HOME ?? homedir(),
      readerKey: keyLabel(keymap, 'reader'),
      now: Date.now(),
    })),
  });
  try {
    const left = chat.run(app, start);
    for (const { message } of problems) chat.notice('warning', `Keymap: ${message}`);
    return await left;
  } finally {
    app.unmount();
    terminal.leave(chat.lastWords());
  }
}

const isOn = (value: string | undefined) => value !== undefined && value !== '' && value !== '0';

function themeWanted(env: NodeJS.ProcessEnv): ThemeName | 'auto' {
  const name = env.CCCHAT_THEME;
  return name === 'dark' || name === 'light' || name === 'plain' ? name : 'auto';
}

/** `keymap.json` in the configuration folder, and what is configured above it; without either, the keys are the defaults. */
function readKeymap(env: NodeJS.ProcessEnv, own: Readonly<Record<string, unknown>> = {}): KeymapResult {
  const folder = env.XDG_CONFIG_HOME || path.join(env.HOME ?? homedir(), '.config');
  let text: string;
  try {
    text = readFileSync(path.join(folder, 'ccchat', 'keymap.json'), 'utf8');
  } catch {
    return keymapFrom(own);
  }
  const file = parseKeymap(text);
  return Object.keys(own).length === 0 || file.problems.length > 0 ? file : keymapFrom({ ...JSON.parse(text), ...own });
}
