// A thread's line by place: message 1 is the oldest. Pages are read when they are looked at and forgotten when there are many, so
// that a thread of 5,000 turns costs what is on view. A line only grows at its end, until its head moves.
import type { EngineApi } from '../../engine/api.ts';
import type { Message, MessageId, ThreadId } from '../../store/types.ts';

export interface Transcript {
  readonly length: number;
  /** `depth` from 1. */
  at(depth: number): Message | undefined;
  /** Takes in what was said since; `moved` when what was read before is no longer the line. */
  refresh(): 'same' | 'grown' | 'moved';
  /** The place of a message, null when it is not on the line. */
  depthOf(message: MessageId): number | null;
}

const pageSize = 64;
const keptPages = 32;

export function createTranscript(engine: EngineApi, thread: ThreadId): Transcript {
  const pages = new Map<number, Map<number, Message>>();
  let { messages: length, head } = engine.get(thread);

  function read(page: number): Map<number, Message> {
    const known = pages.get(page);
    if (known) return known;
    const total = engine.get(thread).messages;
    const from = page * pageSize;
    const to = Math.min(total, from + pageSize);
    const found = to > from ? engine.messages(thread, { limit: to - from, offset: total - to }) : [];
    const rows = new Map(found.map((message) => [message.depth, message]));
    if (pages.size >= keptPages) pages.delete(pages.keys().next().value as number);
    pages.set(page, rows);
    return rows;
  }

  const at = (depth: number): Message | undefined =>
    depth < 1 || depth > length ? undefined : read(Math.floor((depth - 1) / pageSize)).get(depth);

  return {
    get length() {
      return length;
    },
    at,
    refresh() {
      const now = engine.get(thread);
      if (now.head === head && now.messages === length) return 'same';
      const [oldHead, oldLength] = [head, length];
      head = now.head;
      length = now.messages;
      for (const page of [...pages.keys()]) if ((page + 1) * pageSize > oldLength) pages.delete(page);
      if (length >= oldLength && (oldHead === null || at(oldLength)?.id === oldHead)) return 'grown';
      pages.clear();
      return 'moved';
    },
    depthOf(message) {
      try {
        const { depth } = engine.message(message);
        return at(depth)?.id === message ? depth : null;
      } catch {
        return null;
      }
    },
  };
}
