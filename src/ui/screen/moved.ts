// What is said when the thread on view went back, came forward or is gone, whoever did it: the one place where it is said.
import type { EngineEvent } from '../../engine/events.ts';

type Reason = Extract<EngineEvent, { type: 'thread.changed' }>['reason'];

const words: Readonly<Partial<Record<Reason, readonly [text: string, next?: string]>>> = {
  reverted: ['Reverted: what came after is out of the conversation', '/unrevert brings it back'],
  unreverted: ['Brought back what was reverted'],
  deleted: ['This thread is deleted', '/undelete brings it back'],
};

export function sayMoved(reason: Reason, notice: (level: 'info', text: string, next?: string) => void): void {
  const said = words[reason];
  if (said) notice('info', ...said);
}
