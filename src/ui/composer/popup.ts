// What stands below the draft: proposals, or the matches of a history search. At most so many rows, none as wide as the window,
// the chosen one always among them.

import { textWidth } from '../text/width.ts';
import type { Theme } from '../theme.ts';
import { clustersFrom } from './boundaries.ts';
import type { Completion } from './completion.ts';
import { foldText, type HistorySearch } from './history.ts';
import { glyphOf } from './layout.ts';
import { clip, type DraftView, draftColumns } from './view.ts';

export interface PopupOptions {
  readonly width: number;
  readonly maxRows: number;
  readonly theme: Theme;
}

const MARK = '› ';
const LABEL_SHARE = 0.6;
const LABEL_MOST = 32;

export function completionView(state: Completion, options: PopupOptions): string[] {
  const columns = Math.max(4, options.width - 1);
  const widest = Math.max(...state.proposals.map((proposal) => textWidth(proposal.label)));
  const help = Math.max(...state.proposals.map((proposal) => textWidth(proposal.help)));
  const room = columns - MARK.length;
  const fair = Math.max(Math.min(LABEL_MOST, Math.floor(room * LABEL_SHARE)), room - help - 2);
  const labels = Math.min(widest, help === 0 ? room : fair);
  const rows = state.proposals.map((proposal): Row => {
    const cut = state.kind === 'file' ? clipStart(proposal.label, labels, proposal.hits) : clipHits(proposal, labels);
    const padding = proposal.help === '' ? '' : ' '.repeat(Math.max(0, labels - textWidth(cut.text)) + 2);
    return { ...cut, tail: padding + clip(proposal.help, Math.max(0, room - labels - 2)) };
  });
  return list(rows, state.selected, options);
}

/** The query where the draft was, its matches below. */
export function searchView(
  state: HistorySearch,
  options: PopupOptions,
): DraftView & { readonly popup: readonly string[] } {
  const { theme, width } = options;
  const title = width < 24 ? '' : 'history: ';
  const columns = draftColumns(width);
  const query = clipStart(state.query, Math.max(1, columns - title.length), []).text;
  const lead = width < 8 ? '' : theme.accent(MARK);
  const room = Math.max(4, width - 1) - MARK.length;
  const words = foldText(state.query).split(/\s+/).filter(Boolean);
  const rows = state.matches.map((match): Row => ({ ...matchRow(match, words, room), tail: '' }));
  const popup =
    rows.length === 0 ? [theme.dim(clip('  no prompt like that', width - 1))] : list(rows, state.index, options);
  const column = (width < 8 ? 0 : MARK.length) + title.length + textWidth(query);
  return { lines: [lead + theme.dim(title) + query], cursor: { row: 0, column }, popup };
}

interface Row {
  readonly text: string;
  readonly hits: ReadonlySet<number>;
  readonly tail: string;
}

function list(rows: readonly Row[], selected: number, { maxRows, theme, width }: PopupOptions): string[] {
  const most = Math.max(1, maxRows);
  const needsMore = rows.length > most && most > 2;
  const shown = needsMore ? most - 1 : most;
  const first = Math.max(0, Math.min(selected - Math.floor(shown / 2), rows.length - shown));
  const lines = rows.slice(first, first + shown).map((row, index) => {
    if (first + index === selected) return theme.selected(MARK + row.text + row.tail);
    return `  ${withHits(row, theme)}${row.tail === '' ? '' : theme.dim(row.tail)}`;
  });
  if (needsMore) lines.push(theme.dim(clip(`  … ${selected + 1} of ${rows.length}`, Math.max(4, width - 1))));
  return lines;
}

function withHits({ text, hits }: Row, theme: Theme): string {
  if (hits.size === 0) return text;
  let styled = '';
  let run = '';
  for (const cluster of clustersFrom(text, 0)) {
    if (hits.has(cluster.index)) {
      run += cluster.text;
      continue;
    }
    styled += (run === '' ? '' : theme.hit(run)) + cluster.text;
    run = '';
  }
  return styled + (run === '' ? '' : theme.hit(run));
}

function clipHits(proposal: { label: string; hits: readonly number[] }, columns: number) {
  const text = clip(proposal.label, columns);
  return { text, hits: new Set(proposal.hits.filter((hit) => hit < text.length - (text === proposal.label ? 0 : 1))) };
}

/** The end of a text that fits: of a path the last name matters most. */
function clipStart(text: string, columns: number, hits: readonly number[]) {
  const parts = [...clustersFrom(text, 0)].map((cluster) => ({
    ...cluster,
    glyph: glyphOf(cluster.text, columns, new Map()),
  }));
  const total = parts.reduce((sum, part) => sum + part.glyph.width, 0);
  let dropped = 0;
  let first = 0;
  while (total - dropped > (first === 0 ? columns : columns - 1) && first < parts.length) {
    dropped += parts[first]!.glyph.width;
    first++;
  }
  const lead = first === 0 ? '' : '…';
  const from = parts[first]?.index ?? text.length;
  const kept = parts.slice(first);
  const shown = kept.map((part) => part.glyph.text).join('');
  const exact = shown === text.slice(from);
  const moved = hits.filter((hit) => hit >= from).map((hit) => hit - from + lead.length);
  return { text: lead + shown, hits: new Set(exact ? moved : []) };
}

function matchRow(match: string, words: readonly string[], columns: number) {
  const line = match
    .slice(0, 2000)
    .replace(/\s*\n\s*/g, ' ⏎ ')
    .replace(/\s/g, ' ');
  const folded = line.toLowerCase();
  const places = words.map((word) => ({ at: folded.indexOf(word), length: word.length })).filter(({ at }) => at !== -1);
  const firstHit = Math.min(...places.map(({ at }) => at));
  const from = Number.isFinite(firstHit) && textWidth(line.slice(0, firstHit)) > columns / 2 ? firstHit : 0;
  const start =
    from === 0 ? 0 : [...clustersFrom(line, 0)].findLast(({ index }) => index <= Math.max(0, from - 8))!.index;
  const text = clip((start === 0 ? '' : '…') + line.slice(start), columns);
  const shift = (start === 0 ? 0 : 1) - start;
  const hits = places.flatMap(({ at, length }) => Array.from({ length }, (_, index) => at + index + shift));
  const safe = folded.length === line.length;
  return { text, hits: new Set(safe ? hits.filter((hit) => hit >= 0 && hit < text.length) : []) };
}
