import { type Command, Option } from 'commander';
import type { ThreadSummary } from '../../engine/api.ts';
import { type ThreadStatus, threadStatuses } from '../../engine/events.ts';
import { type FolderOptions, folderOption, optionsOf, wholeNumber } from '../options.ts';
import { threadShape } from '../shapes.ts';
import { folderOf, printJson, type Shell } from '../shell.ts';
import { threadOf, withEngine } from '../threads.ts';

interface ListOptions extends FolderOptions {
  json?: boolean;
  here?: boolean;
  query?: string;
  archived?: boolean;
  deleted?: boolean;
  pinned?: boolean;
  status?: ThreadStatus;
  offset?: number;
  limit?: number;
}

export function listCommand(program: Command, shell: Shell): void {
  const command = program
    .command('list')
    .alias('ls')
    .description('list threads, the most recent first')
    .option('--here', 'only those of this folder')
    .option('--query <text>', 'only those with this in the title or first prompt')
    .option('--pinned', 'only the pinned ones')
    .addOption(new Option('--status <status>', 'only those that do this now').choices(threadStatuses))
    .option('--archived', 'the archived ones')
    .option('--deleted', 'the deleted ones')
    .option('--limit <n>', 'this many at most', wholeNumber)
    .option('--offset <n>', 'without the first ones', wholeNumber)
    .option('--json', 'as JSON');
  folderOption(command).action(() => list(shell, optionsOf<ListOptions>(command)));
}

async function list(shell: Shell, options: ListOptions): Promise<void> {
  const { query, archived, deleted, pinned, status, limit, offset } = options;
  const cwd = options.here || options.cwd ? folderOf(shell, options.cwd) : undefined;
  await withEngine(shell, {}, async (engine) => {
    const threads = engine.list({ cwd, query, archived, deleted, pinned, status, limit, offset });
    await printThreads(shell, threads, options.json, 'No threads yet: `ccchat send` or `ccchat` starts one.');
  });
}

export function childrenCommand(program: Command, shell: Shell): void {
  const command = program
    .command('children')
    .description('list the forks of a thread')
    .argument('[thread]', 'the most recent of this folder when left out')
    .option('--json', 'as JSON');
  folderOption(command).action(async (ref: string | undefined) => {
    const options = optionsOf<ListOptions>(command);
    await withEngine(shell, {}, async (engine) => {
      const threads = engine.children(threadOf(engine, shell, ref, options.cwd).id);
      await printThreads(shell, threads, options.json, 'No forks.');
    });
  });
}

async function printThreads(
  shell: Shell,
  threads: ThreadSummary[],
  json: boolean | undefined,
  none: string,
): Promise<void> {
  if (json) return printJson(shell.out, threads.map(threadShape));
  if (threads.length === 0) return shell.err.write(`${none}\n`);
  const { threadLines } = await import('../thread-lines.ts');
  for (const line of threadLines(threads, shell)) shell.out.write(`${line}\n`);
}
