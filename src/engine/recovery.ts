// Turns whose process is gone are read to their end from the agent's own record. What is there already is recognised, so that a
// recovery that is itself cut off can be done again; a prompt that the agent never took goes back to the head of the queue.
import { sameWords } from '../store/text.ts';
import type { InboxItem, ThreadId, Turn } from '../store/types.ts';
import type { AgentEvent, RecoveredTurn } from './agent.ts';
import { type Core, ownerElsewhere } from './core.ts';
import { type MessageDraft, messagesFromEvents } from './messages-from-events.ts';
import { isGone } from './owner.ts';
import { emitQueue } from './queue.ts';

type IsRunning = (thread: ThreadId) => boolean;

export async function recoverTurns(core: Core, isRunning: IsRunning = () => false): Promise<void> {
  for (const turn of core.store.turns.unfinished()) await recoverTurn(core, turn, isRunning);
  for (const item of core.store.inbox.stranded()) returnStranded(core, item, isRunning);
}

async function recoverTurn(core: Core, turn: Turn, isRunning: IsRunning): Promise<void> {
  const { store, owner, bus } = core;
  if (store.leases.get(turn.thread)?.id === owner.id || ownerElsewhere(core, turn.thread)) return;
  if (!store.leases.acquire(turn.thread, owner, isGone).taken) return;
  try {
    const record = await recordOf(core, turn);
    if (isRunning(turn.thread)) return;
    store.transaction(() => {
      if (store.turns.get(turn.id)?.endedAt === null) takeIn(core, turn, record);
    });
  } finally {
    if (!isRunning(turn.thread)) store.leases.release(turn.thread, owner.id);
  }
  emitQueue(core, turn.thread);
  bus.emit({ type: 'thread.changed', thread: turn.thread, reason: 'elsewhere' });
}

/** Taken from the queue by a process that ended before the turn for it began. */
function returnStranded(core: Core, item: InboxItem, isRunning: IsRunning): void {
  const { store } = core;
  if (isRunning(item.thread) || store.leases.get(item.thread)?.id === core.owner.id) return;
  if (ownerElsewhere(core, item.thread)) return;
  store.transaction(() => {
    const still = store.inbox.stranded().some(({ id }) => id === item.id);
    if (still && item.kind === 'steer') store.inbox.update(item.id, { state: 'returned', now: false, turn: null });
    else if (still) returnToQueue(core, item);
  });
  emitQueue(core, item.thread);
}

async function recordOf({ agent, log }: Core, turn: Turn): Promise<RecoveredTurn> {
  const nothing: RecoveredTurn = { accepted: false, finished: false, events: [] };
  if (!turn.transcript) return nothing;
  try {
    return await agent.recover(turn.transcript, turn.offset);
  } catch (error) {
    log.write('recovery', { turn: turn.id, failed: String(error) });
    return nothing;
  }
}

function takeIn(core: Core, turn: Turn, record: RecoveredTurn): void {
  const { store } = core;
  const item = store.inbox.ofTurn(turn.id).find(({ kind }) => kind === 'prompt' || kind === 'follow-up');
  const stored = store.messages.ofTurn(turn.id);
  const accepted = record.accepted || stored.length > 0;
  if (accepted) appendMissing(core, turn, item, record.events);
  else if (item) returnToQueue(core, item);
  settleSteers(core, turn, record.events);
  const state = accepted && record.finished ? 'done' : 'lost';
  const error = state === 'lost' ? 'ccchat ended in the middle of the turn' : null;
  store.turns.update(turn.id, { state, error, endedAt: Date.now() });
}

function appendMissing(core: Core, turn: Turn, item: InboxItem | undefined, events: AgentEvent[]): void {
  const { store } = core;
  const stored = store.messages.ofTurn(turn.id);
  const fold = messagesFromEvents();
  const drafts = [...events.flatMap((event) => fold.push(event)), ...fold.finish()];
  const [first] = drafts;
  const own = first?.role === 'user' && first.via !== 'steer' ? drafts.shift() : undefined;
  if (stored.length === 0 && turn.prompt) {
    store.messages.append({
      thread: turn.thread,
      turn: turn.id,
      id: turn.prompt,
      role: 'user',
      via: item?.kind === 'follow-up' ? 'follow-up' : 'prompt',
      blocks: own?.blocks ?? [{ type: 'text', text: item?.text ?? promptIn(events) }],
      agent: own?.agent ?? null,
    });
  }
  const known = new Set(stored.slice(1).map(fingerprint));
  for (const draft of drafts)
    if (!known.delete(fingerprint(draft))) store.messages.append({ thread: turn.thread, turn: turn.id, ...draft });
  if (item) store.inbox.remove(item.id);
}

const promptIn = (events: AgentEvent[]): string => {
  const prompt = events.find((event) => event.type === 'prompt');
  return prompt?.type === 'prompt' ? prompt.text : '';
};

/** What the agent itself keeps of a message tells it from every other; the words alone may differ from those that were typed. */
const fingerprint = ({ role, blocks, agent }: Pick<MessageDraft, 'role' | 'blocks' | 'agent'>) =>
  JSON.stringify(agent === null ? [role, blocks] : [role, agent]);

function returnToQueue({ store }: Core, item: InboxItem): void {
  store.inbox.update(item.id, { kind: 'follow-up', state: 'queued', turn: null });
  store.inbox.move(item.id, 0, ['queued']);
}

/** What the model saw is done with; what it did not see waits for the next turn. */
function settleSteers({ store }: Core, turn: Turn, events: AgentEvent[]): void {
  for (const item of store.inbox.list(turn.thread, { kinds: ['steer'], states: ['typed', 'accepted'] })) {
    const seen = events.some(
      (event) =>
        (event.type === 'prompt' || (event.type === 'steer' && event.state !== 'accepted')) &&
        sameWords(event.text, item.text),
    );
    if (seen) store.inbox.remove(item.id);
    else store.inbox.update(item.id, { state: 'returned', now: false });
  }
}
