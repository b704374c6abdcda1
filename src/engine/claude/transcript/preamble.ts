// The conversation so far as text, for when it cannot be written as a transcript: it goes before the next prompt. The last
// messages are told at length, those before them in a line.
import type { Message } from '../../../store/types.ts';
import { textOf } from './records.ts';

const told = 20;
const toldAtLength = 5;
const longCap = 1_500;
const shortCap = 100;

export function preamble(prefix: readonly Message[]): string {
  const messages = prefix.filter((message) => !message.hidden && wordsOf(message) !== '').slice(-told);
  if (messages.length === 0) return '';
  const lines = messages.map((message, index) => {
    const cap = index >= messages.length - toldAtLength ? longCap : shortCap;
    return `${names[message.role]}: ${cut(wordsOf(message), cap)}`;
  });
  return `This is how our conversation went until now, shortened:\n\n${lines.join('\n\n')}\n\nGo on from here.\n\n`;
}

const names: Record<Message['role'], string> = {
  user: 'User',
  assistant: 'You',
  tool: 'Tool result',
  summary: 'Summary of what came before',
  shell: 'Shell command of the user',
};

function wordsOf(message: Message): string {
  const words = message.blocks.flatMap((block) => {
    if (block.type === 'text') return [block.text];
    if (block.type === 'tool_use') return [`[${block.name} ${JSON.stringify(block.input)}]`];
    if (block.type === 'tool_result')
      return [typeof block.content === 'string' ? block.content : textOf(block.content ?? [])];
    return block.type === 'image' ? ['[image]'] : [];
  });
  return words.join('\n').trim();
}

/** Never cuts a character in two. */
function cut(text: string, cap: number): string {
  if (text.length <= cap) return text;
  return `${Array.from(text.slice(0, cap * 2))
    .slice(0, cap - 1)
    .join('')}…`;
}
