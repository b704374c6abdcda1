// A dialog of the agent's own screen, as it stands: its words, its choices, nothing guessed. Nothing is chosen beforehand,
// because the first choice may be the one that gives something away.
import type { DialogAsk } from '../../engine/agent.ts';
import { commandFor } from '../keys/keymap.ts';
import { createField } from '../overlays/field.ts';
import { sanitise } from '../text/sanitise.ts';
import { wrap } from '../text/wrap.ts';
import { digitOf, moved, renderChoices } from './choices.ts';
import { answered, type Panel, type PanelContext, stay, unused } from './panel.ts';
import { stack } from './stack.ts';

const titles: Readonly<Record<DialogAsk['name'], string>> = {
  trust: 'Do you trust this folder?',
  'api-key': 'Use this API key?',
  'sign-in': 'claude wants you to sign in',
  'bypass-warning': 'Everything would happen without asking',
  'resume-summary': 'This conversation is large and old',
  unknown: 'claude asks something',
};

export function createDialogPanel(ask: DialogAsk, context: PanelContext): Panel {
  const { theme, keymap } = context;
  const field = createField({ theme, keymap, placeholder: 'type what the dialog wants, then Enter' });
  const typing = ask.options.length === 0;
  let selected = -1;
  let scrolled = 0;
  return {
    ask,
    typing: false,
    input: (event) => {
      const command = commandFor(keymap, 'panel', event);
      if (command === 'panel-leave') return { type: 'leave' };
      if (command === 'panel-other') return { type: 'other' };
      if (typing) {
        if (command === 'panel-choose') return answered({ kind: 'key', key: field.text === '' ? '\r' : field.text });
        return field.input(event, 80) ? stay : unused;
      }
      if (event.type !== 'key') return unused;
      if (event.key === 'pagedown' || event.key === 'pageup') {
        scrolled = Math.max(0, scrolled + (event.key === 'pagedown' ? 5 : -5));
        return stay;
      }
      const own = ask.options.find(({ key }) => key !== '' && key.toLowerCase() === event.text.toLowerCase());
      if (own) return answered({ kind: 'key', key: own.key });
      const digit = digitOf(event.text, ask.options.length);
      if (digit !== null) return answered({ kind: 'key', key: ask.options[digit]!.key });
      if (command === 'panel-previous' || command === 'panel-next') {
        const by = command === 'panel-next' ? 1 : -1;
        selected = selected === -1 ? 0 : moved(selected, by, ask.options.length);
        return stay;
      }
      if (command !== 'panel-choose') return unused;
      return selected === -1 ? stay : answered({ kind: 'key', key: ask.options[selected]!.key });
    },
    view: (view) => {
      const title = `${theme.warn('?')} ${theme.bold(titles[ask.name])}`;
      const details = sanitise(ask.text)
        .split('\n')
        .flatMap((line) => wrap(line, view.width - 2));
      const choices = ask.options.map(({ key, label }) => ({ label: sanitise(label), key }));
      const shown = typing && view.active ? field.view(view.width) : null;
      const foot = shown?.lines ?? renderChoices(choices, { width: view.width, theme, selected, active: view.active });
      const picture = stack({ title, details, foot, scrolled, view, theme, keymap });
      scrolled = picture.scrolled;
      return {
        lines: picture.lines,
        cursor: shown && { row: picture.footRow + shown.cursor.row, column: shown.cursor.column },
      };
    },
  };
}
