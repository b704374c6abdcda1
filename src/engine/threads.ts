// Threads as everyone above sees them: found by what a person types, with the status they have right now in whatever process.

import type { Message, Thread, ThreadId, Turn } from '../store/types.ts';
import type { Advice } from './advice.ts';
import { EngineError, type ListFilter, type ThreadPatch, type ThreadStatusReport, type ThreadSummary } from './api.ts';
import { type Core, ownerElsewhere } from './core.ts';
import type { ThreadStatus } from './events.ts';
import { isPaused, startable, waiting } from './queue.ts';
import type { Runner } from './runner.ts';

const nearestCount = 5;
const statusPage = 500;

export function threadsOf(core: Core, runnerOf: (thread: ThreadId) => Runner | undefined) {
  const { store } = core;

  function get(id: ThreadId): Thread {
    const thread = store.threads.get(id);
    if (thread) return thread;
    throw new EngineError('not-found', `there is no thread ${id}`, suggestion(id));
  }

  function suggestion(ref: string): string | Advice {
    const near = store.threads.nearest(ref, nearestCount);
    return near.length > 0 ? `Did you mean ${near.map(nameOf).join(', ')}?` : { to: 'list threads', thread: '' };
  }

  function find(ref: string): Thread {
    const found = store.threads.candidates(ref.trim());
    if (found.length === 1) return found[0]!;
    if (found.length === 0) throw new EngineError('not-found', `there is no thread "${ref}"`, suggestion(ref));
    throw new EngineError(
      'ambiguous',
      `"${ref}" may mean several threads: ${found.map(nameOf).join(', ')}`,
      'Type more of the id.',
    );
  }

  function nearMessage(thread: ThreadId, ref: string): string | Advice {
    const near = store.messages.nearest(thread, ref, nearestCount).map(({ id }) => id);
    return near.length > 0 ? `Did you mean ${near.join(', ')}?` : { to: 'list messages', thread };
  }

  function findMessage(thread: ThreadId, ref: string): Message {
    get(thread);
    const found = store.messages.candidates(thread, ref.trim());
    if (found.length === 1) return found[0]!;
    if (found.length === 0)
      throw new EngineError('not-found', `there is no message "${ref}" in thread ${thread}`, nearMessage(thread, ref));
    throw new EngineError(
      'ambiguous',
      `"${ref}" may mean several messages: ${found.map(({ id }) => id).join(', ')}`,
      'Type more of the id.',
    );
  }

  /** Live turns by thread; a turn whose process is gone does not run. */
  function liveTurns(): Map<ThreadId, Turn> {
    const turns = store.turns.unfinished().filter(({ thread }) => isOwned(thread));
    return new Map(turns.map((turn) => [turn.thread, turn]));
  }

  const isOwned = (thread: ThreadId): boolean =>
    runnerOf(thread)?.running === true || ownerElsewhere(core, thread) !== null;

  function summaries(threads: Thread[]): ThreadSummary[] {
    const live = liveTurns();
    const pending = new Set(store.inbox.pendingThreads());
    return threads.map((thread) => ({ ...thread, status: statusOf(thread.id, live.get(thread.id), pending) }));
  }

  /** No row says what a thread does: pages are read until enough of them fit. */
  function withStatus(wanted: ThreadStatus, { limit = Number.POSITIVE_INFINITY, offset = 0, ...filter }: ListFilter) {
    const fitting: ThreadSummary[] = [];
    for (let at = 0; fitting.length < offset + limit; at += statusPage) {
      const page = store.threads.list({ ...filter, limit: statusPage, offset: at });
      fitting.push(...summaries(page).filter(({ status }) => status === wanted));
      if (page.length < statusPage) break;
    }
    return fitting.slice(offset, offset + limit);
  }

  function statusOf(thread: ThreadId, live: Turn | undefined, pending: ReadonlySet<ThreadId>): ThreadStatus {
    const own = runnerOf(thread)?.status;
    if (own) return own;
    if (live) return live.state === 'waiting' ? 'waiting' : 'running';
    return pending.has(thread) ? 'queued' : 'idle';
  }

  function status(id: ThreadId): ThreadStatusReport {
    const thread = get(id);
    const live = store.turns.unfinished(id).find(() => isOwned(id));
    const pending = new Set(startable(core, id).map((item) => item.thread));
    return {
      status: statusOf(id, live, pending),
      turn: live ?? store.turns.ofLine(thread.head, { limit: 1 })[0] ?? null,
      queue: waiting(core, id),
      asks: [...(runnerOf(id)?.asks ?? [])],
      agents: runnerOf(id)?.agents ?? 0,
      owner: ownerElsewhere(core, id),
      paused: isPaused(core, id),
    };
  }

  function update(id: ThreadId, patch: ThreadPatch): Thread {
    get(id);
    if (patch.title !== undefined && patch.title !== null && patch.title.trim() === '')
      throw new EngineError('bad-input', 'a title needs at least one letter', { to: 'name it', thread: id });
    const title = patch.title?.replace(/[\0-\x1f\x7f-\x9f]+/g, ' ').trim();
    const thread = store.threads.update(id, patch.title ? { ...patch, title } : patch);
    core.bus.emit({ type: 'thread.changed', thread: id, reason: 'updated' });
    return thread;
  }

  return {
    get,
    find,
    findMessage,
    status,
    update,
    list: ({ status: wanted, ...filter }: ListFilter = {}): ThreadSummary[] =>
      wanted === undefined ? summaries(store.threads.list(filter)) : withStatus(wanted, filter),
    summary: (thread: Thread): ThreadSummary => summaries([thread])[0]!,
    children: (id: ThreadId): ThreadSummary[] => summaries(store.threads.children(get(id).id)),
  };
}

const nameOf = ({ id, title }: Pick<Thread, 'id' | 'title'>) => (title === null ? id : `${id} "${title}"`);
