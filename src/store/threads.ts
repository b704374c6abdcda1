// Threads: names that point at a message. Lists read an index in order and look up the rest only for the rows they return;
// a text that few threads hold is looked up in an index of its own, so that no list reads every thread.
import type { Connection } from './connection.ts';
import { freeId, idRange } from './ids.ts';
import type { Lines } from './lines.ts';
import type { Names } from './names.ts';
import { closest } from './resemblance.ts';
import { assignments, found, toJson } from './rows.ts';
import { normal } from './text.ts';
import type { Json, MessageId, Thread, ThreadId, ThreadSettings } from './types.ts';

export interface NewThread {
  cwd: string;
  title?: string | null;
  head?: MessageId | null;
  parent?: ThreadId | null;
  forkedAt?: MessageId | null;
  settings?: ThreadSettings;
  extra?: Record<string, Json>;
}

export interface ThreadChange {
  title?: string | null;
  cwd?: string;
  settings?: ThreadSettings;
  pinned?: boolean;
  archived?: boolean;
  extra?: Record<string, Json>;
}

/** Left out: `archived` and `deleted` are false, `pinned` is either. `query`: every word of it in the title or first prompt. */
export interface ThreadFilter {
  cwd?: string;
  query?: string;
  archived?: boolean;
  pinned?: boolean;
  deleted?: boolean;
  limit?: number;
  offset?: number;
}

interface ThreadRow {
  id: ThreadId;
  title: string | null;
  cwd: string;
  head: MessageId | null;
  previous_head: MessageId | null;
  parent: ThreadId | null;
  forked_at: MessageId | null;
  settings: string;
  pinned: 0 | 1;
  archived: 0 | 1;
  deleted_at: number | null;
  extra: string;
  created_at: number;
  updated_at: number;
  messages: number;
}

const columns = `t.id, t.title, t.cwd, t.head, t.parent, t.forked_at, t.settings, t.pinned, t.archived, t.deleted_at,
  t.extra, t.created_at, t.updated_at,
  coalesce((SELECT depth FROM message WHERE id = t.head), 0) AS messages,
  (SELECT from_head FROM left_line WHERE thread = t.id ORDER BY position DESC LIMIT 1) AS previous_head`;

const idLength = 6;
const candidateCap = 20;
const resemblanceCap = 2000;
const everything = -1;

/** SQLite takes no part of a row, and no number it cannot hold. */
const whole = (rows: number) => Math.min(Math.max(everything, Math.ceil(rows) || 0), Number.MAX_SAFE_INTEGER);

function toThread(row: ThreadRow): Thread {
  return {
    id: row.id,
    title: row.title,
    cwd: row.cwd,
    head: row.head,
    previousHead: row.previous_head,
    parent: row.parent,
    forkedAt: row.forked_at,
    settings: JSON.parse(row.settings) as ThreadSettings,
    pinned: row.pinned === 1,
    archived: row.archived === 1,
    deletedAt: row.deleted_at,
    extra: JSON.parse(row.extra) as Record<string, Json>,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    messages: row.messages,
  };
}

export type Threads = ReturnType<typeof threadsOn>;

