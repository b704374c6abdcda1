// Messages: written once, chained to the thread's head, never touched again. Reading a line walks parents, so its cost is
// that of the page asked for, whatever the history's length.
import type { Connection } from './connection.ts';
import { messageHash, rootHash } from './hash.ts';
import { freeId, idRange } from './ids.ts';
import type { Lineage, Link } from './lineage.ts';
import type { Lines } from './lines.ts';
import type { Names } from './names.ts';
import { closest } from './resemblance.ts';
import { found, fromJson, toFlag, toJson } from './rows.ts';
import type { SearchIndex } from './search-index.ts';
import { plainText } from './text.ts';
import type { Block, Json, Message, MessageId, Role, ThreadId, TurnId, Usage, Via } from './types.ts';

export interface NewMessage {
  thread: ThreadId;
  turn?: TurnId | null;
  role: Role;
  via?: Via | null;
  blocks: Block[];
  hidden?: boolean;
  model?: string | null;
  usage?: Usage | null;
  agent?: Json;
  id?: MessageId;
  createdAt?: number;
}

/** `limit` and `offset` count from the end of the line. */
export interface LinePage {
  limit?: number;
  offset?: number;
}

export interface MessageRow {
  id: MessageId;
  parent: MessageId | null;
  hash: string;
  depth: number;
  turn: TurnId | null;
  role: Role;
  via: Via | null;
  blocks: string;
  hidden: 0 | 1;
  model: string | null;
  usage: string | null;
  agent: string | null;
  created_at: number;
}

export const messageColumns =
  'm.id, m.parent, m.hash, m.depth, m.turn, m.role, m.via, m.blocks, m.hidden, m.model, m.usage, m.agent, m.created_at';

export function toMessage(row: MessageRow): Message {
  return {
    id: row.id,
    parent: row.parent,
    hash: row.hash,
    depth: row.depth,
    turn: row.turn,
    role: row.role,
    via: row.via,
    blocks: JSON.parse(row.blocks) as Block[],
    hidden: row.hidden === 1,
    model: row.model,
    usage: fromJson<Usage>(row.usage),
    agent: fromJson<Json>(row.agent),
    createdAt: row.created_at,
  };
}

const idLength = 10;
const candidateCap = 20;
/** Above this many messages with one prefix, the lines of the thread are the shorter thing to search. */
const prefixCap = 500;
const firstPromptCap = 500;
const resemblanceCap = 500;

export type Messages = ReturnType<typeof messagesOn>;

