// The manual page as roff, from the same commands and examples that `--help` shows.
import type { Command, Option } from 'commander';
import { examplesOf } from './examples.ts';
import { createProgram } from './program.ts';
import type { Output, Shell } from './shell.ts';

export function manual(): string {
  const program = createProgram(noShell);
  const commands = program
    .createHelp()
    .visibleCommands(program)
    .filter((one) => one.name() !== 'help');
  return [
    '.TH CCCHAT 1',
    '.SH NAME',
    'ccchat \\- a terminal chat over your own claude',
    '.SH SYNOPSIS',
    `.B ccchat`,
    '[\\fIoptions\\fR] [\\fIprompt\\fR...]',
    '.br',
    '.B ccchat',
    '\\fIcommand\\fR [\\fIoptions\\fR] [\\fIarguments\\fR]',
    '.SH DESCRIPTION',
    text(
      'Without a command it opens the chat in this folder. Every conversation is kept as a thread, which can be steered while it runs, queued behind, gone back in, forked, searched, exported and imported, from the chat, the shell and a script alike.',
    ),
    '.PP',
    text(
      'A thread is named by its id, any unique beginning of it, or its exact title; a message by its id or a unique beginning of it. A thread that is left out means the most recent one of this folder.',
    ),
    '.SH OPTIONS',
    ...program.createHelp().visibleOptions(program).flatMap(optionLines),
    ...exampleLines('ccchat'),
    '.SH COMMANDS',
    ...commands.flatMap(commandLines),
    '.SH ENVIRONMENT',
    ...environment.flatMap(([name, means]) => ['.TP', `.B ${name}`, text(means)]),
    '.SH EXIT STATUS',
    ...[
      ['0', 'It was done.'],
      ['1', 'It failed; one line on standard error says why and what to do.'],
      ['2', 'The command line was wrong.'],
      ['130', 'It was interrupted.'],
    ].flatMap(([code, means]) => ['.TP', `.B ${code}`, text(means!)]),
    '',
  ].join('\n');
}

const environment = [
  ['CCCHAT_HOME', 'where the database lives'],
  ['CCCHAT_CLAUDE', 'which claude to run'],
  ['CCCHAT_CWD', 'the folder to work in'],
  ['CCCHAT_LOG', 'a file for a debug log'],
  ['CLAUDE_CONFIG_DIR', 'where claude keeps its history, for import'],
  ['NO_COLOR', 'no colours'],
] as const;

function commandLines(command: Command): string[] {
  const usage = command
    .createHelp()
    .commandUsage(command)
    .replace(/^ccchat /, '');
  const options = command
    .createHelp()
    .visibleOptions(command)
    .filter(({ long }) => long !== '--help');
  const about = command.registeredArguments.filter(({ description }) => description !== '');
  return [
    `.SS ${escaped(
      usage
        .replace(/\|\S+/, '')
        .replace('[options]', options.length > 0 ? '[options]' : '')
        .replace(/\s+/g, ' '),
    )}`,
    text(sentence(command.description())),
    ...about.flatMap((argument) => ['.TP', `.I ${escaped(argument.name())}`, text(argument.description)]),
    ...options.flatMap(optionLines),
    ...exampleLines(command.name()),
  ];
}

const optionLines = (option: Option): string[] => ['.TP', `.B ${escaped(option.flags)}`, text(describe(option))];

const describe = ({ description, argChoices }: Option): string =>
  argChoices ? `${description} (${argChoices.join(', ')})` : description;

function exampleLines(command: string): string[] {
  const shown = examplesOf(command);
  if (shown.length === 0) return [];
  return ['.PP', 'Examples:', ...shown.flatMap(({ line, does }) => ['.TP', `.B ${escaped(line)}`, text(does)])];
}

const sentence = (words: string): string =>
  words === '' ? '' : `${words[0]!.toUpperCase()}${words.slice(1)}${/[.!?]$/.test(words) ? '' : '.'}`;

/** Nothing in a line may be taken for an instruction of the formatter, and old ones read ASCII alone. */
const escaped = (line: string): string =>
  line
    .replaceAll('\\', '\\e')
    .replace(/[-'"]/g, (sign) => ({ '-': '\\-', "'": '\\(aq', '"': '\\(dq' })[sign]!)
    .replace(/[^\0-\x7f]/gu, (sign) => `\\[u${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`);
const text = (line: string): string => escaped(line).replace(/^\./, '\\&.');

const silent: Output = {
  write() {},
  isTTY: false,
  columns: 80,
  get style(): never {
    throw new Error('nothing is drawn here');
  },
};

/** The commands are only looked at, never run. */
const noShell = { out: silent, err: silent } as unknown as Shell;
