// What the exports share: who said it, when, and what a tool was asked, in words.
import type { Block, Message, Thread, ToolUseBlock } from '../../store/types.ts';
import { harmless } from '../../text/harmless.ts';
import { isInterruption } from '../interruption.ts';

export function titleOf(thread: Thread): string {
  return (
    clean(thread.title ?? '')
      .replace(/\s+/g, ' ')
      .trim() || `Thread ${thread.id}`
  );
}

export function speaker(message: Message): string {
  if (isInterruption(message)) return 'Interrupted';
  switch (message.role) {
    case 'user':
      return message.via === 'steer'
        ? 'You (steer)'
        : message.via === 'follow-up'
          ? 'You (follow-up)'
          : message.via === null
            ? 'Inserted'
            : 'You';
    case 'assistant':
      return 'Assistant';
    case 'tool':
      return 'Tool result';
    case 'summary':
      return 'Summary';
    case 'shell':
      return 'Shell';
  }
}

/** What else is to be known about a message: how a command ended, and whether the model saw it. */
export function factsOf({ role, agent, hidden }: Message): string[] {
  const { exitCode } = (role === 'shell' && agent !== null ? agent : {}) as { exitCode?: number | null };
  return [
    ...(exitCode === null ? ['ended by a signal'] : exitCode ? [`exit ${exitCode}`] : []),
    ...(hidden ? ['kept from the model'] : []),
  ];
}

export const stamp = (at: number): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ');

/** The one argument that says most about a call; the rest is given in full elsewhere. */
export function toolSubject({ input }: ToolUseBlock): string {
  for (const name of [
    'command',
    'file_path',
    'notebook_path',
    'pattern',
    'path',
    'url',
    'query',
    'description',
    'prompt',
  ]) {
    const value = input[name];
    if (typeof value === 'string' && value !== '') return clean(value);
  }
  return '';
}

export function resultText(content: string | readonly Block[] | undefined): string {
  if (typeof content === 'string') return clean(content);
  return (content ?? []).map((block) => (block.type === 'text' ? clean(block.text) : `[${block.type}]`)).join('\n');
}

/** Escape sequences, control characters and direction overrides have no place on a page; what was drawn over is kept, line by line. */
export function clean(text: string): string {
  return harmless(text.replace(/\r+\n?/g, '\n'));
}
