// How every panel stands: title, what it is about, choices, a hint. When rows are short, what it is about scrolls; the choices never go.
import { type Keymap, keyLabel } from '../keys/keymap.ts';
import { truncate } from '../text/truncate.ts';
import type { Theme } from '../theme.ts';
import type { PanelView } from './panel.ts';

export interface StackParts {
  readonly title: string;
  readonly details: readonly string[];
  readonly foot: readonly string[];
  readonly scrolled: number;
  readonly view: PanelView;
  readonly theme: Theme;
  readonly keymap: Keymap;
}

export interface Stack {
  readonly lines: readonly string[];
  /** Where the foot begins. */
  readonly footRow: number;
  /** As far as it could be scrolled. */
  readonly scrolled: number;
}

export function stack({ title, details, foot, scrolled, view, theme, keymap }: StackParts): Stack {
  const { width, rows, active, besideDraft, place } = view;
  const head = truncate(place === '' ? title : `${title} ${theme.dim(place)}`, width);
  const bar = active ? theme.accent('▌') : theme.dim('▌');
  const room = Math.max(1, rows - foot.length - 2);
  const over = details.length > room;
  const hint = theme.dim(hintFor({ active, besideDraft, over, width, keymap }));
  const height = over ? Math.max(1, room - 1) : details.length;
  const from = Math.min(scrolled, Math.max(0, details.length - height));
  const shown = details.slice(from, from + height);
  const rest = details.length - from - shown.length;
  const more = over
    ? [theme.dim(`  ${from > 0 ? `↑ ${from} ` : ''}${rest > 0 ? `↓ ${rest} more rows: PgDn` : 'end'}`)]
    : [];
  const body = [...shown.map((line) => `${bar} ${line}`), ...more];
  const lines = [head, ...body, ...foot, hint].map((line) => truncate(line, width));
  return { lines: lines.slice(0, Math.max(rows, 1)), footRow: 1 + body.length, scrolled: from };
}

function hintFor({
  active,
  besideDraft,
  over,
  width,
  keymap,
}: {
  active: boolean;
  besideDraft: boolean;
  over: boolean;
  width: number;
  keymap: Keymap;
}): string {
  const leave = keyLabel(keymap, 'panel-leave');
  const enter = keyLabel(keymap, 'panel-focus');
  if (!active && besideDraft) return `${enter} answers · what you typed stays`;
  if (width < 60) return active ? `↑↓ Enter · ${leave} back to typing` : `Tab or ${enter} answers`;
  return active
    ? `↑↓ Enter ·${over ? ' PgDn scrolls ·' : ''} ${leave} back to typing`
    : `Tab or ${enter} answers · or stop typing for a second`;
}
