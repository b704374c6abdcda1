// Live processes as a cache of conversations: keyed by the fingerprint of what they know and by what they were started with.
// A process on loan belongs to one turn; only one that idles, with nothing in the background, may be closed to make room.
import type { Message } from '../store/types.ts';
import type { Agent, AgentEvent, AgentSession, AgentSetup } from './agent.ts';
import { setupKey } from './setup.ts';

export interface PoolOptions {
  agent: Agent;
  size: number;
  idleMs: number;
  /** An idle process has begun to work by itself (a background task ended, or asks). Not taken up: it is closed. */
  onWake: (loan: Loan, hash: string, event: AgentEvent) => boolean;
}

export interface Wanted {
  setup: AgentSetup;
  /** Fingerprint of the conversation that the process must know. */
  hash: string;
  /** A process that was kept for one thread is given to no other. */
  thread?: string;
  /** Asked for only when no live process knows it. */
  prefix: () => readonly Message[];
  signal?: AbortSignal;
}

export interface Loan {
  readonly session: AgentSession;
  readonly setup: AgentSetup;
  /** Was there already: nothing had to be brought back. */
  readonly hit: boolean;
}

interface Entry {
  session: AgentSession;
  setup: AgentSetup;
  setupKey: string;
  /** Null while on loan. */
  hash: string | null;
  keptFor: string | null;
  usedAt: number;
  timer: NodeJS.Timeout | null;
  listener: ((event: AgentEvent) => void) | null;
}

interface Spare {
  key: string;
  started: Promise<Entry | null>;
  cancel: AbortController;
}

export class Pool {
  private readonly entries = new Set<Entry>();
  private readonly loans = new Map<AgentSession, Entry>();
  private spare: Spare | null = null;
  private starting = 0;
  private clock = 0;
  private closed = false;

  constructor(private readonly options: PoolOptions) {}

  /** What is alive now, for status and tests. */
  get live(): { pid: number; session: string; busy: boolean }[] {
    return [...this.entries].map(({ session, hash }) => ({
      pid: session.pid,
      session: session.id,
      busy: hash === null,
    }));
  }

  async take(wanted: Wanted, listener: (event: AgentEvent) => void): Promise<Loan> {
    const key = setupKey(wanted.setup);
    if (this.spare?.key === keyOf(key, wanted.hash)) await orAborted(this.spare.started, wanted.signal);
    wanted.signal?.throwIfAborted();
    const found = this.find(key, wanted.hash, wanted.thread);
    if (found) return this.lend(found, listener, true);
    this.makeRoom(1);
    return this.lend(await this.start(wanted, key, listener), listener, false);
  }

  /** The turn is over: the process now knows the conversation with this fingerprint. */
  async giveBack(loan: Loan, hash: string, keptFor: string | null = null): Promise<void> {
    const entry = this.loans.get(loan.session);
    if (!entry) return;
    this.loans.delete(loan.session);
    entry.listener = null;
    if (this.closed || !entry.session.alive) return this.remove(entry);
    entry.hash = hash;
    entry.keptFor = keptFor;
    entry.usedAt = ++this.clock;
    this.watchIdle(entry);
    this.makeRoom(0);
  }

  async discard(loan: Loan): Promise<void> {
    const entry = this.loans.get(loan.session);
    this.loans.delete(loan.session);
    if (entry) await this.remove(entry);
    else await loan.session.close();
  }

  /** One process for the next new thread, when there is room for it. Whatever stands in its way is left to the first prompt. */
  warm(setup: AgentSetup, hash: string): void {
    const key = setupKey(setup);
    if (this.closed || this.spare || this.find(key, hash) || this.entries.size + this.starting >= this.options.size)
      return;
    const cancel = new AbortController();
    const ignore = (event: AgentEvent) => {
      if (event.type === 'asked') cancel.abort();
    };
    const started = this.start({ setup, hash, prefix: () => [], signal: cancel.signal }, key, ignore)
      .then((entry) => {
        if (entry.listener === ignore) entry.listener = null;
        entry.hash = hash;
        this.watchIdle(entry);
        return entry;
      })
      .catch(() => null)
      .finally(() => {
        this.spare = null;
      });
    this.spare = { key: keyOf(key, hash), started, cancel };
  }

