// What a terminal does to lines that are on the screen when the window gets another width. Most wrap them again and keep the cursor on
// its character; xterm.js wraps all but the cursor's line and moves the cursor down by every row that was added anywhere; some cut.
// All three are counted here, because erasing too few rows leaves ghosts and erasing too many eats the scrollback.
import type { Size } from '../overlay.ts';
import { stripStyles } from '../text/styled.ts';
import { clusters, isAscii, textWidth } from '../text/width.ts';
import { type Frame, type Place, restPlace } from './diff.ts';

export type Reflow = 'wraps' | 'cuts' | 'xterm.js';

/** xterm, st, the Linux console and GNU screen keep a line on its row; everyone else wraps it again. */
export function reflowOf(env: Readonly<Record<string, string | undefined>>): Reflow {
  const term = env.TERM ?? '';
  if (env.TMUX) return 'wraps';
  if (env.TERM_PROGRAM === 'vscode') return 'xterm.js';
  if (env.XTERM_VERSION || /^(linux|st(-|$)|screen|vt\d|mlterm)/.test(term)) return 'cuts';
  return 'wraps';
}

/** Asks the terminal which one it is. */
export const IDENTITY_QUERY = '\x1b[>c';

/** What its answer tells; null when it tells nothing. */
export function reflowFromIdentity(reply: string): Reflow | null {
  return reply === '\x1b[>0;276;0c' ? 'xterm.js' : null;
}

/** Rows that a line takes when it is wrapped at `columns`; a wide character never straddles the edge. */
export function rowsOf(line: string, columns: number): number {
  const plain = stripStyles(line);
  if (isAscii(plain)) return Math.max(1, Math.ceil(plain.length / columns));
  let rows = 1;
  let column = 0;
  for (const { width } of clusters(plain)) {
    if (column + width > columns) {
      rows += 1;
      column = 0;
    }
    column += width;
  }
  return rows;
}

/** A line, and what the terminal has made of it. */
export interface Strip {
  readonly line: string;
  rows: number;
  /** Columns used of the last row; all rows before it count as full. */
  tail: number;
  /** What its rows hold no longer follows from the line: it was not wrapped with the others, or cut off at the top of the window. */
  torn: boolean;
}

export interface Reflowing {
  /** The window got another size; xterm.js remembers every one it had. */
  resize(size: Size): void;
  /** Rows between the terminal's cursor and the first of the lines, as the window is now. */
  rowsToTop(): number;
  /** The first rows, if they left the window at its top; null when they end inside a line that the terminal would join again. */
  outOfReach(): readonly Strip[] | null;
}

/** Where a frame stands in the window. */
export interface Standing {
  /** Empty rows below it. */
  readonly empty: number;
  /** Rows of the window above it. */
  readonly above: number;
  /** Rows above it in all, at least. */
  readonly printed: number;
}

/** Of a frame, and of what is left of others right above it. */
export function reflowing(kind: Reflow, frame: Frame & Painting): Reflowing {
  const { lost, size, standing } = frame;
  const fresh = frame.lines.map((line): Strip => ({ line, rows: 1, tail: textWidth(stripStyles(line)), torn: false }));
  const strips = [...lost, ...fresh];
  const cursor = restPlace(frame);
  if (kind === 'wraps') return cursorStays(strips, { ...cursor, row: lost.length + cursor.row }, size);
  const at = rowsIn(lost) + cursor.row;
  if (kind === 'cuts') return cursorRests(strips, at, size);
  const guesses = belowFrame(standing).map((below) => cursorMoves(strips, at, size, below));
  const fewest = () => guesses.reduce((a, b) => (b.rowsToTop() < a.rowsToTop() ? b : a));
  return {
    resize: (to) => {
      for (const guess of guesses) guess.resize(to);
    },
    rowsToTop: () => fewest().rowsToTop(),
    outOfReach: () => fewest().outOfReach(),
  };
}

export interface Painting {
  readonly size: Size;
  readonly lost: readonly Strip[];
  readonly standing: Standing | null;
}

interface Below extends Standing {
  /** What other widths do to the empty rows while there is no scrollback: lines that wrap take them, lines that unwrap give some. */
  readonly width: 'takes' | 'gives';
}

/** The extremes of what may be below the frame; the fewest rows that follow from them are erased. */
function belowFrame(standing: Standing | null): readonly Below[] {
  if (standing !== null)
    return [
      { ...standing, width: 'takes' },
      { ...standing, width: 'gives' },
    ];
  return [
    { empty: 0, above: 0, printed: Number.POSITIVE_INFINITY, width: 'takes' },
    { empty: Number.POSITIVE_INFINITY, above: 0, printed: 0, width: 'gives' },
  ];
}

const rowsIn = (strips: readonly Strip[]) => strips.reduce((sum, { rows }) => sum + rows, 0);

/** The cursor is on the screen, so what is more than a screen above it is not. */
const atLeastOut = (rowsToTop: number, rows: number) => Math.max(0, rowsToTop - (rows - 1));

function cursorRests(strips: readonly Strip[], at: number, painted: Size): Reflowing {
  let { rows } = painted;
  return {
    resize: (to) => {
      rows = to.rows;
    },
    rowsToTop: () => at,
    outOfReach: () => strips.slice(0, atLeastOut(at, rows)),
  };
}

