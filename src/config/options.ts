// Every option as data: reading, `config --show`, the schema for editors and the page in docs are made from this one table.
// A project's file comes with other people's code, so it may only ask for more care, never for less, and may start nothing.
import type { PermissionMode, SteeringMode } from '../store/types.ts';

/** What an option can be given as; `takes` says it in words for whoever got it wrong. */
export type Kind =
  | { readonly type: 'text' }
  | { readonly type: 'switch' }
  | { readonly type: 'choice'; readonly choices: readonly string[] }
  | { readonly type: 'number'; readonly whole: boolean; readonly atLeast: number; readonly above: boolean }
  | { readonly type: 'list' }
  | { readonly type: 'keys' };

/** Where a value may come from besides the person's own file, the environment and the command line. */
export type InProject =
  | { readonly allowed: true }
  /** Only these values. */
  | { readonly allowed: true; readonly only: readonly string[] }
  | { readonly allowed: false; readonly because: string };

export interface OptionInfo {
  readonly kind: Kind;
  readonly help: string;
  /** As shown; an option without one is left to `claude` or is simply empty. */
  readonly default: ConfigValue | null;
  /** What stands for "no value". */
  readonly otherwise?: string;
  /** The command-line option, as typed. */
  readonly flag?: string;
  readonly inProject: InProject;
}

export type KeyOverrides = Readonly<Record<string, string | readonly string[] | null>>;
export type ConfigValue = string | number | boolean | readonly string[] | KeyOverrides;

const text: Kind = { type: 'text' };
const onOff: Kind = { type: 'switch' };
const list: Kind = { type: 'list' };
const choice = (...choices: string[]): Kind => ({ type: 'choice', choices });
const wholeFrom = (atLeast: number): Kind => ({ type: 'number', whole: true, atLeast, above: false });
const aboveZero: Kind = { type: 'number', whole: false, atLeast: 0, above: true };

const allowed: InProject = { allowed: true };
const personal: InProject = { allowed: false, because: 'it is a matter of your own taste or machine' };
const startsPrograms: InProject = { allowed: false, because: 'it could start a program' };
const asksLess: InProject = { allowed: false, because: 'it would let tools run without asking you' };

const careful: readonly PermissionMode[] = ['ask', 'plan', 'read-only'];
const steering: readonly SteeringMode[] = ['one-at-a-time', 'all'];

export const optionTable = {
  model: {
    kind: text,
    help: 'which model answers',
    default: null,
    otherwise: "claude's own choice",
    flag: '--model',
    inProject: allowed,
  },
  mode: {
    kind: choice('ask', 'plan', 'accept-edits', 'read-only'),
    help: 'what may be done without asking',
    default: 'ask',
    flag: '--mode',
    inProject: { allowed: true, only: careful },
  },
  allowedTools: {
    kind: list,
    help: 'tools that need no asking, such as Bash(git log:*)',
    default: [],
    flag: '--allow',
    inProject: asksLess,
  },
  deniedTools: {
    kind: list,
    help: 'tools that may not be used',
    default: [],
    flag: '--deny',
    inProject: allowed,
  },
  mcpConfig: {
    kind: list,
    help: 'files with MCP servers to load',
    default: [],
    flag: '--mcp-config',
    inProject: startsPrograms,
  },
  appendSystemPrompt: {
    kind: text,
    help: 'words added to the system prompt',
    default: null,
    otherwise: 'none',
    flag: '--append-system-prompt',
    inProject: allowed,
  },
  claudeArgs: {
    kind: list,
    help: 'arguments handed to claude as they are',
    default: [],
    flag: '--claude-arg',
    inProject: startsPrograms,
  },
  steeringMode: {
    kind: choice(...steering),
    help: 'how many held steers go in at a tool boundary',
    default: 'one-at-a-time',
    flag: '--steering',
    inProject: allowed,
  },
  claude: {
    kind: text,
    help: 'which claude to run',
    default: null,
    otherwise: 'the one on PATH',
    flag: '--claude',
    inProject: startsPrograms,
  },
  poolSize: {
    kind: wholeFrom(1),
    help: 'live claude processes kept at most',
    default: 3,
    flag: '--pool-size',
    inProject: personal,
  },
  idleMinutes: {
    kind: aboveZero,
    help: 'an idle claude is closed after this long',
    default: 10,
    flag: '--idle-minutes',
    inProject: personal,
  },
  warmSpare: {
    kind: onOff,
    help: 'keep one claude warm for the next new thread',
    default: true,
    inProject: personal,
  },
  longThreadChars: {
    kind: wholeFrom(1_000),
    help: 'a longer thread comes back as a summary and its last turns',
    default: 400_000,
    inProject: personal,
  },
  theme: {
    kind: choice('auto', 'dark', 'light', 'plain'),
    help: 'colours; plain has none',
    default: 'auto',
    inProject: personal,
  },
  vim: { kind: onOff, help: 'vim keys in the composer', default: false, inProject: personal },
  screenReader: {
    kind: onOff,
    help: 'plain lines and no redraws',
    default: false,
    inProject: personal,
  },
  notify: {
    kind: choice('auto', 'bell', 'off'),
    help: 'how a thread out of sight calls you',
    default: 'auto',
    inProject: personal,
  },
  keymap: {
    kind: { type: 'keys' },
    help: 'keys by command; ? in the chat shows the names',
    default: {},
    inProject: personal,
  },
} as const satisfies Readonly<Record<string, OptionInfo>>;

export type OptionName = keyof typeof optionTable;

export const optionNames = Object.keys(optionTable) as readonly OptionName[];

export function isOption(name: string): name is OptionName {
  return Object.hasOwn(optionTable, name);
}

export function optionInfo(name: OptionName): OptionInfo {
  return optionTable[name];
}

/** The values that are set somewhere; the defaults are whoever uses them. */
export interface Config {
  readonly model?: string;
  readonly mode?: PermissionMode;
  readonly allowedTools?: readonly string[];
  readonly deniedTools?: readonly string[];
  readonly mcpConfig?: readonly string[];
  readonly appendSystemPrompt?: string;
  readonly claudeArgs?: readonly string[];
  readonly steeringMode?: SteeringMode;
  readonly claude?: string;
  readonly poolSize?: number;
  readonly idleMinutes?: number;
  readonly warmSpare?: boolean;
  readonly longThreadChars?: number;
  readonly theme?: 'auto' | 'dark' | 'light' | 'plain';
  readonly vim?: boolean;
  readonly screenReader?: boolean;
  readonly notify?: 'auto' | 'bell' | 'off';
  readonly keymap?: KeyOverrides;
}

/** `poolSize` is `CCCHAT_POOL_SIZE`; keys are too many for a variable. */
export function variableOf(name: OptionName): string | null {
  if (optionInfo(name).kind.type === 'keys') return null;
  return `CCCHAT_${name.replace(/[A-Z]/g, '_$&').toUpperCase()}`;
}

export function takes(kind: Kind): string {
  switch (kind.type) {
    case 'text':
      return 'a text';
    case 'switch':
      return 'true or false';
    case 'choice':
      return `one of ${kind.choices.join(', ')}`;
    case 'number':
      return kind.above
        ? `a number above ${kind.atLeast}`
        : `a ${kind.whole ? 'whole ' : ''}number from ${kind.atLeast}`;
    case 'list':
      return 'a list of texts';
    case 'keys':
      return 'an object from command to key or list of keys';
  }
}
