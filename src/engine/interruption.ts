// The agent's own note to the model that a person stepped in: nobody said it, and for people the end of the turn says it.
import type { Message } from '../store/types.ts';

const note = /^\[Request interrupted by user[^\]]*\]$/;

export function isInterruption({ role, via, blocks }: Message): boolean {
  const words = blocks.map((block) => (block.type === 'text' ? block.text : block.type)).join('\n');
  return role === 'user' && via === null && note.test(words.trim());
}
