// When to call the person: a turn ended or asks something, and they look at another window or another thread.

import path from 'node:path';
import type { EngineEvent } from '../../engine/events.ts';
import type { ThreadId } from '../../store/types.ts';
import type { ChatState, ThreadState } from '../state/model.ts';
import { oneLine } from '../text/sanitise.ts';

export interface Looking {
  readonly view: ThreadId | null;
  readonly focused: boolean;
  readonly titleOf: (thread: ThreadId) => string;
}

/** What to say; null when they see it anyway. */
export function callFor(event: EngineEvent, { view, focused, titleOf }: Looking): string | null {
  if (!('thread' in event) || event.thread === null) return null;
  if (focused && event.thread === view) return null;
  const name = () => oneLine(titleOf(event.thread as ThreadId));
  switch (event.type) {
    case 'turn.end':
      return event.state === 'done' ? `${name()}: done` : `${name()}: ${event.state}`;
    case 'permission.asked':
      return `${name()}: may it use ${event.ask.tool}?`;
    case 'question.asked':
      return `${name()}: a question for you`;
    default:
      return null;
  }
}

/** The mark comes first, because tabs cut the end. */
export function titleOf(state: ChatState, thread: ThreadState | null, cwd: string): string {
  const name = thread?.title ? oneLine(thread.title) : path.basename(cwd);
  const all = [...state.threads.values()];
  const mark = all.some(({ status }) => status === 'waiting')
    ? '? '
    : all.some(({ mark }) => mark !== null)
      ? '✓ '
      : all.some(({ status }) => status === 'running')
        ? '… '
        : '';
  return `${mark}${name} · ccchat`;
}
