// What a terminal does to lines that are on the screen when the window gets another size. Most wrap them again and keep the cursor on
// its character; some cut; xterm.js wraps all but the cursor's line, and there the region is one line. It is counted here, because
// erasing too few rows leaves ghosts and erasing too many eats the scrollback.
import type { Size } from '../overlay.ts';
import { stripStyles } from '../text/styled.ts';
import { clusters, isAscii, textWidth } from '../text/width.ts';
import { type Frame, restPlace } from './diff.ts';

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
  readonly rows: number;
}

export interface Painting extends Frame {
  readonly size: Size;
  /** Rows of frames before it that were pushed into the scrollback; they stand right above it. */
  readonly lost: readonly Strip[];
}

export interface Standing {
  /** Rows between the terminal's cursor and the first of the lines. */
  readonly rowsToTop: number;
  /** The first rows, if they left the window at its top; null when they end inside a line that the terminal would join again. */
  readonly outOfReach: readonly Strip[] | null;
}

/** Where a frame, and what is left of others right above it, stands in a window that has another size by now. */
export function standing(kind: Reflow, painting: Painting, now: Size): Standing {
  const strips = stripsOf(painting);
  const at = painting.lost.length + restPlace(painting).row;
  if (kind !== 'wraps') {
    const rowsToTop = rowsIn(painting.lost) + restPlace(painting).row;
    return { rowsToTop, outOfReach: kind === 'cuts' ? firstRows(strips, atLeastOut(rowsToTop, now)) : [] };
  }
  const wrapped = strips.map(({ line }): Strip => ({ line, rows: rowsOf(line, now.columns) }));
  const rowsToTop = rowsIn(wrapped.slice(0, at)) + rowInLine(strips[at]?.line ?? '', painting, now);
  return { rowsToTop, outOfReach: firstRows(wrapped, atLeastOut(rowsToTop, now)) };
}

export const stripsOf = ({ lost, lines }: Painting): readonly Strip[] => [
  ...lost,
  ...lines.map((line): Strip => ({ line, rows: 1 })),
];

const rowsIn = (strips: readonly Strip[]) => strips.reduce((sum, { rows }) => sum + rows, 0);

/** The cursor is on the screen, so what is more than a screen above it is not. */
const atLeastOut = (rowsToTop: number, { rows }: Size) => Math.max(0, rowsToTop - (rows - 1));

/** Behind the last character the cursor stays on that character's row. */
function rowInLine(line: string, painting: Painting, now: Size): number {
  if (now.columns >= painting.size.columns) return 0;
  const last = textWidth(stripStyles(line)) - 1;
  return Math.floor(Math.max(0, Math.min(restPlace(painting).column, last)) / now.columns);
}

function firstRows(strips: readonly Strip[], count: number): readonly Strip[] | null {
  let left = count;
  const first = strips.filter((strip) => {
    const taken = left > 0;
    if (taken) left -= strip.rows;
    return taken;
  });
  return left < 0 ? null : first;
}
