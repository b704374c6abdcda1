// Logical lines become rows of at most `columns`, broken after spaces and around wide characters. A place in a line belongs to exactly
// one row. A line is an object so that its rows are kept with it: an edit lays out the rows it touches, not the draft.
import { clusters } from '../text/width.ts';
import { clustersFrom, isChipAt } from './boundaries.ts';
import { type Chips, chipLabel } from './chips.ts';

export interface Line {
  readonly text: string;
}

export interface Position {
  readonly line: number;
  /** In UTF-16 units, always between two clusters. */
  readonly offset: number;
}

export interface Glyph {
  readonly text: string;
  readonly width: number;
}

const TAB = '    ';
const printableAscii = /^[\x20-\x7e]*$/;
const kept = new WeakMap<Line, { columns: number; starts: readonly number[] }>();

/** What a cluster looks like; nothing that could act on the cells around it gets through. */
export function glyphOf(cluster: string, columns: number, chips: Chips): Glyph {
  if (cluster.length === 1) {
    if (cluster >= ' ' && cluster <= '~') return { text: cluster, width: 1 };
    if (cluster >= '\u4e00' && cluster <= '\u9fff') return { text: cluster, width: 2 };
  }
  if (cluster === '\t') return { text: TAB.slice(0, columns), width: Math.min(columns, TAB.length) };
  if (isChipAt(cluster, 0)) {
    const chip = chips.get(cluster);
    const label = chip === undefined ? '?' : chipLabel(chip);
    return label.length <= columns
      ? { text: label, width: label.length }
      : { text: `${label.slice(0, columns - 1)}…`, width: columns };
  }
  const width = clusters(cluster).reduce((sum, part) => sum + part.width, 0);
  if (width > columns) return { text: '\ufffd', width: 1 };
  if (width > 0) return { text: cluster, width };
  return /^\p{M}/u.test(cluster) ? { text: `◌${cluster}`, width: 1 } : { text: '', width: 0 };
}

/** Offsets at which the rows of a line begin; the first is 0. */
export function rowStarts(line: Line, columns: number, chips: Chips): readonly number[] {
  const known = kept.get(line);
  if (known?.columns === columns) return known.starts;
  const starts = wrap(line.text, columns, chips, [0], () => false);
  kept.set(line, { columns, starts });
  return starts;
}

/** Lays out an edited line from what is known of the old one: rows before the edit stay, rows after it move along. */
export function carryRows(old: Line, edited: Line, from: number, to: number, chips: Chips): void {
  const known = kept.get(old);
  if (known === undefined) return;
  const { columns, starts } = known;
  const shift = edited.text.length - old.text.length;
  const row = Math.max(0, rowAt(starts, Math.max(0, from - 1)) - 1);
  const later = new Set(starts.filter((start) => start > to).map((start) => start + shift));
  let met = -1;
  const fresh = wrap(edited.text, columns, chips, starts.slice(0, row + 1), (start) => {
    if (start <= to + shift || !later.has(start)) return false;
    met = start - shift;
    return true;
  });
  const rest = met === -1 ? [] : starts.filter((start) => start > met).map((start) => start + shift);
  kept.set(edited, { columns, starts: [...fresh, ...rest] });
}

/** Goes on from the last of `begun`; ends early when `enough` says so of a start just found. */
function wrap(
  text: string,
  columns: number,
  chips: Chips,
  begun: readonly number[],
  enough: (start: number) => boolean,
): number[] {
  const starts = [...begun];
  let rowStart = starts.at(-1) ?? 0;
  if (printableAscii.test(text.slice(rowStart, rowStart + columns + 1)) && text.length - rowStart <= columns)
    return starts;
  let width = 0;
  let breakAt = -1;
  let widthAtBreak = 0;
  for (const { text: cluster, index } of clustersFrom(text, rowStart)) {
    const glyph = glyphOf(cluster, columns, chips);
    const end = index + cluster.length;
    const blank = cluster === ' ' || cluster === '\t';
    const breaks = blank || glyph.width > 1;
    if (breaks && !blank && index > rowStart) {
      breakAt = index;
      widthAtBreak = width;
    }
    if (blank && width + glyph.width > columns && index > rowStart) {
      rowStart = end;
      width = 0;
      breakAt = -1;
      starts.push(rowStart);
      if (enough(rowStart)) return starts;
      continue;
    }
    while (width + glyph.width > columns && index > rowStart) {
      const at = breakAt > rowStart ? breakAt : index;
      width = at === index ? 0 : width - widthAtBreak;
      rowStart = at;
      breakAt = -1;
      starts.push(at);
      if (enough(at)) return starts;
    }
    width += glyph.width;
    if (breaks) {
      breakAt = end;
      widthAtBreak = width;
    }
  }
  return starts;
}

/** Which row holds `offset`. */
export function rowAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Columns between the start of the row and `offset`. */
export function columnAt(text: string, start: number, offset: number, columns: number, chips: Chips): number {
  let width = 0;
  for (const cluster of clustersFrom(text, start)) {
    if (cluster.index >= offset) break;
    width += glyphOf(cluster.text, columns, chips).width;
  }
  return Math.min(width, columns);
}

/** The place nearest to `column` in a row, not past its end. */
export function offsetAt(line: Line, row: number, column: number, columns: number, chips: Chips): number {
  const starts = rowStarts(line, columns, chips);
  const start = starts[row] ?? 0;
  const end = starts[row + 1] ?? line.text.length;
  let width = 0;
  let last = start;
  for (const cluster of clustersFrom(line.text, start)) {
    if (cluster.index >= end) break;
    const glyph = glyphOf(cluster.text, columns, chips);
    if (width + glyph.width / 2 > column) return cluster.index;
    width += glyph.width;
    last = cluster.index;
  }
  return row + 1 < starts.length ? last : end;
}
