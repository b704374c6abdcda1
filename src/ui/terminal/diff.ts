// From the frame on the screen to the next one with few bytes: rows that stay are not written, rows that only moved are moved by the
// terminal, and a row that only grew gets its tail. Moves are relative, because an inline region does not know its place on the screen.
import { isAscii, textWidth } from '../text/width.ts';

export interface Place {
  readonly row: number;
  readonly column: number;
}

export interface Frame {
  readonly lines: readonly string[];
  /** Where the cursor stands, in the frame; hidden when null. */
  readonly cursor: Place | null;
}

/**
 * Joined rows are continuations of the first, as a wrapped line's are. xterm.js does not wrap the line again that the cursor is on, so
 * a joined frame keeps its rows through every size the window has; no row may lose its join, and none may wrap by itself.
 */
export type Rows = 'apart' | 'joined';

/** From the end of one row to the start of the next, which becomes its continuation, and comes to be if it has to. */
const JOIN = '\x1b[999G\x1b[?7h  \x1b[?7l\r';
const NO_WRAP = '\x1b[?7l';
const WRAP = '\x1b[?7h';

interface Edit {
  readonly type: 'delete' | 'insert';
  readonly at: number;
  readonly count: number;
}

const MAX_SHIFT = 12;

/** Bytes that turn `previous` into `next`, with the terminal's cursor at `from` before and at `next`'s place afterwards. */
export function diffFrames(previous: readonly string[], from: Place, next: Frame, as: Rows = 'apart'): string {
  return as === 'joined' ? diffJoined(previous, from, next) : diffApart(previous, from, next);
}

function diffApart(previous: readonly string[], from: Place, next: Frame): string {
  const pen = new Pen(from);
  const grown = next.lines.length - previous.length;
  const rows = [...previous];
  if (grown > 0) {
    pen.moveTo(previous.length - 1);
    pen.raw('\n'.repeat(grown), { row: previous.length - 1 + grown, column: pen.place.column });
    for (let i = 0; i < grown; i += 1) rows.push('');
  }
  const plan = cheapest(rows, previous.length, next.lines);
  const moved = applied(rows, plan);
  for (const edit of plan) {
    pen.moveTo(edit.at);
    pen.raw(`\x1b[${edit.count}${edit.type === 'delete' ? 'M' : 'L'}`, { row: edit.at, column: 0 });
  }
  for (const [row, line] of next.lines.entries()) if (moved[row] !== line) pen.rewrite(row, moved[row] ?? '', line);
  if (moved.slice(next.lines.length).some((line) => line !== '')) pen.eraseFrom(next.lines.length);
  pen.rest(next);
  return pen.bytes;
}

/**
 * The window may have another size by now, and nobody has said so yet. A shorter one has lost rows below the cursor, so the way there
 * writes them anew; and where the first rows have left it, the way up to them ends early, so the way back is not counted. Rows are not
 * moved by the terminal, because a moved row is joined to nothing.
 */
function diffJoined(previous: readonly string[], from: Place, next: Frame): string {
  const pen = new Pen(from);
  const differ = next.lines.map((line, row) => previous[row] !== line);
  const shorter = previous.length > next.lines.length;
  const last = Math.max(shorter ? next.lines.length - 1 : differ.lastIndexOf(true), restPlace(next).row);
  pen.keep();
  for (const [row, line] of next.lines.slice(0, from.row + 1).entries())
    if (differ[row]) pen.rewrite(row, previous[row] ?? '', line, 'joined');
  pen.back(from);
  for (let row = from.row + 1; row <= last; row += 1) pen.join(row, next.lines[row] ?? '');
  if (shorter) pen.eraseAfter(next.lines.length - 1);
  pen.rest(next);
  return NO_WRAP + pen.bytes + WRAP;
}

/** The frame from a cleared row on, and the cursor to its place. */
export function drawFrame(next: Frame, as: Rows = 'apart'): string {
  const pen = new Pen({ row: next.lines.length - 1, column: 0 });
  pen.raw(next.lines.join(as === 'joined' ? JOIN : '\r\n'), { row: next.lines.length - 1, column: -1 });
  pen.rest(next);
  return as === 'joined' ? NO_WRAP + pen.bytes + WRAP : pen.bytes;
}

/** Where the terminal's cursor is left after a frame. */
export function restPlace(frame: Frame): Place {
  return frame.cursor ?? { row: frame.lines.length - 1, column: 0 };
}

class Pen {
  bytes = '';
  /** `column` −1: somewhere on the row. */
  constructor(public place: Place) {}

  raw(bytes: string, place: Place): void {
    this.bytes += bytes;
    this.place = place;
  }

