// The engine: everything by thread id, over one database and one pool of processes. It only joins the parts; each rule lives in
// the part that is named after it.
import path from 'node:path';
import { rootHash } from '../store/hash.ts';
import { openStore, type Store } from '../store/store.ts';
import type { InboxId, InboxItem, Message, MessageId, Thread, ThreadId, Turn } from '../store/types.ts';
import type { Agent } from './agent.ts';
import { type Attachment, type EngineApi, EngineError, type EngineOptions, type TurnResult } from './api.ts';
import { attach } from './attach.ts';
import { createBus } from './bus.ts';
import { type Core, ownerElsewhere, takeLease } from './core.ts';
import type { EngineEvent } from './events.ts';
import { busy, fork, revert, unrevert } from './going-back.ts';
import { databaseFile, dataFolder } from './home.ts';
import type { Log } from './log.ts';
import { heartbeatMs, thisProcess } from './owner.ts';
import { Pool } from './pool.ts';
import { streamOf } from './prompt-stream.ts';
import { emitQueue, emitSteer, isPaused, pause, startable, unpause, waiting } from './queue.ts';
import { recoverTurns } from './recovery.ts';
import { type Job, Runner } from './runner.ts';
import { parseQuery } from './search-query.ts';
import { setupOf } from './setup.ts';
import { shellsOf } from './shells.ts';
import { summaryOf } from './summary.ts';
import { threadTools } from './thread-tools.ts';
import { threadsOf } from './threads.ts';
import { watchDatabase } from './watch.ts';

export interface EngineParts {
  agent: Agent;
  log: Log;
}

const defaultPoolSize = 3;
const defaultIdleMs = 10 * 60_000;
const defaultLongThreadChars = 400_000;
/** Whoever opened the engine shows its first picture in this time; a process that starts beside it would slow it down. */
const firstSpareMs = 250;

export async function createEngine(options: EngineOptions, { agent, log }: EngineParts): Promise<EngineApi> {
  const env = options.env ?? process.env;
  const store = openStore(databaseFile(options.home ?? dataFolder(env)));
  try {
    return await engineOn(store, { ...options, env }, { agent, log });
  } catch (error) {
    store.close();
    throw error;
  }
}

