// The terminal as the chat has it: raw, with paste, focus and key reports on. Whatever ends the chat (leaving, a signal, a crash, Ctrl+Z),
// the person gets back the terminal they had: everything switched on is switched off by one string, written synchronously.
import { writeSync } from 'node:fs';
import { createDecoder, type Waiting } from '../keys/decoder.ts';
import type { InputEvent } from '../keys/events.ts';
import type { Size } from '../overlay.ts';

export interface TerminalStreams {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
}

export interface Terminal {
  readonly size: () => Size;
  write(bytes: string): void;
  /** Takes the terminal; `input` and `resized` are told from now on. */
  enter(): void;
  /** Gives the terminal back as it was. Safe to repeat. */
  leave(): void;
  /** Ctrl+C in a terminal that was given back throws away what it has not shown yet: says once more what it must not miss. */
  leaveAgain(): void;
  /** Like `leave`, for when the process may end before anything is flushed; `last` is written on the main screen before. */
  leaveNow(last: string): void;
  /** On the alternate screen, which `leave` must leave too. */
  alternate: boolean;
}

export interface TerminalListeners {
  input(event: InputEvent): void;
  resized(): void;
  /** The input was closed: the terminal is gone. */
  hungUp(): void;
}

const MODES_ON = '\x1b[22;0t\x1b[?2004h\x1b[?1004h\x1b[>1u\x1b[>4;1m';
const MODES_OFF = '\x1b[<u\x1b[>4m\x1b[?1004l\x1b[?2004l\x1b[?7h\x1b[?25h\x1b[23;0t';

/** How long an unfinished sequence may take: a lone Esc is a key at once, a torn paste is waited for. */
const patience: Readonly<Record<Exclude<Waiting, 'nothing'>, number>> = { escape: 30, sequence: 250, paste: 2_000 };

export function createTerminal({ stdin, stdout }: TerminalStreams, listeners: TerminalListeners): Terminal {
  const decoder = createDecoder();
  let entered = false;
  let flushing: NodeJS.Timeout | undefined;
  let size = currentSize(stdout);

  const told = (events: readonly InputEvent[]) => {
    for (const event of events) listeners.input(event);
  };
  const onData = (chunk: Buffer | string) => {
    clearTimeout(flushing);
    told(decoder.push(chunk));
    armFlush();
  };
  const armFlush = () => {
    const { waiting } = decoder;
    if (waiting === 'nothing') return;
    flushing = setTimeout(() => {
      told(decoder.flush());
      if (decoder.waiting !== 'paste') armFlush();
    }, patience[waiting]);
  };
  /** Told by the signal even when the size is the same again: for a moment it was not, and the terminal wrapped its lines. */
  const onSignal = () => {
    refresh(stdout);
    size = currentSize(stdout);
    listeners.resized();
  };
  const onEnd = () => listeners.hungUp();
  const off = (last = '') => (terminal.alternate ? '\x1b[?1049l' : '') + last + MODES_OFF;

  const release = () => {
    entered = false;
    terminal.alternate = false;
    clearTimeout(flushing);
    stdin.off('data', onData);
    stdin.off('end', onEnd);
    process.off('SIGWINCH', onSignal);
    try {
      if (stdin.isTTY) stdin.setRawMode(false);
    } catch {}
    stdin.pause();
  };

  const terminal: Terminal = {
    alternate: false,
    size: () => {
      refresh(stdout);
      const now = currentSize(stdout);
      if (now.columns !== size.columns || now.rows !== size.rows) {
        size = now;
        listeners.resized();
      }
      return size;
    },
    write: (bytes) => void stdout.write(bytes),
    enter: () => {
      if (entered) return;
      entered = true;
      if (stdin.isTTY) stdin.setRawMode(true);
      stdin.on('data', onData);
      stdin.on('end', onEnd);
      stdin.resume();
      process.on('SIGWINCH', onSignal);
      stdout.write(MODES_ON);
      size = currentSize(stdout);
    },
    leave: () => {
      if (!entered) return;
      stdout.write(off());
      release();
    },
    leaveAgain: () => void stdout.write(MODES_OFF),
    leaveNow: (last) => {
      if (!entered) return;
      const bytes = off(last);
      release();
      try {
        writeSync((stdout as { fd?: number }).fd ?? 1, bytes);
      } catch {}
    },
  };
  return terminal;
}

function currentSize(stdout: NodeJS.WriteStream): Size {
  return { columns: stdout.columns || 80, rows: stdout.rows || 24 };
}

/** Node learns of a new size with the signal, which may come after the next paint; the kernel knows it now. */
function refresh(stdout: NodeJS.WriteStream): void {
  (stdout as { _refreshSize?: () => void })._refreshSize?.();
}
