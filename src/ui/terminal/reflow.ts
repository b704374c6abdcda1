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

/** As xterm.js 5 and 6 do it: narrowing goes from the last line up and moves the cursor meanwhile, widening looks at it once. */
function cursorMoves(lines: readonly string[], cursor: Place, painted: number): Reflowing {
  const rows = lines.map(() => 1);
  /** Columns that are left of a line: the one that holds the cursor is cut instead of wrapped. */
  const left = lines.map((line) => textWidth(stripStyles(line)));
  let at = cursor.row;
  let columns = painted;
  const firstRow = (index: number) => rows.slice(0, index).reduce((sum, count) => sum + count, 0);
  const rowsAt = (index: number, to: number) => {
    const whole = left[index]! >= textWidth(stripStyles(lines[index]!));
    return whole ? rowsOf(lines[index]!, to) : Math.max(1, Math.ceil(left[index]! / to));
  };
  const narrow = (to: number) => {
    const first = lines.map((_, index) => firstRow(index));
    for (let index = lines.length - 1; index >= 0; index -= 1) {
      const needed = Math.max(rows[index]!, rowsAt(index, to));
      if (at >= first[index]! && at < first[index]! + rows[index]!) {
        left[index] = Math.min(left[index]!, to * rows[index]!);
        continue;
      }
      at += needed - rows[index]!;
      rows[index] = needed;
    }
  };
  const widen = (to: number) => {
    const before = at;
    let first = 0;
    for (const index of lines.keys()) {
      const had = rows[index]!;
      const needed = Math.min(had, rowsAt(index, to));
      if (!(before >= first && before < first + had)) {
        at -= had - needed;
        rows[index] = needed;
      }
      first += had;
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
