import type { Command } from 'commander';
import type { Message } from '../../store/types.ts';
import { type FolderOptions, folderOption, optionsOf } from '../options.ts';
import { messageShape } from '../shapes.ts';
import { printJson, type Shell } from '../shell.ts';
import { sanitise } from '../text.ts';
import { threadOrNew, withEngine } from '../threads.ts';
import { refuseOwnedElsewhere } from '../turns.ts';

interface ShellOptions extends FolderOptions {
  thread?: string;
  hidden?: boolean;
  json?: boolean;
}

export function shellCommand(program: Command, shell: Shell): void {
  const command = program
    .command('shell')
    .description("run a command in a thread's folder; the model sees it and its output on the next turn")
    .passThroughOptions()
    .argument('<command...>', 'what to run, with your own shell')
    .option('--thread <thread>', 'in this thread; else the most recent of this folder, or a new one')
    .option('--hidden', 'keep it from the model')
    .option('--json', 'the message as JSON');
  folderOption(command).action((words: string[]) => runHere(shell, optionsOf<ShellOptions>(command), words));
}

async function runHere(shell: Shell, options: ShellOptions, words: string[]): Promise<void> {
  await withEngine(shell, {}, async (engine) => {
    const thread = threadOrNew(engine, shell, options.thread, options.cwd);
    shell.err.write(`${shell.err.style.dim(thread)}\n`);
    refuseOwnedElsewhere(engine, thread);
    const message = await engine.shell(thread, words.join(' '), { hidden: options.hidden === true });
    if (options.json) printJson(shell.out, messageShape(message));
    else shell.out.write(outputOf(message));
    shell.exitCode = exitCodeOf(message);
  });
}

function outputOf({ blocks }: Message): string {
  const output = blocks[1]?.type === 'text' ? sanitise(blocks[1].text) : '';
  return output === '' || output.endsWith('\n') ? output : `${output}\n`;
}

/** The command's own; one that a signal ended has none. */
function exitCodeOf({ agent }: Message): number {
  const { exitCode } = agent as { exitCode: number | null };
  return exitCode ?? 1;
}
