// The words a person gives a command: as arguments, or through a pipe when they write `-`.
import { UsageError } from './errors.ts';
import type { Shell } from './shell.ts';

/** `next` says how the text is given, for a person who gave none. */
export async function wordsFrom(shell: Shell, words: readonly string[], next: string): Promise<string> {
  const piped = words.length === 1 && words[0] === '-';
  const text = piped ? (await shell.readInput()).replace(/\r?\n$/, '') : words.join(' ');
  if (text.trim() !== '') return text;
  throw new UsageError(piped ? 'standard input is empty' : 'the text is missing', next);
}
