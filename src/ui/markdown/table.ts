// Tables that fit. Columns shrink from the widest, cells wrap; when a column would be too narrow to read, each row is
// written as a list of "heading: value" instead. No outer border: it would cost columns and say nothing.
import type { Tokens } from 'marked';
import { padBoth, padEnd, padStart } from '../text/truncate.ts';
import { textWidth } from '../text/width.ts';
import { wrap } from '../text/wrap.ts';
import type { Theme } from '../theme.ts';
import { inline } from './inline.ts';

const GAP = 3;
const NARROWEST = 6;

export function renderTable(token: Tokens.Table, width: number, theme: Theme): string[] {
  const head = token.header.map((cell) => theme.bold(inline(cell.tokens, theme)));
  const rows = token.rows.map((row) => row.map((cell) => inline(cell.tokens, theme)));
  const columns = columnWidths([head, ...rows], width);
  return columns ? grid(head, rows, columns, token.align, theme) : stack(head, rows, width, theme);
}

/** Column widths, or null when the table does not fit in a readable way. */
function columnWidths(cells: string[][], width: number): number[] | null {
  const count = cells[0]!.length;
  const room = width - GAP * (count - 1);
  const natural = column(cells, (text) => Math.max(...text.split('\n').map(textWidth)));
  if (sum(natural) <= room) return natural;
  const words = column(cells, (text) => Math.max(...text.split(/\s/).map(textWidth)));
  const least = natural.map((wide, index) => Math.min(wide, Math.max(NARROWEST, Math.min(words[index]!, 16))));
  if (sum(least) > room) return null;
  return share(natural, least, room);
}

/** Lowers the widest columns to one level until all fit; none goes under its least. */
function share(natural: number[], least: number[], room: number): number[] {
  let low = 0;
  let high = Math.max(...natural);
  const at = (level: number) => natural.map((wide, index) => Math.min(wide, Math.max(least[index]!, level)));
  while (low < high) {
    const level = Math.ceil((low + high) / 2);
    if (sum(at(level)) <= room) low = level;
    else high = level - 1;
  }
  const widths = at(low);
  for (let index = 0, left = room - sum(widths); index < widths.length && left > 0; index++) {
    if (widths[index]! >= natural[index]!) continue;
    widths[index]!++;
    left--;
  }
  return widths;
}

function grid(
  head: string[],
  rows: string[][],
  widths: number[],
  align: Tokens.Table['align'],
  theme: Theme,
): string[] {
  const wrapped = rows.map((row) => row.map((cell, index) => wrap(cell, widths[index]!)));
  const tall = wrapped.some((row) => row.some((cell) => cell.length > 1));
  const rule = theme.dim(widths.map((wide) => '─'.repeat(wide)).join('─┼─'));
  const thin = theme.dim(widths.map((wide) => '╌'.repeat(wide)).join('╌┼╌'));
  const lines = [
    ...row(
      head.map((cell, index) => wrap(cell, widths[index]!)),
      widths,
      align,
      theme,
    ),
    rule,
  ];
  for (const [index, cells] of wrapped.entries()) {
    if (tall && index > 0) lines.push(thin);
    lines.push(...row(cells, widths, align, theme));
  }
  return lines;
}

function row(cells: string[][], widths: number[], align: Tokens.Table['align'], theme: Theme): string[] {
  const height = Math.max(1, ...cells.map((cell) => cell.length));
  const bar = theme.dim(' │ ');
  return Array.from({ length: height }, (_, line) =>
    widths
      .map((wide, index) => {
        const text = cells[index]?.[line] ?? '';
        const last = index === widths.length - 1;
        if (align[index] === 'right') return padStart(text, wide);
        if (align[index] === 'center') return last ? padBoth(text, wide).trimEnd() : padBoth(text, wide);
        return last ? text : padEnd(text, wide);
      })
      .join(rightToLeft.test(cells.flat().join('')) ? `\u200e${bar}\u200e` : bar),
  );
}

/** On terminals that reorder, a mark on either side of the bar keeps cells in their columns. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

function stack(head: string[], rows: string[][], width: number, theme: Theme): string[] {
  const labels = head.map((cell) => cell.replaceAll('\n', ' '));
  if (rows.length === 0) return wrap(labels.join(theme.dim(' │ ')), width);
  const wide = Math.min(Math.max(...labels.map(textWidth)), Math.max(4, Math.floor(width / 3)));
  const lines: string[] = [];
  for (const [index, cells] of rows.entries()) {
    if (index > 0) lines.push('');
    for (const [at, label] of labels.entries()) {
      const value = cells[at] ?? '';
      if (value === '') continue;
      if (textWidth(label) > wide) lines.push(...wrap(label, width), ...wrap(value, width, { first: '  ' }));
      else lines.push(...wrap(value, width, { first: `${padEnd(label, wide)}  `, rest: ' '.repeat(wide + 2) }));
    }
  }
  return lines;
}

const sum = (widths: number[]) => widths.reduce((total, wide) => total + wide, 0);
const column = (cells: string[][], measure: (text: string) => number) =>
  cells[0]!.map((_, index) => Math.max(1, ...cells.map((line) => measure(line[index] ?? ''))));
