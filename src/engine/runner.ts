// Runs the turns of one thread, one after the other, on one process. It holds the thread's lease from the first prompt until
// nothing is left to run, and every way out of a turn (done, failed, interrupted, lost) goes through `settle`.
import { rootHash } from '../store/hash.ts';
import type { InboxItem, MessageId, ThreadId, ThreadSettings, TurnId, Via } from '../store/types.ts';
import { ActiveTurn } from './active-turn.ts';
import { AgentError, type AgentEvent, type AgentFailure, type AgentSession, type Answer, type Ask } from './agent.ts';
import type { TurnResult } from './api.ts';
import { BackgroundAsks } from './background-asks.ts';
import { Condition } from './condition.ts';
import { type Core, takeLease } from './core.ts';
import type { ThreadStatus } from './events.ts';
import type { Loan } from './pool.ts';
import { prefixOf } from './prefix.ts';
import { emitQueue, isPaused, pause, startable } from './queue.ts';
import { recoverTurns } from './recovery.ts';
import { mergeSettings, setupOf } from './setup.ts';
import { Steering } from './steering.ts';

export interface Job {
  item: InboxItem;
  via: Via;
  as: 'text' | 'command';
  /** For this turn only, above the thread's own. */
  settings?: ThreadSettings;
}

/** Why a turn is being stopped; `now`: to make way for a steer. */
type Stop = 'abort' | 'now' | 'close';

const ownTurnMs = 5_000;
const interruptMs = 8_000;

export class Runner {
  /** The fingerprint under which this thread's process was last given back. */
  private lastHash: string | null = null;
  private lastSession: AgentSession | null = null;
  private lastTurn: TurnId | null = null;
  private active: ActiveTurn | null = null;
  private loan: Loan | null = null;
  private starting: AbortController | null = null;
  private stopping: Stop | null = null;
  /** While a process that idled has not taken the prompt yet: it may have died before. */
  private onDeath: (() => void) | null = null;
  /** The process may not know what the thread holds. */
  private inDoubt = false;
  /** "Always" was answered: the process may do more than its setup says, and only for this thread. */
  private granted = false;
  /** A turn could not be written down whole. */
  private missed = false;
  /** The agent has the prompt, or the command, whether or not it has said so. */
  private submitted = false;
  /** How the last turn ended: it decides whether what waits may run. */
  private ended: TurnResult['state'] = 'done';
  private working: Promise<void> | null = null;
  private readonly changed = new Condition();
  private readonly steering: Steering;
  private readonly background: BackgroundAsks;

  constructor(
    private readonly core: Core,
    readonly thread: ThreadId,
  ) {
    this.background = new BackgroundAsks(core);
    this.steering = new Steering(core, thread, () => this.interruptFor('now'));
  }

  get running(): boolean {
    return this.working !== null;
  }
  get asks(): readonly Ask[] {
    return [...(this.active?.asks ?? []), ...this.background.list];
  }
  /** Agents at work in the background: their news begin turns by themselves. */
  get agents(): number {
    const session = this.loan?.session ?? this.lastSession;
    return session?.alive ? session.backgroundAgents : 0;
  }
  get status(): ThreadStatus | null {
    if (!this.running) return null;
    return this.asks.length > 0 ? 'waiting' : 'running';
  }

  /** Takes the thread and runs `job`, then whatever waits behind it. Resolves with the job's own turn. */
  run(job: Job): Promise<TurnResult> {
    takeLease(this.core, this.thread);
    return new Promise((resolve, reject) => {
      this.work(job, resolve).catch(reject);
    });
  }

  /** Runs what waits, if anything may run. Resolves with the turns. */
  async runWaiting(): Promise<TurnResult[]> {
    takeLease(this.core, this.thread);
    const results: TurnResult[] = [];
    this.ended = 'done';
    this.stopping = null;
    const job = this.claimOrRelease();
    if (job) await this.work(job, (result) => results.push(result));
    return results;
  }

  answer(ask: string, answer: Answer): boolean {
    if (answer.kind === 'allow' && answer.always?.length) this.granted = true;
    const answered = this.active?.answer(ask, answer) || this.background.answer(ask, answer);
    this.changed.tell();
    return answered;
  }

