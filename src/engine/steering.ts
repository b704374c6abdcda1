// A steer on its way into a running turn: held → typed → accepted → absorbed | ran | returned, each step a row and an event.
// It is typed only while the agent works on an accepted prompt and asks nothing: a key that meets a dialog would answer it.
import { sameWords } from '../store/text.ts';
import type { InboxItem, SteeringMode, SteerState, ThreadId } from '../store/types.ts';
import type { ActiveTurn } from './active-turn.ts';
import type { AgentEvent, AgentSession } from './agent.ts';
import type { Core } from './core.ts';
import { emitSteer } from './queue.ts';

type SteerEvent = Extract<AgentEvent, { type: 'steer' }>;

interface Wanted {
  turn: ActiveTurn;
  session: AgentSession;
  mode: SteeringMode;
}

export class Steering {
  private typing = false;
  /** The latest turn and process to type into; what comes while a steer is being typed is looked at afterwards. */
  private wanted: Wanted | null = null;
  /** Typed without an acknowledgement: typing them again could say them twice. */
  private readonly doubtful = new Set<number>();

  constructor(
    private readonly core: Core,
    private readonly thread: ThreadId,
    private readonly interrupt: () => Promise<void>,
  ) {}

  /** In the agent's hands, and not seen by the model yet. */
  inFlight(): InboxItem[] {
    return this.list(['typed', 'accepted']);
  }

  pump(turn: ActiveTurn, session: AgentSession, mode: SteeringMode): void {
    this.wanted = { turn, session, mode };
    if (this.typing) return;
    this.typing = true;
    void this.typeWhileWanted();
  }

  private async typeWhileWanted(): Promise<void> {
    for (let wanted = this.wanted; wanted; wanted = this.wanted) {
      this.wanted = null;
      await this.typeHeld(wanted).catch((error: unknown) => this.core.log.write('steer', { failed: String(error) }));
    }
    this.typing = false;
  }

  heard(event: SteerEvent): void {
    const item = this.match(event.text, event.state);
    if (item && item.state !== event.state && event.state !== 'ran') this.move(item, event.state);
  }

  /** The agent began a turn with this text: which steer it was. */
  ranAs(text: string): InboxItem | null {
    const item = this.match(text, 'ran');
    return item ? this.move(item, 'ran') : null;
  }

  /** What the agent gave back waits for the next turn; without a list, everything it had. */
  takeBack(texts?: readonly string[]): void {
    for (const item of this.inFlight())
      if (texts === undefined || texts.some((text) => sameWords(text, item.text))) this.move(item, 'returned');
  }

  /** The steer to run as a turn of its own, because the one it was meant for is over. */
  next(which: 'any' | 'now'): InboxItem | null {
    const item = this.list(['held', 'returned']).find(({ now }) => now || which === 'any');
    return item ? this.move(item, 'typed') : null;
  }

  private async typeHeld({ turn, session, mode }: Wanted): Promise<void> {
    for (;;) {
      const held = this.list(['held', 'returned']).filter(({ id }) => !this.doubtful.has(id));
      const item = held.find(({ now }) => now) ?? held[0];
      if (!item) return;
      if (item.now && turn.accepted && turn.asks.length > 0) return this.interrupt();
      if (!turn.accepted || turn.result || turn.asks.length > 0 || !session.alive) return;
      if (mode === 'one-at-a-time' && !item.now && this.inFlight().length > 0) return;
      if (!(await this.type(item, turn, session))) return;
    }
  }

  private async type(item: InboxItem, turn: ActiveTurn, session: AgentSession): Promise<boolean> {
    const typed = this.core.store.inbox.claim(item.id, item.state, 'typed', { turn: turn.id });
    if (!typed) return true;
    this.tell(typed);
    try {
      await session.steer(item.text);
    } catch (error) {
      this.core.log.write('steer', { failed: String(error) });
      this.doubtful.add(item.id);
      const still = this.core.store.inbox.get(item.id);
      if (still?.state === 'typed') this.move(still, 'returned');
      return false;
    }
    const now = this.core.store.inbox.get(item.id);
    if (now?.state === 'typed') this.move(now, 'accepted');
    if (item.now && !turn.result && now !== null && now.state !== 'absorbed') await this.interrupt();
    return true;
  }

  private match(text: string, state: SteerEvent['state']): InboxItem | undefined {
    const flying = this.list(['typed', 'accepted', 'returned']);
    const known = flying.find((item) => sameWords(item.text, text));
    return known ?? (state !== 'accepted' && flying.length === 1 ? flying[0] : undefined);
  }

  private list(states: readonly SteerState[]): InboxItem[] {
    return this.core.store.inbox.list(this.thread, { kinds: ['steer'], states });
  }

  /** Returned, it is not urgent any more; seen by the model, it does not wait any more. */
  private move(item: InboxItem, state: SteerState): InboxItem {
    const { store } = this.core;
    const moved = store.inbox.update(item.id, state === 'returned' ? { state, now: false } : { state });
    if (state === 'absorbed' || state === 'ran') store.inbox.remove(item.id);
    this.tell(moved);
    return moved;
  }

  private tell(item: InboxItem): void {
    emitSteer(this.core, item);
  }
}
