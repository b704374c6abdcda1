// What keys do in an overlay, as data: the same table is looked up and written into the footer, so that they cannot disagree.
import { chordLabel } from '../keys/chords.ts';
import { chordOf, type InputEvent } from '../keys/events.ts';
import { commandFor, defaultKeymap, type Keymap } from '../keys/keymap.ts';
import type { Size } from '../overlay.ts';
import { textWidth } from '../text/width.ts';
import type { Theme } from '../theme.ts';
import { footRows } from './frame.ts';

export interface Binding<Action extends string> {
  readonly action: Action;
  readonly chords: readonly string[];
  /** For the footer and the help; the more important ones first. */
  readonly help: string;
}

export function actionFor<Action extends string>(
  bindings: readonly Binding<Action>[],
  event: InputEvent,
): Action | null {
  if (event.type !== 'key') return null;
  const chord = chordOf(event);
  return bindings.find((binding) => binding.chords.includes(chord))?.action ?? null;
}

export type Move = 'close' | 'choose' | 'up' | 'down' | 'page-up' | 'page-down' | 'top' | 'bottom';

/** The moves every overlay has, by the person's own keymap. */
export function moveFor(keymap: Keymap | undefined, event: InputEvent): Move | null {
  const command = commandFor(keymap ?? defaultKeymap, 'overlay', event);
  return command?.startsWith('overlay-') ? (command.slice('overlay-'.length) as Move) : null;
}

const letterMoves: readonly Binding<Move>[] = [
  { action: 'up', chords: ['k'], help: 'up' },
  { action: 'down', chords: ['j'], help: 'down' },
  { action: 'top', chords: ['g'], help: 'to the top' },
  { action: 'bottom', chords: ['shift+g'], help: 'to the bottom' },
  { action: 'page-down', chords: ['space', 'ctrl+d'], help: 'a page down' },
  { action: 'page-up', chords: ['b', 'ctrl+u'], help: 'a page up' },
  { action: 'close', chords: ['q'], help: 'close' },
];

/** Where nothing is typed, letters move too, as in a pager. */
export function pagerMoveFor(keymap: Keymap | undefined, event: InputEvent): Move | null {
  return moveFor(keymap, event) ?? actionFor(letterMoves, event);
}

/** A letter is written as it is typed: `y`, `Y`; anything else as in the rest of the help. */
export function keyName(chord: string): string {
  const letter = /^(shift\+)?(\p{L})$/u.exec(chord);
  if (!letter) return chordLabel(chord);
  return letter[1] ? letter[2]!.toUpperCase() : letter[2]!;
}

export interface Hint {
  readonly key: string;
  readonly help: string;
}

export function hintsOf(bindings: readonly Binding<string>[]): Hint[] {
  return bindings
    .filter(({ chords, help }) => chords.length > 0 && help !== '')
    .map(({ chords, help }) => ({ key: keyName(chords[0]!), help }));
}

/** As many as fit, in order; what closes the overlay always stands last. */
export function footerOf(hints: readonly Hint[], theme: Theme, size: Size): string {
  const separator = ' · ';
  const last: Hint = { key: 'Esc', help: 'close' };
  const width = ({ key, help }: Hint) => textWidth(key) + 1 + textWidth(help);
  const rows: Hint[][] = [[]];
  let used = 0;
  for (const hint of hints) {
    const kept = rows.length === footRows(size) ? width(last) + separator.length : 0;
    const needed = width(hint) + (used === 0 ? 0 : separator.length);
    if (used + needed + kept <= size.columns) {
      rows.at(-1)!.push(hint);
      used += needed;
    } else if (kept === 0) {
      rows.push([hint]);
      used = width(hint);
    } else break;
  }
  if (used + separator.length + width(last) > size.columns) rows.push([]);
  rows.at(-1)!.push(last);
  const shown = ({ key, help }: Hint) => `${theme.accent(key)} ${theme.dim(help)}`;
  return rows.map((row) => row.map(shown).join(theme.dim(separator))).join('\n');
}
