// What a terminal does to lines that are on the screen when the window gets another width. Most wrap them again and keep the cursor on
// its character; xterm.js wraps all but the cursor's line and moves the cursor down by every row that was added anywhere; some cut.
// All three are counted here, because erasing too few rows leaves ghosts and erasing too many eats the scrollback.
import { stripStyles } from '../text/styled.ts';
import { clusters, isAscii, textWidth } from '../text/width.ts';
import type { Place } from './diff.ts';

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

export interface Reflowing {
  /** The window got another width; xterm.js remembers every one it had. */
  resize(columns: number): void;
  /** Rows between the terminal's cursor and the first of the lines, as the window is now. */
  rowsToTop(): number;
}

export function reflowing(kind: Reflow, lines: readonly string[], cursor: Place, columns: number): Reflowing {
  if (kind === 'cuts') return { resize: () => {}, rowsToTop: () => cursor.row };
  return kind === 'wraps' ? cursorStays(lines, cursor, columns) : cursorMoves(lines, cursor, columns);
}

/** Behind the last character the cursor stays on that character's row. */
function cursorStays(lines: readonly string[], cursor: Place, painted: number): Reflowing {
  let columns = painted;
  return {
    resize: (to) => {
      columns = to;
    },
    rowsToTop: () => {
      if (columns >= painted) return cursor.row;
      const above = lines.slice(0, cursor.row).reduce((sum, line) => sum + rowsOf(line, columns), 0);
      const end = textWidth(stripStyles(lines[cursor.row] ?? ''));
      return above + Math.floor(Math.max(0, Math.min(cursor.column, end - 1)) / columns);
    },
  };
}

interface Wrapped {
  readonly line: string;
  rows: number;
  /** Columns used of the last row; all rows before it count as full. */
  tail: number;
  /** It was on the cursor's rows during a change and was not wrapped with the others: what its rows hold no longer follows from the line. */
  torn: boolean;
}

/** As xterm.js 5 and 6 do it: narrowing goes from the last line up and moves the cursor meanwhile, widening looks at it once. */
function cursorMoves(lines: readonly string[], cursor: Place, painted: number): Reflowing {
  const wrapped = lines.map((line): Wrapped => ({ line, rows: 1, tail: textWidth(stripStyles(line)), torn: false }));
  let at = cursor.row;
  let columns = painted;
  const firstRows = () => {
    let first = 0;
    return wrapped.map(({ rows }) => {
      first += rows;
      return first - rows;
    });
  };
  const holds = (first: number, { rows }: Wrapped, row: number) => row >= first && row < first + rows;
  const wrapAgain = (one: Wrapped, to: number) => {
    const cells = (one.rows - 1) * columns + one.tail;
    one.rows = one.torn ? Math.max(1, Math.ceil(cells / to)) : rowsOf(one.line, to);
    one.tail = Math.max(0, cells - (one.rows - 1) * to);
  };
  const tear = (one: Wrapped, to: number) => {
    if (one.rows > 1 || one.tail > to) one.torn = true;
    one.tail = Math.min(one.tail, to);
  };
  const narrow = (to: number) => {
    const first = firstRows();
    for (let index = wrapped.length - 1; index >= 0; index -= 1) {
      const one = wrapped[index]!;
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
    for (const [index, one] of wrapped.entries()) {
      if (holds(first[index]!, one, before)) tear(one, to);
      else {
        const had = one.rows;
        wrapAgain(one, to);
        at -= had - one.rows;
      }
    }
  };
  return {
    resize: (to) => {
      if (to < columns) narrow(to);
      if (to > columns) widen(to);
      columns = to;
    },
    rowsToTop: () => at,
  };
}
