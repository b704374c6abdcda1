import { type Command, Option } from 'commander';
import { timeOf } from '../../engine/search-query.ts';
import type { Stats, StatsFilter, StatsRow } from '../../engine/thread-tools.ts';
import { shortFolder } from '../../text/folder.ts';
import { UsageError } from '../errors.ts';
import { type FolderOptions, folderOption, optionsOf } from '../options.ts';
import { folderOf, type Output, printJson, type Shell } from '../shell.ts';
import { oneLine } from '../text.ts';
import { withEngine } from '../threads.ts';

const tables = ['day', 'model', 'folder', 'thread'] as const;
type Table = (typeof tables)[number];

interface StatsOptions extends FolderOptions {
  by?: Table;
  thread?: string;
  here?: boolean;
  after?: string;
  before?: string;
  all?: boolean;
  json?: boolean;
}

const dayMs = 24 * 3600 * 1000;
const defaultDays = 30;
const mostRows = 15;

export function statsCommand(program: Command, shell: Shell): void {
  const command = program
    .command('stats')
    .description('turns, tokens and time, by day, model, folder and thread; of the last 30 days unless said')
    .addOption(new Option('--by <what>', 'only this table').choices(tables))
    .option('--thread <thread>', 'only of this thread')
    .option('--here', 'only of this folder')
    .option('--after <date>', 'from this day on, such as 2026-03-01 or 7d')
    .option('--before <date>', 'up to and without this day')
    .option('--all', 'of all time')
    .option('--json', 'as JSON');
  folderOption(command).action(() => stats(shell, optionsOf<StatsOptions>(command)));
}

async function stats(shell: Shell, options: StatsOptions): Promise<void> {
  const after = dateOf('after', options.after, shell.now());
  const before = dateOf('before', options.before, shell.now());
  const isRange = options.all || after !== undefined || before !== undefined || options.thread !== undefined;
  await withEngine(shell, {}, async (engine) => {
    const filter: StatsFilter = {
      thread: options.thread === undefined ? undefined : engine.find(options.thread).id,
      cwd: options.here || options.cwd ? folderOf(shell, options.cwd) : undefined,
      after: isRange ? after : startOfDay(shell.now() - (defaultDays - 1) * dayMs),
      before,
    };
    const found = engine.stats(filter);
    if (options.json) return printJson(shell.out, found);
    if (found.total.messages === 0) return shell.err.write('Nothing was said in that time.\n');
    const columns = await import('../columns.ts');
    for (const line of statsLines(found, shell, options.by, columns)) shell.out.write(`${line}\n`);
  });
}

/** Written as in a search. */
function dateOf(option: 'after' | 'before', value: string | undefined, now: number): number | undefined {
  const found = value === undefined ? undefined : timeOf(value, now);
  if (found !== null) return found;
  throw new UsageError(`--${option} ${value} is no date`, 'Write it as 2026-03-01, 7d, today or yesterday');
}

function startOfDay(at: number): number {
  const date = new Date(at);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}

type Columns = typeof import('../columns.ts');

function statsLines(stats: Stats, shell: Shell, only: Table | undefined, columns: Columns): string[] {
  const folder = (cwd: string) => (shell.out.isTTY ? shortFolder(cwd, shell.env.HOME) : cwd);
  const all: Record<Table, NamedRow[]> = {
    day: stats.days.map((row) => ({ name: row.day, row })),
    model: stats.models.map((row) => ({ name: row.model, row })),
    folder: stats.folders.map((row) => ({ name: folder(row.cwd), row })),
    thread: stats.threads.map((row) => ({ name: `${row.thread} ${row.title ?? '(no title)'}`, row })),
  };
  const shown = tables.filter((table) => only === undefined || only === table);
  const rows = [...shown.flatMap((table) => all[table]).map(({ row }) => row), stats.total];
  const layout = layoutOf(rows, stats.total.costUsd === null ? withoutCost : [...withoutCost, costColumn], shell.out);
  const print: RowPrinter = (name, cell, share, cut) => {
    const fitted = columns.padEnd((cut ?? columns.truncate)(oneLine(name), layout.names), layout.names);
    const cells = layout.columns.map((column) => cell(column).padStart(column.width)).join('  ');
    return `${fitted}  ${cells}  ${shell.out.style.cyan(bar(share, layout.bars))}`.trimEnd();
  };
  const blocks = shown.flatMap((table) => [
    ...tableLines(table, all[table], print, shell.out, table === 'folder' ? columns.truncateStart : undefined),
    '',
  ]);
  return [...blocks, print('total', (column) => column.show(stats.total), 0)];
}

