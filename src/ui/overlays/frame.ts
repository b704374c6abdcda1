// The outline every overlay shares: a title, what stands between, a footer with the keys. Whatever the parts give, the picture
// never has more lines than the window has rows, nor one wider than its columns.
import type { Picture, Size } from '../overlay.ts';
import { padEnd, truncate } from '../text/truncate.ts';
import { textWidth } from '../text/width.ts';
import type { Theme } from '../theme.ts';

export interface Frame {
  readonly title: string;
  /** To the right of the title: place, count, scope. */
  readonly info?: string;
  /** Stands in the footer's place: a question, an answer, an error. */
  readonly message?: string | null;
  readonly footer: string;
  readonly body: readonly string[];
  /** In the body. */
  readonly cursor?: { readonly row: number; readonly column: number } | null;
}

/** In a narrow window the keys get more rows. */
export function footRows({ columns, rows }: Size): number {
  return columns >= 64 || rows < 12 ? 1 : rows < 24 ? 2 : 3;
}

/** Rows between title and footer. */
export function bodyRows(size: Size): number {
  return Math.max(1, size.rows - 1 - footRows(size));
}

export function frame(size: Size, theme: Theme, parts: Frame): Picture {
  const height = bodyRows(size);
  const body = parts.body.slice(0, height);
  while (body.length < height) body.push('');
  const foot = (parts.message || parts.footer).split('\n');
  while (foot.length < footRows(size)) foot.unshift('');
  const lines = [heading(size.columns, theme, parts.title, parts.info ?? ''), ...body, ...foot]
    .slice(0, size.rows)
    .map((line) => truncate(line, size.columns));
  const cursor = parts.cursor && parts.cursor.row < height ? parts.cursor : null;
  return {
    lines,
    cursor: cursor && {
      row: Math.min(cursor.row + 1, size.rows - 1),
      column: Math.min(cursor.column, size.columns - 1),
    },
  };
}

function heading(columns: number, theme: Theme, title: string, info: string): string {
  const right = truncate(info, Math.max(0, Math.floor(columns / 2)));
  const room = columns - textWidth(right) - (right === '' ? 0 : 1);
  return `${theme.heading(padEnd(truncate(title, room), room))}${right === '' ? '' : ` ${theme.dim(right)}`}`;
}

/** Two columns of lines side by side, a thin line between them. */
export function sideBySide(
  left: readonly string[],
  right: readonly string[],
  widths: { readonly left: number; readonly right: number },
  rows: number,
  theme: Theme,
): string[] {
  const bar = theme.dim('│');
  return Array.from({ length: rows }, (_, row) => {
    const cell = padEnd(truncate(left[row] ?? '', widths.left), widths.left);
    return `${cell} ${bar} ${truncate(right[row] ?? '', widths.right)}`;
  });
}

/** How wide a list and what stands beside it are; null when there is no room for both. */
export function splitColumns(columns: number, least = 96): { left: number; right: number } | null {
  if (columns < least) return null;
  const left = Math.floor((columns - 3) * 0.52);
  return { left, right: columns - 3 - left };
}
