// The live region: a few rows at the end of the scrollback that are painted over and over. Everything above it belongs to the
// terminal and is never touched; only what this canvas painted is ever erased, at whatever width the window has by then.
import type { Size } from '../overlay.ts';
import { diffFrames, drawFrame, type Frame, type Place, restPlace } from './diff.ts';
import { type Painting, type Reflow, type Reflowing, reflowing, type Standing, type Strip } from './reflow.ts';

export interface CanvasOptions {
  readonly write: (bytes: string) => void;
  readonly size: () => Size;
  readonly reflow: () => Reflow;
  /** How soon after a change the terminal tells of it. */
  readonly told?: 'at once' | 'late';
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
  /** The window changed: another height is painted with the next frame, another width when it stays. */
  resized(): void;
  /** Asks the terminal where the region stands, if that matters and is not known. */
  locate(): void;
  /** True when it was the answer. */
  replied(sequence: string): boolean;
  /** The screen belongs to someone else; `kept` means that the region will still be there afterwards. */
  pause(how: 'kept' | 'cleared'): void;
  resume(): void;
  /** Takes the region off the screen for good. */
  close(): void;
  /** The same as bytes, for when they must be written by other means. */
  abandon(): string;
}

interface Painted extends Frame, Painting {
  /** Rows of frames before it that were pushed into the scrollback; they stand right above it. */
  readonly lost: readonly Strip[];
  /** Null until the terminal has told. */
  standing: Standing | null;
  /** What the terminal made of it all since the window changed. */
  reflowing: Reflowing | null;
}

