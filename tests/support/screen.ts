// A program in a real pseudo-terminal, read back through a terminal emulator: what a person would see, scrollback and all. Bytes are kept,
// so that sequences can be counted. Nothing sleeps: everything waits for a condition, with a deadline that only a hang can reach.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import headless, { type Terminal } from '@xterm/headless';
import { type IPty, spawn } from 'node-pty';

export const repository = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

export interface ScreenOptions {
  readonly command: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly columns?: number;
  readonly rows?: number;
  readonly scrollback?: number;
}

export interface Screen {
  readonly terminal: Terminal;
  readonly pid: number;
  /** The rows on view, ends trimmed. */
  text(): string;
  rows(): string[];
  /** Everything above the rows on view. */
  scrollback(): string;
  /** Both, with wrapped rows joined, except for those of the line that the cursor is on: they are the live region's. */
  everything(): string;
  cursor(): { row: number; column: number };
  type(text: string): void;
  /** `ctrl+s`, `esc`, `up`, `shift+tab`, `alt+enter`, `pageup`, … one after the other. */
  press(...chords: string[]): void;
  paste(text: string): void;
  raw(bytes: string): void;
  waitFor(
    what: string | RegExp | ((screen: Screen) => boolean),
    options?: { within?: 'screen' | 'everything' },
  ): Promise<void>;
  /** Nothing has been written for this long. */
  quiet(ms?: number): Promise<void>;
  /** As terminals do it: what was written until now is read first. */
  resize(columns: number, rows: number): Promise<void>;
  /** All bytes written since `mark`. */
  bytes(): string;
  mark(): void;
  /** Modes the program has switched on and not off again. */
  readonly exit: Promise<{ code: number; signal: number | undefined }>;
  kill(signal?: string): void;
  close(): Promise<void>;
}

const DEADLINE_MS = 30_000;

const keys: Readonly<Record<string, string>> = {
  enter: '\r',
  esc: '\x1b',
  tab: '\t',
  'shift+tab': '\x1b[Z',
  backspace: '\x7f',
  space: ' ',
  up: '\x1b[A',
  down: '\x1b[B',
  right: '\x1b[C',
  left: '\x1b[D',
  home: '\x1b[H',
  end: '\x1b[F',
  pageup: '\x1b[5~',
  pagedown: '\x1b[6~',
  delete: '\x1b[3~',
  f2: '\x1bOQ',
};

function bytesOf(chord: string): string {
  const known = keys[chord];
  if (known !== undefined) return known;
  if (chord.startsWith('ctrl+')) return String.fromCharCode(chord.charCodeAt(5) & 0x1f);
  if (chord.startsWith('alt+')) return `\x1b${bytesOf(chord.slice(4))}`;
  return chord;
}

export async function openScreen(options: ScreenOptions): Promise<Screen> {
  const { columns = 80, rows = 24 } = options;
  mkdirSync(options.cwd, { recursive: true });
  const env: NodeJS.ProcessEnv = { TERM: 'xterm-256color', COLORTERM: 'truecolor', ...options.env };
  delete env.CI;
  const [program, ...args] = options.command;
  const pty: IPty = spawn(program!, args, {
    cols: columns,
    rows,
    cwd: options.cwd,
    env: env as Record<string, string>,
    name: 'xterm-256color',
  });
  const terminal = new headless.Terminal({
    cols: columns,
    rows,
    scrollback: options.scrollback ?? 10_000,
    allowProposedApi: true,
  });
  let log = '';
  let from = 0;
  let writing = 0;
  let lastData = Date.now();
  let gone = false;
  const watchers = new Set<() => void>();
  pty.onData((data) => {
    log += data;
    lastData = Date.now();
    writing += 1;
    terminal.write(data, () => {
      writing -= 1;
      for (const watcher of watchers) watcher();
    });
  });
  terminal.onData((data) => {
    if (!gone) pty.write(data);
  });
  const exit = new Promise<{ code: number; signal: number | undefined }>((resolve) =>
    pty.onExit(({ exitCode, signal }) => {
      gone = true;
      resolve({ code: exitCode, signal });
    }),
  );

  const lines = (start: number, end: number) => {
    const buffer = terminal.buffer.active;
    return Array.from(
      { length: end - start },
      (_, index) =>
        buffer
          .getLine(start + index)
          ?.translateToString(true)
          .trimEnd() ?? '',
    );
  };

  const screen: Screen = {
    terminal,
    pid: pty.pid,
    rows: () => lines(terminal.buffer.active.baseY, terminal.buffer.active.baseY + terminal.rows),
    text: () => screen.rows().join('\n').trimEnd(),
    scrollback: () => lines(0, terminal.buffer.active.baseY).join('\n'),
    everything: () => {
      const buffer = terminal.buffer.active;
      const continues = (row: number) => buffer.getLine(row)?.isWrapped ?? false;
      let first = buffer.baseY + buffer.cursorY;
      while (continues(first)) first -= 1;
      let end = first + 1;
      while (continues(end)) end += 1;
      let text = '';
      for (let row = 0; row < buffer.length; row += 1) {
        const live = row >= first && row < end;
        const joined = continues(row) && !live;
        const shown = buffer.getLine(row)!.translateToString(live || !continues(row + 1));
        text += (row > 0 && !joined ? '\n' : '') + (live ? shown.trimEnd() : shown);
      }
      return text.trimEnd();
    },
    cursor: () => ({ row: terminal.buffer.active.cursorY, column: terminal.buffer.active.cursorX }),
    type: (text) => pty.write(text),
    press: (...chords) => {
      for (const chord of chords) pty.write(bytesOf(chord));
    },
    paste: (text) => pty.write(`\x1b[200~${text}\x1b[201~`),
    raw: (bytes) => pty.write(bytes),
    waitFor: (what, { within = 'screen' } = {}) =>
      new Promise((resolve, reject) => {
        const holds = () => {
          if (typeof what === 'function') return what(screen);
          const text = within === 'screen' ? screen.text() : screen.everything();
          return typeof what === 'string' ? text.includes(what) : what.test(text);
        };
        const check = () => {
          if (!holds()) return;
          stop();
          resolve();
        };
        const poll = setInterval(check, 25);
        const deadline = setTimeout(() => {
          stop();
          reject(new Error(`Waited in vain for ${what}\n--- screen ---\n${screen.text()}\n--------------`));
        }, DEADLINE_MS);
        const stop = () => {
          clearInterval(poll);
          clearTimeout(deadline);
          watchers.delete(check);
        };
        watchers.add(check);
        check();
      }),
    quiet: async (ms = 250) => {
      while (writing > 0 || Date.now() - lastData < ms) await new Promise((resolve) => setTimeout(resolve, 20));
    },
    resize: async (toColumns, toRows) => {
      for (let round = 0; round < 3; round += 1) {
        await new Promise((resolve) => setImmediate(resolve));
        await new Promise<void>((resolve) => terminal.write('', resolve));
      }
      terminal.resize(toColumns, toRows);
      pty.resize(toColumns, toRows);
    },
    bytes: () => log.slice(from),
    mark: () => {
      from = log.length;
    },
    exit,
    kill: (signal = 'SIGTERM') => pty.kill(signal),
    close: async () => {
      if (!gone) {
        pty.kill('SIGKILL');
        await exit;
      }
      terminal.dispose();
    },
  };
  return screen;
}
