// What may come next on a command line, worked out from the commands themselves, so that completion never lags behind them. The
// shells only ask: one word a line, with what it means behind a tab.
import type { Argument, Command, Option } from 'commander';

export interface Candidate {
  word: string;
  means: string;
}

/** `files`: the shell knows files better; `threads`: to be looked up. */
export type Completion = { kind: 'words'; words: Candidate[] } | { kind: 'files' } | { kind: 'threads' };

const threadNames = new Set(['thread', 'resume']);
const fileNames = new Set(['file', 'folder', 'path', 'paths', 'claude', 'cwd', 'output', 'mcp-config']);

/** `typed`: the words after `ccchat`, the last of them unfinished. */
export function complete(program: Command, typed: readonly string[]): Completion {
  const words = typed.slice(0, -1);
  const current = typed.at(-1) ?? '';
  const { command, rest } = commandOf(program, words);
  const pending = optionAwaiting(command, words.at(-1));
  if (pending) return valuesOf(pending);
  if (current.startsWith('-')) return { kind: 'words', words: optionsOf(command) };
  if (command === program) return { kind: 'words', words: commandsOf(program) };
  const argument = argumentAt(command, rest);
  return argument ? argumentValues(argument) : { kind: 'words', words: optionsOf(command) };
}

function commandOf(program: Command, words: readonly string[]): { command: Command; rest: string[] } {
  const plain = withoutOptions(program, words);
  const found = program.commands.find((one) => one.name() === plain[0] || one.aliases().includes(plain[0] ?? ''));
  if (!found) return { command: program, rest: plain };
  return { command: found, rest: withoutOptions(found, words.slice(words.indexOf(plain[0]!) + 1)) };
}

function withoutOptions(command: Command, words: readonly string[]): string[] {
  return words.filter((word, index) => !word.startsWith('-') && !optionAwaiting(command, words[index - 1]));
}

/** The option that takes the next word as its value. */
function optionAwaiting(command: Command, word: string | undefined): Option | undefined {
  if (!word?.startsWith('-')) return undefined;
  const known = [...command.options, ...(command.parent?.options ?? [])];
  return known.find((option) => (option.long === word || option.short === word) && !option.isBoolean());
}

function valuesOf(option: Option): Completion {
  if (option.argChoices) return { kind: 'words', words: option.argChoices.map((word) => ({ word, means: '' })) };
  const name = option.long?.slice(2) ?? '';
  if (threadNames.has(name)) return { kind: 'threads' };
  return fileNames.has(name) ? { kind: 'files' } : { kind: 'words', words: [] };
}

function argumentAt({ registeredArguments }: Command, rest: readonly string[]): Argument | undefined {
  const last = registeredArguments.at(-1);
  return registeredArguments[rest.length] ?? (last?.variadic ? last : undefined);
}

function argumentValues(argument: Argument): Completion {
  if (argument.argChoices) return { kind: 'words', words: argument.argChoices.map((word) => ({ word, means: '' })) };
  if (threadNames.has(argument.name())) return { kind: 'threads' };
  return fileNames.has(argument.name()) ? { kind: 'files' } : { kind: 'words', words: [] };
}

const optionsOf = (command: Command): Candidate[] =>
  [...command.options, ...helpOf(command)]
    .filter((option) => !option.hidden)
    .map((option) => ({ word: option.long ?? option.short ?? '', means: option.description }));

function helpOf(command: Command): Pick<Option, 'long' | 'short' | 'hidden' | 'description'>[] {
  return command
    .createHelp()
    .visibleOptions(command)
    .filter(({ long }) => long === '--help');
}

const commandsOf = (program: Command): Candidate[] =>
  program
    .createHelp()
    .visibleCommands(program)
    .filter((one) => one.name() !== 'help')
    .map((one) => ({ word: one.name(), means: one.description() }));
