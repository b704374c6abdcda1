// One of a few: models, modes, themes. Typing narrows the list; where any word will do, what is typed is a choice too.
import { fuzzyMatch } from '../composer/fuzzy.ts';
import { closed, type Overlay, type OverlayContext, type OverlayOutcome, type Size, stay } from '../overlay.ts';
import { padEnd, truncate } from '../text/truncate.ts';
import { textWidth } from '../text/width.ts';
import { createField } from './field.ts';
import { bodyRows, frame } from './frame.ts';
import { mark, spansOf } from './highlight.ts';
import { footerOf, moveFor } from './keys.ts';
import { createList, rowsOf } from './list.ts';
import { failureLine } from './names.ts';

export interface Choice {
  readonly value: string;
  readonly help: string;
}

export interface ChooseOptions {
  readonly title: string;
  readonly choices: readonly Choice[];
  readonly current?: string;
  /** `listed`: only the choices; `any`: whatever is typed, too. */
  readonly accept?: 'listed' | 'any';
  readonly onChoice: (value: string) => OverlayOutcome;
}

export function createChoose({ theme, keymap }: OverlayContext, options: ChooseOptions): Overlay {
  const field = createField({
    theme,
    keymap,
    placeholder: options.accept === 'any' ? 'type a name' : 'type to filter',
  });
  let message: string | null = null;

  const rows = (): readonly Choice[] => {
    const query = field.text.trim();
    if (query === '') return options.choices;
    const matching = options.choices.filter((choice) => fuzzyMatch(query, choice.value) !== null);
    const typed = options.accept === 'any' && !options.choices.some((choice) => choice.value === query);
    return typed ? [...matching, { value: query, help: 'as typed' }] : matching;
  };
  const list = createList(rowsOf(rows), { key: (choice) => choice.value });
  list.select(
    Math.max(
      0,
      options.choices.findIndex((choice) => choice.value === options.current),
    ),
  );

  const width = Math.max(8, ...options.choices.map((choice) => textWidth(choice.value)));

  function line(choice: Choice, columns: number): string {
    const match = field.text.trim() === '' ? null : fuzzyMatch(field.text.trim(), choice.value);
    const name = match ? mark(choice.value, spansOf(match.hits, choice.value), theme.hit) : choice.value;
    const now = choice.value === options.current ? theme.accent('◆') : ' ';
    return truncate(`${now} ${padEnd(name, width)}  ${theme.dim(choice.help)}`, columns);
  }

  const listRows = (size: Size) => bodyRows(size) - 1;

  return {
    name: 'choose',
    view(size) {
      const input = field.view(size.columns);
      const drawn = list.draw(listRows(size), size.columns, theme, line);
      if (drawn.length === 0) drawn.push('', `  ${theme.dim('None of them')}`);
      const footer = footerOf([{ key: 'Enter', help: 'choose' }], theme, size);
      const body = [...input.lines, ...drawn];
      return frame(size, theme, { title: options.title, message, footer, body, cursor: input.cursor });
    },
    input(event, size) {
      message = null;
      const move = moveFor(keymap, event);
      if (move === 'close') return closed;
      if (move === 'choose') {
        const choice = list.selected();
        if (!choice) return stay;
        try {
          return options.onChoice(choice.value);
        } catch (error) {
          message = theme.bad(failureLine(error));
        }
      } else if (move) list.move(move, listRows(size));
      else {
        const before = field.text;
        field.input(event, size.columns);
        if (field.text !== before) list.reset();
      }
      return stay;
    },
  };
}
