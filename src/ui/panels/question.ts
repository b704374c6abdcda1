// Questions of the model, one after the other: a choice, several, or words of one's own. They are answered together, when the last one is.
import type { Question, QuestionAsk } from '../../engine/agent.ts';
import type { InputEvent } from '../keys/events.ts';
import { commandFor } from '../keys/keymap.ts';
import { createField } from '../overlays/field.ts';
import { sanitise } from '../text/sanitise.ts';
import { wrap } from '../text/wrap.ts';
import { type Choice, digitOf, moved, renderChoices } from './choices.ts';
import { answered, type Panel, type PanelContext, type PanelOutcome, stay, unused } from './panel.ts';
import { stack } from './stack.ts';

export function createQuestionPanel(ask: QuestionAsk, context: PanelContext): Panel {
  const { theme, keymap } = context;
  const answers: Record<string, string> = {};
  let at = 0;
  let selected = 0;
  let scrolled = 0;
  let taken = new Set<number>();
  let field = createField({ theme, keymap, placeholder: 'in your own words' });
  let writing = false;

  const question = (): Question => ask.questions[at]!;
  const other = () => question().options.length;
  const count = () => question().options.length + 1;

  const choices = (): Choice[] => [
    ...question().options.map(
      ({ label, description }, index): Choice => ({
        label: sanitise(label),
        description: sanitise(description),
        ...(question().multiSelect ? { taken: taken.has(index) } : {}),
      }),
    ),
    { label: 'Something else…' },
  ];

  const next = (answer: string): PanelOutcome => {
    answers[question().question] = answer;
    at += 1;
    selected = 0;
    scrolled = 0;
    taken = new Set();
    writing = false;
    field = createField({ theme, keymap, placeholder: 'in your own words' });
    if (at < ask.questions.length) return stay;
    at = ask.questions.length - 1;
    return answered({ kind: 'choose', answers });
  };

  const labels = () => [...taken].sort((a, b) => a - b).map((index) => question().options[index]!.label);

  const toggle = (index: number): PanelOutcome => {
    if (!taken.delete(index)) taken.add(index);
    return stay;
  };

  const take = (index: number): PanelOutcome => {
    selected = index;
    if (index === other()) {
      writing = true;
      return stay;
    }
    if (!question().multiSelect) return next(question().options[index]!.label);
    if (taken.size === 0) taken.add(index);
    return next(labels().join(', '));
  };

  const inputWhileWriting = (event: InputEvent): PanelOutcome => {
    if (field.input(event, 80)) return stay;
    const command = commandFor(keymap, 'panel', event);
    if (command === 'panel-leave') writing = false;
    const text = field.text.trim();
    return command === 'panel-choose' && text !== '' ? next([...labels(), text].join(', ')) : stay;
  };

  return {
    ask,
    get typing() {
      return writing;
    },
    input: (event) => {
      if (writing) return inputWhileWriting(event);
      if (event.type !== 'key') return unused;
      const digit = digitOf(event.text, count());
      if (digit !== null) return question().multiSelect && digit !== other() ? toggle(digit) : take(digit);
      if (event.key === 'space' && question().multiSelect && selected !== other()) return toggle(selected);
      if (event.key === 'pagedown' || event.key === 'pageup') {
        scrolled = Math.max(0, scrolled + (event.key === 'pagedown' ? 5 : -5));
        return stay;
      }
      switch (commandFor(keymap, 'panel', event)) {
        case 'panel-previous':
          selected = moved(selected, -1, count());
          return stay;
        case 'panel-next':
          selected = moved(selected, 1, count());
          return stay;
        case 'panel-choose':
          return take(selected);
        case 'panel-other':
          return { type: 'other' };
        case 'panel-leave':
          return { type: 'leave' };
        default:
          return unused;
      }
    },
    view: (view) => {
      const { header, multiSelect } = question();
      const step = ask.questions.length > 1 ? theme.dim(` question ${at + 1} of ${ask.questions.length}`) : '';
      const title = `${theme.warn('?')} ${theme.bold(sanitise(header || 'A question'))}${step}${multiSelect ? theme.dim(' · Space marks, Enter sends') : ''}`;
      const details = wrap(sanitise(question().question), view.width - 2);
      const shown = writing ? field.view(view.width) : null;
      const foot =
        shown?.lines ?? renderChoices(choices(), { width: view.width, theme, selected, active: view.active });
      const picture = stack({ title, details, foot, scrolled, view, theme, keymap });
      scrolled = picture.scrolled;
      return {
        lines: picture.lines,
        cursor: shown && { row: picture.footRow + shown.cursor.row, column: shown.cursor.column },
      };
    },
  };
}
