// The draft as rows: at most `maxRows`, each narrower than `width`, scrolled so that the cursor is among them and placed where an
// input method wants it. The column left free at the right holds the cursor at the end of a full row.

import { textWidth } from '../text/width.ts';
import type { Theme } from '../theme.ts';
import { clustersFrom, isChipAt } from './boundaries.ts';
import { type BufferState, isEmptyBuffer, lineText } from './buffer.ts';
import { columnAt, glyphOf, rowAt, rowStarts } from './layout.ts';

export const PROMPT = '› ';
const NARROW = 8;

export interface DraftViewOptions {
  readonly width: number;
  readonly maxRows: number;
  readonly theme: Theme;
  readonly placeholder?: string;
  readonly prompt?: string;
}

export interface DraftView {
  readonly lines: readonly string[];
  readonly cursor: { readonly row: number; readonly column: number };
}

/** Columns for text, beside the prompt mark and the free column; the mark gives way in a very narrow window. */
export function draftColumns(width: number, prompt = PROMPT): number {
  return Math.max(2, width - 1 - promptWidth(width, prompt));
}

function promptWidth(width: number, prompt: string): number {
  return width < NARROW ? 0 : textWidth(prompt);
}

export function composerView(state: BufferState, options: DraftViewOptions): DraftView {
  const { width, theme, prompt = PROMPT, placeholder = '' } = options;
  const maxRows = Math.max(1, options.maxRows);
  const columns = draftColumns(width, prompt);
  const indent = promptWidth(width, prompt);
  const markStyle = lineText(state, 0).startsWith('!') ? theme.warn : theme.accent;
  const mark = indent === 0 ? '' : markStyle(prompt);
  if (isEmptyBuffer(state)) {
    const hint = clip(placeholder, columns);
    return { lines: [mark + (hint === '' ? '' : theme.dim(hint))], cursor: { row: 0, column: indent } };
  }

  const counts = state.lines.map((line) => rowStarts(line, columns, state.chips).length);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const { line, offset } = state.cursor;
  const starts = rowStarts(state.lines[line]!, columns, state.chips);
  const rowInLine = rowAt(starts, offset);
  const cursorRow = counts.slice(0, line).reduce((sum, count) => sum + count, 0) + rowInLine;
  const first = firstRow(cursorRow, total, maxRows);

  const lines: string[] = [];
  let row = 0;
  for (const [index, count] of counts.entries()) {
    if (row + count > first && row < first + maxRows) {
      for (let inLine = Math.max(0, first - row); inLine < count && row + inLine < first + maxRows; inLine++) {
        const lead = row + inLine === 0 ? mark : ' '.repeat(indent);
        lines.push(lead + rowText(state, index, inLine, columns, theme));
      }
    }
    row += count;
    if (row >= first + maxRows) break;
  }
  const column = indent + columnAt(lineText(state, line), starts[rowInLine]!, offset, columns, state.chips);
  return { lines, cursor: { row: cursorRow - first, column } };
}

/** Keeps a row of context on each side of the cursor where there is room. */
function firstRow(cursorRow: number, total: number, maxRows: number): number {
  if (total <= maxRows) return 0;
  const below = maxRows > 2 ? 1 : 0;
  const wanted = cursorRow + below - maxRows + 1;
  return Math.max(0, Math.min(wanted, total - maxRows));
}

function rowText(state: BufferState, line: number, row: number, columns: number, theme: Theme): string {
  const { text } = state.lines[line]!;
  const starts = rowStarts(state.lines[line]!, columns, state.chips);
  const end = starts[row + 1] ?? text.length;
  let shown = '';
  let width = 0;
  for (const cluster of clustersFrom(text, starts[row]!)) {
    if (cluster.index >= end) break;
    const glyph = glyphOf(cluster.text, columns, state.chips);
    if (width + glyph.width > columns) break;
    width += glyph.width;
    shown += isChipAt(cluster.text, 0) ? theme.accent(glyph.text) : glyph.text;
  }
  return shown;
}

/** The start of a plain text that fits, with an ellipsis when something is missing. */
export function clip(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text;
  let kept = '';
  let width = 0;
  for (const cluster of clustersFrom(text, 0)) {
    const glyph = glyphOf(cluster.text, columns, new Map());
    if (width + glyph.width > columns - 1) break;
    width += glyph.width;
    kept += glyph.text;
  }
  return columns < 1 ? '' : `${kept}…`;
}
