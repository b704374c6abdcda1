import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { developmentClaude } from '../../demo/development.ts';
import { needTerminal, openChat } from '../chat.ts';
import { configured, type ScreenSettings, screenSettingsOf } from '../configured.ts';
import { ShellError } from '../errors.ts';
import { claudeOption, optionsOf } from '../options.ts';
import type { Shell } from '../shell.ts';

export interface DemoOptions {
  claude?: string;
  tour?: boolean;
}

export function demoCommand(program: Command, shell: Shell): void {
  const command = program
    .command('demo')
    .description('try the chat: scripted model, no account, no network, nothing kept')
    .option('--no-tour', 'without the guided tour; /tour begins it');
  claudeOption(command).action(() => demo(shell, optionsOf<DemoOptions>(command)));
}

export async function demo(shell: Shell, options: DemoOptions): Promise<void> {
  needTerminal(shell);
  const screen = ownScreen(shell);
  const claude = await usableClaude(shell, options.claude);
  const { openDemo } = await import('../../demo/world.ts');
  const { tourPrompts, tourTools } = await import('../../demo/tour.ts');
  const world = await openDemo({ env: shell.env, claude });
  const before = process.cwd();
  try {
    process.chdir(world.cwd);
    const defaults = { allowedTools: [...tourTools] };
    const engine = await shell.openEngine({ env: world.env, home: world.data, claude, defaults, warmSpare: true });
    try {
      const begins = options.tour === false ? 'when asked for' : 'at once';
      const tour = { begins, prompts: tourPrompts, hurry: world.ring, fresh: world.tidy } as const;
      shell.exitCode = await openChat(engine, { ...screen, env: world.env, defaults, tour });
    } finally {
      await engine.close();
    }
  } finally {
    process.chdir(before);
    await world.close();
  }
  const ccchat = shell.env.npm_lifecycle_event === 'start' ? 'npm start' : 'ccchat';
  shell.out.write(`The demo is over, and nothing of it is left. \`${ccchat}\` opens the real thing.\n`);
}

/** Colours and keys are the person's own; what they talk to is not. */
function ownScreen(shell: Shell): ScreenSettings {
  return screenSettingsOf(configured(shell, undefined));
}

/** Theirs if it will do, else the one that came with development. It is asked with an empty home: the demo touches nothing of theirs. */
async function usableClaude(shell: Shell, given: string | undefined): Promise<string> {
  const { locateClaude, whyUnusable } = await import('../../engine/inspect.ts');
  const told = given ?? configured(shell, undefined).claude;
  const env = { PATH: shell.env.PATH, HOME: tmpdir() };
  const own = await locateClaude({ claude: told, env: shell.env });
  const problem = await whyUnusable({ claude: told, env: { ...env, CCCHAT_CLAUDE: shell.env.CCCHAT_CLAUDE } });
  if (own !== null && problem === null) return own;
  const development = developmentClaude(fileURLToPath(import.meta.url));
  if (development !== null && (await whyUnusable({ claude: development, env })) === null) return development;
  throw new ShellError(problem?.says ?? 'there is no claude', problem?.next ?? '');
}
