// How `--help` reads: commands in groups, with what they take and nothing else, and in a narrow window what something means on lines
// of its own below it.
import { type Command, Help } from 'commander';
import { examplesOf } from './examples.ts';
import type { Shell } from './shell.ts';
import { wrapWords } from './text.ts';

const narrow = 34;
/** What a command takes, in the list of all: more than this is for its own help. */
const longest = 24;
const indent = ' '.repeat(6);

export function readableHelp(program: Command): void {
  program.configureHelp({
    minWidthToWrap: 20,
    subcommandTerm: (command) => [[command.name(), ...command.aliases()].join('|'), ...takes(command)].join(' '),
    formatItem(term, termWidth, description, helper) {
      const width = helper.helpWidth ?? 80;
      if (width - termWidth >= narrow)
        return Help.prototype.formatItem.call(this, term, termWidth, description, helper);
      const lines = wrapWords(description, width - indent.length).filter(Boolean);
      return [`  ${term}`, ...lines.map((line) => indent + line)].join('\n');
    },
  });
}

function takes(command: Command): string[] {
  const words = command.usage().replace('[options]', '').trim();
  if (words === '') return [];
  return words.length <= longest ? [words] : [words.split(' ')[0]!, '…'];
}

/** Adds the examples to the help of every command that has some. */
export function teachByExample(program: Command, shell: Shell): void {
  for (const command of [program, ...program.commands]) {
    const shown = examplesOf(command.name());
    if (shown.length === 0) continue;
    command.addHelpText('after', () => {
      const room = shell.out.columns - indent.length;
      const lines = shown.flatMap(({ line, does }) => [
        `  $ ${line}`,
        ...wrapWords(does, room).map((part) => indent + part),
      ]);
      return `\nExamples:\n${lines.join('\n')}`;
    });
  }
}
