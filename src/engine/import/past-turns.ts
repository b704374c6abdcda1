// The steps of a past session as turns with their messages: the same fold that live turns go through, with the times of then and
// the name of the record that each message began with.
import type { EndedTurnState } from '../../store/types.ts';
import type { AgentEvent, PastStep } from '../agent.ts';
import { changedPaths, type ToolCall } from '../changed-paths.ts';
import { type MessageDraft, messagesFromEvents } from '../messages-from-events.ts';

export interface PastMessage extends MessageDraft {
  record: string;
  createdAt: number;
}

export interface PastTurn {
  messages: PastMessage[];
  /** What began it, in the person's words. */
  prompt: string | null;
  state: EndedTurnState;
  stopReason: string | null;
  error: string | null;
  startedAt: number;
  endedAt: number;
  paths: string[];
}

type Stamp = Omit<PastStep, 'event'>;

export function* pastTurns(steps: Iterable<PastStep>): Generator<PastTurn> {
  const fold = messagesFromEvents();
  let turn: PastTurn | null = null;
  let clock = 0;
  let reply: Stamp | null = null;
  let results: Stamp | null = null;
  let calls = new Map<string, ToolCall>();

  const take = (drafts: readonly MessageDraft[], now: Stamp): void => {
    for (const draft of drafts) {
      turn ??= begun(null, now.at ?? clock);
      const { record, at } = (draft.role === 'assistant' ? reply : draft.role === 'tool' ? results : null) ?? now;
      turn.messages.push({ ...draft, record: `${record} ${draft.role}`, createdAt: at ?? clock });
      if (draft.role === 'assistant') reply = null;
      if (draft.role === 'tool') results = null;
    }
  };

  for (const { event, record, at } of steps) {
    clock = at ?? clock;
    const now: Stamp = { record, at: at ?? (clock || null) };
    const drafts = fold.push(event);
    if (event.type === 'prompt') {
      const own = event.agent === undefined ? [] : drafts.splice(-1);
      take(drafts, now);
      const prompt = event.from === 'agent' ? null : event.text;
      if (turn && isCompaction(turn)) turn.prompt = prompt;
      else {
        if (turn) yield ended(turn, calls.size);
        turn = begun(prompt, now.at ?? clock);
      }
      calls = new Map();
      take(own, now);
      continue;
    }
    if (event.type === 'inserted' && event.role === 'summary' && turn && turn.state !== 'lost') {
      const own = drafts.splice(-1);
      take(drafts, now);
      yield turn;
      turn = begun(null, now.at ?? clock);
      take(own, now);
      continue;
    }
    if (event.type === 'block' && event.parentTool === null) {
      if (drafts.length > 0) take(drafts.splice(0), now);
      reply ??= now;
      if (event.block.type === 'tool_use') calls.set(event.block.id, event.block);
    }
    if (event.type === 'tool.end' && event.parentTool === null) {
      results ??= now;
      turn ??= begun(null, now.at ?? clock);
      turn.paths.push(...changed(event, calls));
      calls.delete(event.id);
    }
    take(drafts, now);
    if (turn && at !== null) turn.endedAt = Math.max(turn.endedAt, at);
    if (event.type !== 'end' || !turn) continue;
    turn.state = event.state;
    turn.stopReason = event.stopReason;
    turn.error = event.error?.text ?? null;
    calls = new Map();
  }
  take(fold.finish(), { record: 'end', at: clock || null });
  if (turn) yield ended(turn, calls.size);
}

/** Asked for with a command, a summary is written down before the command is: both are one turn. */
const isCompaction = ({ messages, prompt }: PastTurn): boolean =>
  prompt === null && messages.length === 1 && messages[0]!.role === 'summary';

/** `lost` until something says how it ended. */
const begun = (prompt: string | null, at: number): PastTurn => ({
  messages: [],
  prompt,
  state: 'lost',
  stopReason: null,
  error: null,
  startedAt: at,
  endedAt: at,
  paths: [],
});

/** Old versions do not say when a turn is over: one that was answered and waits for no tool is done. */
function ended(turn: PastTurn, openCalls: number): PastTurn {
  if (turn.state !== 'lost') return turn;
  const last = turn.messages.at(-1)?.role;
  const answered = (last === 'assistant' || last === 'summary') && openCalls === 0;
  return answered ? { ...turn, state: 'done' } : turn;
}

function changed(event: Extract<AgentEvent, { type: 'tool.end' }>, calls: ReadonlyMap<string, ToolCall>): string[] {
  return event.block.type === 'tool_result' && event.block.is_error === true ? [] : changedPaths(event.id, calls);
}
