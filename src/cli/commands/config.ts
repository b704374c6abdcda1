import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import {
  adding,
  type ConfigValue,
  configSchema,
  nameOf,
  type OptionName,
  optionInfo,
  optionNames,
  personFile,
  projectFileName,
  type ReadConfig,
  readConfig,
  variableOf,
} from '../../config/index.ts';
import { shortFolder } from '../../text/folder.ts';
import { problemLine } from '../configured.ts';
import { exitCodes } from '../errors.ts';
import { type FolderOptions, folderOption, optionsOf, type TalkOptions } from '../options.ts';
import { folderOf, printJson, type Shell } from '../shell.ts';
import { sanitise } from '../text.ts';

interface ConfigOptions extends FolderOptions {
  show?: boolean;
  path?: boolean;
  schema?: boolean;
  json?: boolean;
}

export function configCommand(program: Command, shell: Shell): void {
  const command = program
    .command('config')
    .description('what is configured, and where it comes from')
    .option('--show', 'every option: its value, its default, where it comes from (the default)')
    .option('--path', 'print where your configuration file is, or would be')
    .option('--schema', 'print the schema for editors')
    .option('--json', 'with --show: as JSON');
  folderOption(command).action(async () => {
    const options = optionsOf<ConfigOptions & TalkOptions>(command);
    if (options.path) shell.out.write(`${personFile(shell.env)}\n`);
    else if (options.schema) printJson(shell.out, configSchema());
    else await show(shell, options);
  });
}

interface Row {
  option: OptionName;
  value: ConfigValue | null;
  default: ConfigValue | null;
  from: string[];
  variable: string | null;
  flag: string | null;
  help: string;
}

async function show(shell: Shell, options: ConfigOptions & TalkOptions): Promise<void> {
  const found = readConfig({ env: shell.env, folder: folderOf(shell, options.cwd) });
  const rows = optionNames.map((name) => rowOf(name, found, options));
  const wrong = found.problems.some(({ level }) => level === 'wrong');
  if (options.json) {
    const problems = found.problems.map(({ place, level, says, next }) => ({ from: nameOf(place), level, says, next }));
    printJson(shell.out, { files: found.files, options: rows, problems });
  } else {
    const lines = [...(await table(rows, shell)), '', ...fileLines(found, shell)];
    shell.out.write(`${lines.join('\n')}\n`);
    for (const problem of found.problems) shell.err.write(`${problemLine(problem)}\n`);
  }
  shell.exitCode = wrong ? exitCodes.failed : 0;
}

/** Command-line options that stand before `config` count, as they would for the chat. */
const flags: Readonly<Partial<Record<OptionName, (options: TalkOptions) => ConfigValue | undefined>>> = {
  model: (options) => options.model,
  mode: (options) => (options.readOnly ? 'read-only' : options.mode),
  allowedTools: (options) => options.allow,
  deniedTools: (options) => options.deny,
  mcpConfig: (options) => options.mcpConfig,
  appendSystemPrompt: (options) => options.appendSystemPrompt,
  claudeArgs: (options) => options.claudeArg,
  steeringMode: (options) => options.steering,
  claude: (options) => options.claude,
  poolSize: (options) => options.poolSize,
  idleMinutes: (options) => options.idleMinutes,
};

function rowOf(option: OptionName, { config, places }: ReadConfig, options: TalkOptions): Row {
  const info = optionInfo(option);
  const given = flags[option]?.(options);
  const written = places.get(option)?.map(nameOf) ?? [];
  const before = config[option];
  const adds = adding.has(option) && Array.isArray(before) && Array.isArray(given);
  return {
    option,
    value: adds ? [...before, ...given] : (given ?? before ?? info.default),
    default: info.default,
    from: given === undefined ? written : [...(adds ? written : []), info.flag ?? ''],
    variable: variableOf(option),
    flag: info.flag ?? null,
    help: info.help,
  };
}

async function table(rows: readonly Row[], { out, env }: Shell): Promise<string[]> {
  const { padEnd, truncate } = await import('../columns.ts');
  const cells = rows.map((row) => {
    const nothing = optionInfo(row.option).otherwise ?? 'none';
    const from = row.from.length === 0 ? 'default' : row.from.map((name) => shortFolder(name, env.HOME)).join(', ');
    return [row.option, words(row.value, nothing), words(row.default, nothing), from].map(sanitise);
  });
  const all = [['option', 'value', 'default', 'from'], ...cells];
  const width = (column: number, most: number) =>
    Math.min(most, Math.max(...all.map((line) => (line[column] ?? '').length)));
  const widths = [width(0, 30), width(1, out.isTTY ? 36 : 200), width(2, 30)];
  return all.map((line, index) => {
    const text = line
      .map((cell, column) => {
        const room = widths[column];
        return room === undefined ? cell : padEnd(truncate(cell, room), room);
      })
      .join('  ');
    if (index === 0) return out.style.dim(text);
    return line[3] === 'default' ? text : text.replace(line[1] ?? '', out.style.bold(line[1] ?? ''));
  });
}

function fileLines({ files: { person, project } }: ReadConfig, { env, out }: Shell): string[] {
  const own = `${shortFolder(person, env.HOME)}${existsSync(person) ? '' : ' (not there yet)'}`;
  return [
    `your file     ${own}`,
    `project file  ${project === null ? `none (${projectFileName} here or above)` : shortFolder(project, env.HOME)}`,
  ].map((line) => out.style.dim(sanitise(line)));
}

function words(value: ConfigValue | null, nothing: string): string {
  if (value === null) return nothing;
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ');
  if (typeof value === 'object') {
    const keys = Object.entries(value).map(([command, chords]) => `${command}: ${chords ?? 'no key'}`);
    return keys.length === 0 ? 'none' : keys.join('; ');
  }
  return String(value).replace(/\s+/g, ' ');
}
