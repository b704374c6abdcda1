// A thread in the hands of the agent's own program. It is a turn of ours from before the program starts, so that what was said there is
// read to its end even if we are killed meanwhile; afterwards every turn there is one here, behind those that were taken back.
import type { Message, MessageId, Thread, ThreadId, TurnId } from '../store/types.ts';
import type { HandOver } from './agent.ts';
import { type Attached, type Attachment, EngineError } from './api.ts';
import { type Core, takeLease } from './core.ts';
import { type PastTurn, pastTurns } from './import/past-turns.ts';
import { prefixOf } from './prefix.ts';
import { emitQueue } from './queue.ts';
import { mergeSettings, setupOf } from './setup.ts';
import { titleFrom } from './titles.ts';

export async function attach(core: Core, thread: Thread): Promise<Attachment> {
  const { store, agent, owner, bus, defaults } = core;
  if (!agent.handOver)
    throw new EngineError('agent', 'this agent has no program of its own', 'Go on in the chat as before.');
  takeLease(core, thread.id);
  let over: HandOver;
  try {
    over = await agent.handOver(setupOf(thread, mergeSettings(defaults, thread.settings)), prefixOf(core, thread));
  } catch (error) {
    store.leases.release(thread.id, owner.id);
    throw error;
  }
  const { file, args, cwd, env, session, place } = over;
  const turn = store.turns.create({ thread: thread.id, prompt: store.messages.newId(), session, ...place });
  bus.emit({ type: 'status', thread: thread.id, status: 'running', agents: 0 });
  return { file, args, cwd, env, done: () => takeIn(core, thread.id, turn.id, over) };
}

function takeIn(core: Core, thread: ThreadId, first: TurnId, over: HandOver): Attached {
  const { store, owner, bus, log } = core;
  try {
    const { takenBack, steps } = over.handedBack();
    const turns = [...pastTurns(steps)].filter(({ messages }) => messages.length > 0);
    return store.transaction(() => {
      const back = turns.length > 0 ? takeBack(core, thread, takenBack) : 0;
      for (const [index, turn] of turns.entries()) append(core, thread, turn, index === 0 ? first : null);
      if (turns.length === 0) store.turns.update(first, { state: 'done', endedAt: Date.now(), durationMs: 0 });
      return { turns: turns.length, takenBack: back };
    });
  } catch (error) {
    log.write('attach', { failed: String(error) });
    throw new EngineError(
      'agent',
      'what was said in claude could not be read',
      'It is kept: the next start of ccchat takes it in.',
      { cause: error },
    );
  } finally {
    store.leases.release(thread, owner.id);
    bus.emit({ type: 'status', thread, status: 'idle', agents: 0 });
    bus.emit({ type: 'thread.changed', thread, reason: 'elsewhere' });
    emitQueue(core, thread);
  }
}

/** The head moves to before the last `count` turns, as far as there are so many. */
function takeBack({ store }: Core, thread: ThreadId, count: number): number {
  if (count <= 0) return 0;
  const begun = new Map<TurnId | MessageId, Message>();
  for (const message of store.messages.walk(store.threads.get(thread)!.head)) {
    const unit = message.turn ?? message.id;
    if (begun.size === count && !begun.has(unit)) break;
    if (begun.has(unit) || (!message.hidden && (message.role === 'user' || message.role === 'shell')))
      begun.set(unit, message);
  }
  if (begun.size < count) return 0;
  const oldest = [...begun.values()].at(-1)!;
  const unit = oldest.turn === null ? [oldest] : store.messages.ofTurn(oldest.turn);
  store.threads.revert(thread, unit[0]!.parent);
  return count;
}

function append({ store }: Core, thread: ThreadId, past: PastTurn, row: TurnId | null): void {
  const { state, stopReason, error, paths, messages } = past;
  const turn = row ?? store.turns.create({ thread, startedAt: past.startedAt }).id;
  const known = store.threads.get(thread)!;
  if (known.title === null && known.head === null && past.prompt !== null)
    store.threads.update(thread, { title: titleFrom(past.prompt) });
  const [prompt] = messages.map(({ record: _, ...message }) => store.messages.append({ ...message, thread, turn }));
  const { startedAt, endedAt } = past;
  store.turns.update(turn, {
    state,
    stopReason,
    error,
    startedAt,
    endedAt,
    durationMs: Math.max(0, endedAt - startedAt),
    prompt: prompt!.id,
    paths: [...new Set(paths)],
  });
}
