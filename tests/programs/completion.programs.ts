// Completion in the real shells, set up as `completion --help` says: a person types, presses Tab and sees what comes.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ThreadId } from '../../src/store/types.ts';
import { bundle } from '../support/bundle.ts';
import { openScreen, type Screen } from '../support/screen.ts';
import { type Desk, openDesk } from '../threads/support.ts';

let desk: Desk;
let ids: ThreadId[];
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  desk = await openDesk();
  ids = ['The first one: with a colon', "Somebody's $second"].map(
    (title) => desk.engine.create({ cwd: desk.root, title }).id,
  );
  const bin = desk.file('bin');
  mkdirSync(bin);
  const main = await bundle('src/cli/main.ts');
  writeFileSync(path.join(bin, 'ccchat'), `#!/bin/sh\nexec ${process.execPath} ${main} "$@"\n`, { mode: 0o755 });
  env = { ...desk.env, PATH: `${bin}:${process.env.PATH}`, XDG_CONFIG_HOME: desk.file('config'), LANG: 'C.UTF-8' };
  writeFileSync(desk.file('some export.json'), '{}');
  mkdirSync(desk.file('config/fish/completions'), { recursive: true });
});
afterAll(() => desk.close());

interface ShellKind {
  command: string[];
  set: Record<string, string>;
  tellsMeanings: boolean;
}

const shells: Record<'bash' | 'zsh' | 'fish', ShellKind> = {
  bash: {
    command: ['bash', '--rcfile', 'bashrc', '-i'],
    set: {
      bashrc:
        'PS1="ready> "; bind "set show-all-if-ambiguous on"; bind "set bell-style none"\nsource <(ccchat completion bash)\n',
    },
    tellsMeanings: false,
  },
  zsh: {
    command: ['env', 'ZDOTDIR=zsh', 'zsh', '-i'],
    set: {
      'zsh/.zshrc':
        'unsetopt beep; autoload -Uz compinit; compinit -u -D\nsource <(ccchat completion zsh)\nPS1="ready> "\n',
    },
    tellsMeanings: true,
  },
  fish: {
    command: ['fish', '-i'],
    set: {
      'config/fish/config.fish':
        'set -g fish_greeting; set -g fish_autosuggestion_enabled 0\nfunction fish_prompt; echo -n "ready> "; end\n',
    },
    tellsMeanings: true,
  },
};

async function atPrompt(name: keyof typeof shells, look: (screen: Screen) => Promise<void>): Promise<void> {
  const { command, set } = shells[name];
  for (const [file, text] of Object.entries(set)) {
    mkdirSync(path.dirname(desk.file(file)), { recursive: true });
    writeFileSync(desk.file(file), text);
  }
  if (name === 'fish')
    writeFileSync(desk.file('config/fish/completions/ccchat.fish'), (await desk.run(['completion', 'fish'])).out);
  const screen = await openScreen({ command, env, cwd: desk.root, columns: 110, rows: 40 });
  try {
    await screen.waitFor('ready>');
    await look(screen);
  } finally {
    await screen.close();
  }
}

describe.each(Object.keys(shells) as (keyof typeof shells)[])('%s', (name) => {
  it('is there', () => {
    expect(spawnSync(name, ['--version']).status).toBe(0);
  });

  it.each([
    ['a command', 'ccchat sea', 'ccchat search'],
    ['an option', 'ccchat list --qu', 'ccchat list --query'],
    ['a choice', 'ccchat send --mode pl', 'ccchat send --mode plan'],
    ['a choice of an argument', 'ccchat completion z', 'ccchat completion zsh'],
    ['a file', 'ccchat import some', `ccchat import some\\ export.json`],
    ['behind an option and its value', 'ccchat --cwd / sea', 'ccchat --cwd / search'],
  ] as const)('completes %s', async (_, typed, expected) => {
    await atPrompt(name, async (screen) => {
      screen.type(typed);
      screen.press('tab');
      await screen.waitFor(expected);
    });
  });

  it('completes a thread by the beginning of its id', async () => {
    await atPrompt(name, async (screen) => {
      const length = ids[0]!.split('').findIndex((char, at) => char !== ids[1]![at]) + 1;
      screen.type(`ccchat show ${ids[0]!.slice(0, length)}`);
      screen.press('tab');
      await screen.waitFor(`ccchat show ${ids[0]}`);
    });
  });

  it('lists what there is, with what it means where the shell shows that', async () => {
    await atPrompt(name, async (screen) => {
      screen.type('ccchat sh');
      screen.press('tab');
      await screen.waitFor((now) => ['share', 'shell', 'show'].every((word) => now.text().includes(word)));
      if (shells[name].tellsMeanings) await screen.waitFor('print a conversation');
    });
    await atPrompt(name, async (screen) => {
      screen.type('ccchat show ');
      screen.press('tab');
      await screen.waitFor((now) => ids.every((id) => now.text().includes(id)));
      if (shells[name].tellsMeanings) {
        await screen.waitFor('The first one: with a colon');
        await screen.waitFor("Somebody's $second");
      }
    });
  });

  it('says nothing where nothing fits, and the line stays as it is', async () => {
    await atPrompt(name, async (screen) => {
      screen.type('ccchat show zzzzzz');
      screen.press('tab');
      screen.type('END');
      await screen.waitFor('ccchat show zzzzzzEND');
    });
  });
});
