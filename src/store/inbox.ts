// The inbox: follow-ups, steers and aborts as rows, so that they outlive a crash and can come from another terminal.
// Two processes never both take an item: `claim` changes its state only when it is still the expected one.
import type { Connection } from './connection.ts';
import { assignments, found, places, toFlag } from './rows.ts';
import type { InboxId, InboxItem, InboxKind, ThreadId, TurnId } from './types.ts';

export interface NewInboxItem {
  thread: ThreadId;
  kind: InboxKind;
  text: string;
  now?: boolean;
  state: InboxItem['state'];
}

export type InboxChange = Partial<Pick<InboxItem, 'text' | 'state' | 'kind' | 'now' | 'turn' | 'position'>>;

export interface InboxFilter {
  kinds?: readonly InboxKind[];
  states?: readonly InboxItem['state'][];
}

interface InboxRow {
  id: InboxId;
  thread: ThreadId;
  kind: InboxKind;
  text: string;
  state: InboxItem['state'];
  now: 0 | 1;
  position: number;
  turn: TurnId | null;
  created_at: number;
  updated_at: number;
}

const toItem = (row: InboxRow): InboxItem => ({
  id: row.id,
  thread: row.thread,
  kind: row.kind,
  text: row.text,
  state: row.state,
  now: row.now === 1,
  position: row.position,
  turn: row.turn,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

const columnOf = {
  text: 'text',
  state: 'state',
  kind: 'kind',
  now: 'now',
  turn: 'turn',
  position: 'position',
} as const;

export type Inbox = ReturnType<typeof inboxOn>;

export function inboxOn({ sql, write }: Connection) {
  const get = (id: InboxId): InboxItem | null => {
    const row = sql<InboxRow>('SELECT * FROM inbox WHERE id = ?').get(id);
    return row ? toItem(row) : null;
  };
  const known = (id: InboxId): InboxItem => found(get(id), 'inbox item', id);

  function add(item: NewInboxItem): InboxItem {
    return write(() => {
      const now = Date.now();
      const { lastInsertRowid } = sql(
        `INSERT INTO inbox (thread, kind, text, state, now, position, created_at, updated_at)
         VALUES (?, ?, ?, ?, ?, (SELECT coalesce(max(position), 0) + 1 FROM inbox WHERE thread = ?), ?, ?)`,
      ).run(item.thread, item.kind, item.text, item.state, toFlag(item.now), item.thread, now, now);
      return known(Number(lastInsertRowid));
    });
  }

  function list(thread: ThreadId, { kinds, states }: InboxFilter = {}): InboxItem[] {
    const ofKinds = kinds ? `AND kind IN (${places(kinds)})` : '';
    const inStates = states ? `AND state IN (${places(states)})` : '';
    return sql<InboxRow>(`SELECT * FROM inbox WHERE thread = ? ${ofKinds} ${inStates} ORDER BY position, id`)
      .all(thread, ...(kinds ?? []), ...(states ?? []))
      .map(toItem);
  }

  function update(id: InboxId, change: InboxChange): InboxItem {
    return write(() => {
      const { set, values } = assignments(change, columnOf);
      if (set) sql(`UPDATE inbox SET ${set}, updated_at = ? WHERE id = ?`).run(...values, Date.now(), id);
      return known(id);
    });
  }

  /** Null: somebody else was quicker, or it is gone. */
  function claim(
    id: InboxId,
    from: InboxItem['state'],
    to: InboxItem['state'],
    change: Omit<InboxChange, 'state'> = {},
  ): InboxItem | null {
    return write(() => (get(id)?.state === from ? update(id, { ...change, state: to }) : null));
  }

  /** To place `index` (from 0) among the thread's items in the states `among`; all others stay where they are. */
  function move(id: InboxId, index: number, among: readonly InboxItem['state'][]): void {
    write(() => {
      const item = known(id);
      const group = list(item.thread, { states: among });
      const order = group.filter((other) => other.id !== id);
      if (order.length === group.length) return;
      order.splice(Math.max(0, index), 0, item);
      group.forEach(({ position }, place) => {
        const other = order[place]!;
        if (other.position !== position) update(other.id, { position });
      });
    });
  }

  return {
    add,
    get,
    list,
    update,
    claim,
    move,
    /** Taken from the queue for a turn that was never begun or is over: whoever took them is gone. */
    stranded: (): InboxItem[] =>
      sql<InboxRow>(
        `SELECT i.* FROM inbox i LEFT JOIN turn t ON t.id = i.turn
         WHERE i.state IN ('running', 'typed', 'accepted') AND (t.id IS NULL OR t.ended_at IS NOT NULL) ORDER BY i.id`,
      )
        .all()
        .map(toItem),
    ofTurn: (turn: TurnId): InboxItem[] =>
      sql<InboxRow>('SELECT * FROM inbox WHERE turn = ? ORDER BY id').all(turn).map(toItem),
    remove: (id: InboxId): void => {
      write(() => sql('DELETE FROM inbox WHERE id = ?').run(id));
    },
    /** Threads with something that can begin a turn, the longest-waiting first. */
    pendingThreads: (): ThreadId[] =>
      sql<{ thread: ThreadId }>(
        `SELECT i.thread FROM inbox i JOIN thread t ON t.id = i.thread
         WHERE i.kind IN ('follow-up', 'steer') AND i.state IN ('queued', 'held', 'returned') AND t.deleted_at IS NULL GROUP BY i.thread ORDER BY min(i.id)`,
      )
        .all()
        .map(({ thread }) => thread),
  };
}
