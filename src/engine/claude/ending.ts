// How a turn ends when the transcript does not say so: an interruption before the first word leaves no record, a prompt that a
// user's own hook blocks leaves none, nor do commands that only show something. Decided from what is known once all is still.
import type { AgentEvent, AgentFailure } from '../agent.ts';
import { failureOf } from './failures.ts';

export interface Submission {
  text: string;
  expected: string;
  as: 'text' | 'command';
  /** `claude` has it: a hook or the transcript says so. */
  taken: boolean;
  /** Its prompt is in the transcript. */
  begun: boolean;
}

/** What the `Stop` or `StopFailure` hook said. */
export type Stopped = 'done' | { error: string; said: string };

export interface Standing {
  submission: Submission | null;
  /** A turn of the transcript is open. */
  open: boolean;
  stopped: Stopped | null;
  interrupting: boolean;
  /** `claude` rests at its prompt and nothing has moved for so long. */
  stillMs: number;
}

type End = Extract<AgentEvent, { type: 'end' }>;
export type Ending = { how: 'command'; submission: Submission } | { how: 'turn'; end: End };

const patience = { interrupted: 600, command: 700, stopped: 1_500, silent: 4_000 };

/** Null: it may still go on. `shown` is what stands on the screen instead of a reply. */
export function endingOf(standing: Standing, shown: () => string | null): Ending | null {
  const { submission, open, stopped, interrupting, stillMs } = standing;
  const still = (kind: keyof typeof patience) => stillMs >= patience[kind];
  if (interrupting) return still('interrupted') ? turn('interrupted', null) : null;
  if (submission?.as === 'command' && !open) return still('command') ? { how: 'command', submission } : null;
  if (submission && !submission.taken) return null;
  if (stopped === 'done') return still('stopped') ? turn('done', null) : null;
  if (stopped) return still('stopped') ? turn('failed', failureOf(stopped.error, stopped.said)) : null;
  if (!still('silent')) return null;
  return turn('failed', failureOf('blocked', shown() ?? 'claude stopped without a word.'));
}

function turn(state: End['state'], error: AgentFailure | null): Ending {
  return { how: 'turn', end: { type: 'end', state, stopReason: null, error } };
}
