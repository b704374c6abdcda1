// What `doctor` says about what it found: each finding judged by itself, with the one thing that mends it.
import path from 'node:path';
import { nearest, optionNames, type ReadConfig, variableOf } from '../config/index.ts';
import type { ClaudeReport, NativeReport, SetupReport, SignInReport } from '../engine/inspect.ts';
import { packageFolder } from './package-folder.ts';
import { folderGone, type Shell } from './shell.ts';
import { oneLine } from './text.ts';

export interface Check {
  name: string;
  state: 'ok' | 'warning' | 'broken';
  says: string;
  /** What to do about it; `null` when there is nothing to do. */
  mend: string | null;
}

export interface TerminalFacts {
  isTTY: boolean;
  inputIsTTY: boolean;
  columns: number;
  rows: number;
  /** 0 none, 1 sixteen colours, 2 256, 3 all. */
  colour: number;
  term: string | undefined;
  noColour: boolean;
}

const ok = (name: string, says: string): Check => ({ name, state: 'ok', says, mend: null });
const warning = (name: string, says: string, mend: string): Check => ({ name, state: 'warning', says, mend });
const broken = (name: string, says: string, mend: string): Check => ({ name, state: 'broken', says, mend });

export const oldestNode = '20.19.0';

export function checkNode(version: string): Check {
  if (compareVersions(version, oldestNode) >= 0) return ok('node', `Node ${version}`);
  return broken('node', `Node ${version} is too old`, 'Install Node 20.19 or newer');
}

export function checkNative(report: NativeReport): Check {
  if (report.error === null) return ok(report.name, `${report.name} loads and works`);
  return broken(
    report.name,
    `${report.name} does not work with this Node: ${oneLine(report.error)}`,
    `Run \`npm rebuild ${report.name}\` in ${packageFolder()}`,
  );
}

export function checkClaude(report: ClaudeReport): Check[] {
  if (report.kind === 'unusable') return [broken('claude', report.says, report.next)];
  return [ok('claude', `claude ${report.version} at ${report.path}`), checkSignIn(report.signIn)];
}

function checkSignIn(signIn: SignInReport): Check {
  switch (signIn.kind) {
    case 'signed-in':
      return ok('sign-in', `signed in (${signIn.how})`);
    case 'signed-out':
      return broken('sign-in', 'claude is signed out', signIn.next);
    case 'unknown':
      return warning('sign-in', `claude does not say whether it is signed in: ${signIn.says}`, signIn.next);
  }
}

export function checkHooks(hooks: SetupReport['hooks']): Check {
  if (hooks.error === null) return ok('hooks', 'claude can report to ccchat on loopback');
  return broken(
    'hooks',
    `nothing on this machine can reach a server on 127.0.0.1: ${oneLine(hooks.error)}`,
    'Allow local connections to 127.0.0.1 (firewall, sandbox)',
  );
}

/** Only worth a line when it is gone. */
export function checkFolder({ cwd, env }: Pick<Shell, 'cwd' | 'env'>): Check[] {
  return cwd === null && !env.CCCHAT_CWD ? [broken('folder', folderGone.says, folderGone.next)] : [];
}

const smallest = { columns: 40, rows: 10 };

export function checkTerminal(facts: TerminalFacts): Check {
  const { columns, rows, term } = facts;
  if (!facts.isTTY || !facts.inputIsTTY) {
    return warning('terminal', 'this is not a terminal', 'The chat needs one; in scripts use `ccchat send`');
  }
  if (term === 'dumb' || !term) {
    return warning(
      'terminal',
      `TERM is ${term ? `"${term}"` : 'not set'}`,
      'Set TERM, for example TERM=xterm-256color',
    );
  }
  const size = `${columns} × ${rows}`;
  if (columns < smallest.columns || rows < smallest.rows) {
    return warning('terminal', `${size} is small`, `Make it at least ${smallest.columns} × ${smallest.rows}`);
  }
  const colours = facts.noColour
    ? 'no colour (NO_COLOR)'
    : ['no colour', '16 colours', '256 colours', 'all colours'][facts.colour];
  return ok('terminal', `${term}, ${size}, ${colours}`);
}

export function checkDatabase({ file, check }: SetupReport['database']): Check {
  switch (check.kind) {
    case 'absent':
      return ok('database', `none yet; it will be ${file}`);
    case 'broken':
      return broken('database', check.error.message, check.error.next);
    case 'fine': {
      const size = `${count(check.threads, 'thread')}, ${count(check.messages, 'message')}, ${(check.bytes / 1_048_576).toFixed(1)} MB`;
      if (check.openTo === null) return ok('database', `${file}: ${size}`);
      return warning(
        'database',
        `${check.openTo} can be read by others on this machine`,
        `Run \`chmod go= ${check.openTo}\``,
      );
    }
  }
}

const count = (n: number, what: string) => `${n} ${what}${n === 1 ? '' : 's'}`;

const variables = [
  'CCCHAT_HOME',
  'CCCHAT_CWD',
  'CCCHAT_LOG',
  'CCCHAT_CONFIG',
  ...optionNames.flatMap((name) => variableOf(name) ?? []),
];

export function checkConfig(
  env: NodeJS.ProcessEnv,
  { problems, files, places }: Pick<ReadConfig, 'problems' | 'files' | 'places'>,
  isFolder: (name: string) => boolean,
): Check {
  const [wrong] = problems.filter(({ level }) => level === 'wrong');
  if (wrong) return broken('config', wrong.says, wrong.next);
  const unknown = Object.keys(env).filter((name) => name.startsWith('CCCHAT_') && !variables.includes(name));
  if (unknown.length > 0) {
    const [meant] = unknown.map((name) => nearest(name, variables));
    const next = meant ? `Did you mean ${meant}?` : '`ccchat config --show` lists what is known';
    return warning('config', `${unknown.join(', ')} means nothing to ccchat`, next);
  }
  if (env.CCCHAT_CWD && !isFolder(env.CCCHAT_CWD)) {
    return broken('config', `CCCHAT_CWD names ${env.CCCHAT_CWD}, which is no folder`, 'Unset it or name a folder');
  }
  if (env.CCCHAT_LOG && !isFolder(path.dirname(env.CCCHAT_LOG))) {
    return broken(
      'config',
      `CCCHAT_LOG names ${env.CCCHAT_LOG}, in a folder that is not there`,
      'Make the folder or unset it',
    );
  }
  const [ignored] = problems;
  if (ignored) return warning('config', ignored.says, ignored.next);
  const used = [...new Set([...places.values()].flat().flatMap((place) => ('file' in place ? [place.file] : [])))];
  const given = variables.filter((name) => env[name]).map((name) => `${name}=${env[name]}`);
  const says = [...used, ...given].join(', ');
  return ok('config', says === '' ? `nothing is set: all defaults (${files.person})` : says);
}

export function compareVersions(a: string, b: string): number {
  const parts = (version: string) => version.split(/[.-]/, 3).map(Number);
  const [left, right] = [parts(a), parts(b)];
  const difference = left.map((part, index) => part - (right[index] ?? 0)).find((step) => step !== 0);
  return difference ?? 0;
}