  keep(): void {
    this.bytes += '\x1b7';
  }

  back(place: Place): void {
    this.raw('\x1b8', place);
  }

  moveTo(row: number, column = 0): void {
    const up = this.place.row - row;
    if (up > 0) this.bytes += up === 1 ? '\x1b[A' : `\x1b[${up}A`;
    if (up < 0) this.bytes += up === -1 ? '\x1b[B' : `\x1b[${-up}B`;
    if (this.place.column !== column) this.bytes += column === 0 ? '\r' : `\x1b[${column + 1}G`;
    this.place = { row, column };
  }

  /** Erasing a row from its first column on would end its join. */
  rewrite(row: number, before: string, after: string, as: Rows = 'apart'): void {
    const kept = sharedStart(before, after);
    this.moveTo(row, kept);
    const rest = after === '' && as === 'joined' ? ' ' : after.slice(kept);
    const covers = isAscii(before) && isAscii(after) && after.length >= before.length;
    this.raw(rest + (covers ? '' : '\x1b[K'), { row, column: isAscii(rest) ? kept + textWidth(rest) : -1 });
  }

  join(row: number, line: string): void {
    this.moveTo(row - 1);
    this.raw(`${JOIN}${line === '' ? ' ' : line}\x1b[K`, { row, column: -1 });
  }

  eraseFrom(row: number): void {
    this.moveTo(row - 1);
    this.raw('\x1b[B\x1b[J', { row, column: 0 });
  }

  /** No line reaches the last column. */
  eraseAfter(row: number): void {
    this.moveTo(row, 998);
    this.raw('\x1b[J', { row, column: -1 });
  }

  rest(frame: Frame): void {
    const { row, column } = restPlace(frame);
    this.moveTo(row, column);
  }
}

/** Columns at the start that are plain and the same in both, so that they need not be written again. */
function sharedStart(before: string, after: string): number {
  let index = 0;
  while (index < before.length && index < after.length) {
    const code = after.charCodeAt(index);
    if (code !== before.charCodeAt(index) || code < 0x20 || code > 0x7e) break;
    index += 1;
  }
  const next = after.charCodeAt(index);
  const old = before.charCodeAt(index);
  return next > 0x7e || old > 0x7e ? Math.max(0, index - 1) : index;
}

function cheapest(rows: readonly string[], written: number, next: readonly string[]): readonly Edit[] {
  let best: readonly Edit[] = [];
  let bestCost = cost(rows, next);
  for (const plan of plans(rows, written, next)) {
    const total = cost(applied(rows, plan), next) + plan.length * 10;
    if (total < bestCost) [best, bestCost] = [plan, total];
  }
  return best;
}

function* plans(rows: readonly string[], written: number, next: readonly string[]): Generator<readonly Edit[]> {
  const top = firstDifference(rows, next);
  if (top === next.length && next.length === rows.length) return;
  const tail = commonTail(rows.slice(0, written), next);
  const grown = rows.length - written;
  if (grown > 0) {
    yield [{ type: 'insert', at: Math.max(0, written - tail), count: grown }];
    yield [{ type: 'insert', at: top, count: grown }];
    return;
  }
  const shrunk = rows.length - next.length;
  if (shrunk > 0) {
    yield [{ type: 'delete', at: Math.min(top, rows.length - shrunk), count: shrunk }];
    yield [{ type: 'delete', at: Math.max(0, next.length - tail), count: shrunk }];
    return;
  }
  const bottom = next.length - tail;
  for (let count = 1; count <= Math.min(MAX_SHIFT, bottom - top - 1); count += 1) {
    yield [
      { type: 'delete', at: top, count },
      { type: 'insert', at: bottom - count, count },
    ];
  }
}

function applied(rows: readonly string[], plan: readonly Edit[]): string[] {
  const moved = [...rows];
  for (const { type, at, count } of plan) {
    const blank = Array.from({ length: count }, () => '');
    if (type === 'delete') {
      moved.splice(at, count);
      moved.push(...blank);
    } else {
      moved.splice(at, 0, ...blank);
      moved.length = rows.length;
    }
  }
  return moved;
}

function cost(rows: readonly string[], next: readonly string[]): number {
  let total = 0;
  for (const [index, line] of next.entries()) if (rows[index] !== line) total += line.length + 8;
  return total;
}

function firstDifference(a: readonly string[], b: readonly string[]): number {
  let index = 0;
  while (index < a.length && index < b.length && a[index] === b[index]) index += 1;
  return index;
}

function commonTail(a: readonly string[], b: readonly string[]): number {
  let length = 0;
  while (length < a.length && length < b.length && a[a.length - 1 - length] === b[b.length - 1 - length]) length += 1;
  return length;
}