const PLACE_QUERY = '\x1b[?6n';
const placeReply = /^\x1b\[\?(\d+);\d+R$/;

const SOON_MS = 60;
/** tmux tells of a size up to a quarter of a second after it has wrapped the rows for it. */
const LATE_MS = 320;

/** A height is painted at once only when the width rests: a drag at the corner is one change. */
const WIDTH_RESTS = 5;

export function createCanvas(options: CanvasOptions): Canvas {
  const { write, size, reflow, told = 'at once', quietMs = told === 'late' ? LATE_MS : SOON_MS } = options;
  let painted: Painted | null = null;
  let seen: Size | null = null;
  let wanted: readonly string[] = [];
  let cursor: Place | null = null;
  let pendingAbove = '';
  let held: 'no' | 'paused' | 'closed' = 'no';
  let changed: 'no' | 'height' | 'width' = 'no';
  let widthAt = Number.NEGATIVE_INFINITY;
  let parkedFor: string | null = null;
  let asked: Painted | null = null;
  let printed = 0;
  let quiet: NodeJS.Timeout | undefined;

  const emit = (bytes: string, shown: Place | null) => {
    write(`\x1b[?2026h\x1b[?25l${bytes}${shown ? '\x1b[?25h' : ''}\x1b[?2026l`);
  };

  /** The size, and whatever follows from it being another one than before. */
  const look = (): Size => {
    const now = size();
    if (seen === null || painted === null || sameSize(now, seen)) return now;
    if (now.columns !== seen.columns) widthAt = performance.now();
    changed = changed === 'width' || now.columns !== seen.columns ? 'width' : 'height';
    painted.reflowing ??= reflowing(reflow(), painted);
    painted.reflowing.resize(now);
    seen = now;
    if (held === 'no') waitForQuiet();
    return now;
  };

  const waitForQuiet = () => {
    clearTimeout(quiet);
    quiet = setTimeout(() => {
      const before = seen;
      const now = look();
      if (seen === before && held === 'no') draw(now);
    }, quietMs);
  };

  const paint = () => {
    const now = look();
    if (held !== 'no' || changed === 'width') return;
    if (changed === 'height' && told === 'late') return;
    if (changed === 'height') {
      const outdated = wanted.length > Math.max(1, now.rows - 1);
      if (outdated || performance.now() - widthAt < quietMs * WIDTH_RESTS) return;
    }
    draw(now);
  };

  const draw = (now: Size) => {
    clearTimeout(quiet);
    const text = pendingAbove.replace(/\r?\n/g, '\r\n');
    pendingAbove = '';
    const left = painted?.reflowing ? painted.reflowing.outOfReach() : (painted?.lost ?? []);
    const lost = text === '' && left !== null ? left : [];
    if (changed !== 'no') parkedFor = fromEnd(within(cursor, wanted.length), wanted);
    const frame = frameFor(now, lost);
    const rows = text.split('\n').length - 1;
    printed += rows;
    const next: Painted = { ...frame, size: now, lost, standing: stands(frame, rows), reflowing: null };
    if (painted === null || text !== '' || changed !== 'no') {
      emit(eraseBytes(painted) + (left === null ? '\r\n' : '') + text + drawFrame(next), next.cursor);
    } else if (!sameFrame(painted, next)) {
      emit(diffFrames(painted.lines, restPlace(painted), next), next.cursor);
    }
    painted = next;
    seen = now;
    changed = 'no';
    locate();
  };

  const stands = (next: Frame, rows: number): Standing | null => {
    if (painted === null || painted.standing === null || changed !== 'no') return null;
    const { standing, lines, size } = painted;
    return standingAt(Math.max(0, standing.empty + lines.length - next.lines.length - rows), next, size);
  };

  const standingAt = (empty: number, { lines }: Frame, { rows }: Size): Standing => ({
    empty,
    above: Math.max(0, rows - empty - lines.length),
    printed,
  });

  /** Only xterm.js does what depends on it, and it has an answer that no key can be taken for. */
  const locate = () => {
    if (painted === null || painted.standing !== null || held !== 'no' || reflow() !== 'xterm.js') return;
    asked = painted;
    write(PLACE_QUERY);
  };

  /**
   * xterm.js gives lost rows back only to a cursor on the last row: there it waits, hidden, until it is needed. And lines that wrap
   * push what is at the top of the window out of it: let that be empty rows.
   */
  const frameFor = ({ rows }: Size, lost: readonly Strip[]): Frame => {
    const lines = wanted.length === 0 ? [''] : wanted;
    const place = within(cursor, wanted.length);
    if (lost.length === 0 || reflow() !== 'xterm.js') return { lines, cursor: place };
    const cushion = Math.max(0, rows - lines.length);
    return {
      lines: [...Array.from({ length: cushion }, () => ''), ...lines],
      cursor: place && parkedFor !== fromEnd(place, lines) ? { ...place, row: cushion + place.row } : null,
    };
  };

  const forget = () => {
    painted = null;
    changed = 'no';
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
      if (painted === null) return;
      if (changed !== 'no' || !samePlace(painted.cursor, within(cursor, wanted.length))) paint();
    },
    above: (text) => {
      pendingAbove += text;
    },
    resized: () => void look(),
    locate,
    replied: (sequence) => {
      const row = placeReply.exec(sequence)?.[1];
      if (row === undefined) return false;
      look();
      if (painted !== null && painted === asked && changed === 'no' && held === 'no') {
        const below = painted.lines.length - 1 - restPlace(painted).row;
        painted.standing = standingAt(Math.max(0, painted.size.rows - Number(row) - below), painted, painted.size);
      }
      return true;
    },
    pause: (how) => {
      clearTimeout(quiet);
      if (how === 'cleared' && painted !== null) {
        write(`${eraseBytes(painted)}\x1b[?25h`);
        forget();
      }
      if (held !== 'closed') held = 'paused';
    },
    resume: () => {
      if (held !== 'paused') return;
      held = 'no';
      look();
      if (changed === 'no') paint();
      else waitForQuiet();
    },
    close: () => {
      if (held === 'closed') return;
      clearTimeout(quiet);
      const text = pendingAbove;
      write(`${eraseBytes(painted)}${text.replace(/\r?\n/g, '\r\n')}\x1b[?25h`);
      forget();
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
  if (painted === null) return ERASE_BELOW;
  return eraseUp(painted.reflowing?.rowsToTop() ?? restPlace(painted).row);
}

function eraseUp(rows: number): string {
  return `${rows > 0 ? `\x1b[${rows}A` : ''}${ERASE_BELOW}`;
}

function within(place: Place | null, rows: number): Place | null {
  return place === null || place.row >= rows ? null : place;
}

const fromEnd = (place: Place | null, lines: readonly string[]) =>
  place === null ? 'nowhere' : `${lines.length - place.row}:${place.column}`;

const sameSize = (a: Size, b: Size) => a.columns === b.columns && a.rows === b.rows;

const samePlace = (a: Place | null, b: Place | null) => a?.row === b?.row && a?.column === b?.column;

function sameFrame(a: Frame, b: Frame): boolean {
  if (!samePlace(a.cursor, b.cursor) || a.lines.length !== b.lines.length) return false;
  return a.lines.every((line, index) => line === b.lines[index]);
}
