// Words as a person means them: letters and digits of any script, runs of Chinese or Japanese cut by the dictionary, a chip by itself.
import { boundaryAtOrAfter, isBoundary, isChipAt, nextBoundary, previousBoundary } from './boundaries.ts';

export type CharacterClass = 'blank' | 'word' | 'mark' | 'chip';

const word = /^[\p{L}\p{N}\p{M}_]/u;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
const LONGEST_RUN = 512;

export function classAt(text: string, at: number): CharacterClass {
  if (isChipAt(text, at)) return 'chip';
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0x20);
  return /^\s/u.test(character) ? 'blank' : word.test(character) ? 'word' : 'mark';
}

/** The dictionary may end a word inside a cluster: such an end is none. */
function cutBefore(text: string, start: number, end: number): number {
  const from = boundaryAtOrAfter(text, Math.max(start, end - LONGEST_RUN));
  const run = text.slice(from, end);
  if (!unspaced.test(run)) return start;
  let last = from;
  for (const { index } of segmenter.segment(run)) if (isBoundary(text, from + index)) last = from + index;
  return last;
}

function cutAfter(text: string, start: number, end: number): number {
  const run = text.slice(start, Math.min(end, start + LONGEST_RUN));
  if (!unspaced.test(run)) return end;
  for (const { index, segment } of segmenter.segment(run)) {
    const after = start + index + segment.length;
    if (isBoundary(text, after)) return after;
  }
  return end;
}

/** The start of the word before `at`, in one line. */
export function wordStartBefore(text: string, at: number): number {
  let place = at;
  while (place > 0) {
    const before = previousBoundary(text, place);
    const kind = classAt(text, before);
    if (kind === 'chip') return place === at ? before : classAt(text, place) === 'chip' ? place : before;
    if (kind === 'word') break;
    place = before;
  }
  const end = place;
  while (place > 0) {
    const before = previousBoundary(text, place);
    if (classAt(text, before) !== 'word') break;
    place = before;
  }
  return end === place ? place : cutBefore(text, place, end);
}

/** The end of the word after `at`, in one line. */
export function wordEndAfter(text: string, at: number): number {
  let place = at;
  while (place < text.length && classAt(text, place) !== 'word') {
    const after = nextBoundary(text, place);
    if (classAt(text, place) === 'chip') return after;
    place = after;
  }
  const start = place;
  while (place < text.length && classAt(text, place) === 'word') place = nextBoundary(text, place);
  return start === place ? place : cutAfter(text, start, place);
}

/** The start of the blank-separated word before `at`. */
export function blankWordStartBefore(text: string, at: number): number {
  let place = at;
  while (place > 0 && classAt(text, previousBoundary(text, place)) === 'blank') place = previousBoundary(text, place);
  while (place > 0 && classAt(text, previousBoundary(text, place)) !== 'blank') place = previousBoundary(text, place);
  return place;
}
