// How threads, turns and times are called on the screen: in one way, short, and harmless whatever a title holds.
import type { EngineApi } from '../../engine/api.ts';
import type { ThreadStatus } from '../../engine/events.ts';
import type { Block, Message, Thread } from '../../store/types.ts';
import { shortFolder } from '../../text/folder.ts';
import type { OverlayContext } from '../overlay.ts';
import { nextStep } from '../text/advice.ts';
import { oneLine } from '../text/sanitise.ts';
import type { Theme } from '../theme.ts';

/** The title; without one, how the thread begins. */
export function threadName(engine: EngineApi, thread: Thread): string {
  const title = oneLine(thread.title ?? '');
  if (title !== '') return title;
  if (thread.messages === 0) return `(empty) ${thread.id}`;
  const first = engine.messages(thread.id, { limit: 1, offset: thread.messages - 1 })[0];
  return (first && oneLine(textOf(first.blocks).slice(0, 200))) || `(untitled) ${thread.id}`;
}

/** What a person reads in a message: its text, or that there is a picture. */
export function textOf(blocks: readonly Block[]): string {
  return blocks
    .map((block) => (block.type === 'text' ? block.text : block.type === 'image' ? '[image]' : ''))
    .filter((text) => text !== '')
    .join('\n');
}

export function isPrompt(message: Message): boolean {
  return message.via === 'prompt' || message.via === 'follow-up';
}

export function statusMark(status: ThreadStatus, theme: Theme): string {
  switch (status) {
    case 'running':
      return theme.good('●');
    case 'waiting':
      return theme.warn('?');
    case 'queued':
      return theme.dim('…');
    case 'idle':
      return ' ';
  }
}

/** The folder as a person calls it. */
export function folderName(folder: string, { home }: Pick<OverlayContext, 'home'>): string {
  return shortFolder(oneLine(folder), home);
}

/** What went wrong and what to do, in one line for a footer. */
export function failureLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const next = nextStep(error) ?? '';
  return oneLine(next === '' ? text : `${text.replace(/[.!]$/, '')}. ${next}`);
}
