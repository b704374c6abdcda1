import type { Command } from 'commander';
import { engineOptions, optionsOf, type TalkOptions, talkOptions, threadSettings } from '../options.ts';
import type { Shell } from '../shell.ts';
import { keptSettings, threadOrNew, withEngine, withSettings } from '../threads.ts';
import { reportEnd, runTurns } from '../turns.ts';

interface InitOptions extends TalkOptions {
  json?: boolean;
}

export function initCommand(program: Command, shell: Shell): void {
  const command = program
    .command('init')
    .description("have claude write the project's instructions file, as a turn of a thread")
    .argument('[thread]', 'the most recent of this folder when left out; a new one when there is none')
    .option('--json', 'every event as a line of JSON, the last one turn.end');
  talkOptions(command).action((ref: string | undefined) => init(shell, optionsOf<InitOptions>(command), ref));
}

async function init(shell: Shell, options: InitOptions, ref: string | undefined): Promise<void> {
  const settings = threadSettings(options, shell);
  const { jsonReporter, textReporter } = await import('../reporters.ts');
  await withEngine(shell, engineOptions(options, shell, settings), async (engine) => {
    const thread = threadOrNew(engine, shell, ref, options.cwd);
    shell.err.write(`${shell.err.style.dim(thread)}\n`);
    const end = await withSettings(engine, thread, keptSettings(settings), () =>
      runTurns(engine, shell, {
        thread,
        start: () => engine.init(thread),
        followUps: true,
        reporter: options.json ? jsonReporter(shell.out) : textReporter(shell),
      }),
    );
    reportEnd(shell, end);
  });
}
