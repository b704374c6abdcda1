// One session of the agent's own becomes threads: its latest line one, each branch a fork of the line it left. Everything in one
// transaction, so that an import that is cut off leaves whole files or nothing.
import { plainText } from '../../store/text.ts';
import type { Thread, ThreadId, TurnId } from '../../store/types.ts';
import type { PastFile, PastSession } from '../agent.ts';
import type { Core } from '../core.ts';
import { summaryOrder } from '../summary.ts';
import { forkTitle, titleFrom } from '../titles.ts';
import { beginning, type LineEnd, type LineWriter, lineWriter } from './line.ts';
import { type PastTurn, pastTurns } from './past-turns.ts';

export interface Taken {
  created: ThreadId[];
  continued: ThreadId[];
  turns: number;
  messages: number;
}

export function takeSession({ store }: Core, session: PastSession, { file, modifiedAt }: PastFile): Taken {
  const taken: Taken = { created: [], continued: [], turns: 0, messages: 0 };
  const times = new Map<ThreadId, { createdAt: number; updatedAt: number }>();
  const ends: LineEnd[] = [];
  const cwd = session.cwd ?? '/';

  const create = (end: LineEnd, home: Thread | null): Thread => {
    const isTaken = (title: string) => store.threads.candidates(title).some((other) => other.title === title);
    const thread = store.threads.create({
      cwd: home?.cwd ?? cwd,
      title: home === null ? session.title : forkTitle(home.title, isTaken),
      head: end.message,
      parent: home?.id ?? null,
      forkedAt: home === null ? null : end.message,
      extra: { import: { from: 'claude', session: session.id, file } },
    });
    taken.created.push(thread.id);
    return thread;
  };

  for (const stretch of session.stretches) {
    const line = lineWriter(store, stretch.from === null ? beginning : ends[stretch.from]!, { create });
    for (const turn of pastTurns(stretch.steps())) if (!isSummaryOrder(turn)) takeTurn(turn, line);
    ends.push(line.end);
  }
  for (const [thread, { createdAt, updatedAt }] of times) store.imports.setTimes(thread, { createdAt, updatedAt });
  return taken;

  function takeTurn(past: PastTurn, line: LineWriter): void {
    let turn: TurnId | null = null;
    let written = 0;
    for (const { record, ...message } of past.messages) {
      const before = line.thread;
      const stored = line.add(
        {
          ...message,
          createdAt: message.createdAt || modifiedAt,
          name: (hash) => store.imports.messageName(record, hash),
        },
        turn,
        (thread) => store.turns.create({ thread, startedAt: past.startedAt || modifiedAt }).id,
      );
      turn = stored.turn;
      if (line.thread === null) continue;
      if (before === null) note(line.thread, past);
      written += 1;
    }
    if (line.thread === null || turn === null || written === 0) return;
    const { state, stopReason, error, startedAt, endedAt, paths } = past;
    const first = store.messages.ofTurn(turn)[0];
    const durationMs = Math.max(0, endedAt - startedAt);
    store.turns.update(turn, {
      state,
      stopReason,
      error,
      endedAt,
      durationMs,
      prompt: first?.id ?? null,
      paths: [...new Set(paths)],
    });
    times.get(line.thread)!.updatedAt = Math.max(times.get(line.thread)!.updatedAt, endedAt);
    taken.turns += 1;
    taken.messages += written;
  }

  function note(thread: ThreadId, past: PastTurn): void {
    const known = store.threads.get(thread)!;
    const isNew = taken.created.includes(thread);
    if (!isNew) taken.continued.push(thread);
    if (known.title === null) {
      const words = past.prompt ?? plainText(past.messages[0]?.blocks ?? []);
      store.threads.update(thread, { title: titleFrom(words) });
    }
    times.set(thread, {
      createdAt: isNew ? past.startedAt || modifiedAt : known.createdAt,
      updatedAt: isNew ? past.startedAt || modifiedAt : known.updatedAt,
    });
  }
}

/** A turn in which we asked for a summary ourselves; the summary is a message of the thread that it sums up. */
const isSummaryOrder = ({ prompt }: PastTurn): boolean => prompt?.trim() === summaryOrder.trim();
