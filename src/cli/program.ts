// The commands, put together. A new command is a file in commands/ and a line here.
import { Command } from 'commander';
import { chatCommand } from './commands/chat.ts';
import { commandCommand } from './commands/command.ts';
import { completionCommand } from './commands/completion.ts';
import { configCommand } from './commands/config.ts';
import { createCommand } from './commands/create.ts';
import { demoCommand } from './commands/demo.ts';
import { diffCommand } from './commands/diff.ts';
import { doctorCommand } from './commands/doctor.ts';
import { exportCommand } from './commands/export.ts';
import { gcCommand } from './commands/gc.ts';
import { forkCommand, revertCommand, unrevertCommand } from './commands/going-back.ts';
import { importCommand } from './commands/import.ts';
import { initCommand } from './commands/init.ts';
import { childrenCommand, listCommand } from './commands/list.ts';
import { queueCommand } from './commands/queue.ts';
import { searchCommand } from './commands/search.ts';
import { sendCommand } from './commands/send.ts';
import { shareCommand, unshareCommand } from './commands/share.ts';
import { shellCommand } from './commands/shell.ts';
import { showCommand } from './commands/show.ts';
import { statsCommand } from './commands/stats.ts';
import { statusCommand } from './commands/status.ts';
import { abortCommand, steerCommand } from './commands/steer.ts';
import { summarizeCommand } from './commands/summarize.ts';
import { deleteCommand, renameCommand } from './commands/threads.ts';
import { todoCommand } from './commands/todo.ts';
import { treeCommand } from './commands/tree.ts';
import { updateCommand } from './commands/update.ts';
import { errorLine, exitCodeOf, logError } from './errors.ts';
import { readableHelp, teachByExample } from './help.ts';
import { endToolLists } from './options.ts';
import type { Shell } from './shell.ts';
import { version } from './version.ts';

const groups = {
  Talk: [
    sendCommand,
    steerCommand,
    queueCommand,
    abortCommand,
    commandCommand,
    shellCommand,
    summarizeCommand,
    initCommand,
  ],
  Look: [
    listCommand,
    showCommand,
    searchCommand,
    statusCommand,
    todoCommand,
    diffCommand,
    treeCommand,
    childrenCommand,
    statsCommand,
  ],
  'Go back, branch off': [forkCommand, revertCommand, unrevertCommand],
  Keep: [createCommand, renameCommand, updateCommand, deleteCommand, gcCommand],
  'In and out': [exportCommand, importCommand, shareCommand, unshareCommand],
  'Set up': [doctorCommand, configCommand, demoCommand, completionCommand],
};

export function createProgram(shell: Shell): Command {
  const program = new Command('ccchat')
    .version(version, '-v, --version')
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => shell.out.write(text),
      writeErr: (text) => shell.err.write(text),
      outputError: () => {},
      getOutHelpWidth: () => shell.out.columns,
      getErrHelpWidth: () => shell.err.columns,
    });
  readableHelp(program);
  chatCommand(program, shell);
  for (const [name, commands] of Object.entries(groups)) {
    program.commandsGroup(`${name}:`);
    for (const command of commands) command(program, shell);
  }
  teachByExample(program, shell);
  return program;
}

/** Runs one command line; resolves with the exit code. Everything that goes wrong ends here, as one line. */
export async function run(argv: readonly string[], shell: Shell): Promise<number> {
  const program = createProgram(shell);
  try {
    await program.parseAsync(helpAsOption(endToolLists(argv), program), { from: 'user' });
    return shell.exitCode;
  } catch (error) {
    const code = exitCodeOf(error);
    if (code !== 0) {
      const names = program.commands.map((command) => command.name());
      shell.err.write(
        `${errorLine(
          error,
          argv.find((arg) => names.includes(arg)),
        )}\n`,
      );
      logError(shell, error);
    }
    return code;
  }
}

/** `help` and `help COMMAND` are no prompts; `help me with this` is one. */
function helpAsOption(argv: string[], program: Command): string[] {
  const [first, about, ...more] = argv;
  if (first !== 'help' || more.length > 0) return argv;
  if (about === undefined) return ['--help'];
  return namesOf(program).includes(about) ? [about, '--help'] : argv;
}

const namesOf = (program: Command): string[] =>
  program.commands.flatMap((command) => [command.name(), ...command.aliases()]);
