// Which process runs which thread. The question whether a lease still counts and the taking of it are one transaction,
// so that of two processes that find the same dead owner only one takes over.
import type { Connection } from './connection.ts';
import type { Lease, Owner, ThreadId } from './types.ts';

export type Acquired = { taken: true } | { taken: false; by: Lease };

interface LeaseRow {
  thread: ThreadId;
  owner: string;
  pid: number;
  host: string;
  start_time: string;
  taken_at: number;
  heartbeat_at: number;
}

const toLease = (row: LeaseRow): Lease => ({
  thread: row.thread,
  id: row.owner,
  pid: row.pid,
  host: row.host,
  startTime: row.start_time,
  takenAt: row.taken_at,
  heartbeatAt: row.heartbeat_at,
});

export type Leases = ReturnType<typeof leasesOn>;

export function leasesOn({ sql, write }: Connection) {
  const get = (thread: ThreadId): Lease | null => {
    const row = sql<LeaseRow>('SELECT * FROM lease WHERE thread = ?').get(thread);
    return row ? toLease(row) : null;
  };

  function acquire(thread: ThreadId, owner: Owner, isGone: (lease: Lease) => boolean): Acquired {
    return write(() => {
      const held = get(thread);
      if (held && held.id !== owner.id && !isGone(held)) return { taken: false, by: held };
      const now = Date.now();
      const takenAt = held?.id === owner.id ? held.takenAt : now;
      sql(
        `INSERT OR REPLACE INTO lease (thread, owner, pid, host, start_time, taken_at, heartbeat_at)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
      ).run(thread, owner.id, owner.pid, owner.host, owner.startTime, takenAt, now);
      return { taken: true };
    });
  }

  return {
    acquire,
    get,
    release: (thread: ThreadId, ownerId: string): void => {
      write(() => sql('DELETE FROM lease WHERE thread = ? AND owner = ?').run(thread, ownerId));
    },
    /** How many leases the owner still has. */
    heartbeat: (ownerId: string): number =>
      write(() => sql('UPDATE lease SET heartbeat_at = ? WHERE owner = ?').run(Date.now(), ownerId).changes),
    all: (): Lease[] => sql<LeaseRow>('SELECT * FROM lease ORDER BY taken_at').all().map(toLease),
  };
}