  async close(): Promise<void> {
    this.closed = true;
    this.spare?.cancel.abort();
    await this.spare?.started;
    await Promise.all([...this.entries].map((entry) => this.remove(entry)));
  }

  private find(key: string, hash: string, thread?: string): Entry | undefined {
    const fitting = [...this.entries].filter(
      (one) =>
        one.setupKey === key &&
        one.hash === hash &&
        one.session.alive &&
        (one.keptFor === null || one.keptFor === thread),
    );
    return fitting.sort((a, b) => b.usedAt - a.usedAt)[0];
  }

  private lend(entry: Entry, listener: (event: AgentEvent) => void, hit: boolean): Loan {
    if (entry.timer) clearTimeout(entry.timer);
    entry.timer = null;
    entry.hash = null;
    entry.listener = listener;
    this.loans.set(entry.session, entry);
    return { session: entry.session, setup: entry.setup, hit };
  }

  private async start(wanted: Wanted, key: string, listener: (event: AgentEvent) => void): Promise<Entry> {
    const { setup, signal } = wanted;
    const made: { entry: Entry | null } = { entry: null };
    this.starting += 1;
    try {
      const hear = (event: AgentEvent) => {
        if (made.entry) this.hear(made.entry, event);
        else listener(event);
      };
      const session = await this.options.agent.start(setup, wanted.prefix(), hear, signal);
      made.entry = {
        session,
        setup,
        setupKey: key,
        hash: null,
        keptFor: null,
        usedAt: ++this.clock,
        timer: null,
        listener,
      };
      if (this.closed || signal?.aborted) {
        await session.close();
        throw signal?.reason ?? new Error('the pool is closed');
      }
      this.entries.add(made.entry);
      return made.entry;
    } finally {
      this.starting -= 1;
    }
  }

  private hear(entry: Entry, event: AgentEvent): void {
    if (entry.listener) entry.listener(event);
    else if (event.type === 'exit') void this.remove(entry);
    else if (isWork(event)) this.wake(entry, event);
    if (event.type === 'exit') this.forget(entry);
  }

  private wake(entry: Entry, event: AgentEvent): void {
    const hash = entry.hash;
    const loan = this.lend(entry, () => {}, true);
    if (hash === null || !this.options.onWake(loan, hash, event)) void this.discard(loan);
  }

  /** From now on this loan's events go to `listener`. */
  listen(loan: Loan, listener: (event: AgentEvent) => void): void {
    const entry = this.loans.get(loan.session);
    if (entry) entry.listener = listener;
  }

  private makeRoom(needed: number): void {
    const idle = [...this.entries]
      .filter((entry) => entry.hash !== null && entry.session.backgroundTasks === 0)
      .sort((a, b) => a.usedAt - b.usedAt);
    let surplus = this.entries.size + this.starting + needed - this.options.size;
    for (const entry of idle) {
      if (surplus <= 0) return;
      void this.remove(entry);
      surplus -= 1;
    }
  }

  private watchIdle(entry: Entry): void {
    if (entry.timer) clearTimeout(entry.timer);
    entry.timer = setTimeout(() => {
      if (entry.hash === null) return;
      if (entry.session.backgroundTasks > 0) this.watchIdle(entry);
      else void this.remove(entry);
    }, this.options.idleMs);
    entry.timer.unref();
  }

  private forget(entry: Entry): void {
    if (entry.timer) clearTimeout(entry.timer);
    this.entries.delete(entry);
  }

  private async remove(entry: Entry): Promise<void> {
    this.forget(entry);
    await entry.session.close();
  }
}

/** What an agent in the background does is its own affair until it asks or has news. */
function isWork(event: AgentEvent): boolean {
  if (event.type === 'block' || event.type === 'tool.start') return event.parentTool === null;
  return event.type === 'prompt' || event.type === 'asked';
}

async function orAborted(wait: Promise<unknown>, signal: AbortSignal | undefined): Promise<void> {
  if (!signal) return void (await wait);
  const done = new AbortController();
  const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve, { signal: done.signal }));
  await Promise.race([wait, aborted]);
  done.abort();
}

const keyOf = (setup: string, hash: string) => `${setup} ${hash}`;
