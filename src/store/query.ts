// What a person types into a search, taken apart. It only ever becomes a quoted string of the query language, or a text to
// compare with, so no input is a syntax error: words, "a phrase" (the last one may be left open), begin*, and nothing else is special.
// A word is looked for as a word first; a phrase, and whatever holds signs, is meant literally.
import { normal, spaced } from './text.ts';

export interface Term {
  /** In the normal form of the indices. */
  text: string;
  /** One word of the word index, or how one begins; else a text to be found as it stands. */
  kind: 'word' | 'prefix' | 'literal';
}

const trigramCap = 12;

export function termsOf(query: string): Term[] {
  const parts = query.replace(/[\0-\x1f\x7f]+/g, ' ').matchAll(/"([^"]*)(?:"|$)|(\S+)/g);
  return [...parts]
    .map(([, phrase, word]) => termOf(normal(phrase ?? word ?? '').trim(), phrase === undefined ? 'bare' : 'phrase'))
    .filter(({ text }) => text !== '');
}

function termOf(text: string, as: 'bare' | 'phrase'): Term {
  const stem = text.slice(0, -1);
  if (as === 'bare' && text.endsWith('*') && isWord(stem)) return { text: stem, kind: 'prefix' };
  return { text, kind: isWord(text) ? 'word' : 'literal' };
}

const isWord = (text: string): boolean => /^[\p{L}\p{N}\p{M}]+$/u.test(text) && !spaced(text).trim().includes(' ');

/** For the word index: a phrase for each term that has letters or digits; two letters at the end may begin a longer word. */
export function wordQueries(terms: readonly Term[]): string[] {
  return terms
    .filter(({ text }) => /[\p{L}\p{N}]/u.test(text))
    .map((term) => {
      const begins =
        term.kind === 'prefix' || (term === terms.at(-1) && term.kind === 'word' && [...term.text].length === 2);
      return quoted(spaced(term.text)) + (begins ? '*' : '');
    });
}

/** For the substring index: what every text that holds the terms must hold. Null: all terms are too short for it. */
export function substringQuery(terms: readonly Pick<Term, 'text'>[]): string | null {
  const trigrams = terms.flatMap(({ text }) => trigramsOf(text)).slice(0, trigramCap);
  return trigrams.length > 0 ? trigrams.map(quoted).join(' AND ') : null;
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** Too short for the substring index. */
export const isShort = ({ text }: Term): boolean => [...text].length < 3;

/** What crosses from one word to the next tells most; the rest side by side, not overlapping: as good a sieve for a third of the work. */
function trigramsOf(text: string): string[] {
  const chars = [...text];
  const starts: number[] = [];
  let from = 0;
  const fillTo = (end: number) => {
    for (; from + 3 <= end; from += 3) starts.push(from);
  };
  for (let at = 1; at < chars.length - 1; at++) {
    if (at <= from || isLetter(chars[at]!)) continue;
    fillTo(at - 1);
    starts.push(at - 1);
    from = at + 2;
  }
  fillTo(chars.length);
  if (starts.length === 1 && chars.length > 3) starts.push(starts[0] === 0 ? chars.length - 3 : 0);
  return starts.map((start) => chars.slice(start, start + 3).join(''));
}

const isLetter = (char: string): boolean => /[\p{L}\p{N}]/u.test(char);
