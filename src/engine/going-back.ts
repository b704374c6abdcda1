// Fork, revert and unrevert move pointers between turn boundaries and write a constant number of rows; no message is touched.
// A message inside a turn stands for its whole turn, because a tool call without its result is no conversation.
import { plainText } from '../store/text.ts';
import type { Message, MessageId, Thread, ThreadId, TurnId } from '../store/types.ts';
import { EngineError } from './api.ts';
import { type Core, takeLease } from './core.ts';
import type { MovedTurns } from './events.ts';
import { forkTitle } from './titles.ts';

interface Cut {
  /** The last message before the turn. */
  before: MessageId | null;
  /** The last message of the turn. */
  end: MessageId;
  /** What began it. */
  text: string;
}

function cutAt({ store }: Core, message: Message): Cut {
  const turn = message.turn === null ? [message] : store.messages.ofTurn(message.turn);
  const [first, last] = [turn[0] ?? message, turn.at(-1) ?? message];
  const said = turn.find(({ via }) => via !== null);
  return { before: first.parent, end: last.id, text: said ? plainText(said.blocks) : '' };
}

export function fork(core: Core, thread: Thread, message: Message | null): Thread {
  const { store } = core;
  const head = message ? cutAt(core, message).end : finishedHead(core, thread);
  const isTaken = (title: string) => store.threads.candidates(title).some((other) => other.title === title);
  return store.threads.create({
    cwd: thread.cwd,
    title: forkTitle(thread.title, isTaken),
    head,
    parent: thread.id,
    forkedAt: head,
    settings: thread.settings,
  });
}

/** While a turn runs, the head is inside it: the fork begins before that turn. */
function finishedHead({ store }: Core, thread: Thread): MessageId | null {
  const [running] = store.turns.unfinished(thread.id);
  const first = running && store.messages.ofTurn(running.id)[0];
  return first ? first.parent : thread.head;
}

interface GoneBack {
  thread: Thread;
  moved: MovedTurns;
}

export function revert(core: Core, id: ThreadId, message: Message): GoneBack & { text: string } {
  const { text, ...heads } = whileIdle(core, id, ({ head }) => {
    const { before, text } = cutAt(core, message);
    return { from: head, thread: core.store.threads.revert(id, before), text };
  });
  return { ...goneBack(core, heads), text };
}

export function unrevert(core: Core, id: ThreadId): GoneBack {
  const heads = whileIdle(core, id, ({ head }) => {
    const thread = core.store.threads.unrevert(id);
    if (thread) return { from: head, thread };
    throw new EngineError('nothing-to-do', `nothing was reverted in thread ${id}`, 'There is nothing to bring back.');
  });
  return goneBack(core, heads);
}

function goneBack(core: Core, { from, thread }: { from: MessageId | null; thread: Thread }): GoneBack {
  const swaps = from !== null && thread.previousHead === from;
  return { thread, moved: { ...turnsBetween(core, from, thread.head), swaps } };
}

/** So far is counted: going back costs the same in every thread. */
const farthest = 200;

/** From both heads down to where their lines meet. */
function turnsBetween({ store }: Core, from: MessageId | null, to: MessageId | null) {
  const at = (id: MessageId | null) => (id === null ? null : store.messages.get(id));
  const above = ({ turn, parent }: Message, turns: Set<TurnId>) => {
    if (turn !== null) turns.add(turn);
    return at(parent);
  };
  const out = new Set<TurnId>();
  const back = new Set<TurnId>();
  let [left, come] = [at(from), at(to)];
  for (let steps = 0; left?.id !== come?.id && steps < farthest; steps += 1) {
    if (left && left.depth >= (come?.depth ?? 0)) left = above(left, out);
    else if (come) come = above(come, back);
  }
  return { back: back.size, out: out.size, counted: left?.id === come?.id ? ('all' as const) : ('some' as const) };
}

/** A head must not move under a running turn, in whatever process it runs. */
function whileIdle<T>(core: Core, thread: ThreadId, move: (thread: Thread) => T): T {
  const { store, owner } = core;
  return store.transaction(() => {
    if (store.leases.get(thread)?.id === owner.id) throw busy(thread);
    takeLease(core, thread);
    const result = move(store.threads.get(thread)!);
    store.leases.release(thread, owner.id);
    return result;
  });
}

export const busy = (thread: ThreadId): EngineError =>
  new EngineError('busy', `thread ${thread} is in the middle of a turn`, { to: 'join the turn', thread });
