// A short list to choose from: arrows or a digit, the chosen one marked by more than colour.
import { wrap } from '../text/wrap.ts';
import type { Theme } from '../theme.ts';

export interface Choice {
  readonly label: string;
  readonly description?: string;
  /** The letter that takes it at once. */
  readonly key?: string;
  /** For lists of which several may be taken. */
  readonly taken?: boolean;
}

export interface ChoicesView {
  readonly width: number;
  readonly theme: Theme;
  readonly selected: number;
  readonly active: boolean;
}

export function renderChoices(choices: readonly Choice[], { width, theme, selected, active }: ChoicesView): string[] {
  return choices.flatMap((choice, index) => {
    const chosen = active && index === selected;
    const box = choice.taken === undefined ? '' : choice.taken ? '[x] ' : '[ ] ';
    const first = `${chosen ? theme.accent('❯') : ' '} ${theme.dim(`${index + 1}.`)} ${box}`;
    const rest = ' '.repeat(5 + box.length);
    const key = choice.key === undefined ? '' : theme.dim(` (${choice.key})`);
    const label = `${chosen ? theme.accent(choice.label) : choice.label}${key}`;
    const lines = wrap(label, width, { first, rest });
    return choice.description
      ? [...lines, ...wrap(theme.dim(choice.description), width, { first: rest, rest })]
      : lines;
  });
}

export function moved(selected: number, by: -1 | 1, count: number): number {
  return (selected + by + count) % count;
}

/** `1` to `9` name the choices in order. */
export function digitOf(text: string, count: number): number | null {
  const index = /^[1-9]$/.test(text) ? Number(text) - 1 : -1;
  return index >= 0 && index < count ? index : null;
}
