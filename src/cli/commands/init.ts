import type { Command } from 'commander';
import type { EngineApi } from '../../engine/api.ts';
import type { ThreadId } from '../../store/types.ts';
import { engineOptions, optionsOf, type TalkOptions, talkOptions, threadSettings } from '../options.ts';
import { folderOf, type Shell } from '../shell.ts';
import { keptSettings, withEngine, withSettings } from '../threads.ts';
import { runTurns } from '../turns.ts';
import { reportEnd } from './send.ts';

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
    const thread = threadFor(engine, shell, options, ref);
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

function threadFor(engine: EngineApi, shell: Shell, options: InitOptions, ref: string | undefined): ThreadId {
  if (ref !== undefined) return engine.find(ref).id;
  const cwd = folderOf(shell, options.cwd);
  return (engine.latest(cwd) ?? engine.create({ cwd })).id;
}
