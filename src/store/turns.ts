// Turns: one prompt and everything the agent did about it. A turn belongs to a line through its messages, so forks share the
// turns of the prefix they share.
import type { Connection } from './connection.ts';
import { freeId } from './ids.ts';
import type { LinePage } from './messages.ts';
import { assignments, found } from './rows.ts';
import { liveTurnStates, type MessageId, type ThreadId, type Turn, type TurnId, type TurnState } from './types.ts';

export interface NewTurn {
  thread: ThreadId;
  prompt?: MessageId | null;
  session?: string | null;
  transcript?: string | null;
  offset?: number;
  id?: TurnId;
  startedAt?: number;
}

export type TurnChange = Partial<Omit<Turn, 'id' | 'thread'>>;

interface TurnRow {
  id: TurnId;
  thread: ThreadId;
  state: TurnState;
  prompt: MessageId | null;
  stop_reason: string | null;
  error: string | null;
  started_at: number;
  ended_at: number | null;
  duration_ms: number | null;
  session: string | null;
  transcript: string | null;
  offset: number;
  paths: string;
}

const toTurn = (row: TurnRow): Turn => ({
  id: row.id,
  thread: row.thread,
  state: row.state,
  prompt: row.prompt,
  stopReason: row.stop_reason,
  error: row.error,
  startedAt: row.started_at,
  endedAt: row.ended_at,
  durationMs: row.duration_ms,
  session: row.session,
  transcript: row.transcript,
  offset: row.offset,
  paths: JSON.parse(row.paths) as string[],
});

const columnOf = {
  state: 'state',
  prompt: 'prompt',
  stopReason: 'stop_reason',
  error: 'error',
  startedAt: 'started_at',
  endedAt: 'ended_at',
  durationMs: 'duration_ms',
  session: 'session',
  transcript: 'transcript',
  offset: '"offset"',
  paths: 'paths',
} as const;

const idLength = 10;
const live = liveTurnStates.map((state) => `'${state}'`).join(', ');

export type Turns = ReturnType<typeof turnsOn>;

export function turnsOn({ sql, write }: Connection) {
  const get = (id: TurnId): Turn | null => {
    const row = sql<TurnRow>('SELECT * FROM turn WHERE id = ?').get(id);
    return row ? toTurn(row) : null;
  };

  function create(turn: NewTurn): Turn {
    return write(() => {
      const id = turn.id ?? freeId(idLength, (name) => sql('SELECT 1 FROM turn WHERE id = ?').get(name) !== undefined);
      sql(
        `INSERT INTO turn (id, thread, state, prompt, session, transcript, "offset", started_at)
         VALUES (?, ?, 'starting', ?, ?, ?, ?, ?)`,
      ).run(
        id,
        turn.thread,
        turn.prompt ?? null,
        turn.session ?? null,
        turn.transcript ?? null,
        turn.offset ?? 0,
        turn.startedAt ?? Date.now(),
      );
      return get(id as TurnId)!;
    });
  }

  function update(id: TurnId, change: TurnChange): Turn {
    return write(() => {
      const { set, values } = assignments(change, columnOf);
      if (set) sql(`UPDATE turn SET ${set} WHERE id = ?`).run(...values, id);
      return found(get(id), 'turn', id);
    });
  }

  function addPaths(id: TurnId, paths: string[]): Turn {
    return write(() => {
      const turn = found(get(id), 'turn', id);
      const all = [...new Set([...turn.paths, ...paths])];
      return all.length === turn.paths.length ? turn : update(id, { paths: all });
    });
  }

  /** Oldest first. */
  function unfinished(thread?: ThreadId): Turn[] {
    const rows = thread
      ? sql<TurnRow>(`SELECT * FROM turn WHERE state IN (${live}) AND thread = ? ORDER BY started_at, seq`).all(thread)
      : sql<TurnRow>(`SELECT * FROM turn WHERE state IN (${live}) ORDER BY started_at, seq`).all();
    return rows.map(toTurn);
  }

  function last(thread: ThreadId): Turn | null {
    const row = sql<TurnRow>('SELECT * FROM turn WHERE thread = ? ORDER BY started_at DESC, seq DESC LIMIT 1').get(
      thread,
    );
    return row ? toTurn(row) : null;
  }

  function ofLine(head: MessageId | null, page: LinePage = {}): Turn[] {
    const { limit = Number.POSITIVE_INFINITY, offset = 0 } = page;
    const step = sql<{ parent: MessageId | null; turn: TurnId | null }>(
      'SELECT parent, turn FROM message WHERE id = ?',
    );
    const ids = new Set<TurnId>();
    for (let at = head; at !== null; ) {
      const row = step.get(at);
      if (!row) break;
      if (row.turn !== null) {
        if (ids.size >= offset + limit && !ids.has(row.turn)) break;
        ids.add(row.turn);
      }
      at = row.parent;
    }
    return [...ids]
      .slice(offset, offset + limit)
      .reverse()
      .map((id) => get(id)!);
  }

  return { create, update, get, unfinished, last, ofLine, addPaths };
}
