// Clearing up for good: threads deleted before a date, and of their messages those that no remaining thread reaches. Only forks of a
// thread can reach its messages, so only their lines are walked. A thread whose messages a fork still needs stays as an empty name.
import type { Connection } from './connection.ts';
import type { Lines } from './lines.ts';
import { normal, soughtText, spaced } from './text.ts';
import type { Block, MessageId, ThreadId } from './types.ts';

export interface Doomed {
  thread: ThreadId;
  title: string | null;
  cwd: string;
  deletedAt: number;
  /** Messages that would go. */
  messages: number;
  /** Messages that stay because forks reach them. */
  kept: number;
  /** Characters of what would go. */
  chars: number;
}

export type Gc = ReturnType<typeof gcOn>;

interface Row {
  id: MessageId;
  thread: ThreadId;
  chars: number;
}

export function gcOn({ db, sql, write }: Connection, lines: Lines) {
  function doomed(before: number): { threads: Doomed[]; messages: MessageId[] } {
    const deleted = sql<{ id: ThreadId; title: string | null; cwd: string; deleted_at: number }>(
      'SELECT id, title, cwd, deleted_at FROM thread WHERE deleted_at IS NOT NULL AND deleted_at < ? ORDER BY deleted_at',
    ).all(before);
    if (deleted.length === 0) return { threads: [], messages: [] };
    const ids = JSON.stringify(deleted.map(({ id }) => id));
    const rows = new Map(
      sql<Row>(
        'SELECT id, thread, length(blocks) AS chars FROM message WHERE thread IN (SELECT value FROM json_each(?))',
      )
        .all(ids)
        .map((row) => [row.id, row]),
    );
    const kept = keptOf(rows, ids);
    const of = new Map<ThreadId, Row[]>(deleted.map(({ id }) => [id, []]));
    for (const row of rows.values()) of.get(row.thread)!.push(row);
    const threads = deleted.map(({ id, title, cwd, deleted_at }): Doomed => {
      const own = of.get(id) ?? [];
      const going = own.filter((row) => !kept.has(row.id));
      return {
        thread: id,
        title,
        cwd,
        deletedAt: deleted_at,
        messages: going.length,
        kept: own.length - going.length,
        chars: going.reduce((sum, row) => sum + row.chars, 0),
      };
    });
    const goingOrEmpty = threads.filter(({ messages, kept: staying, title }) => messages > 0 || staying === 0 || title);
    return { threads: goingOrEmpty, messages: [...rows.keys()].filter((id) => !kept.has(id)) };
  }

  /** Of `rows`, what the forks of the threads that go can still reach. */
  function keptOf(rows: ReadonlyMap<MessageId, Row>, gone: string): Set<MessageId> {
    const forks = sql<{ id: ThreadId; forked_at: MessageId | null }>(
      `WITH RECURSIVE family(id) AS (
         SELECT value FROM json_each(?) UNION SELECT t.id FROM thread t JOIN family f ON t.parent = f.id)
       SELECT t.id, t.forked_at FROM family f JOIN thread t ON t.id = f.id WHERE t.id NOT IN (SELECT value FROM json_each(?))`,
    ).all(gone, gone);
    const parentOf = sql<{ parent: MessageId | null }>('SELECT parent FROM message WHERE id = ?');
    const seen = new Set<MessageId>();
    const kept = new Set<MessageId>();
    for (const { id, forked_at } of forks)
      for (const end of [...lines.heads(id), forked_at])
        for (let at = end; at !== null && !seen.has(at); at = parentOf.get(at)?.parent ?? null) {
          seen.add(at);
          if (rows.has(at)) kept.add(at);
        }
    return kept;
  }

  /** Foreign keys are off meanwhile: with them each message would be looked for in every thread. What is removed is known. */
  function remove(before: number): Doomed[] {
    db.pragma('foreign_keys = OFF');
    try {
      return write(() => {
        const { threads, messages } = doomed(before);
        for (const id of messages) removeMessage(id);
        for (const { thread, kept } of threads) (kept > 0 ? empty : removeThread)(thread);
        return threads;
      });
    } finally {
      db.pragma('foreign_keys = ON');
    }
  }

  function removeMessage(id: MessageId): void {
    const { seq, blocks } = sql<{ seq: number; blocks: string }>('SELECT seq, blocks FROM message WHERE id = ?').get(
      id,
    )!;
    const text = soughtText(JSON.parse(blocks) as Block[]);
    if (text.trim() !== '') {
      sql(`INSERT INTO word_index (word_index, rowid, text) VALUES ('delete', ?, ?)`).run(seq, spaced(text));
      sql(`INSERT INTO substring_index (substring_index, rowid, text) VALUES ('delete', ?, ?)`).run(seq, normal(text));
    }
    sql('DELETE FROM message WHERE seq = ?').run(seq);
  }

  function empty(id: ThreadId): void {
    forget(id);
    sql(
      `UPDATE thread SET head = NULL, title = NULL, first_prompt = NULL, sought = '', settings = '{}', extra = '{}' WHERE id = ?`,
    ).run(id);
  }

  function removeThread(id: ThreadId): void {
    forget(id);
    sql('UPDATE thread SET parent = (SELECT parent FROM thread WHERE id = ?) WHERE parent = ?').run(id, id);
    sql('DELETE FROM thread WHERE id = ?').run(id);
  }

  function forget(id: ThreadId): void {
    sql('DELETE FROM left_line WHERE thread = ?').run(id);
    sql('DELETE FROM inbox WHERE thread = ?').run(id);
    sql('DELETE FROM lease WHERE thread = ?').run(id);
    sql('DELETE FROM turn WHERE thread = ? AND NOT EXISTS (SELECT 1 FROM message WHERE turn = turn.id)').run(id);
    sql('DELETE FROM thread_index WHERE rowid = (SELECT seq FROM thread WHERE id = ?)').run(id);
  }

  return {
    doomed: (before: number): Doomed[] => doomed(before).threads,
    remove,
    /** Removes a thread in which nothing was ever said; false when something was. */
    discard: (id: ThreadId): boolean =>
      write(() => {
        const said = sql('SELECT 1 FROM message WHERE thread = ? UNION ALL SELECT 1 FROM thread WHERE parent = ?');
        if (said.get(id, id) !== undefined || lines.heads(id).length > 0) return false;
        removeThread(id);
        return true;
      }),
    /** Gives the freed space back to the disk. */
    shrink(): void {
      db.exec('VACUUM');
    },
  };
}