interface NamedRow {
  name: string;
  row: StatsRow;
}

interface Column {
  head: string;
  show(row: StatsRow): string;
}

const withoutCost: readonly Column[] = [
  { head: 'turns', show: ({ turns }) => String(turns) },
  { head: 'in', show: (row) => count(row.inputTokens + row.cacheReadTokens + row.cacheWriteTokens) },
  { head: 'out', show: ({ outputTokens }) => count(outputTokens) },
  { head: 'time', show: ({ durationMs }) => time(durationMs) },
];
const costColumn: Column = {
  head: 'cost',
  show: ({ costUsd }) => (costUsd === null ? '' : `$${costUsd.toFixed(2)}`),
};

interface Layout {
  names: number;
  columns: readonly (Column & { width: number })[];
  bars: number;
}

const mostNames = 40;
const leastNames = 12;
const leastBars = 6;

/** What a narrow window has no room for goes in turn: the bars, then columns from the right. */
function layoutOf(rows: readonly StatsRow[], all: readonly Column[], { isTTY, columns: width }: Output): Layout {
  const columns = all.map((column) => ({
    ...column,
    width: Math.max(column.head.length, ...rows.map((row) => column.show(row).length)),
  }));
  if (!isTTY) return { names: mostNames, columns, bars: barWidth };
  const room = () => width - columns.reduce((sum, column) => sum + column.width + 2, 0);
  while (columns.length > 1 && room() < leastNames) columns.pop();
  const bars = Math.min(barWidth, room() - 2 - leastNames * 2);
  if (bars < leastBars) return { names: Math.max(1, Math.min(mostNames, room())), columns, bars: 0 };
  return { names: Math.min(mostNames, room() - 2 - bars), columns, bars };
}

type Cut = Columns['truncate'];
type RowPrinter = (name: string, cell: (column: Column) => string, share: number, cut?: Cut) => string;

function tableLines(head: Table, rows: readonly NamedRow[], print: RowPrinter, out: Output, cut?: Cut): string[] {
  const { dim, bold } = out.style;
  const kept = head === 'day' ? rows.slice(-mostRows * 2) : rows.slice(0, mostRows);
  const most = Math.max(1, ...kept.map(({ row }) => row.outputTokens));
  const body = kept.map(({ name, row }) => print(name, (column) => column.show(row), row.outputTokens / most, cut));
  const rest = rows.length - kept.length;
  return [bold(print(head, (column) => column.head, 0)), ...body, ...(rest > 0 ? [dim(`… ${rest} more`)] : [])];
}

const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
const barWidth = 16;

/** As wide as its share of the widest, to an eighth of a column. */
export function bar(share: number, width = barWidth): string {
  const units = Math.round(Math.max(0, Math.min(1, share)) * width * 8);
  return '█'.repeat(Math.floor(units / 8)) + eighths[units % 8]!;
}

export function count(value: number): string {
  if (value < 10_000) return String(value);
  if (value < 1_000_000) return `${(value / 1000).toFixed(value < 100_000 ? 1 : 0)}k`;
  return `${(value / 1_000_000).toFixed(value < 100_000_000 ? 1 : 0)}M`;
}

function time(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return `${(ms / 1000).toFixed(0)} s`;
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