async function engineOn(
  store: Store,
  options: EngineOptions & { env: NodeJS.ProcessEnv },
  { agent, log }: EngineParts,
): Promise<EngineApi> {
  const bus = createBus((error) => log.write('listener', { failed: String(error) }));
  const runners = new Map<ThreadId, Runner>();
  const pool = new Pool({
    agent,
    size: options.poolSize ?? defaultPoolSize,
    idleMs: options.idleMs ?? defaultIdleMs,
    onWake: (loan, hash, event) => [...runners.values()].some((runner) => runner.wake(loan, hash, event)),
  });
  const core: Core = {
    store,
    bus,
    agent,
    pool,
    log,
    owner: thisProcess(),
    env: options.env,
    defaults: options.defaults ?? {},
    longThreadChars: options.longThreadChars ?? defaultLongThreadChars,
  };
  const threads = threadsOf(core, (thread) => runners.get(thread));
  const watch = watchDatabase(core, runners);
  const heartbeat = setInterval(() => {
    if (attached.size > 0 || summing.size > 0 || [...runners.values()].some((runner) => runner.running))
      store.leases.heartbeat(core.owner.id);
  }, heartbeatMs);
  heartbeat.unref();
  const attached = new Map<ThreadId, Attachment>();
  const summing = new Set<ThreadId>();
  const shells = shellsOf(core, async (thread) => {
    while (isRunning(thread)) await runners.get(thread)?.idle();
  });
  let closed: Promise<void> | null = null;

  const isRunning = (thread: ThreadId) => runners.get(thread)?.running === true;
  await recoverTurns(core, isRunning);

  function runnerOf(thread: ThreadId): Runner {
    let runner = runners.get(thread);
    if (!runner) {
      runner = new Runner(core, thread);
      runners.set(thread, runner);
    }
    return runner;
  }

  function textOf(text: string): string {
    if (text.trim() !== '') return text;
    throw new EngineError('bad-input', 'there is nothing to say', 'Give a text that is not empty.');
  }

  /** A thread that can be talked to: there, not deleted, and with nobody talking to it. */
  function readyThread(id: ThreadId): Thread {
    if (closed) throw new EngineError('closed', 'the engine is closed', 'Open a new one.');
    const thread = threads.get(id);
    if (thread.deletedAt !== null)
      throw new EngineError('bad-input', `thread ${id} is deleted`, { to: 'undelete', thread: id });
    if (runners.get(id)?.running || attached.has(id) || summing.has(id)) throw busy(id);
    return thread;
  }

  async function talk(id: ThreadId, text: string, how: Pick<Job, 'as' | 'settings'>): Promise<TurnResult> {
    readyThread(id);
    const runner = runnerOf(id);
    const item = store.transaction(() => {
      takeLease(core, id);
      unpause(core, id);
      for (const { id: wish } of store.inbox.list(id, { kinds: ['abort'] })) store.inbox.remove(wish);
      return store.inbox.add({ thread: id, kind: 'prompt', text, state: 'running' });
    });
    const result = runner.run({ item, via: 'prompt', ...how });
    result.then(
      () => warmSpare(id),
      () => {},
    );
    return result;
  }

  function warmSpare(id: ThreadId): void {
    const thread = store.threads.get(id);
    if (thread) warm(thread.cwd);
  }

  function warm(cwd: string): void {
    if (options.warmSpare === false || closed) return;
    pool.warm(setupOf({ cwd }, core.defaults), rootHash);
  }

  const itemOf = (id: InboxId): InboxItem => {
    const item = store.inbox.get(id);
    if (item && waiting(core, item.thread).some((one) => one.id === id)) return item;
    throw new EngineError('not-found', 'that message does not wait any more', 'It has run, or somebody removed it.');
  };

  /** Only what is still in our own hands can be changed. */
  function ownItem(id: InboxId): InboxItem {
    const item = itemOf(id);
    if (item.state !== 'typed' && item.state !== 'accepted') return item;
    throw new EngineError('nothing-to-do', 'claude has that steer already', 'Abort the turn to get it back.');
  }

  function changeItem<T>(id: InboxId, change: (item: InboxItem) => T): T {
    const [item, result] = store.transaction(() => {
      const found = ownItem(id);
      return [found, change(found)] as const;
    });
    emitQueue(core, item.thread);
    runners.get(item.thread)?.pump();
    return result;
  }

  async function summarize(id: ThreadId): Promise<Message> {
    const thread = readyThread(id);
    takeLease(core, id);
    summing.add(id);
    try {
      bus.emit({ type: 'status', thread: id, status: 'running', agents: 0 });
      const message = await summaryOf(core, thread);
      bus.emit({ type: 'message.end', thread: id, turn: null, message });
      return message;
    } finally {
      summing.delete(id);
      store.leases.release(id, core.owner.id);
      bus.emit({ type: 'status', thread: id, status: 'idle', agents: 0 });
      runQueued(id);
    }
  }

  /** What was queued while the thread was busy with something that is no turn. */
  function runQueued(id: ThreadId): void {
    const free = !closed && !runners.get(id)?.running && !isPaused(core, id) && !ownerElsewhere(core, id);
    if (free && startable(core, id).length > 0)
      runnerOf(id)
        .runWaiting()
        .catch(() => {});
  }

  const command = (id: ThreadId, text: string) => rejecting(() => talk(id, commandOf(text), { as: 'command' }));

  async function abort(id: ThreadId): Promise<void> {
    const runner = runners.get(id);
    if (runner?.running) return runner.abort();
    if (await shells.stop(id)) return;
    if (!ownerElsewhere(core, id)) {
      threads.get(id);
      throw new EngineError('nothing-to-do', `no turn runs in thread ${id}`, 'There is nothing to stop.');
    }
    const turn = store.turns.unfinished(id)[0]?.id;
    if (!turn)
      throw new EngineError('nothing-to-do', `no turn runs in thread ${id}`, 'Wait: it is busy with something else.');
    const { id: wish } = store.inbox.add({ thread: id, kind: 'abort', text: '', state: 'asked' });
    try {
      while (store.turns.get(turn)?.endedAt === null && ownerElsewhere(core, id)) await pauseFor(50);
    } finally {
      store.inbox.remove(wish);
    }
  }

  function steer(id: ThreadId, text: string, { now = false } = {}): InboxItem {
    threads.get(id);
    const item = store.transaction(() => {
      if (!runners.get(id)?.running && !ownerElsewhere(core, id))
        throw new EngineError('nothing-to-do', `no turn runs in thread ${id}`, { to: 'begin a turn', thread: id });
      return store.inbox.add({ thread: id, kind: 'steer', text: textOf(text), now, state: 'held' });
    });
    emitSteer(core, item);
    runners.get(id)?.pump();
    return store.inbox.get(item.id) ?? item;
  }

  async function deliver(id: ThreadId): Promise<void> {
    const steers = waiting(core, threads.get(id).id).filter(({ kind }) => kind === 'steer');
    const own = steers.filter(({ state }) => state === 'held' || state === 'returned');
    for (const { id: item } of own) store.inbox.update(item, { now: true });
    if (own.length > 0) emitQueue(core, id);
    const runner = runners.get(id);
    if (own.length > 0) runner?.pump();
    else if (steers.length > 0) await runner?.deliver();
  }

  async function waitForIdle(id?: ThreadId): Promise<void> {
    if (id !== undefined) return runners.get(id)?.idle();
    for (let busyOnes = running(); busyOnes.length > 0; busyOnes = running())
      await Promise.all(busyOnes.map((runner) => runner.idle()));
  }

  const running = () => [...runners.values()].filter((runner) => runner.running);

  async function close(): Promise<void> {
    const shellsClosed = shells.close();
    for (const attachment of attached.values()) attachment.done();
    attached.clear();
    await Promise.all(running().map((runner) => runner.abort('close')));
    await waitForIdle();
    await shellsClosed;
    await pool.close();
    await agent.close();
    watch.stop();
    clearTimeout(warming);
    clearInterval(heartbeat);
    store.close();
    log.close();
  }

  const folder = path.resolve(options.env.CCCHAT_CWD || process.cwd());
  const warming = setTimeout(() => warm(folder), firstSpareMs);
  warming.unref();

  return {
    subscribe: (listener: (event: EngineEvent) => void) => bus.subscribe(listener),

    create: (wanted = {}) => {
      const cwd = path.resolve(wanted.cwd || options.env.CCCHAT_CWD || process.cwd());
      return store.threads.create({ ...wanted, cwd });
    },
    get: threads.get,
    find: threads.find,
    findMessage: threads.findMessage,
    latest: (cwd) => store.threads.latest(cwd),
    list: threads.list,
    update: threads.update,
    delete: (id) => {
      readyThread(id);
      if (ownerElsewhere(core, id)) throw busy(id);
      store.threads.delete(id);
      bus.emit({ type: 'thread.changed', thread: id, reason: 'deleted' });
    },
    undelete: (id) => {
      threads.get(id);
      const thread = store.threads.undelete(id);
      bus.emit({ type: 'thread.changed', thread: id, reason: 'updated' });
      return thread;
    },
    discard: (id) => {
      if (store.threads.get(id) === null) return false;
      const { status, queue, owner } = threads.status(id);
      return status === 'idle' && queue.length === 0 && owner === null && store.gc.discard(id);
    },
    status: threads.status,
    messages: (id, page) => {
      const { head } = threads.get(id);
      watch.look(id);
      return store.messages.line(head, page);
    },
    message: (id: MessageId) => {
      const message = store.messages.get(id);
      if (message) return message;
      throw new EngineError('not-found', `there is no message ${id}`, { to: 'list messages', thread: '' });
    },
    turns: (id, page): Turn[] => store.turns.ofLine(threads.get(id).head, page),
    children: threads.children,
    search: (query, search) => {
      const cwd = options.env.CCCHAT_CWD || process.cwd();
      const { text, filter } = parseQuery(query, { now: Date.now(), cwd, folders: store.threads.folders });
      return store.search.find(text, { ...filter, ...search });
    },
    ...threadTools(core, { threads, command }),

    prompt: (id, text, { settings } = {}) => rejecting(() => talk(id, textOf(text), { as: 'text', settings })),
    promptStream: (id, text, { settings } = {}) =>
      streamOf(bus, id, () => talk(id, textOf(text), { as: 'text', settings })),
    command,
    steer,
    deliver,
    followUp: (id, text) => {
      threads.get(id);
      const item = store.inbox.add({ thread: id, kind: 'follow-up', text: textOf(text), state: 'queued' });
      emitQueue(core, id);
      return item;
    },
    abort,
    resume: async (id) => {
      await recoverTurns(core, isRunning);
      readyThread(id);
      unpause(core, id);
      return startable(core, id).length > 0 ? runnerOf(id).runWaiting() : [];
    },
    attach: async (id) => {
      const attachment = await attach(core, readyThread(id));
      attached.set(id, attachment);
      return {
        ...attachment,
        done: () => {
          attached.delete(id);
          return attachment.done();
        },
      };
    },
    waitForIdle,
    shell: (id, text, { hidden = false } = {}) => rejecting(() => shells.run(threads.get(id).id, textOf(text), hidden)),
    summarize,
    asks: (id) => [...(runners.get(id)?.asks ?? [])],
    answer: (id, ask, answer) => {
      if (runners.get(id)?.answer(ask, answer)) return;
      throw new EngineError('not-found', 'that question is not open any more', 'It was answered, or the turn is over.');
    },

    inbox: {
      list: (id) => waiting(core, threads.get(id).id),
      edit: (id, text) => changeItem(id, () => store.inbox.update(id, { text: textOf(text) })),
      remove: (id) => changeItem(id, () => store.inbox.remove(id)),
      move: (id, index) => changeItem(id, () => store.inbox.move(id, index, ['queued', 'held', 'returned'])),
      promote: (id) => {
        const item = changeItem(id, ({ kind, thread }) => {
          if (kind === 'steer') throw new EngineError('nothing-to-do', 'that is a steer already', 'Leave it as it is.');
          if (!runners.get(thread)?.running && !ownerElsewhere(core, thread))
            throw new EngineError('nothing-to-do', 'no turn runs that could be steered', 'Send it as a prompt.');
          return store.inbox.update(id, { kind: 'steer', state: 'held' });
        });
        emitSteer(core, item);
        return item;
      },
      pause: (id) => pause(core, threads.get(id).id),
      unpause: (id) => {
        if (!isPaused(core, threads.get(id).id)) return;
        unpause(core, id);
        runQueued(id);
      },
    },

    revert: (id, message) => {
      threads.get(id);
      const done = revert(core, id, threads.findMessage(id, message));
      bus.emit({ type: 'thread.changed', thread: id, reason: 'reverted', ...done.moved });
      return { thread: threads.summary(done.thread), text: done.text };
    },
    unrevert: (id) => {
      threads.get(id);
      const { thread, moved } = unrevert(core, id);
      bus.emit({ type: 'thread.changed', thread: id, reason: 'unreverted', ...moved });
      return threads.summary(thread);
    },
    fork: (id, message) => {
      const made = fork(core, threads.get(id), message === undefined ? null : threads.findMessage(id, message));
      return threads.summary(made);
    },

    drafts: store.drafts,
    promptHistory: (page) => store.history(page),

    close: () => {
      closed ??= close();
      return closed;
    },
  };
}

function commandOf(text: string): string {
  if (/^\/[\w:.-]+/.test(text.trim())) return text.trim();
  throw new EngineError('bad-input', `"${text}" is no command`, 'A command begins with a slash, such as /compact.');
}

/** Failures before the first step come out the same way as later ones: through the promise. */
async function rejecting<T>(run: () => Promise<T>): Promise<T> {
  return run();
}

const pauseFor = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
