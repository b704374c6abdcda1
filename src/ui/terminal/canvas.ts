// The live region: a few rows at the end of the scrollback that are painted over and over. Everything above it belongs to the
// terminal and is never touched; only what this canvas painted is ever erased, at whatever width the window has by then.
import type { Size } from '../overlay.ts';
import { stripStyles } from '../text/styled.ts';
import { textWidth } from '../text/width.ts';
import { diffFrames, drawFrame, type Frame, type Place, type Rows, restPlace } from './diff.ts';
import { type Painting, type Reflow, type Strip, standing, stripsOf } from './reflow.ts';

export interface CanvasOptions {
  readonly write: (bytes: string) => void;
  readonly size: () => Size;
  readonly reflow: () => Reflow;
  /** How soon after a change the terminal tells of it. */
  readonly told?: 'at once' | 'late';
  readonly clock?: Clock;
}

export interface Clock {
  /** Runs it later; what comes back prevents that. */
  after(ms: number, run: () => void): () => void;
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
  /** The window changed, perhaps only for a moment: the region goes off the screen until it keeps its size. */
  resized(): void;
  /** The terminal has told what it does with its rows. */
  known(): void;
  /** True when it was an answer to the canvas. */
  replied(sequence: string): boolean;
  /** The screen belongs to someone else; `kept` means that the region will still be there afterwards. */
  pause(how: 'kept' | 'cleared'): void;
  resume(): void;
  /** Takes the region off the screen for good. */
  close(): void;
  /** The same as bytes, for when they must be written by other means. */
  abandon(): string;
}

interface Painted extends Painting {
  readonly as: Rows;
}

/** The terminal was asked how many of these stand in the window's rows above the cursor. */
interface Question {
  readonly strips: readonly Strip[];
  readonly rowsToTop: number;
}

