// May this happen? Once, always (in the agent's own terms), no, or no with a word about what to do instead.
import type { PermissionAsk } from '../../engine/agent.ts';
import type { Command } from '../keys/commands.ts';
import type { InputEvent } from '../keys/events.ts';
import { commandFor, keyLabel } from '../keys/keymap.ts';
import { createField } from '../overlays/field.ts';
import { type Choice, digitOf, moved, renderChoices } from './choices.ts';
import { toolDetails, toolTitle } from './details.ts';
import { answered, type Panel, type PanelContext, type PanelOutcome, stay, unused } from './panel.ts';
import { stack } from './stack.ts';

type Decision = { type: 'once' } | { type: 'always'; index: number } | { type: 'deny' } | { type: 'comment' };

export function createPermissionPanel(ask: PermissionAsk, context: PanelContext): Panel {
  const { theme, keymap, cwd } = context;
  const decisions: Decision[] = [
    { type: 'once' },
    ...ask.suggestions.map((_, index): Decision => ({ type: 'always', index })),
    { type: 'deny' },
    { type: 'comment' },
  ];
  const comment = createField({ theme, keymap, prompt: '› ', placeholder: 'what to do instead' });
  let selected = 0;
  let scrolled = 0;
  let writing = false;

  const letter = (name: Command) => {
    const label = keyLabel(keymap, name);
    return label.length === 1 ? label.toLowerCase() : label;
  };

  const choices = (): Choice[] =>
    decisions.map((decision): Choice => {
      if (decision.type === 'once') return { label: 'Allow once', key: letter('panel-allow') };
      if (decision.type === 'deny') return { label: 'Deny', key: letter('panel-deny') };
      if (decision.type === 'comment') return { label: 'Deny and say why', key: letter('panel-comment') };
      const key = decision.index === 0 ? { key: letter('panel-always') } : {};
      return { label: `Always: ${ask.suggestions[decision.index]!.label}`, ...key };
    });

  const take = (decision: Decision | undefined): PanelOutcome => {
    switch (decision?.type) {
      case 'once':
        return answered({ kind: 'allow' });
      case 'always':
        return answered({ kind: 'allow', always: [ask.suggestions[decision.index]!] });
      case 'deny':
        return answered({ kind: 'deny' });
      case 'comment':
        writing = true;
        return stay;
      default:
        return unused;
    }
  };

  const inputWhileWriting = (event: InputEvent): PanelOutcome => {
    if (comment.input(event, 80)) return stay;
    const command = commandFor(keymap, 'panel', event);
    if (command === 'panel-leave') writing = false;
    if (command !== 'panel-choose') return stay;
    const text = comment.text.trim();
    return answered(text === '' ? { kind: 'deny' } : { kind: 'deny', comment: text });
  };

  return {
    ask,
    get typing() {
      return writing;
    },
    input: (event) => {
      if (writing) return inputWhileWriting(event);
      if (event.type !== 'key') return unused;
      if (event.key === 'pagedown' || event.key === 'pageup') {
        scrolled = Math.max(0, scrolled + (event.key === 'pagedown' ? 5 : -5));
        return stay;
      }
      const digit = digitOf(event.text, decisions.length);
      if (digit !== null) return take(decisions[digit]);
      switch (commandFor(keymap, 'panel', event)) {
        case 'panel-previous':
          selected = moved(selected, -1, decisions.length);
          return stay;
        case 'panel-next':
          selected = moved(selected, 1, decisions.length);
          return stay;
        case 'panel-choose':
          return take(decisions[selected]);
        case 'panel-allow':
          return take({ type: 'once' });
        case 'panel-always':
          return ask.suggestions.length > 0 ? take({ type: 'always', index: 0 }) : unused;
        case 'panel-deny':
          return take({ type: 'deny' });
        case 'panel-comment':
          return take({ type: 'comment' });
        case 'panel-other':
          return { type: 'other' };
        case 'panel-leave':
          return { type: 'leave' };
        default:
          return unused;
      }
    },
    view: (view) => {
      const title = `${theme.warn('?')} ${theme.bold(toolTitle(ask.tool, ask.input, cwd))}`;
      const details = toolDetails(ask.tool, ask.input, { width: view.width - 2, theme, cwd });
      const foot = writing ? [] : renderChoices(choices(), { width: view.width, theme, selected, active: view.active });
      const field = writing ? comment.view(view.width) : null;
      const picture = stack({ title, details, foot: field?.lines ?? foot, scrolled, view, theme, keymap });
      scrolled = picture.scrolled;
      const at = picture.footRow;
      return {
        lines: picture.lines,
        cursor: field && { row: at + field.cursor.row, column: field.cursor.column },
      };
    },
  };
}
