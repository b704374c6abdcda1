// Model, mode and theme: by name when one is given, else from a list.
import { EngineError } from '../../engine/api.ts';
import type { PermissionMode } from '../../store/types.ts';
import { closed } from '../overlay.ts';
import { type Choice, createChoose } from '../overlays/choose.ts';
import { createConfirm } from '../overlays/confirm.ts';
import type { ThemeName } from '../theme.ts';
import type { CommandHost } from './host.ts';

const models: readonly Choice[] = [
  { value: 'default', help: 'what the account is set to' },
  { value: 'opus', help: 'the strongest' },
  { value: 'sonnet', help: 'for everyday work' },
  { value: 'haiku', help: 'the quickest' },
];

export function chooseModel(host: CommandHost, args: string): void {
  const choose = (model: string) => {
    host.setSettings({ ...host.settings(), model: model === 'default' ? undefined : model });
    host.notice(
      'info',
      model === 'default'
        ? 'The default model answers from the next turn on'
        : `${model} answers from the next turn on`,
    );
  };
  if (args !== '') {
    choose(args);
    return;
  }
  host.openOverlay(
    createChoose(host.overlays, {
      title: 'Model',
      choices: models,
      current: host.settings().model ?? 'default',
      accept: 'any',
      onChoice(model) {
        choose(model);
        return closed;
      },
    }),
  );
}

const modes: readonly (Choice & { readonly value: PermissionMode })[] = [
  { value: 'ask', help: 'asks before anything that writes or runs' },
  { value: 'plan', help: 'reads and plans, changes nothing' },
  { value: 'accept-edits', help: 'edits files without asking, asks for the rest' },
  { value: 'read-only', help: 'has no tool that writes' },
];

export function chooseMode(host: CommandHost, args: string): void {
  const set = (mode: PermissionMode) => {
    host.setSettings({ ...host.settings(), mode });
    host.notice('info', `Mode ${mode} from the next turn on`);
  };
  if (args === 'bypass') {
    confirmBypass(host, () => set('bypass'));
    return;
  }
  const known = modes.find((mode) => mode.value === args);
  if (known) {
    set(known.value);
    return;
  }
  if (args !== '')
    throw new EngineError(
      'bad-input',
      `There is no mode ${args}`,
      `Choose ${modes.map(({ value }) => value).join(', ')}`,
    );
  host.openOverlay(
    createChoose(host.overlays, {
      title: 'Permission mode',
      choices: modes,
      current: host.settings().mode ?? 'ask',
      onChoice(mode) {
        set(mode as PermissionMode);
        return closed;
      },
    }),
  );
}

/** Never by a list or a default: the person has typed the word, and is asked once more. */
function confirmBypass(host: CommandHost, set: () => void): void {
  host.openOverlay(
    createConfirm(host.overlays, {
      title: 'Bypass all permissions',
      question:
        'In this mode the agent runs any command and changes any file without asking. Use it only in a folder and on a machine you can afford to lose.',
      yes: 'bypass',
      onYes() {
        set();
        return closed;
      },
    }),
  );
}

const themes: readonly (Choice & { readonly value: ThemeName | 'auto' })[] = [
  { value: 'auto', help: 'as the terminal is' },
  { value: 'dark', help: 'for a dark background' },
  { value: 'light', help: 'for a light background' },
  { value: 'plain', help: 'without colour' },
];

export function chooseTheme(host: CommandHost, args: string): void {
  const known = themes.find((theme) => theme.value === args);
  if (known) {
    host.setTheme(known.value);
    return;
  }
  if (args !== '') throw new EngineError('bad-input', `There is no theme ${args}`, 'Choose dark, light, plain or auto');
  host.openOverlay(
    createChoose(host.overlays, {
      title: 'Theme',
      choices: themes,
      current: host.overlays.theme.name,
      onChoice(theme) {
        host.setTheme(theme as ThemeName | 'auto');
        return closed;
      },
    }),
  );
}