  /** Something was put into the inbox, here or elsewhere. */
  pump(): void {
    if (this.active && this.loan && !this.stopping)
      this.steering.pump(this.active, this.loan.session, this.steeringMode);
  }

  async abort(stop: Stop = 'abort'): Promise<void> {
    if (!this.running) return;
    await this.interruptFor(stop);
    await this.changed.until(() => this.active === null, interruptMs);
    if (this.active && this.loan) await this.loan.session.close();
    await this.changed.until(() => this.active === null || this.stopping === null, interruptMs);
  }

  /** Makes way for the steers the agent has already: it runs them as soon as it is interrupted. */
  deliver(): Promise<void> {
    return this.interruptFor('now');
  }

  async idle(): Promise<void> {
    while (this.working) await this.working.catch(() => {});
  }

  /** A process that idled has begun to work: a task in its background ended. */
  wake(loan: Loan, hash: string, event: AgentEvent): boolean {
    const { pool } = this.core;
    if (this.running || loan.session !== this.lastSession || hash !== this.lastHash) return false;
    if (this.headHash() !== hash) return false;
    try {
      takeLease(this.core, this.thread);
    } catch {
      return false;
    }
    this.loan = loan;
    this.stopping = null;
    pool.listen(loan, (next) => this.handle(next));
    this.handle(event);
    this.until(this.workOnOwn()).catch((error: unknown) => this.core.log.write('wake', { failed: String(error) }));
    return true;
  }

  private get steeringMode() {
    const own = this.core.store.threads.get(this.thread)?.settings;
    return mergeSettings(this.core.defaults, own).steeringMode ?? 'one-at-a-time';
  }

  private async work(job: Job, done: (result: TurnResult) => void): Promise<void> {
    this.emitStatus('running');
    await this.until(this.workOff(job, done));
  }

  private async until(working: Promise<void>): Promise<void> {
    this.working = working;
    try {
      await working;
    } catch (error) {
      this.core.store.leases.release(this.thread, this.core.owner.id);
      throw error;
    } finally {
      if (this.working === working) this.rest();
    }
  }

  /** Whoever waits for a turn may go on when it is over: with nothing behind it, the thread is free by then. */
  private async workOff(first: Job | null, done: (result: TurnResult) => void): Promise<void> {
    if (!first) this.rest();
    for (let job = first; job; ) {
      const result = await this.turn(job);
      const more = this.steering.inFlight().length > 0 || this.background.list.length > 0;
      if (more) done(result);
      await this.finishOwnTurns();
      await this.settleLoan();
      job = this.claimOrRelease();
      if (!job) this.rest();
      if (!more) done(result);
    }
  }

  private async workOnOwn(): Promise<void> {
    await this.finishOwnTurns();
    await this.settleLoan();
    await this.workOff(this.claimOrRelease(), () => {});
  }

  private rest(): void {
    if (!this.working) return;
    this.working = null;
    this.changed.tell();
    this.emitStatus(startable(this.core, this.thread).length > 0 ? 'queued' : 'idle');
    if (!this.missed) return;
    this.missed = false;
    recoverTurns(this.core, (thread) => thread === this.thread && this.running).catch((error: unknown) =>
      this.core.log.write('recovery', { failed: String(error) }),
    );
  }

  private async turn(job: Job): Promise<TurnResult> {
    this.stopping = null;
    const { item, via } = job;
    const turn = this.begin({ item, via, text: item.text });
    while (!turn.result) await this.attempt(turn, job);
    return turn.result;
  }

  /** Ends with the turn's result, or without one when a pooled process turned out to be dead: then another one is tried. */
  private async attempt(turn: ActiveTurn, job: Job): Promise<void> {
    let dead = false;
    this.submitted = false;
    this.onDeath = () => {
      dead = true;
    };
    try {
      this.loan = await this.borrow(job);
    } catch (error) {
      this.settle(turn, this.stopping ? 'interrupted' : 'failed', failureOf(error));
      return;
    }
    turn.runsIn(this.loan.session);
    if (this.stopping) this.settle(turn, 'interrupted', null);
    else await this.submit(turn, job, () => dead);
    await this.changed.until(() => turn.result !== null || dead);
    this.onDeath = null;
    if (!turn.result) await this.drop();
  }

