import type { Command } from 'commander';
import type { EngineApi } from '../../engine/api.ts';
import type { DiffOptions, FileChange } from '../../engine/thread-tools.ts';
import type { ThreadId } from '../../store/types.ts';
import { UsageError } from '../errors.ts';
import { type FolderOptions, folderOption, optionsOf } from '../options.ts';
import { type Output, printJson, type Shell } from '../shell.ts';
import { oneLine, sanitise } from '../text.ts';
import { threadOf, withEngine } from '../threads.ts';

interface DiffCommandOptions extends FolderOptions {
  json?: boolean;
  stat?: boolean;
  from?: string;
  to?: string;
  at?: string;
  last?: boolean;
}

export function diffCommand(program: Command, shell: Shell): void {
  const command = program
    .command('diff')
    .description('files that the thread changed with its edit tools, as a patch')
    .argument('[thread]', 'the most recent of this folder when left out')
    .option('--from <message>', 'from the turn of this message on')
    .option('--to <message>', 'up to and with the turn of this message')
    .option('--at <message>', 'only the turn of this message')
    .option('--last', 'only the last turn')
    .option('--stat', 'how much, not what')
    .option('--json', 'as JSON');
  folderOption(command).action(async (ref: string | undefined) => {
    const options = optionsOf<DiffCommandOptions>(command);
    const given = [options.at, options.last, options.from ?? options.to].filter((one) => one !== undefined);
    if (given.length > 1)
      throw new UsageError('--at, --last and --from or --to contradict each other', 'Give one of them');
    await withEngine(shell, {}, (engine) => {
      const thread = threadOf(engine, shell, ref, options.cwd);
      const changes = engine.diff(thread.id, rangeOf(engine, thread.id, options));
      if (options.json)
        return printJson(
          shell.out,
          changes.map(({ parts: _, ...change }) => change),
        );
      if (changes.length === 0) return shell.err.write('No file was changed.\n');
      if (options.stat) return print(shell.out, statLines(changes, shell.out));
      for (const { patch } of changes) shell.out.write(patchText(patch, shell.out));
    });
  });
}

function rangeOf(engine: EngineApi, thread: ThreadId, { from, to, at, last }: DiffCommandOptions): DiffOptions {
  const named = (ref: string | undefined) => (ref === undefined ? undefined : engine.findMessage(thread, ref).id);
  if (last) return { turn: engine.turns(thread, { limit: 1 })[0]?.id };
  const only = named(at);
  return only === undefined ? { from: named(from), to: named(to) } : { from: only, to: only };
}

function statLines(changes: readonly FileChange[], { style }: Output): string[] {
  const width = Math.max(...changes.map(({ path }) => oneLine(path).length));
  const rows = changes.map(({ path, kind, additions, deletions }) => {
    const counts = `${style.green(`+${additions}`)} ${style.red(`-${deletions}`)}`;
    return `${oneLine(path).padEnd(width)}  ${counts}${kind === 'edited' ? '' : `  ${kind}`}`;
  });
  const sum = (of: 'additions' | 'deletions') => changes.reduce((total, change) => total + change[of], 0);
  const files = `${changes.length} ${changes.length === 1 ? 'file' : 'files'}`;
  return [...rows, `${files} changed, +${sum('additions')} -${sum('deletions')}`];
}

/** To a pipe as it is, so that it applies; to a terminal nothing in it may move the cursor. */
function patchText(patch: string, { style, isTTY }: Output): string {
  if (!isTTY) return patch;
  return sanitise(patch)
    .split('\n')
    .map((line) => {
      if (/^(?:---|\+\+\+) /.test(line)) return style.bold(line);
      if (line.startsWith('@@')) return style.cyan(line);
      return line.startsWith('+') ? style.green(line) : line.startsWith('-') ? style.red(line) : line;
    })
    .join('\n');
}

function print(out: Output, lines: readonly string[]): void {
  for (const line of lines) out.write(`${line}\n`);
}