export function threadsOn({ sql, write }: Connection, lines: Lines, names: Names) {
  const select = <Row = ThreadRow>(rest: string) => sql<Row>(`SELECT ${columns} FROM thread t ${rest}`);

  const get = (id: ThreadId): Thread | null => {
    const row = select('WHERE t.id = ?').get(id);
    return row ? toThread(row) : null;
  };
  const known = (id: ThreadId): Thread => found(get(id), 'thread', id);

  function create(thread: NewThread): Thread {
    return write(() => {
      const id = freeId(
        idLength,
        (name) => sql('SELECT 1 FROM thread WHERE id = ?').get(name) !== undefined,
      ) as ThreadId;
      const now = Date.now();
      const title = thread.title || null;
      const firstPrompt = thread.head ? firstPromptOf(thread.parent ?? null, thread.head) : null;
      sql(
        `INSERT INTO thread (id, title, cwd, head, parent, forked_at, settings, extra, created_at, updated_at, sought)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '')`,
      ).run(
        id,
        title,
        thread.cwd,
        thread.head ?? null,
        thread.parent ?? null,
        thread.forkedAt ?? null,
        toJson(thread.settings ?? {}),
        toJson(thread.extra ?? {}),
        now,
        now,
      );
      names.set(id, title, firstPrompt);
      return known(id);
    });
  }

  const firstPromptOf = (parent: ThreadId | null, head: MessageId): string | null =>
    sql<{ first_prompt: string | null }>(
      'SELECT first_prompt FROM thread WHERE id = coalesce(?, (SELECT thread FROM message WHERE id = ?))',
    ).get(parent, head)?.first_prompt ?? null;

  /** What `ref` may mean: the thread with that id, else those whose id begins with it or whose title it is. */
  function candidates(ref: string): Thread[] {
    const range = idRange(ref);
    const exact = range && get(range[0] as ThreadId);
    if (exact && exact.deletedAt === null) return [exact];
    const prefixed = range
      ? select('WHERE t.id >= ? AND t.id < ? AND t.deleted_at IS NULL ORDER BY t.updated_at DESC LIMIT ?').all(
          ...range,
          candidateCap,
        )
      : [];
    const titled = select('WHERE t.title = ? AND t.deleted_at IS NULL ORDER BY t.updated_at DESC LIMIT ?').all(
      ref,
      candidateCap,
    );
    const ids = new Set(prefixed.map((row) => row.id));
    return [...prefixed, ...titled.filter((row) => !ids.has(row.id))].map(toThread);
  }

  function nearest(ref: string, limit: number): Thread[] {
    const recent = sql<{ id: ThreadId; title: string | null; sought: string }>(
      `SELECT id, title, sought FROM thread WHERE deleted_at IS NULL AND archived = 0
       ORDER BY pinned DESC, updated_at DESC LIMIT ?`,
    ).all(resemblanceCap);
    return closest(ref, recent, ({ id, title, sought }) => [id, title ?? '', ...sought.split('\n')])
      .slice(0, limit)
      .map(({ id }) => known(id));
  }

  /** Pinned and unpinned threads are two runs of the same index; the newer of their first rows is the latest. */
  function latest(cwd: string): Thread | null {
    const newest = [0, 1].flatMap((pinned) =>
      select(
        'WHERE t.cwd = ? AND t.archived = 0 AND t.pinned = ? AND t.deleted_at IS NULL ORDER BY t.updated_at DESC, t.seq DESC LIMIT 1',
      ).all(cwd, pinned),
    );
    newest.sort((a, b) => b.updated_at - a.updated_at);
    return newest[0] ? toThread(newest[0]) : null;
  }

  function list(filter: ThreadFilter = {}): Thread[] {
    const where = [filter.deleted ? 't.deleted_at IS NOT NULL' : 't.deleted_at IS NULL'];
    const values: unknown[] = [];
    const and = (condition: string, value: unknown) => {
      where.push(condition);
      values.push(value);
    };
    if (filter.cwd !== undefined) and('t.cwd = ?', filter.cwd);
    if (filter.archived !== undefined || !filter.deleted) and('t.archived = ?', filter.archived ? 1 : 0);
    if (filter.pinned !== undefined) and('t.pinned = ?', filter.pinned ? 1 : 0);
    const words = normal(filter.query ?? '')
      .split(' ')
      .filter(Boolean);
    const few = words.length > 0 ? names.few(words) : null;
    if (few?.length === 0) return [];
    if (few) and('t.seq IN (SELECT value FROM json_each(?))', JSON.stringify(few));
    for (const word of words) and('instr(t.sought, ?) > 0', word);
    const from = few ? 'NOT INDEXED' : '';
    return select(
      `${from} WHERE ${where.join(' AND ')} ORDER BY t.pinned DESC, t.updated_at DESC, t.seq DESC LIMIT ? OFFSET ?`,
    )
      .all(...values, whole(filter.limit ?? everything), whole(filter.offset ?? 0))
      .map(toThread);
  }

  /** `settings` and `extra` replace what was there. Does not count as activity: `updatedAt` stays. */
  function update(id: ThreadId, change: ThreadChange): Thread {
    return write(() => {
      const { title, ...rest } = change;
      const { set, values } = assignments(rest, {
        cwd: 'cwd',
        settings: 'settings',
        pinned: 'pinned',
        archived: 'archived',
        extra: 'extra',
      });
      if (set) sql(`UPDATE thread SET ${set} WHERE id = ?`).run(...values, id);
      if (title !== undefined) {
        const row = sql<{ first_prompt: string | null }>('SELECT first_prompt FROM thread WHERE id = ?').get(id);
        names.set(id, title || null, found(row, 'thread', id).first_prompt);
      }
      return known(id);
    });
  }

  const setDeleted = (id: ThreadId, at: number | null): Thread =>
    write(() => {
      sql('UPDATE thread SET deleted_at = ? WHERE id = ?').run(at, id);
      return known(id);
    });

  return {
    create,
    get,
    candidates,
    nearest,
    latest,
    list,
    update,
    delete: (id: ThreadId) => setDeleted(id, Date.now()),
    undelete: (id: ThreadId) => setDeleted(id, null),
    /** Every folder that has threads. */
    folders: (): string[] =>
      sql<{ cwd: string }>('SELECT DISTINCT cwd FROM thread WHERE deleted_at IS NULL ORDER BY cwd')
        .all()
        .map(({ cwd }) => cwd),
    /** Forks of it, oldest first. */
    children: (id: ThreadId): Thread[] =>
      select('WHERE t.parent = ? AND t.deleted_at IS NULL ORDER BY t.created_at, t.seq').all(id).map(toThread),
    setHead(id: ThreadId, head: MessageId | null): void {
      lines.move(id, head);
    },
    revert: (id: ThreadId, to: MessageId | null): Thread =>
      write(() => {
        lines.move(id, to);
        return known(id);
      }),
    unrevert: (id: ThreadId): Thread | null => write(() => (lines.moveBack(id) ? known(id) : null)),
  };
}
