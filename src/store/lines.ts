// Where a thread's head is and which lines it left: a stack of {from, to}. Whatever moves a head leaves the old line in the
// stack unless the new one contains it, so that no line is ever out of reach; a line on top that the head contains is dropped,
// so that the top is always where `unrevert` goes. A move writes one row of each table, and removes only what a move wrote.
import type { Connection } from './connection.ts';
import type { Lineage } from './lineage.ts';
import { found } from './rows.ts';
import type { MessageId, ThreadId } from './types.ts';

interface LeftLine {
  position: number;
  from_head: MessageId;
  to_head: MessageId | null;
}

export type Lines = ReturnType<typeof linesOn>;

export function linesOn({ sql, write }: Connection, lineage: Lineage) {
  const headOf = (thread: ThreadId): MessageId | null =>
    found(sql<{ head: MessageId | null }>('SELECT head FROM thread WHERE id = ?').get(thread), 'thread', thread).head;

  const pointAt = (thread: ThreadId, head: MessageId | null) =>
    sql('UPDATE thread SET head = ?, updated_at = max(updated_at, ?) WHERE id = ?').run(head, Date.now(), thread);

  const top = (thread: ThreadId): LeftLine | undefined =>
    sql<LeftLine>(
      'SELECT position, from_head, to_head FROM left_line WHERE thread = ? ORDER BY position DESC LIMIT 1',
    ).get(thread);

  const drop = (thread: ThreadId, position: number) =>
    sql('DELETE FROM left_line WHERE thread = ? AND position = ?').run(thread, position);

  const putOnTop = (thread: ThreadId, from: MessageId, to: MessageId | null) =>
    sql(
      `INSERT INTO left_line (thread, position, from_head, to_head)
       VALUES (?, (SELECT coalesce(max(position), 0) + 1 FROM left_line WHERE thread = ?), ?, ?)`,
    ).run(thread, thread, from, to);

  const putAtBottom = (thread: ThreadId, from: MessageId) =>
    sql(
      `INSERT INTO left_line (thread, position, from_head, to_head)
       VALUES (?, (SELECT coalesce(min(position), 0) - 1 FROM left_line WHERE thread = ?), ?, NULL)`,
    ).run(thread, thread, from);

  function move(thread: ThreadId, to: MessageId | null): void {
    write(() => {
      const from = headOf(thread);
      if (from === to) return;
      if (to !== null) found(lineage.link(to), 'message', to);
      if (from !== null && !lineage.isOnLine(from, to)) putOnTop(thread, from, lineage.isOnLine(to, from) ? to : null);
      pointAt(thread, to);
      dropContained(thread, to);
    });
  }

  function dropContained(thread: ThreadId, head: MessageId | null): void {
    for (let entry = top(thread); entry && lineage.isOnLine(entry.from_head, head); entry = top(thread))
      drop(thread, entry.position);
  }

  /** False: there is no other line to go to. */
  function moveBack(thread: ThreadId): boolean {
    return write(() => {
      const head = headOf(thread);
      const entry = top(thread);
      if (!entry) return false;
      drop(thread, entry.position);
      if (head !== null && head !== entry.to_head) putAtBottom(thread, head);
      pointAt(thread, entry.from_head);
      dropContained(thread, entry.from_head);
      return true;
    });
  }

  /** The ends of everything the thread can reach: its current line, then those it left. */
  const heads = (thread: ThreadId): MessageId[] =>
    sql<{ head: MessageId }>(
      `SELECT head FROM thread WHERE id = ? AND head IS NOT NULL
       UNION ALL SELECT from_head FROM left_line WHERE thread = ?`,
    )
      .all(thread, thread)
      .map(({ head }) => head);

  const reaches = (thread: ThreadId, message: MessageId): boolean =>
    heads(thread).some((head) => lineage.isOnLine(message, head));

  return { move, moveBack, heads, reaches };
}
