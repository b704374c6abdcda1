// The words of a message: what a person reads in it, and what search finds it by.
import type { Block } from './types.ts';

const toolResultCap = 20_000;
const messageCap = 200_000;

/** What was written, without tools and thoughts. */
export function plainText(blocks: Block[]): string {
  return blocks
    .filter((block) => block.type === 'text')
    .map((block) => block.text)
    .join('\n');
}

/** Everything in a message worth finding: text, what tools were asked and what they said. Thinking is left out. */
export function soughtText(blocks: Block[]): string {
  return blocks.map(blockText).filter(Boolean).join('\n').slice(0, messageCap);
}

function blockText(block: Block): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'tool_use':
      return [block.name, ...strings(block.input)].join(' ').slice(0, toolResultCap);
    case 'tool_result':
      return (typeof block.content === 'string' ? block.content : soughtText(block.content ?? [])).slice(
        0,
        toolResultCap,
      );
    default:
      return '';
  }
}

function strings(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (value === null || typeof value !== 'object') return [];
  return Object.values(value).flatMap(strings);
}

/** Accents, Hebrew points and Arabic vowel signs; in other scripts a mark is a letter of its own. */
/** The same words, whatever a program made of blanks, tabs and line ends on the way. */
export const sameWords = (a: string, b: string): boolean => words(a) === words(b);

const words = (text: string) =>
  text
    .normalize('NFC')
    .replace(/[\s\0-\x1f\x7f-\x9f]+/g, ' ')
    .trim();

const marks = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670]+/g;
const beyondAscii = /[^\0-\x7f]/;

/** Without case and diacritics. */
export function fold(text: string): string {
  if (!beyondAscii.test(text)) return text.toLowerCase();
  return text.normalize('NFD').replace(marks, '').normalize('NFC').toLowerCase();
}

/** As both indices and every comparison with them see a text: folded, with any run of white space a single space. */
export const normal = (text: string): string => fold(text).replace(/\s+/g, ' ');

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** Scripts written without spaces, or with particles that cling, one character a word: a phrase finds any part of them. */
export function spaced(text: string): string {
  return beyondAscii.test(text) ? text.normalize('NFC').replace(unspaced, ' $& ') : text;
}
