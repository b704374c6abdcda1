// Counting what was said and spent. Every message counts once, in the thread it was written in, however many forks share it.
import type { Connection } from './connection.ts';
import type { ThreadId, TurnId } from './types.ts';

export interface CountFilter {
  thread?: ThreadId;
  cwd?: string;
  /** Milliseconds since 1970: from `after` on, up to and without `before`. */
  after?: number;
  before?: number;
}

/** What one turn (or what was said outside any) used of one model. */
export interface Count {
  thread: ThreadId;
  title: string | null;
  cwd: string;
  turn: TurnId | null;
  model: string | null;
  messages: number;
  inputTokens: number;
  outputTokens: number;
  cacheReadTokens: number;
  cacheWriteTokens: number;
  /** Null: nobody told. */
  costUsd: number | null;
  /** Of the whole turn. */
  durationMs: number | null;
  /** When the turn, or the first of the messages, began. */
  at: number;
}

export type StatsQueries = ReturnType<typeof statsOn>;

export function statsOn({ sql }: Connection) {
  function counts({ thread, cwd, after, before }: CountFilter = {}): Iterable<Count> {
    const where: string[] = ['t.deleted_at IS NULL'];
    const values: unknown[] = [];
    const and = (condition: string, value: unknown) => {
      if (value === undefined) return;
      where.push(condition);
      values.push(value);
    };
    and('m.thread = ?', thread);
    and('t.cwd = ?', cwd);
    and('m.created_at >= ?', after);
    and('m.created_at < ?', before);
    const used = (field: string) => `coalesce(sum(json_extract(m.usage, '$.${field}')), 0) AS ${field}`;
    return sql<Count>(
      `SELECT t.id AS thread, t.title, t.cwd, m.turn, m.model, count(*) AS messages,
         ${['inputTokens', 'outputTokens', 'cacheReadTokens', 'cacheWriteTokens'].map(used).join(', ')},
         sum(json_extract(m.usage, '$.costUsd')) AS costUsd,
         u.duration_ms AS durationMs, coalesce(u.started_at, min(m.created_at)) AS at
       FROM message m JOIN thread t ON t.id = m.thread LEFT JOIN turn u ON u.id = m.turn
       WHERE ${where.join(' AND ')}
       GROUP BY m.thread, m.turn, m.model ORDER BY m.thread, m.turn, outputTokens DESC`,
    ).iterate(...values);
  }
  return { counts };
}
