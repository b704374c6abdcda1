// The terminal that `claude` believes it is in: an emulator fed with its output, wide so that nothing wraps. Reading it costs
// the same however much went by: the scrollback is small and a view never holds more than the last lines.
import xterm from '@xterm/headless';
import type { ScreenView } from './screen.ts';

export const terminalSize = { cols: 1_000, rows: 100 };
const scrollback = 400;
const viewLines = 400;

export interface EmulatedTerminal {
  write(data: string): void;
  /** Resolves when everything written so far stands on the screen. */
  settled(): Promise<void>;
  view(): ScreenView;
  /** The window title; null until there was one. */
  readonly title: string | null;
  close(): void;
}

export interface TerminalEvents {
  /** The screen has changed; told after the emulator took the data in. */
  changed(): void;
  /** The emulator's own answers to the program's questions. */
  reply(data: string): void;
}

export function emulateTerminal(events: TerminalEvents): EmulatedTerminal {
  const terminal = new xterm.Terminal({ ...terminalSize, scrollback, allowProposedApi: true, logLevel: 'off' });
  let title: string | null = null;
  let closed = false;
  let scrolled = 0;
  terminal.onScroll(() => {
    scrolled += 1;
  });
  terminal.onData((data) => events.reply(data));
  terminal.onTitleChange((next) => {
    title = next;
  });
  return {
    write: (data) => {
      if (!closed) terminal.write(data, () => closed || events.changed());
    },
    settled: () => new Promise((resolve) => (closed ? resolve() : terminal.write('', resolve))),
    view() {
      const buffer = terminal.buffer.active;
      const last = buffer.baseY + terminalSize.rows;
      const first = Math.max(0, last - viewLines);
      const lines = Array.from({ length: last - first }, (_, index) =>
        (buffer.getLine(first + index)?.translateToString(true) ?? '').trimEnd(),
      );
      const cursor = { row: buffer.baseY + buffer.cursorY - first, column: buffer.cursorX };
      while (lines.length > cursor.row + 1 && lines.at(-1) === '') lines.pop();
      return { lines, cursor, gone: scrolled - buffer.baseY + first };
    },
    get title() {
      return title;
    },
    close() {
      closed = true;
      terminal.dispose();
    },
  };
}
