// The live region: a few rows at the end of the scrollback that are painted over and over. Everything above it belongs to the
// terminal and is never touched; only what this canvas painted is ever erased, at whatever width the window has by then.
import { diffFrames, drawFrame, type Frame, type Place, restPlace } from './diff.ts';
import { type Reflow, type Reflowing, reflowing } from './reflow.ts';

export interface CanvasOptions {
  readonly write: (bytes: string) => void;
  readonly size: () => { readonly columns: number; readonly rows: number };
  readonly reflow: () => Reflow;
  /** How long the window must keep its size before the region is painted again. */
  readonly quietMs?: number;
}

export interface Canvas {
  /** The region's next look. */
  frame(lines: readonly string[]): void;
  /** Where the cursor stands from the next frame on. */
  cursor(place: Place | null): void;
  /** Paints a cursor that moved without the lines changing. */
  settle(): void;
  /** Goes into the scrollback, above the region, with the next frame. */
  above(text: string): void;
  /** The window changed: nothing is painted until it keeps its size. */
  resized(): void;
  /** The screen belongs to someone else; `kept` means that the region will still be there afterwards. */
  pause(how: 'kept' | 'cleared'): void;
  resume(): void;
  /** Takes the region off the screen for good. */
  close(): void;
  /** The same as bytes, for when they must be written by other means. */
  abandon(): string;
}

interface Painted extends Frame {
  readonly columns: number;
  readonly reflowing: Reflowing;
}

export function createCanvas(options: CanvasOptions): Canvas {
  const { write, size, reflow, quietMs = 60 } = options;
  let painted: Painted | null = null;
  let wanted: readonly string[] = [];
  let cursor: Place | null = null;
  let pendingAbove = '';
  let held: 'no' | 'paused' | 'resizing' | 'closed' = 'no';
  let quiet: NodeJS.Timeout | undefined;

  const emit = (bytes: string, shown: Place | null) => {
    write(`\x1b[?2026h\x1b[?25l${bytes}${shown ? '\x1b[?25h' : ''}\x1b[?2026l`);
  };

  const paint = () => {
    if (held !== 'no') return;
    const { columns } = size();
    if (painted !== null && painted.columns !== columns) return resized();
    const frame: Frame = { lines: wanted.length === 0 ? [''] : wanted, cursor: within(cursor, wanted.length) };
    const next: Painted = { ...frame, columns, reflowing: reflowing(reflow(), frame.lines, restPlace(frame), columns) };
    const text = pendingAbove;
    pendingAbove = '';
    if (painted === null || text !== '') {
      emit(eraseBytes(painted) + text.replace(/\r?\n/g, '\r\n') + drawFrame(next), next.cursor);
    } else if (!sameFrame(painted, next)) {
      emit(diffFrames(painted.lines, restPlace(painted), next), next.cursor);
    }
    painted = next;
  };

  const resized = () => {
    if (held === 'paused' || held === 'closed') return;
    held = 'resizing';
    clearTimeout(quiet);
    painted?.reflowing.resize(size().columns);
    quiet = setTimeout(() => {
      held = 'no';
      eraseReflowed();
      paint();
    }, quietMs);
  };

  const eraseReflowed = () => {
    if (painted === null) return;
    write(`\x1b[?25l${eraseUp(painted.reflowing.rowsToTop())}`);
    painted = null;
  };

  return {
    frame: (lines) => {
      wanted = lines;
      paint();
    },
    cursor: (place) => {
      cursor = place;
    },
    settle: () => {
      if (painted !== null && !samePlace(painted.cursor, within(cursor, wanted.length))) paint();
    },
    above: (text) => {
      pendingAbove += text;
    },
    resized,
    pause: (how) => {
      clearTimeout(quiet);
      if (how === 'cleared' && painted !== null) {
        write(`${eraseBytes(painted)}\x1b[?25h`);
        painted = null;
      }
      if (held !== 'closed') held = 'paused';
    },
    resume: () => {
      if (held !== 'paused') return;
      held = 'no';
      if (painted !== null && painted.columns !== size().columns) resized();
      else paint();
    },
    close: () => {
      if (held === 'closed') return;
      clearTimeout(quiet);
      const text = pendingAbove;
      write(`${eraseBytes(painted)}${text.replace(/\r?\n/g, '\r\n')}\x1b[?25h`);
      painted = null;
      held = 'closed';
    },
    abandon: () => {
      const bytes = painted === null || held === 'closed' ? '' : eraseBytes(painted);
      held = 'closed';
      return bytes;
    },
  };
}

/** Not from the first column: there tmux takes it for a clearing of the screen and keeps what was erased in its history. */
const ERASE_BELOW = '\r\x1b[K\x1b[C\x1b[J\r';

function eraseBytes(painted: Painted | null): string {
  return painted === null ? ERASE_BELOW : eraseUp(restPlace(painted).row);
}

function eraseUp(rows: number): string {
  return `${rows > 0 ? `\x1b[${rows}A` : ''}${ERASE_BELOW}`;
}

function within(place: Place | null, rows: number): Place | null {
  return place === null || place.row >= rows ? null : place;
}

const samePlace = (a: Place | null, b: Place | null) => a?.row === b?.row && a?.column === b?.column;

function sameFrame(a: Frame, b: Frame): boolean {
  if (!samePlace(a.cursor, b.cursor) || a.lines.length !== b.lines.length) return false;
  return a.lines.every((line, index) => line === b.lines[index]);
}
