// A list of any length through a window: it reads the rows it shows, a page at a time, and never asks how many there are
// unless the person goes to the end. Row 0 stands at the top, or at the bottom where the newest comes last.
import { padEnd, truncate } from '../text/truncate.ts';
import type { Theme } from '../theme.ts';
import type { Move } from './keys.ts';

/** Fewer than `limit` means that the list ends there. */
export type ReadRows<T> = (offset: number, limit: number) => readonly T[];

export interface ListOptions<T> {
  /** Finds the selected row again after a change. */
  readonly key: (row: T) => string;
  readonly direction?: 'down' | 'up';
  readonly pageSize?: number;
}

export interface List<T> {
  readonly index: number;
  /** Known once the end has been seen. */
  readonly length: number | null;
  selected(): T | undefined;
  at(index: number): T | undefined;
  select(index: number): void;
  /** True when it was a move of a list. */
  move(move: Move, rows: number): boolean;
  /** Reads again, with the same row selected if it is still near. */
  refresh(): void;
  /** Begins at row 0 again. */
  reset(): void;
  /** The rows on view, from the top of the window. */
  window(rows: number): { readonly row: T; readonly index: number }[];
  draw(rows: number, columns: number, theme: Theme, line: DrawRow<T>): string[];
  /** Where in a drawn window a row stands. */
  place(index: number, rows: number): number;
  /** `3 of 12`, `3 of many`. */
  position(): string;
}

export type DrawRow<T> = (row: T, columns: number, mark: 'selected' | 'other') => string;

const keptPages = 40;

export function createList<T>(read: ReadRows<T>, options: ListOptions<T>): List<T> {
  const { key, direction = 'down', pageSize = 50 } = options;
  const pages = new Map<number, readonly T[]>();
  let length: number | null = null;
  let index = 0;
  let top = 0;

  function page(number: number): readonly T[] {
    const known = pages.get(number);
    if (known) return known;
    const rows = read(number * pageSize, pageSize);
    if (pages.size >= keptPages) pages.delete(pages.keys().next().value as number);
    pages.set(number, rows);
    if (rows.length < pageSize && (rows.length > 0 || number === 0)) length = number * pageSize + rows.length;
    return rows;
  }

  const at = (wanted: number): T | undefined =>
    wanted < 0 || (length !== null && wanted >= length)
      ? undefined
      : page(Math.floor(wanted / pageSize))[wanted % pageSize];

  /** The last row that exists between `from`, which does or is 0, and `to`. */
  function lastUpTo(from: number, to: number): number {
    if (at(to) !== undefined) return to;
    let low = Math.max(0, from);
    let high = to;
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (at(middle) === undefined) high = middle;
      else low = middle;
    }
    if (length === null) length = at(low) === undefined ? 0 : low + 1;
    return low;
  }

  function last(): number {
    if (length !== null) return Math.max(0, length - 1);
    let step = pageSize;
    while (at(index + step) !== undefined) step *= 2;
    return lastUpTo(index + Math.floor(step / 2) * (step > pageSize ? 1 : 0), index + step);
  }

  function select(wanted: number): void {
    index = wanted <= 0 ? 0 : lastUpTo(at(index) === undefined || index > wanted ? 0 : index, wanted);
  }

  function follow(rows: number): void {
    if (index < top) top = index;
    if (index >= top + rows) top = index - rows + 1;
    top = Math.max(0, top);
  }

  const forward = direction === 'down' ? 1 : -1;

  const list: List<T> = {
    get index() {
      return index;
    },
    get length() {
      return length;
    },
    selected: () => at(index),
    at,
    select,
    move(move, rows) {
      const page = Math.max(1, rows - 1);
      switch (move) {
        case 'up':
          select(index - forward);
          return true;
        case 'down':
          select(index + forward);
          return true;
        case 'page-up':
          select(index - forward * page);
          return true;
        case 'page-down':
          select(index + forward * page);
          return true;
        case 'top':
          index = direction === 'down' ? 0 : last();
          return true;
        case 'bottom':
          index = direction === 'down' ? last() : 0;
          return true;
        case 'close':
        case 'choose':
          return false;
      }
    },
    refresh() {
      const row = at(index);
      const name = row === undefined ? null : key(row);
      const near = pageSize;
      pages.clear();
      length = null;
      const from = Math.max(0, index - near);
      for (let distance = 0; name !== null && distance <= near; distance++)
        for (const place of [index - distance, index + distance]) {
          const other = place >= from ? at(place) : undefined;
          if (other !== undefined && key(other) === name) {
            index = place;
            return;
          }
        }
      select(index);
    },
    reset() {
      pages.clear();
      length = null;
      index = 0;
      top = 0;
    },
    window(rows) {
      follow(rows);
      while (top > 0 && at(top + rows - 1) === undefined && top + rows > (length ?? Number.POSITIVE_INFINITY)) top--;
      const shown: { row: T; index: number }[] = [];
      for (let place = top; place < top + rows; place++) {
        const row = at(place);
        if (row === undefined) break;
        shown.push({ row, index: place });
      }
      return direction === 'down' ? shown : shown.reverse();
    },
    draw(rows, columns, theme, line) {
      return list.window(rows).map(({ row, index: place }) => {
        if (place !== index) return `  ${truncate(line(row, columns - 2, 'other'), columns - 2)}`;
        const text = padEnd(truncate(line(row, columns - 2, 'selected'), columns - 2), columns - 2);
        return theme.selected(`${theme.accent('›')} ${text}`);
      });
    },
    place(wanted, rows) {
      return list.window(rows).findIndex((shown) => shown.index === wanted);
    },
    position() {
      if (at(0) === undefined) return '';
      return `${index + 1} of ${length ?? 'many'}`;
    },
  };
  return list;
}

/** Rows that are all there already. */
export function rowsOf<T>(all: () => readonly T[]): ReadRows<T> {
  return (offset, limit) => all().slice(offset, offset + limit);
}