/** Behind the last character the cursor stays on that character's row. */
function cursorStays(strips: readonly Strip[], cursor: Place, painted: Size): Reflowing {
  let { columns, rows } = painted;
  const rowsToTop = () => {
    const above = strips.slice(0, cursor.row).reduce((sum, { line }) => sum + rowsOf(line, columns), 0);
    if (columns >= painted.columns) return above;
    const end = textWidth(stripStyles(strips[cursor.row]?.line ?? ''));
    return above + Math.floor(Math.max(0, Math.min(cursor.column, end - 1)) / columns);
  };
  return {
    resize: (to) => {
      ({ columns, rows } = to);
    },
    rowsToTop,
    outOfReach: () => {
      const out: Strip[] = [];
      let left = atLeastOut(rowsToTop(), rows);
      for (const strip of strips) {
        if (left <= 0) break;
        const taken = rowsOf(strip.line, columns);
        out.push({ ...strip, rows: taken });
        left -= taken;
      }
      return left < 0 ? null : out;
    },
  };
}

/**
 * As xterm.js 5 and 6 do it: a shorter window first loses what is below the cursor; narrowing goes from the last line up and moves the
 * cursor meanwhile, widening looks at it once.
 */
function cursorMoves(lines: readonly Strip[], cursor: number, painted: Size, below: Below): Reflowing {
  const strips = lines.map((strip) => ({ ...strip }));
  let at = cursor;
  let { columns, rows } = painted;
  let { empty } = below;
  /** The window's row that the cursor is on; none below it. */
  let row = empty === Number.POSITIVE_INFINITY ? painted.rows - 1 : painted.rows - empty - (rowsIn(lines) - at);
  /** Taking rows from the frame, it joins what is left to the cursor's line, which is not wrapped. */
  let joined = false;
  const firstRows = () => {
    let first = 0;
    return strips.map((strip) => {
      first += strip.rows;
      return first - strip.rows;
    });
  };
  const holds = (first: number, strip: Strip, row: number) => row >= first && row < first + strip.rows;
  const wrapAgain = (one: Strip, to: number) => {
    const cells = (one.rows - 1) * columns + one.tail;
    one.rows = one.torn ? Math.max(1, Math.ceil(cells / to)) : rowsOf(one.line, to);
    one.tail = Math.max(0, cells - (one.rows - 1) * to);
  };
  const tear = (one: Strip, to: number) => {
    if (one.rows > 1 || one.tail > to) one.torn = true;
    one.tail = Math.min(one.tail, to);
  };
  const narrow = (to: number) => {
    const first = firstRows();
    for (let index = strips.length - 1; index >= 0; index -= 1) {
      const one = strips[index]!;
      if (holds(first[index]!, one, at)) tear(one, to);
      else {
        const had = one.rows;
        wrapAgain(one, to);
        at += one.rows - had;
      }
    }
  };
  const widen = (to: number) => {
    const before = at;
    const first = firstRows();
    for (const [index, one] of strips.entries()) {
      if (holds(first[index]!, one, before)) tear(one, to);
      else {
        const had = one.rows;
        wrapAgain(one, to);
        at -= had - one.rows;
      }
    }
  };
  const shorten = (by: number) => {
    let gone = Math.min(Math.max(0, rowsIn(strips) - 1 - at), Math.max(0, by - empty));
    empty = Math.max(0, empty - by);
    while (gone > 0) {
      const last = strips.at(-1)!;
      if (last.rows <= gone) strips.pop();
      else Object.assign(last, { tail: columns, torn: true });
      const had = last.rows;
      last.rows = Math.max(0, had - gone);
      gone -= had - last.rows;
    }
  };
  const lengthen = (by: number) => {
    if (empty > 0 || rowsIn(strips) - 1 > at) empty += by;
    else row += by;
  };
  return {
    resize: (to) => {
      if (to.rows < rows) shorten(rows - to.rows);
      if (to.rows > rows) lengthen(to.rows - rows);
      row = Math.min(row, to.rows - 1);
      const before = at;
      const scrolls = below.printed > Math.max(rows, to.rows);
      if (to.columns < columns) {
        if (!joined) narrow(to.columns);
        const wrapped = below.above * (Math.ceil(columns / to.columns) - 1);
        if (!scrolls && below.width === 'takes') {
          const had = rowsIn(strips);
          shorten(at - before + wrapped);
          joined ||= rowsIn(strips) < had;
        }
        if (!scrolls) row = to.rows - 1;
      }
      if (to.columns > columns) {
        widen(to.columns);
        if (!scrolls && below.width === 'gives') empty = Number.POSITIVE_INFINITY;
      }
      ({ columns, rows } = to);
    },
    rowsToTop: () => at,
    outOfReach: () => {
      const taken: Strip[] = [];
      let left = Math.max(0, at - row);
      for (const strip of strips) {
        if (left <= 0) break;
        const kept = Math.min(left, strip.rows);
        taken.push(kept === strip.rows ? { ...strip } : { ...strip, rows: kept, tail: columns, torn: true });
        left -= kept;
      }
      return taken;
    },
  };
}
