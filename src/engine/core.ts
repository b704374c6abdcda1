// What every part of the engine works with. Made once in engine.ts; no part keeps another one's state.
import type { Store } from '../store/store.ts';
import type { Owner, ThreadId, ThreadSettings } from '../store/types.ts';
import type { Agent } from './agent.ts';
import { EngineError } from './api.ts';
import type { Bus } from './bus.ts';
import type { Log } from './log.ts';
import { isGone } from './owner.ts';
import type { Pool } from './pool.ts';

export interface Core {
  readonly store: Store;
  readonly bus: Bus;
  readonly owner: Owner;
  readonly agent: Agent;
  readonly pool: Pool;
  readonly log: Log;
  readonly env: NodeJS.ProcessEnv;
  readonly defaults: ThreadSettings;
  readonly longThreadChars: number;
}

/** The lease of another process that is still there, or null. */
export function ownerElsewhere({ store, owner }: Core, thread: ThreadId) {
  const lease = store.leases.get(thread);
  return lease && lease.id !== owner.id && !isGone(lease) ? lease : null;
}

/** One process at a time may write a thread's line. */
export function takeLease({ store, owner }: Core, thread: ThreadId): void {
  const taken = store.leases.acquire(thread, owner, isGone);
  if (taken.taken) return;
  throw new EngineError(
    'owned-elsewhere',
    `thread ${thread} is in the middle of a turn in another process (pid ${taken.by.pid})`,
    { to: 'join the turn', thread },
  );
}
