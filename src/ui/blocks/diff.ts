// A change to a file as coloured lines: number, sign, text. The sign tells as much as the colour; tints end with the text's
// block, not at the edge of the screen, because a full line leaves a ghost when the window narrows.

import { plural } from '../../text/figures.ts';
import { highlight } from '../markdown/highlight.ts';
import { grammarOfPath } from '../markdown/languages.ts';
import { sanitise } from '../text/sanitise.ts';
import { splitStyled } from '../text/styled.ts';
import { padEnd } from '../text/truncate.ts';
import { textWidth } from '../text/width.ts';
import { wrap } from '../text/wrap.ts';
import type { Style, Theme } from '../theme.ts';
import { type DiffLine, diffLines } from './line-diff.ts';

export { diffLines };

export interface FileChange {
  readonly path: string;
  readonly before: string;
  readonly after: string;
  /** Where `before` starts in the file; without it lines go unnumbered. */
  readonly firstLine?: number;
}

export interface DiffOptions {
  readonly width: number;
  readonly theme: Theme;
  /** Unchanged lines shown around a change. Default 3. */
  readonly context?: number;
  /** Lines shown at most. */
  readonly most?: number;
}

export interface DiffPicture {
  readonly lines: string[];
  /** Lines left out because of `most`. */
  readonly hidden: number;
  readonly added: number;
  readonly removed: number;
}

export function renderDiff(change: FileChange, options: DiffOptions): DiffPicture {
  const before = sanitise(change.before);
  const after = sanitise(change.after);
  const lines = diffLines(before, after);
  const shown = around(lines, options.context ?? 3);
  const most = options.most ?? Number.POSITIVE_INFINITY;
  const kept = shown.length > most ? shown.slice(0, most) : shown;
  const first = change.firstLine ?? null;
  const painter = paint({ before, after, path: change.path }, first, kept, options);
  return {
    lines: block(kept.map(painter), options),
    hidden: shown.length - kept.length,
    added: lines.filter((line) => line.kind === 'added').length,
    removed: lines.filter((line) => line.kind === 'removed').length,
  };
}

export function countLine({ added, removed }: { added: number; removed: number }): string {
  if (removed === 0) return `${plural(added, 'line')} added`;
  if (added === 0) return `${plural(removed, 'line')} removed`;
  return `${added} added, ${removed} removed`;
}

type Shown = DiffLine | { kind: 'gap' };

function around(lines: DiffLine[], context: number): Shown[] {
  const near = new Set<number>();
  for (const [index, line] of lines.entries()) {
    if (line.kind === 'same') continue;
    for (let at = index - context; at <= index + context; at++) near.add(at);
  }
  const shown: Shown[] = [];
  for (const [index, line] of lines.entries()) {
    if (near.has(index)) shown.push(line);
    else if (near.has(index - 1) && lines.slice(index).some((_, ahead) => near.has(index + ahead)))
      shown.push({ kind: 'gap' });
  }
  return shown;
}

interface Row {
  kind: Shown['kind'];
  gutter: string;
  text: string;
}

function paint(
  texts: { before: string; after: string; path: string },
  first: number | null,
  kept: Shown[],
  { theme }: DiffOptions,
): (line: Shown) => Row {
  const grammar = isTint(theme.added) ? grammarOfPath(texts.path) : null;
  const old = highlight(texts.before, grammar, theme);
  const young = highlight(texts.after, grammar, theme);
  const number = (line: Shown) =>
    line.kind === 'gap' ? 0 : (line.kind === 'removed' ? line.before : line.after) + (first ?? 1) - 1;
  const digits = first === null ? 0 : Math.max(2, ...kept.map((line) => String(number(line)).length)) + 1;
  return (line) => {
    if (line.kind === 'gap') return { kind: 'gap', gutter: `${' '.repeat(digits)}`, text: theme.dim('⋯') };
    const label = theme.dim(first === null ? '' : `${String(number(line)).padStart(digits - 1)} `);
    if (line.kind === 'same') return { kind: 'same', gutter: `${label}  `, text: theme.dim(line.text) };
    const coloured = line.kind === 'removed' ? old[line.before - 1]! : young[line.after - 1]!;
    const style = line.kind === 'removed' ? theme.removedWord : theme.addedWord;
    return { kind: line.kind, gutter: label, text: emphasised(coloured, line.words, style) };
  };
}

function emphasised(coloured: string, words: readonly (readonly [number, number])[], style: Style): string {
  if (words.length === 0) return coloured;
  return splitStyled(coloured, words.flat())
    .map((piece, index) => (index % 2 === 1 ? style(piece) : piece))
    .join('');
}

const isTint = (style: Style) => /\x1b\[(?:48|4[0-7]|10[0-7])/.test(style('x'));

function block(rows: Row[], { width, theme }: DiffOptions): string[] {
  const wrapped = rows.map((row) => ({
    ...row,
    pieces: wrap(row.text, Math.max(2, width - textWidth(row.gutter) - signWidth(row)), { mode: 'cut' }),
  }));
  const tint = isTint(theme.added);
  const widest = Math.max(0, ...wrapped.flatMap((row) => row.pieces.map((piece) => textWidth(piece) + signWidth(row))));
  return wrapped.flatMap((row) =>
    row.pieces.map((piece, index) => {
      const gutter = index === 0 ? row.gutter : ' '.repeat(textWidth(row.gutter));
      if (row.kind === 'same' || row.kind === 'gap') return (gutter + piece).trimEnd();
      const style = row.kind === 'added' ? theme.added : theme.removed;
      const sign = index === 0 ? (row.kind === 'added' ? '+ ' : '- ') : '  ';
      return gutter + style(tint ? padEnd(sign + piece, widest) : sign + piece);
    }),
  );
}

const signWidth = (row: { kind: Row['kind'] }) => (row.kind === 'same' || row.kind === 'gap' ? 0 : 2);
