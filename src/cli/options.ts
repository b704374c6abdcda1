// The options that say with what a thread is talked to, shared by every command that starts or continues one.
import { existsSync } from 'node:fs';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { EngineOptions } from '../engine/api.ts';
import type { PermissionMode, SteeringMode, ThreadSettings } from '../store/types.ts';
import { configured, settingsOf } from './configured.ts';
import { ShellError, UsageError } from './errors.ts';
import { pathFrom, type Shell } from './shell.ts';
import { combine } from './threads.ts';

const modes: PermissionMode[] = ['ask', 'plan', 'accept-edits', 'read-only', 'bypass'];
const steeringModes: SteeringMode[] = ['one-at-a-time', 'all'];

export interface FolderOptions {
  cwd?: string;
}

export interface TalkOptions extends FolderOptions {
  claude?: string;
  model?: string;
  mode?: PermissionMode;
  readOnly?: boolean;
  allow?: string[];
  deny?: string[];
  mcpConfig?: string[];
  appendSystemPrompt?: string;
  claudeArg?: string[];
  steering?: SteeringMode;
  poolSize?: number;
  idleMinutes?: number;
}

export function folderOption(command: Command): Command {
  return command.option('--cwd <folder>', 'work in this folder (also CCCHAT_CWD)');
}

export function claudeOption(command: Command): Command {
  return command.option('--claude <path>', 'which claude to run (also CCCHAT_CLAUDE)');
}

export function talkOptions(command: Command): Command {
  return claudeOption(folderOption(command))
    .option('--model <model>', 'model to use')
    .addOption(new Option('--mode <mode>', 'what may be done without asking').choices(modes))
    .option('--read-only', 'look, but change nothing: --mode read-only')
    .option('--allow <tools,...>', 'tools that need no asking, such as Bash(git log:*)', tools)
    .option('--deny <tools,...>', 'tools that may not be used', tools)
    .option('--mcp-config <file>', 'MCP servers to load (repeatable)', collect)
    .option('--append-system-prompt <text>', 'add to the system prompt')
    .option('--claude-arg <arg>', 'hand this argument to claude (repeatable)', collect)
    .addOption(new Option('--steering <mode>', 'how many held steers go in at a tool boundary').choices(steeringModes))
    .option('--pool-size <n>', 'live claude processes kept at most', wholeNumber)
    .option('--idle-minutes <n>', 'close an idle claude after this long', positiveNumber);
}

/** Options may stand before the command or after it; lists given in both places add up. */
export function optionsOf<T extends object>(command: Command): T {
  const merged: Record<string, unknown> = { ...command.parent?.opts() };
  for (const [name, value] of Object.entries(command.opts())) {
    const before = merged[name];
    merged[name] = Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : value;
  }
  return merged as T;
}

export function threadSettings(options: TalkOptions, shell: Shell): ThreadSettings {
  if (options.readOnly && options.mode !== undefined && options.mode !== 'read-only') {
    throw new UsageError(`--read-only and --mode ${options.mode} contradict each other`, 'Give one of them');
  }
  const mode = options.readOnly ? 'read-only' : options.mode;
  const settings: ThreadSettings = {
    model: options.model,
    mode,
    allowedTools: options.allow,
    deniedTools: options.deny,
    mcpConfig: options.mcpConfig?.map((config) => mcpConfig(config, shell)),
    appendSystemPrompt: options.appendSystemPrompt,
    claudeArgs: options.claudeArg,
    steeringMode: options.steering,
  };
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}

/** What is configured, with the command line above it; `given` holds for every thread that does not say otherwise. */
export function engineOptions(options: TalkOptions, shell: Shell, given: ThreadSettings = {}): EngineOptions {
  const config = configured(shell, options.cwd);
  const idleMinutes = options.idleMinutes ?? config.idleMinutes;
  return {
    env: shell.env,
    claude: options.claude ?? config.claude,
    defaults: combine(settingsOf(config), given),
    poolSize: options.poolSize ?? config.poolSize,
    idleMs: idleMinutes === undefined ? undefined : idleMinutes * 60_000,
    longThreadChars: config.longThreadChars,
  };
}

/** claude starts in the thread's folder, so a path is fixed here; JSON goes through as it is. */
function mcpConfig(config: string, shell: Shell): string {
  if (config.trimStart().startsWith('{')) return config;
  const file = pathFrom(shell, config);
  if (!existsSync(file)) throw new ShellError(`there is no file ${file}`, 'Check --mcp-config');
  return file;
}

/** Commas and spaces part tools, but not inside the brackets of a rule: `Bash(git log:*),Edit`. */
export function splitTools(list: string): string[] {
  return (list.match(/(?:\([^)]*\)|[^\s,(])+/g) ?? []).filter((tool) => tool !== '');
}

const toolRule =
  /^(?:Agent|AskUserQuestion|Bash|BashOutput|Edit|ExitPlanMode|Glob|Grep|KillShell|LS|MultiEdit|NotebookEdit|NotebookRead|Read|Skill|Task|TodoWrite|WebFetch|WebSearch|Write|mcp__\S+|[A-Z]\w*\(.*\))$/;

/** `--allow Bash Edit "do it"`: a list of tools ends where something stands that is not written like one. */
export function endToolLists(argv: readonly string[]): string[] {
  const result: string[] = [];
  let list: string | null = null;
  let valueNext = false;
  for (const [index, arg] of argv.entries()) {
    if (arg === '--') return [...result, ...argv.slice(index)];
    const opens: boolean = !valueNext && (arg === '--allow' || arg === '--deny');
    if (opens) list = arg;
    else if (list !== null && !valueNext && toolRule.test(arg)) result.push(list);
    else if (!valueNext) list = null;
    valueNext = opens;
    result.push(arg);
  }
  return result;
}

function tools(value: string, before: string[] | undefined): string[] {
  return [...(before ?? []), ...splitTools(value)];
}

function collect(value: string, before: string[] | undefined): string[] {
  return [...(before ?? []), value];
}

export function wholeNumber(value: string): number {
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < 1) throw new InvalidArgumentError('It is a whole number from 1.');
  return number;
}

function positiveNumber(value: string): number {
  const number = Number(value);
  if (value.trim() === '' || !Number.isFinite(number) || number <= 0) {
    throw new InvalidArgumentError('It is a number above 0.');
  }
  return number;
}