  private async submit(turn: ActiveTurn, job: Job, isDead: () => boolean): Promise<void> {
    try {
      await this.loan!.session.submit(job.item.text, job.as);
    } catch (error) {
      if (turn.result || isDead()) return;
      this.inDoubt = true;
      this.settle(turn, this.stopping ? 'interrupted' : 'failed', failureOf(error));
      return;
    }
    this.submitted = true;
    if (this.stopping && turn === this.active) await this.interruptNow();
    this.pump();
  }

  private borrow(job: Job): Promise<Loan> {
    const { store, pool, defaults } = this.core;
    const thread = store.threads.get(this.thread)!;
    this.starting = new AbortController();
    const wanted = {
      setup: setupOf(thread, mergeSettings(defaults, thread.settings, job.settings)),
      hash: this.headHash(),
      thread: this.thread,
      prefix: () => prefixOf(this.core, thread),
      signal: this.starting.signal,
    };
    return pool
      .take(wanted, (event) => this.handle(event))
      .finally(() => {
        this.starting = null;
      });
  }

  /** Steers that the agent had when the turn ended run by themselves; so may a finished background task. */
  private async finishOwnTurns(): Promise<void> {
    for (;;) {
      const over = () => this.active === null && this.background.list.length === 0;
      while (!over()) await this.changed.until(over);
      if (!this.loan?.session.alive || this.steering.inFlight().length === 0) return;
      await this.changed.until(() => this.active !== null || !this.loan?.session.alive, ownTurnMs);
      if (this.active) continue;
      await this.withdraw();
      if (this.active) continue;
      if (this.steering.inFlight().length === 0) return;
      this.inDoubt = true;
      this.steering.takeBack();
      return;
    }
  }

  private async settleLoan(): Promise<void> {
    const { loan } = this;
    this.loan = null;
    if (!loan) return;
    const { inDoubt } = this;
    this.inDoubt = false;
    if (inDoubt || !loan.session.alive) return this.core.pool.discard(loan);
    this.lastHash = this.headHash();
    this.lastSession = loan.session;
    await this.core.pool.giveBack(loan, this.lastHash, this.granted ? this.thread : null);
  }

  private async drop(): Promise<void> {
    const { loan } = this;
    this.loan = null;
    if (loan) await this.core.pool.discard(loan);
  }

  private begin(start: { item: InboxItem | null; via: Via | null; text: string }): ActiveTurn {
    this.active = new ActiveTurn(this.core, { thread: this.thread, ...start });
    this.lastTurn = this.active.id;
    this.changed.tell();
    return this.active;
  }

  private handle(event: AgentEvent): void {
    if (event.type === 'steer') this.steering.heard(event);
    if (event.type === 'prompt' && !this.active) this.beginOwn(event);
    const waiting = this.asks.length > 0;
    if (event.type === 'unasked') this.background.drop(event.id);
    if (event.type === 'exit') this.background.dropAll();
    const turn = this.active;
    if (turn) {
      turn.handle(event);
      if (event.type === 'end') this.settle(turn, event.state, event.error, event.stopReason);
      if (event.type === 'exit') this.lost(turn, event.reason);
    } else if (event.type === 'asked') this.askedInBackground(event.ask);
    const { status } = this;
    if (status && waiting !== this.asks.length > 0) this.emitStatus(status);
    if (event.type !== 'preview') this.pump();
    this.changed.tell();
  }

  private askedInBackground(ask: Ask): void {
    if (this.lastTurn) this.background.add(ask, { thread: this.thread, turn: this.lastTurn });
    else this.core.agent.answer(ask.id, { kind: 'deny' });
  }

  private beginOwn({ text, from }: Extract<AgentEvent, { type: 'prompt' }>): void {
    const nobody = from === 'agent';
    if (!nobody) this.steering.ranAs(text);
    if (this.stopping === 'now') this.stopping = null;
    const turn = this.begin({ item: null, via: nobody ? null : 'steer', text });
    this.submitted = true;
    if (this.loan) turn.runsIn(this.loan.session);
    if (this.stopping === 'abort' || this.stopping === 'close') void this.interruptNow();
  }

