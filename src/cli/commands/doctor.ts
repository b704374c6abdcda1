import { statSync } from 'node:fs';
import type { Command } from 'commander';
import { readConfig } from '../../config/index.ts';
import {
  type Check,
  checkClaude,
  checkConfig,
  checkDatabase,
  checkFolder,
  checkHooks,
  checkNative,
  checkNode,
  checkTerminal,
} from '../checks.ts';
import { exitCodes } from '../errors.ts';
import { claudeOption, optionsOf } from '../options.ts';
import { printJson, type Shell } from '../shell.ts';
import { oneLine, sentence, wrapWords } from '../text.ts';
import { version } from '../version.ts';

interface DoctorOptions {
  claude?: string;
  json?: boolean;
}

export function doctorCommand(program: Command, shell: Shell): void {
  const command = program
    .command('doctor')
    .description('check the set-up and say how to mend it')
    .option('--json', 'as JSON');
  claudeOption(command).action(() => doctor(shell, optionsOf<DoctorOptions>(command)));
}

async function doctor(shell: Shell, options: DoctorOptions): Promise<void> {
  const { inspectSetup } = await import('../../engine/inspect.ts');
  const configuration = readConfig({ env: shell.env, folder: shell.cwd ?? '/' });
  const claude = options.claude ?? configuration.config.claude;
  const setup = await inspectSetup({ env: shell.env, claude: shell.env.CCCHAT_CLAUDE ? options.claude : claude });
  const checks = [
    checkNode(process.versions.node),
    ...setup.natives.map(checkNative),
    ...checkClaude(setup.claude),
    checkHooks(setup.hooks),
    checkDatabase(setup.database),
    checkConfig(shell.env, configuration, (name) => statSync(name, { throwIfNoEntry: false })?.isDirectory() === true),
    ...checkFolder(shell),
    checkTerminal(shell.terminalFacts()),
  ];
  const healthy = checks.every((check) => check.state !== 'broken');
  if (options.json) printJson(shell.out, { ok: healthy, version, checks });
  else for (const line of checkLines(checks, shell)) shell.out.write(`${line}\n`);
  shell.exitCode = healthy ? 0 : exitCodes.failed;
}

const smallestRoom = 10;
const marks = { ok: '✓', warning: '!', broken: '✗' } as const;

/** A terminal gets lines of its own width, what runs over below what it belongs to; anything else gets every finding on one line. */
export function checkLines(checks: readonly Check[], { out }: Pick<Shell, 'out'>): string[] {
  const { style } = out;
  const colours = { ok: style.green, warning: style.yellow, broken: style.red };
  const width = Math.max(...checks.map((check) => check.name.length));
  const margin = ' '.repeat(width + 4);
  const room = out.isTTY ? Math.max(smallestRoom, out.columns - margin.length) : Number.POSITIVE_INFINITY;
  return checks.flatMap((check) => {
    const [first = '', ...rest] = wrapWords(oneLine(check.says), room);
    const mend = check.mend === null ? [] : wrapWords(sentence(check.mend), room).map((line) => style.bold(line));
    const head = `${colours[check.state](marks[check.state])} ${check.name.padEnd(width)}  ${first}`;
    return [head, ...[...rest, ...mend].map((line) => margin + line)];
  });
}
