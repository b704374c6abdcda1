// What is configured, as the commands need it. A value that cannot be taken stops the command before anything is started: a denied tool
// must not be allowed because its list was mistyped. What was merely left out is said where a person reads along.
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { type Config, type ConfigProblem, nameOf, type ReadConfig, readConfig } from '../config/index.ts';
import type { ThreadSettings } from '../store/types.ts';
import { personLine, ShellError } from './errors.ts';
import { folderOf, type Shell } from './shell.ts';

/** How the screen looks and listens. */
export interface ScreenSettings {
  theme?: 'auto' | 'dark' | 'light' | 'plain';
  keys?: 'plain' | 'vim';
  screenReader?: boolean;
  notify?: 'auto' | 'bell' | 'off';
  keymap?: Readonly<Record<string, unknown>>;
}

const read = new WeakMap<Shell, Map<string, ReadConfig>>();

export function configured(shell: Shell, cwd: string | undefined): Config {
  const folder = folderOf(shell, cwd);
  const known = read.get(shell) ?? new Map<string, ReadConfig>();
  read.set(shell, known);
  const before = known.get(folder);
  if (before) return before.config;
  const found = readConfig({ env: shell.env, folder });
  known.set(folder, found);
  const [wrong] = found.problems.filter(({ level }) => level === 'wrong');
  if (wrong) throw new ShellError(wrong.says, wrong.next);
  if (shell.err.isTTY) for (const problem of found.problems) shell.err.write(`${problemLine(problem)}\n`);
  refuseMissingFiles(found);
  return found.config;
}

export const problemLine = ({ says, next }: ConfigProblem): string => personLine(says, next);

export function settingsOf(config: Config): ThreadSettings {
  const settings: ThreadSettings = {
    model: config.model,
    mode: config.mode,
    allowedTools: config.allowedTools && [...config.allowedTools],
    deniedTools: config.deniedTools && [...config.deniedTools],
    mcpConfig: config.mcpConfig?.map(home),
    appendSystemPrompt: config.appendSystemPrompt,
    claudeArgs: config.claudeArgs && [...config.claudeArgs],
    steeringMode: config.steeringMode,
  };
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}

export function screenSettingsOf(config: Config): ScreenSettings {
  const { theme, screenReader, notify, keymap, vim } = config;
  return { theme, screenReader, notify, keymap, keys: vim === undefined ? undefined : vim ? 'vim' : 'plain' };
}

const home = (entry: string) => entry.replace(/^~(?=\/)/, homedir());

function refuseMissingFiles({ config, places }: ReadConfig): void {
  const from = (name: 'claude' | 'mcpConfig') => places.get(name)?.map(nameOf).join(', ') ?? '';
  const { claude } = config;
  if (claude?.includes(path.sep) && !existsSync(home(claude)))
    throw new ShellError(`there is no program at ${claude}`, `Correct "claude" in ${from('claude')}, or leave it out`);
  const gone = config.mcpConfig?.map(home).find((entry) => !entry.trimStart().startsWith('{') && !existsSync(entry));
  if (gone !== undefined)
    throw new ShellError(`there is no file ${gone}`, `Correct "mcpConfig" in ${from('mcpConfig')}, or leave it out`);
}