export function messagesOn(
  { sql, write }: Connection,
  lineage: Lineage,
  lines: Lines,
  names: Names,
  index: SearchIndex,
) {
  const byId = sql<MessageRow>(`SELECT ${messageColumns} FROM message m WHERE m.id = ?`);
  const taken = sql('SELECT 1 FROM message WHERE id = ?');

  const get = (id: MessageId): Message | null => {
    const row = byId.get(id);
    return row ? toMessage(row) : null;
  };

  const newId = () => freeId(idLength, (id) => taken.get(id) !== undefined) as MessageId;

  function append(message: NewMessage): Message {
    return write(() => {
      const thread = found(
        sql<{ head: MessageId | null; title: string | null; first_prompt: string | null }>(
          'SELECT head, title, first_prompt FROM thread WHERE id = ?',
        ).get(message.thread),
        'thread',
        message.thread,
      );
      const parent = thread.head === null ? null : tip(thread.head);
      const parentHash = parent?.hash ?? rootHash;
      const now = Date.now();
      const stored: Message = {
        id: message.id ?? newId(),
        parent: thread.head,
        hash: message.hidden ? parentHash : messageHash(parentHash, message.role, message.blocks),
        depth: (parent?.depth ?? 0) + 1,
        turn: message.turn ?? null,
        role: message.role,
        via: message.via ?? null,
        blocks: message.blocks,
        hidden: message.hidden ?? false,
        model: message.model ?? null,
        usage: message.usage ?? null,
        agent: message.agent ?? null,
        createdAt: message.createdAt ?? now,
      };
      const { lastInsertRowid } = insert(stored, message.thread, lineage.jumpFrom(parent));
      sql('UPDATE thread SET head = ?, updated_at = max(updated_at, ?) WHERE id = ?').run(
        stored.id,
        now,
        message.thread,
      );
      if (stored.via !== null && (thread.first_prompt === null || parent === null)) {
        names.set(message.thread, thread.title, plainText(stored.blocks).slice(0, firstPromptCap));
      }
      index.add(lastInsertRowid, stored.blocks);
      return stored;
    });
  }

  const tip = (id: MessageId) =>
    sql<Link & { hash: string }>('SELECT id, parent, jump, depth, hash FROM message WHERE id = ?').get(id)!;

  function insert(message: Message, thread: ThreadId, jump: MessageId | null) {
    return sql(
      `INSERT INTO message (id, parent, jump, depth, hash, thread, turn, role, via, hidden, created_at, model, usage, agent, blocks)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ).run(
      message.id,
      message.parent,
      jump,
      message.depth,
      message.hash,
      thread,
      message.turn,
      message.role,
      message.via,
      toFlag(message.hidden),
      message.createdAt,
      message.model,
      toJson(message.usage),
      toJson(message.agent),
      JSON.stringify(message.blocks),
    );
  }

  /** Newest first. Each step is its own read, so the caller may write in between. */
  function* walk(head: MessageId | null): Generator<Message> {
    for (let at = head; at !== null; ) {
      const message = get(at);
      if (!message) return;
      yield message;
      at = message.parent;
    }
  }

  function line(head: MessageId | null, page: LinePage = {}): Message[] {
    const { limit = Number.POSITIVE_INFINITY, offset = 0 } = page;
    const end = offset > 0 ? lineage.ancestorAt(head, count(head) - offset) : lineage.link(head);
    const messages: Message[] = [];
    if (limit <= 0) return messages;
    for (const message of walk(end?.id ?? null)) {
      messages.push(message);
      if (messages.length >= limit) break;
    }
    return messages.reverse();
  }

  const count = (head: MessageId | null): number => lineage.link(head)?.depth ?? 0;

  /** What `ref` may mean among everything the thread can reach: its current line and the lines it left. */
  function candidates(thread: ThreadId, ref: string): Message[] {
    const range = idRange(ref);
    if (!range) return [];
    const heads = lines.heads(thread);
    const reached = (id: MessageId) => heads.some((head) => lineage.isOnLine(id, head));
    const exact = range[0] as MessageId;
    if (lineage.link(exact) && reached(exact)) return [get(exact)!];

    const named = sql<{ id: MessageId }>('SELECT id FROM message WHERE id >= ? AND id < ? ORDER BY id LIMIT ?')
      .all(...range, prefixCap)
      .map(({ id }) => id);
    const ids = named.length < prefixCap ? named.filter(reached) : prefixedOnLines(heads, range[0]);
    return ids.slice(0, candidateCap).map((id) => get(id)!);
  }

  /** Those near the end of the thread whose names resemble `ref`. */
  const nearest = (thread: ThreadId, ref: string, limit: number): Message[] => {
    const recent = lines.heads(thread).flatMap((head) => line(head, { limit: resemblanceCap }));
    const all = [...new Map(recent.map((message) => [message.id, message])).values()];
    return closest(ref, all, ({ id }) => [id, id.slice(0, ref.trim().length)]).slice(0, limit);
  };

  function prefixedOnLines(heads: MessageId[], prefix: string): MessageId[] {
    const seen = new Set<MessageId>();
    const ids: MessageId[] = [];
    for (const head of heads) {
      for (let at = lineage.link(head); at && !seen.has(at.id); at = lineage.link(at.parent)) {
        seen.add(at.id);
        if (at.id.startsWith(prefix)) ids.push(at.id);
        if (ids.length >= candidateCap) return ids;
      }
    }
    return ids;
  }

  /** A turn's messages stand one behind the other on every line that has them. */
  const ofTurn = (turn: TurnId): Message[] =>
    sql<MessageRow>(`SELECT ${messageColumns} FROM message m WHERE m.turn = ? ORDER BY m.depth`)
      .all(turn)
      .map(toMessage);

  return { append, get, candidates, nearest, line, ofTurn, walk, newId, count };
}
