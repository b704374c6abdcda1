// A finished entry as lines. It is asked once for each, when the entry goes into the scrollback, with the width of that moment.

import { plural } from '../../text/figures.ts';
import { shortFolder } from '../../text/folder.ts';
import type { Item } from '../blocks/items.ts';
import { renderItem, standTogether } from '../blocks/render.ts';
import type { Entry, EntryItem } from '../state/model.ts';
import { oneLine } from '../text/sanitise.ts';
import { truncate } from '../text/truncate.ts';
import type { Theme } from '../theme.ts';

export interface EntryView {
  readonly width: number;
  readonly theme: Theme;
  readonly cwd: string;
  readonly home: string;
  readonly readerKey: string;
  readonly now: number;
}

/** Draws entries in the order they are printed; each knows what stands above it. */
export function entryPrinter(view: () => EntryView): (entry: Entry) => readonly string[] {
  let before: { item: EntryItem; height: number } | null = null;
  return ({ item }) => {
    const lines = itemLines(item, view());
    if (lines.length === 0) return lines;
    const after = { item, height: lines.length };
    const ends = item.kind === 'turn-end' && before?.item.kind !== 'prompt';
    const close = before === null || ends || together(before, after);
    before = after;
    return close ? lines : ['', ...lines];
  };
}

interface Printed {
  readonly item: EntryItem;
  readonly height: number;
}

function together(before: Printed, after: Printed): boolean {
  return isBlock(before) && isBlock(after) && standTogether(before, after);
}

const isBlock = (printed: Printed): printed is { item: Item; height: number } =>
  printed.item.kind !== 'thread' && printed.item.kind !== 'lines';

function itemLines(item: EntryItem, view: EntryView): string[] {
  const { width, theme, cwd, now } = view;
  if (item.kind === 'lines') return item.lines.map((line) => truncate(line, width));
  if (item.kind !== 'thread') return renderItem(item, { width, theme, detail: 'folded', now, cwd });
  const name = item.title === null ? 'Untitled thread' : oneLine(item.title);
  const head = `${theme.accent('◆')} ${theme.bold(name)} ${theme.dim(shortFolder(item.cwd, view.home))}`;
  const above =
    item.above > 0 ? [theme.dim(`  ${plural(item.above, 'message')} above: ${view.readerKey} shows everything`)] : [];
  return [head, ...above].map((line) => truncate(line, width));
}