  private lost(turn: ActiveTurn, reason: string): void {
    if (this.loan?.hit && !turn.accepted && !this.stopping && this.onDeath) {
      this.onDeath();
      return;
    }
    const failure: AgentFailure = {
      code: 'agent-exited',
      text: `claude ended in the middle of the turn (${reason})`,
      next: 'What it said until then is kept. Send the next prompt: it starts claude again with the whole conversation.',
    };
    this.settle(turn, this.stopping ? 'interrupted' : 'lost', this.stopping ? null : failure);
  }

  private settle(
    turn: ActiveTurn,
    state: TurnResult['state'],
    error: AgentFailure | null,
    stopReason: string | null = null,
  ): TurnResult {
    if (this.active === turn) this.active = null;
    this.ended = state;
    const asks = state === 'done' && this.loan?.session.alive ? [...turn.asks] : [];
    const result = turn.finish(state, stopReason, error);
    for (const ask of asks) this.askedInBackground(ask);
    this.inDoubt ||= turn.inDoubt || turn.missed;
    this.missed ||= turn.missed;
    if (!this.loan?.session.alive) this.steering.takeBack();
    this.changed.tell();
    return result;
  }

  private async interruptFor(stop: Stop): Promise<void> {
    if (stop === 'now' && !this.active) return;
    this.stopping = stop;
    if (this.starting) return this.starting.abort();
    if (stop !== 'now') this.background.denyAll();
    this.changed.tell();
    if (!this.active) return;
    const steered = this.steering.inFlight().length > 0;
    if (stop !== 'now' && steered && this.active.asks.length > 0) return this.endProcess();
    if (stop !== 'now') await this.withdraw();
    if (this.active && this.submitted) await this.interruptNow();
  }

  private async interruptNow(): Promise<void> {
    await this.loan?.session.interrupt().catch(() => this.loan?.session.close());
  }

  /** While something is asked, steers cannot be taken back by keys, and an interrupt would send them: they come back with the process's end. */
  private async endProcess(): Promise<void> {
    await this.loan?.session.close();
    this.steering.takeBack();
  }

  private async withdraw(): Promise<void> {
    if (this.steering.inFlight().length === 0) return;
    const back = (await this.loan?.session.withdraw().catch(() => [])) ?? [];
    this.steering.takeBack(back);
  }

  /** What runs next; with nothing left, the lease goes in the same step, so that nothing can be queued in between and forgotten. */
  private claimOrRelease(): Job | null {
    const { store, owner } = this.core;
    return store.transaction(() => {
      const job = this.stopping === 'close' ? null : this.claim();
      if (!job) store.leases.release(this.thread, owner.id);
      return job;
    });
  }

  private claim(): Job | null {
    const { store } = this.core;
    const aborted = this.stopping === 'abort';
    const wanted = this.ended === 'done' || this.stopping === 'now' ? 'any' : 'now';
    const steer = aborted ? null : this.steering.next(wanted);
    if (steer) return { item: steer, via: 'steer', as: 'text' };
    const waiting = startable(this.core, this.thread);
    if (waiting.length === 0) return null;
    if (aborted || (this.ended !== 'done' && this.stopping !== 'now')) pause(this.core, this.thread);
    if (isPaused(this.core, this.thread)) return null;
    const first = waiting.find(({ kind }) => kind === 'follow-up');
    const item = first ? store.inbox.claim(first.id, 'queued', 'running') : null;
    emitQueue(this.core, this.thread);
    return item && { item, via: 'follow-up', as: 'text' };
  }

  private emitStatus(status: ThreadStatus): void {
    this.core.bus.emit({ type: 'status', thread: this.thread, status, agents: this.agents });
  }

  private headHash(): string {
    const { store } = this.core;
    const head: MessageId | null = store.threads.get(this.thread)?.head ?? null;
    return head === null ? rootHash : store.messages.get(head)!.hash;
  }
}

export function failureOf(error: unknown): AgentFailure | null {
  if (error instanceof AgentError) return { code: error.code, text: error.message, next: error.next };
  if (error instanceof Error && error.name === 'AbortError') return null;
  const text = error instanceof Error ? error.message : String(error);
  return { code: 'unexpected', text, next: 'Run `ccchat doctor`; set CCCHAT_LOG to a file and try again to see more.' };
}
