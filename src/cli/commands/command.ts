import type { Command } from 'commander';
import { engineOptions, optionsOf, type TalkOptions, talkOptions, threadSettings } from '../options.ts';
import type { Shell } from '../shell.ts';
import { keptSettings, threadOrNew, withEngine, withSettings } from '../threads.ts';
import { refuseOwnedElsewhere, reportEnd, runTurns } from '../turns.ts';

interface CommandOptions extends TalkOptions {
  thread?: string;
  json?: boolean;
}

export function commandCommand(program: Command, shell: Shell): void {
  const command = program
    .command('command')
    .description("run one of claude's own slash commands, as a turn of a thread")
    .passThroughOptions()
    .argument('<command...>', 'such as /compact, with what belongs to it')
    .option('--thread <thread>', 'in this thread; else the most recent of this folder, or a new one')
    .option('--json', 'every event as a line of JSON, the last one turn.end');
  talkOptions(command).action((words: string[]) => runCommand(shell, optionsOf<CommandOptions>(command), words));
}

async function runCommand(shell: Shell, options: CommandOptions, words: string[]): Promise<void> {
  const settings = threadSettings(options, shell);
  const typed = words.join(' ');
  const text = typed.startsWith('/') ? typed : `/${typed}`;
  const { jsonReporter, textReporter } = await import('../reporters.ts');
  await withEngine(shell, engineOptions(options, shell, settings), async (engine) => {
    const thread = threadOrNew(engine, shell, options.thread, options.cwd);
    shell.err.write(`${shell.err.style.dim(thread)}\n`);
    refuseOwnedElsewhere(engine, thread);
    const reporter = options.json ? jsonReporter(shell.out) : textReporter(shell);
    const end = await withSettings(engine, thread, keptSettings(settings), () =>
      runTurns(engine, shell, { thread, start: () => engine.command(thread, text), followUps: true, reporter }),
    );
    reportEnd(shell, end);
  });
}
