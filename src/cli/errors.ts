// Every failure reaches a person as one line: `ccchat: what is wrong. What to do.`
import { CommanderError } from 'commander';
import { nextIn } from '../engine/advice.ts';
import { AgentError } from '../engine/agent.ts';
import { EngineError } from '../engine/api.ts';
import { openLog } from '../engine/log.ts';
import { StoreError } from '../store/types.ts';
import { commands } from './advice.ts';
import { packageFolder } from './package-folder.ts';
import { oneLine, sentence } from './text.ts';

export const exitCodes = { failed: 1, usage: 2, interrupted: 130 } as const;

/** A failure the shell itself finds. */
export class ShellError extends Error {
  constructor(
    message: string,
    readonly next: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'ShellError';
  }
}

export class UsageError extends ShellError {}

export function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.usage;
  return error instanceof UsageError ? exitCodes.usage : exitCodes.failed;
}

export function errorLine(error: unknown, command?: string): string {
  return personLine(...whatAndNext(error, command));
}

/** A person gets one line; where it came from goes to the debug log, when there is one. */
export function logError({ env }: { env: NodeJS.ProcessEnv }, error: unknown): void {
  if (!(error instanceof Error)) return;
  try {
    const log = openLog(env);
    log.write('error', { stack: error.stack?.split('\n'), cause: String(error.cause ?? '') });
    log.close();
  } catch {} // the log itself may be what is wrong, and that was said
}

/** What is wrong and what to do: the shape of every line that is said to a person. */
export function personLine(what: string, next = ''): string {
  return `ccchat: ${[what, next].map(sentence).filter(Boolean).join(' ')}`;
}

/** All of them at once: whoever changed Node has the same trouble with the next. */
const notBuilt = (native: string): [string, string] => [
  `${native} is not built for this Node, ${process.version}`,
  `Run \`npm rebuild\` in ${packageFolder()}`,
];

function whatAndNext(error: unknown, command?: string): [string, string] {
  if (error instanceof StoreError && error.code === 'native') return notBuilt('better-sqlite3');
  if (
    error instanceof ShellError ||
    error instanceof EngineError ||
    error instanceof AgentError ||
    error instanceof StoreError
  ) {
    return [error.message, nextIn(commands, error) ?? ''];
  }
  if (error instanceof CommanderError) {
    return [
      error.message.replace(/^error: /, ''),
      `See \`ccchat ${command === undefined ? '' : `${command} `}--help\``,
    ];
  }
  if (!(error instanceof Error)) return [oneLine(String(error)), ''];
  const native = brokenNative(error);
  if (native !== null) return notBuilt(native);
  return [error.message, 'If this stays, `ccchat doctor` checks the set-up and CCCHAT_LOG=file writes a debug log'];
}

/** Which compiled package an import failed on: they are bound to the Node that built them. */
export function brokenNative(error: Error): string | null {
  const text = `${error.message} ${'requireStack' in error ? String(error.requireStack) : ''}`;
  if (
    !/ERR_DLOPEN_FAILED|NODE_MODULE_VERSION|MODULE_NOT_FOUND|bindings file|\.node\b/.test(`${codeOf(error)} ${text}`)
  ) {
    return null;
  }
  return /better[-_]sqlite3/.test(text) ? 'better-sqlite3' : /node-pty|pty\.node/.test(text) ? 'node-pty' : null;
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : '';
}
