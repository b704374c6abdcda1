// A question answered by typing: a new title, a folder, a file name.
import { closed, type Overlay, type OverlayContext, type OverlayOutcome, stay } from '../overlay.ts';
import { sanitise } from '../text/sanitise.ts';
import { wrap } from '../text/wrap.ts';
import { createField } from './field.ts';
import { frame } from './frame.ts';
import { footerOf, moveFor } from './keys.ts';
import { failureLine } from './names.ts';

export interface QuestionOptions {
  readonly title: string;
  readonly question: string;
  readonly text?: string;
  readonly placeholder?: string;
  readonly onAnswer: (text: string) => OverlayOutcome;
}

export function createQuestion({ theme, keymap }: OverlayContext, options: QuestionOptions): Overlay {
  const field = createField({ theme, keymap, text: options.text, placeholder: options.placeholder });
  let message: string | null = null;
  return {
    name: 'question',
    view(size) {
      const asked = ['', ...wrap(sanitise(options.question), size.columns), ''];
      const input = field.view(size.columns);
      return frame(size, theme, {
        title: options.title,
        message,
        footer: footerOf([{ key: 'Enter', help: 'take it' }], theme, size),
        body: [...asked, ...input.lines],
        cursor: { row: asked.length + input.cursor.row, column: input.cursor.column },
      });
    },
    input(event, size) {
      message = null;
      const move = moveFor(keymap, event);
      if (move === 'close') return closed;
      if (move !== 'choose') {
        field.input(event, size.columns);
        return stay;
      }
      try {
        return options.onAnswer(field.text.trim());
      } catch (error) {
        message = theme.bad(failureLine(error));
        return stay;
      }
    },
  };
}
