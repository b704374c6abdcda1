// What was said and spent, by thread, folder, model and day. Costs are those the agent told, which new versions of it do not; none is worked out from tokens.
import type { Count, CountFilter } from '../store/stats.ts';
import type { ThreadId, TurnId } from '../store/types.ts';
import type { Core } from './core.ts';

export interface StatsFilter extends CountFilter {}

export interface StatsRow {
  turns: number;
  messages: number;
  inputTokens: number;
  outputTokens: number;
  cacheReadTokens: number;
  cacheWriteTokens: number;
  /** How long the turns took together. */
  durationMs: number;
  /** What of it the agent told; null when it told nothing. */
  costUsd: number | null;
}

export interface Stats {
  total: StatsRow;
  /** Most tokens written first. */
  threads: (StatsRow & { thread: ThreadId; title: string | null; cwd: string })[];
  folders: (StatsRow & { cwd: string })[];
  models: (StatsRow & { model: string })[];
  /** Days of the local calendar, oldest first; days on which nothing was said are left out. */
  days: (StatsRow & { day: string })[];
}

export function statsOf({ store }: Core, filter: StatsFilter = {}): Stats {
  const total = group<string>();
  const threads = group<ThreadId>();
  const folders = group<string>();
  const models = group<string>();
  const days = group<string>();
  const about = new Map<ThreadId, { title: string | null; cwd: string }>();
  for (const count of store.stats.counts(filter)) {
    about.set(count.thread, { title: count.title, cwd: count.cwd });
    total.add('', count);
    threads.add(count.thread, count);
    folders.add(count.cwd, count);
    if (count.model !== null) models.add(count.model, count);
    days.add(localDay(count.at), count);
  }
  return {
    total: total.rows().get('') ?? { ...nothing },
    threads: byOutput([...threads.rows()].map(([thread, row]) => ({ thread, ...about.get(thread)!, ...row }))),
    folders: byOutput([...folders.rows()].map(([cwd, row]) => ({ cwd, ...row }))),
    models: byOutput([...models.rows()].map(([model, row]) => ({ model, ...row }))),
    days: [...days.rows()].map(([day, row]) => ({ day, ...row })).sort((a, b) => (a.day < b.day ? -1 : 1)),
  };
}

const nothing: StatsRow = {
  turns: 0,
  messages: 0,
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  durationMs: 0,
  costUsd: null,
};

/** Counts of one turn come one after the other; the turn counts once, with the first. */
function group<Key>() {
  const rows = new Map<Key, StatsRow & { last: TurnId | null }>();
  return {
    add(key: Key, count: Count): void {
      const row = rows.get(key) ?? { ...nothing, last: null };
      rows.set(key, row);
      row.messages += count.messages;
      row.inputTokens += count.inputTokens;
      row.outputTokens += count.outputTokens;
      row.cacheReadTokens += count.cacheReadTokens;
      row.cacheWriteTokens += count.cacheWriteTokens;
      if (count.costUsd !== null) row.costUsd = (row.costUsd ?? 0) + count.costUsd;
      if (count.turn === null || count.turn === row.last) return;
      row.last = count.turn;
      row.turns += 1;
      row.durationMs += count.durationMs ?? 0;
    },
    rows: (): Map<Key, StatsRow> => new Map([...rows].map(([key, { last: _, ...row }]) => [key, row])),
  };
}

const byOutput = <Row extends StatsRow>(rows: Row[]): Row[] =>
  rows.sort((a, b) => b.outputTokens - a.outputTokens || b.turns - a.turns);

function localDay(at: number): string {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
