// A thread that ccchat exported comes back with the messages it had, names included, so that bringing it in twice, or where it came
// from, finds everything there. Of its settings only those come along that cannot make the agent do anything.
import type { MessageId, Thread, ThreadId, ThreadSettings, Turn, TurnId } from '../../store/types.ts';
import { endedTurnStates } from '../../store/types.ts';
import { EngineError } from '../api.ts';
import type { Core } from '../core.ts';
import { ExportError, parseExport, type ThreadExport } from '../export/index.ts';
import { beginning, lineWriter } from './line.ts';
import type { Taken } from './session.ts';

export function readExport(text: string): ThreadExport {
  try {
    return parseExport(text);
  } catch (error) {
    if (error instanceof ExportError) throw new EngineError('bad-input', error.message, error.next, { cause: error });
    throw error;
  }
}

export function takeExport({ store }: Core, { thread, messages, turns }: ThreadExport, file: string): Taken {
  const taken: Taken = { created: [], continued: [], turns: 0, messages: 0 };
  const turnOf = new Map(turns.map((turn) => [turn.id, turn]));
  const made = new Map<TurnId, TurnId>();

  const create = (head: MessageId | null, home: Thread | null): Thread => {
    const fresh = store.threads.create({
      cwd: thread.cwd,
      title: thread.title,
      head,
      parent: home?.id ?? null,
      forkedAt: home === null ? null : head,
      settings: harmless(thread.settings),
      extra: { ...withoutPlaces(thread.extra ?? {}), import: { from: 'ccchat', thread: thread.id, file } },
    });
    if (thread.pinned || thread.archived)
      store.threads.update(fresh.id, { pinned: thread.pinned === true, archived: thread.archived === true });
    taken.created.push(fresh.id);
    return fresh;
  };

  const turnFor = (old: TurnId | null, into: ThreadId): TurnId | null => {
    if (old === null) return null;
    const known = made.get(old);
    if (known) return known;
    const about = turnOf.get(old);
    const id = store.turns.get(old) === null && isName(old) ? old : undefined;
    const turn = store.turns.create({ id, thread: into, prompt: about?.prompt ?? null, startedAt: about?.startedAt });
    store.turns.update(turn.id, endOf(about));
    made.set(old, turn.id);
    taken.turns += 1;
    return turn.id;
  };

  const line = lineWriter(store, beginning, { create: (end, home) => create(end.message, home) });
  for (const message of messages) {
    const { id, parent: _, hash: __, depth: ___, turn, ...rest } = message;
    const known = turn === null ? null : (made.get(turn) ?? null);
    const stored = line.add({ ...rest, name: () => (isName(id) ? id : store.messages.newId()) }, known, (into) =>
      turnFor(turn, into),
    );
    if (line.thread === null) {
      if (turn !== null && stored.turn !== null) made.set(turn, stored.turn);
    } else taken.messages += 1;
  }
  const { message: head } = line.end;
  if (line.thread === null && head !== null && !isReachable(head)) create(head, homeOf(head));
  else if (line.thread === null && head === null) create(null, null);
  for (const id of taken.created)
    store.imports.setTimes(id, {
      createdAt: thread.createdAt ?? Date.now(),
      updatedAt: thread.updatedAt ?? Date.now(),
    });
  if (line.thread !== null && taken.created.length === 0) taken.continued.push(line.thread);
  return taken;

  function homeOf(message: MessageId): Thread | null {
    const id = store.imports.homeOf(message);
    return id === null ? null : store.threads.get(id);
  }

  /** Some thread that is not deleted has it: the one it was written in, or a fork of it. */
  function isReachable(message: MessageId): boolean {
    const pending = [homeOf(message)];
    for (let next = pending.pop(); next; next = pending.pop()) {
      if (next.deletedAt === null && store.messages.candidates(next.id, message).some(({ id }) => id === message))
        return true;
      pending.push(...store.threads.children(next.id));
    }
    return false;
  }
}

const isName = (id: string): boolean => /^[a-z2-9]{4,32}$/.test(id);

/** Tools, servers, arguments and modes of somebody else's thread could run programs here. */
const harmless = ({ model, steeringMode }: ThreadSettings): ThreadSettings => ({
  ...(typeof model === 'string' ? { model } : {}),
  ...(steeringMode === 'all' || steeringMode === 'one-at-a-time' ? { steeringMode } : {}),
});

/** Where a page of it was shared is true only on the machine it was shared on. */
function withoutPlaces({ shared: _, import: __, ...extra }: Thread['extra']): Thread['extra'] {
  return extra;
}

function endOf(turn: Turn | undefined): Partial<Turn> {
  if (!turn) return { state: 'done' };
  const { stopReason, error, endedAt, durationMs, paths } = turn;
  const state = endedTurnStates.find((one) => one === turn.state) ?? 'lost';
  return { state, stopReason, error, endedAt: endedAt ?? turn.startedAt, durationMs, paths: paths ?? [] };
}
