// What other processes put into the database: steers, follow-ups, aborts and pauses for turns that run here, and changes to the
// threads somebody here looks at. One counter is read several times a second; rows are read only when it moved.
import type { InboxItem, ThreadId } from '../store/types.ts';
import type { Core } from './core.ts';
import { waiting } from './queue.ts';
import type { Runner } from './runner.ts';

const everyMs = 120;
const lookedAtOnce = 8;

interface Seen {
  head: string | null;
  updatedAt: number;
  inbox: string;
}

export interface Watch {
  /** Changes to this thread from elsewhere become events. */
  look(thread: ThreadId): void;
  stop(): void;
}

export function watchDatabase(core: Core, runners: ReadonlyMap<ThreadId, Runner>): Watch {
  const { store, bus } = core;
  const looked = new Map<ThreadId, Seen>();
  let version = store.dataVersion();

  const timer = setInterval(() => {
    const now = store.dataVersion();
    if (now === version) return;
    version = now;
    for (const runner of runners.values()) if (runner.running) serve(core, runner);
    for (const [thread, before] of looked) tell(thread, before);
  }, everyMs);
  timer.unref();

  function tell(thread: ThreadId, before: Seen): void {
    const seen = see(core, thread);
    if (!seen) return void looked.delete(thread);
    looked.set(thread, seen);
    if (seen.inbox !== before.inbox) bus.emit({ type: 'queue.changed', thread, items: waiting(core, thread) });
    const moved = seen.head !== before.head || seen.updatedAt !== before.updatedAt;
    if (moved && !runners.get(thread)?.running) bus.emit({ type: 'thread.changed', thread, reason: 'elsewhere' });
  }

  return {
    look(thread) {
      const seen = see(core, thread);
      looked.delete(thread);
      if (seen) looked.set(thread, seen);
      for (const oldest of looked.keys()) {
        if (looked.size <= lookedAtOnce) break;
        looked.delete(oldest);
      }
    },
    stop: () => clearInterval(timer),
  };
}

function see(core: Core, thread: ThreadId): Seen | null {
  const found = core.store.threads.get(thread);
  if (!found) return null;
  const key = ({ id, state, text, position }: InboxItem) => `${id} ${state} ${position} ${text}`;
  return { head: found.head, updatedAt: found.updatedAt, inbox: waiting(core, thread).map(key).join('\n') };
}

/** Wishes for a turn that runs here. */
function serve(core: Core, runner: Runner): void {
  const aborts = core.store.inbox.list(runner.thread, { kinds: ['abort'], states: ['asked'] });
  for (const { id } of aborts) core.store.inbox.remove(id);
  if (aborts.length > 0) void runner.abort();
  else runner.pump();
}
