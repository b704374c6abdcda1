// What waits in the inbox and who is told. A pause is a row too, so that a second terminal sees it and a crash keeps it.
import type { InboxItem, ThreadId } from '../store/types.ts';
import type { Core } from './core.ts';

type Part = Pick<Core, 'store' | 'bus'>;

/** What stands above the composer: it has not reached the model yet. */
export const waiting = ({ store }: Pick<Core, 'store'>, thread: ThreadId): InboxItem[] =>
  store.inbox.list(thread, {
    kinds: ['follow-up', 'steer'],
    states: ['queued', 'held', 'typed', 'accepted', 'returned'],
  });

/** What begins a turn by itself when nothing runs: follow-ups, and steers whose turn is over. */
export const startable = ({ store }: Pick<Core, 'store'>, thread: ThreadId): InboxItem[] =>
  store.inbox.list(thread, { kinds: ['follow-up', 'steer'], states: ['queued', 'held', 'returned'] });

export function emitQueue(core: Part, thread: ThreadId): void {
  core.bus.emit({ type: 'queue.changed', thread, items: waiting(core, thread) });
}

const steerEvents = {
  held: 'steer.held',
  typed: 'steer.typed',
  accepted: 'steer.accepted',
  absorbed: 'steer.absorbed',
  ran: 'steer.ran',
  returned: 'steer.returned',
} as const;

export function emitSteer(core: Part, item: InboxItem): void {
  const type = steerEvents[item.state as keyof typeof steerEvents];
  core.bus.emit({ type, thread: item.thread, item });
  emitQueue(core, item.thread);
}

const pauses = ({ store }: Pick<Core, 'store'>, thread: ThreadId) =>
  store.inbox.list(thread, { kinds: ['pause'], states: ['asked'] });

export const isPaused = (core: Pick<Core, 'store'>, thread: ThreadId): boolean => pauses(core, thread).length > 0;

export function pause(core: Part, thread: ThreadId): void {
  if (isPaused(core, thread)) return;
  core.store.inbox.add({ thread, kind: 'pause', text: '', state: 'asked' });
  emitQueue(core, thread);
}

export function unpause(core: Part, thread: ThreadId): void {
  const found = pauses(core, thread);
  for (const { id } of found) core.store.inbox.remove(id);
  if (found.length > 0) emitQueue(core, thread);
}
