// A line that is being brought in. A message that is here already, under the same name and with the same conversation before it, is
// walked over; the first one that is not goes to the thread that ends there, else to a new one that branches off.
import { messageHash, rootHash } from '../../store/hash.ts';
import type { NewMessage } from '../../store/messages.ts';
import type { Store } from '../../store/store.ts';
import type { Message, MessageId, Thread, ThreadId, TurnId } from '../../store/types.ts';

export interface LineEnd {
  message: MessageId | null;
  hash: string;
}

export const beginning: LineEnd = { message: null, hash: rootHash };

export interface Incoming extends Omit<NewMessage, 'thread' | 'turn' | 'id'> {
  /** The same message always gets the same one. */
  name(hash: string): MessageId;
}

export interface LineOptions {
  /** Makes the thread in which the first new message is written; `home` has what came before. */
  create(from: LineEnd, home: Thread | null): Thread;
}

export type LineWriter = ReturnType<typeof lineWriter>;

export function lineWriter(store: Store, from: LineEnd, { create }: LineOptions) {
  let end = from;
  let writing: ThreadId | null = null;

  /** This very message, when it is here already right behind what came before. */
  function known(id: MessageId, hash: string): Message | null {
    if (writing !== null) return null;
    const message = store.messages.get(id);
    return message && message.parent === end.message && message.hash === hash ? message : null;
  }

  /** `turn`: what of the turn that is being written is here already. */
  function threadToWrite(turn: TurnId | null): { thread: ThreadId; isNew: boolean } {
    const home = end.message === null ? null : store.imports.homeOf(end.message);
    const thread = home === null ? null : store.threads.get(home);
    if (thread === null || thread.deletedAt !== null) return { thread: create(end, thread).id, isNew: true };
    if (thread.head === end.message) return { thread: thread.id, isNew: false };
    const unfinished = turn !== null && thread.head !== null && store.messages.get(thread.head)?.turn === turn;
    if (!unfinished) return { thread: create(end, thread).id, isNew: true };
    store.threads.revert(thread.id, end.message);
    return { thread: thread.id, isNew: false };
  }

  return {
    /** `newTurn` is asked once a message of the turn has to be written. */
    add({ name, ...message }: Incoming, turn: TurnId | null, newTurn: (thread: ThreadId) => TurnId | null): Message {
      const hash = message.hidden ? end.hash : messageHash(end.hash, message.role, message.blocks);
      const id = name(hash);
      const here = known(id, hash);
      if (here) {
        end = { message: id, hash };
        return here;
      }
      const opened = writing === null ? threadToWrite(turn) : null;
      writing ??= opened!.thread;
      const goesOn = opened?.isNew ? null : turn;
      const free = store.messages.get(id) === null ? id : store.messages.newId();
      const stored = store.messages.append({ ...message, id: free, thread: writing, turn: goesOn ?? newTurn(writing) });
      end = { message: stored.id, hash: stored.hash };
      return stored;
    },
    get end(): LineEnd {
      return end;
    },
    /** The thread that was written to; null as long as everything was here. */
    get thread(): ThreadId | null {
      return writing;
    },
  };
}
