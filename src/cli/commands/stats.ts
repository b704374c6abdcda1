import { type Command, Option } from 'commander';
import type { Stats, StatsFilter, StatsRow } from '../../engine/thread-tools.ts';
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
    .option('--after <date>', 'from this day on, such as 2026-03-01')
    .option('--before <date>', 'up to and without this day')
    .option('--all', 'of all time')
    .option('--json', 'as JSON');
  folderOption(command).action(() => stats(shell, optionsOf<StatsOptions>(command)));
}

async function stats(shell: Shell, options: StatsOptions): Promise<void> {
  const after = dateOf('--after', options.after);
  const before = dateOf('--before', options.before);
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
    const { padEnd, truncate } = await import('../columns.ts');
    const fitted = (text: string, columns: number) => padEnd(truncate(text, columns), columns);
    for (const line of statsLines(found, shell.out, options.by, fitted)) shell.out.write(`${line}\n`);
  });
}

function dateOf(option: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const found = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(value);
  const [year, month, day] = (found?.slice(1) ?? []).map(Number);
  const date = new Date(year ?? 0, (month ?? 1) - 1, day ?? 1);
  if (found && date.getMonth() === month! - 1 && date.getDate() === day) return date.getTime();
  throw new UsageError(`${option} ${value} is no date`, 'Write it as 2026-03-01');
}

function startOfDay(at: number): number {
  const date = new Date(at);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}

type Fitted = (text: string, columns: number) => string;

export function statsLines(stats: Stats, out: Output, only: Table | undefined, fitted: Fitted): string[] {
  const all: Record<Table, NamedRow[]> = {
    day: stats.days.map((row) => ({ name: row.day, row })),
    model: stats.models.map((row) => ({ name: row.model, row })),
    folder: stats.folders.map((row) => ({ name: row.cwd, row })),
    thread: stats.threads.map((row) => ({ name: `${row.thread} ${row.title ?? '(no title)'}`, row })),
  };
  const shown = tables.filter((table) => only === undefined || only === table);
  const columns = stats.total.costUsd === null ? withoutCost : [...withoutCost, costColumn];
  const rowOf = rowPrinter(columns, out, fitted);
  const blocks = shown.flatMap((table) => [...tableLines(table, all[table], rowOf, out), '']);
  return [...blocks, rowOf('total', (column) => column.show(stats.total), '')];
}

interface NamedRow {
  name: string;
  row: StatsRow;
}

interface Column {
  head: string;
  width: number;
  show(row: StatsRow): string;
}

const withoutCost: readonly Column[] = [
  { head: 'turns', width: 6, show: ({ turns }) => String(turns) },
  {
    head: 'in',
    width: 8,
    show: (row) => count(row.inputTokens + row.cacheReadTokens + row.cacheWriteTokens),
  },
  { head: 'out', width: 8, show: ({ outputTokens }) => count(outputTokens) },
  { head: 'time', width: 9, show: ({ durationMs }) => time(durationMs) },
];
const costColumn: Column = {
  head: 'cost',
  width: 9,
  show: ({ costUsd }) => (costUsd === null ? '' : `$${costUsd.toFixed(2)}`),
};

type RowPrinter = (name: string, cell: (column: Column) => string, bar: string) => string;

function rowPrinter(columns: readonly Column[], out: Output, fitted: Fitted): RowPrinter {
  const used = columns.reduce((sum, { width }) => sum + width + 1, 0) + barWidth + 4;
  const names = out.isTTY ? Math.max(12, Math.min(40, out.columns - used)) : 40;
  return (name, cell, bar) => {
    const cells = columns.map((column) => cell(column).padStart(column.width)).join(' ');
    return `${fitted(oneLine(name), names)}  ${cells}  ${bar}`.trimEnd();
  };
}

function tableLines(head: Table, rows: readonly NamedRow[], rowOf: RowPrinter, out: Output): string[] {
  const { dim, bold, cyan } = out.style;
  const kept = head === 'day' ? rows.slice(-mostRows * 2) : rows.slice(0, mostRows);
  const most = Math.max(1, ...kept.map(({ row }) => row.outputTokens));
  const body = kept.map(({ name, row }) =>
    rowOf(name, (column) => column.show(row), cyan(bar(row.outputTokens / most))),
  );
  const rest = rows.length - kept.length;
  return [bold(rowOf(head, (column) => column.head, '')), ...body, ...(rest > 0 ? [dim(`… ${rest} more`)] : [])];
}

const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
const barWidth = 16;

/** As wide as its share of the widest, to an eighth of a column. */
export function bar(share: number): string {
  const units = Math.round(Math.max(0, Math.min(1, share)) * barWidth * 8);
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