const PLACE_QUERY = '\x1b[?6n';
const placeReply = /^\x1b\[\?(\d+);\d+R$/;

/** How long the window must keep its size before the region is painted again. */
const SOON_MS = 60;
/** tmux tells of a size up to a quarter of a second after it has wrapped the rows for it. */
const LATE_MS = 320;

const realClock: Clock = {
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

export function createCanvas(options: CanvasOptions): Canvas {
  const { write, size, reflow, told = 'at once', clock = realClock } = options;
  const quietMs = told === 'late' ? LATE_MS : SOON_MS;
  let painted: Painted | null = null;
  let seen: Size | null = null;
  let wanted: readonly string[] = [];
  let cursor: Place | null = null;
  let pendingAbove = '';
  let held: 'no' | 'paused' | 'closed' = 'no';
  let changed = false;
  let parkedFor: string | null = null;
  let stopWaiting: (() => void) | null = null;
  let asked: Question | null = null;

  const emit = (bytes: string, shown: Place | null) => {
    write(`\x1b[?2026h\x1b[?25l${bytes}${shown ? '\x1b[?25h' : ''}\x1b[?2026l`);
  };

  /** The size, and whatever follows from it being another one than before, or having been for a moment. */
  const look = (happened: 'perhaps' | 'surely' = 'perhaps'): Size => {
    const now = size();
    if (seen === null || painted === null || (happened === 'perhaps' && sameSize(now, seen))) return now;
    changed = true;
    seen = now;
    if (held === 'no') rest(painted, now);
    return now;
  };

  /** A region that might not fit soon goes off the screen meanwhile, where it is certain which rows are its own. */
  const rest = (region: Painted, now: Size) => {
    const certain = reflow() !== 'wraps' || now.columns === region.size.columns;
    const { rowsToTop } = standing(reflow(), region, now);
    if (told === 'at once' && certain && rowsToTop > now.rows / 2) draw(now, []);
    changed = true;
    unrest();
    stopWaiting = clock.after(quietMs, () => {
      const before = seen;
      const now = look();
      if (seen !== before || held !== 'no') return;
      stopWaiting = null;
      parkedFor = fromEnd(within(cursor, wanted.length), wanted);
      if (fits(wanted, now)) draw(now, wanted);
      else clock.after(quietMs, paint);
    });
  };

  const unrest = () => {
    stopWaiting?.();
    stopWaiting = null;
  };

  const paint = () => {
    const now = look();
    if (held === 'no' && stopWaiting === null) draw(now, wanted);
  };

  const draw = (now: Size, shown: readonly string[]) => {
    const text = pendingAbove.replace(/\r?\n/g, '\r\n');
    pendingAbove = '';
    const as: Rows = reflow() === 'xterm.js' ? 'joined' : 'apart';
    const { rowsToTop, outOfReach } = standsNow(now);
    const lost = text === '' && outOfReach !== null ? outOfReach : [];
    const frame = frameFor(now, shown, lost);
    const next: Painted = { ...frame, as, size: now, lost };
    if (painted === null || text !== '' || changed || painted.as !== as) {
      const over = painted !== null && text === '' ? as : 'apart';
      const start = outOfReach === null ? '\r\n' : '';
      emit(ask(over, rowsToTop) + erase(rowsToTop, over) + start + text + drawFrame(next, as), next.cursor);
    } else if (!sameFrame(painted, next)) {
      emit(diffFrames(painted.lines, restPlace(painted), next, as), next.cursor);
    }
    painted = next;
    seen = now;
    changed = false;
  };

  const standsNow = (now: Size) => {
    if (painted === null) return { rowsToTop: 0, outOfReach: [] };
    if (changed) return standing(reflow(), painted, now);
    return { rowsToTop: restPlace(painted).row, outOfReach: painted.lost };
  };

  /** Only xterm.js: it alone keeps the rows of what it pushed out, and its answer cannot be taken for a key. */
  const ask = (over: Rows, rowsToTop: number): string => {
    asked = over === 'joined' && changed && painted !== null ? { strips: stripsOf(painted), rowsToTop } : null;
    return asked === null ? '' : PLACE_QUERY;
  };

  /**
   * xterm.js gives lost rows back only to a cursor on the last row: there it waits, hidden, until it is needed. And lines that wrap
   * push what is at the top of the window out of it: let that be empty rows.
   */
  const frameFor = ({ rows }: Size, shown: readonly string[], lost: readonly Strip[]): Frame => {
    const lines = shown.length === 0 ? [''] : shown;
    const place = within(cursor, shown.length);
    if (lost.length === 0 || reflow() !== 'xterm.js') return { lines, cursor: place };
    const cushion = Math.max(0, rows - lines.length);
    return {
      lines: [...Array.from({ length: cushion }, () => ''), ...lines],
      cursor: place && parkedFor !== fromEnd(place, lines) ? { ...place, row: cushion + place.row } : null,
    };
  };

  const forget = () => {
    painted = null;
    asked = null;
    changed = false;
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
      if (changed || !samePlace(painted.cursor, within(cursor, wanted.length))) paint();
    },
    above: (text) => {
      pendingAbove += text;
    },
    resized: () => void look('surely'),
    known: () => {
      if (painted !== null) paint();
    },
    replied: (sequence) => {
      const row = placeReply.exec(sequence)?.[1];
      if (row === undefined) return false;
      if (asked === null || painted === null) return true;
      painted = { ...painted, lost: asked.strips.slice(0, Math.max(0, asked.rowsToTop + 1 - Number(row))) };
      asked = null;
      if (painted.lost.length > 0) paint();
      return true;
    },
    pause: (how) => {
      const now = look();
      unrest();
      if (how === 'cleared' && painted !== null) {
        write(`${erase(standsNow(now).rowsToTop)}\x1b[?25h`);
        forget();
      }
      if (held !== 'closed') held = 'paused';
    },
    resume: () => {
      if (held !== 'paused') return;
      held = 'no';
      const now = look();
      if (changed && painted !== null) rest(painted, now);
      else paint();
    },
    close: () => {
      if (held === 'closed') return;
      unrest();
      const text = pendingAbove;
      write(`${erase(standsNow(size()).rowsToTop)}${text.replace(/\r?\n/g, '\r\n')}\x1b[?25h`);
      forget();
      held = 'closed';
    },
    abandon: () => {
      const bytes = painted === null || held === 'closed' ? '' : erase(standsNow(size()).rowsToTop);
      held = 'closed';
      return bytes;
    },
  };
}

/** Not from the first column: there tmux takes it for a clearing of the screen and keeps what was erased in its history. */
const ERASE_BELOW = '\r\x1b[K\x1b[C\x1b[J\r';

/** What is left of it out of reach goes on in the row that is erased first: it stays joined. */
const ERASE_JOINED = '\r \x1b[J\r';

function erase(rowsToTop: number, as: Rows = 'apart'): string {
  return `${rowsToTop > 0 ? `\x1b[${rowsToTop}A` : ''}${as === 'joined' ? ERASE_JOINED : ERASE_BELOW}`;
}

function within(place: Place | null, rows: number): Place | null {
  return place === null || place.row >= rows ? null : place;
}

/** Lines that do not are about to come again, laid out for the window as it is. */
const fits = (lines: readonly string[], { columns, rows }: Size) =>
  lines.length <= Math.max(1, rows - 1) && lines.every((line) => textWidth(stripStyles(line)) <= columns);

const fromEnd = (place: Place | null, lines: readonly string[]) =>
  place === null ? 'nowhere' : `${lines.length - place.row}:${place.column}`;

const sameSize = (a: Size, b: Size) => a.columns === b.columns && a.rows === b.rows;

const samePlace = (a: Place | null, b: Place | null) => a?.row === b?.row && a?.column === b?.column;

function sameFrame(a: Frame, b: Frame): boolean {
  if (!samePlace(a.cursor, b.cursor) || a.lines.length !== b.lines.length) return false;
  return a.lines.every((line, index) => line === b.lines[index]);
}
