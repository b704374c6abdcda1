// Vim's motions and text objects over the draft as one string with newlines; a place is an offset in it, always between clusters.
import { nextBoundary, previousBoundary } from './boundaries.ts';
import type { Find } from './vim.ts';
import type { VimMotion } from './vim-parse.ts';
import { type CharacterClass, classAt } from './words.ts';

export type Shape = 'exclusive' | 'inclusive' | 'lines';

export interface Reach {
  readonly to: number;
  readonly shape: Shape;
}

export interface Span {
  readonly from: number;
  readonly to: number;
  readonly shape: 'exclusive' | 'lines';
}

export const lineStart = (text: string, at: number) => (at <= 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1);
export const lineEnd = (text: string, at: number) => {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end;
};

export function firstNonBlank(text: string, at: number): number {
  const start = lineStart(text, at);
  const indent = /^[ \t]*/.exec(text.slice(start, lineEnd(text, start)))![0].length;
  return start + indent;
}

/** Null when there is nowhere to go: the command then does nothing. */
export function reachOf(
  text: string,
  at: number,
  motion: VimMotion,
  count: number | null,
  find: Find | null,
): Reach | null {
  const times = count ?? 1;
  switch (motion.key) {
    case 'h':
    case 'backspace':
      return exclusive(
        repeat(at, times, (place) => Math.max(lineStart(text, at), previousBoundary(text, place))),
        at,
      );
    case 'l':
    case ' ':
      return exclusive(
        repeat(at, times, (place) => Math.min(lineEnd(text, at), nextBoundary(text, place))),
        at,
      );
    case '0':
      return { to: lineStart(text, at), shape: 'exclusive' };
    case '^':
      return { to: firstNonBlank(text, at), shape: 'exclusive' };
    case '$': {
      const last = repeat(lineEnd(text, at), times - 1, (end) => lineEnd(text, Math.min(text.length, end + 1)));
      return { to: last, shape: 'exclusive' };
    }
    case 'w':
    case 'W':
      return exclusive(
        repeat(at, times, (place) => wordForward(text, place, motion.key)),
        at,
      );
    case 'b':
    case 'B':
      return exclusive(
        repeat(at, times, (place) => wordBack(text, place, motion.key)),
        at,
      );
    case 'e':
    case 'E':
      return { to: repeat(at, times, (place) => wordEnd(text, place, motion.key)), shape: 'inclusive' };
    case 'ge':
      return { to: repeat(at, times, (place) => wordEndBack(text, place)), shape: 'inclusive' };
    case 'gg':
    case 'G': {
      const lines = text.split('\n').length;
      const wanted = count ?? (motion.key === 'gg' ? 1 : lines);
      return { to: firstNonBlank(text, nthLine(text, Math.min(wanted, lines))), shape: 'lines' };
    }
    case 'j':
    case 'k': {
      const to = repeat(at, times, (place) =>
        motion.key === 'j' ? Math.min(text.length, lineEnd(text, place) + 1) : Math.max(0, lineStart(text, place) - 1),
      );
      return lineStart(text, to) === lineStart(text, at) ? null : { to, shape: 'lines' };
    }
    case '{':
    case '}':
      return exclusive(
        repeat(at, times, (place) => paragraph(text, place, motion.key === '}' ? 1 : -1)),
        at,
      );
    case '%': {
      const to = matching(text, at);
      return to === null ? null : { to, shape: 'inclusive' };
    }
    case ';':
    case ',':
      return find === null ? null : found(text, at, motion.key === ';' ? find : reversed(find), times, 'again');
    default:
      if (motion.character === undefined) return null;
      return found(text, at, { key: motion.key as Find['key'], character: motion.character }, times, 'first');
  }
}

function exclusive(to: number, at: number): Reach | null {
  return to === at ? null : { to, shape: 'exclusive' };
}

function repeat(at: number, times: number, step: (place: number) => number): number {
  let place = at;
  for (let done = 0; done < times; done++) {
    const next = step(place);
    if (next === place) break;
    place = next;
  }
  return place;
}

function nthLine(text: string, number: number): number {
  let at = 0;
  for (let line = 1; line < number; line++) at = lineEnd(text, at) + 1;
  return at;
}

type Kind = CharacterClass | 'end';

function kindAt(text: string, at: number, size: string): Kind {
  if (at >= text.length) return 'end';
  const kind = classAt(text, at);
  return kind === 'blank' || size === size.toLowerCase() ? kind : 'word';
}

const isEmptyLine = (text: string, at: number) => text[at] === '\n' && (at === 0 || text[at - 1] === '\n');

function wordForward(text: string, at: number, size: string): number {
  const kind = kindAt(text, at, size);
  let place = at;
  if (kind !== 'blank')
    while (place < text.length && kindAt(text, place, size) === kind) place = nextBoundary(text, place);
  while (kindAt(text, place, size) === 'blank') {
    if (place !== at && isEmptyLine(text, place)) return place;
    place = nextBoundary(text, place);
  }
  return place;
}

function wordBack(text: string, at: number, size: string): number {
  let place = previousBoundary(text, at);
  while (place > 0 && kindAt(text, place, size) === 'blank' && !isEmptyLine(text, place))
    place = previousBoundary(text, place);
  const kind = kindAt(text, place, size);
  if (kind === 'blank') return place;
  while (place > 0 && kindAt(text, previousBoundary(text, place), size) === kind) place = previousBoundary(text, place);
  return place;
}

function wordEnd(text: string, at: number, size: string): number {
  let place = nextBoundary(text, at);
  while (kindAt(text, place, size) === 'blank') place = nextBoundary(text, place);
  if (place >= text.length) return at;
  const kind = kindAt(text, place, size);
  for (let next = nextBoundary(text, place); kindAt(text, next, size) === kind; next = nextBoundary(text, next))
    place = next;
  return place;
}

function wordEndBack(text: string, at: number): number {
  let place = at;
  const kind = kindAt(text, at, 'e');
  if (kind !== 'blank') while (place > 0 && kindAt(text, place, 'e') === kind) place = previousBoundary(text, place);
  while (place > 0 && kindAt(text, place, 'e') === 'blank') place = previousBoundary(text, place);
  return place;
}

function paragraph(text: string, at: number, by: 1 | -1): number {
  let place = at;
  let seen = !isBlankLine(text, at);
  while (true) {
    const next = by === 1 ? lineEnd(text, place) + 1 : lineStart(text, place) - 1;
    if (next > text.length || next < 0) return by === 1 ? text.length : 0;
    place = next;
    const blank = isBlankLine(text, place);
    if (blank && seen) return lineStart(text, place);
    if (!blank) seen = true;
  }
}

const isBlankLine = (text: string, at: number) => lineStart(text, at) === lineEnd(text, at);

function reversed({ key, character }: Find): Find {
  const lower = key.toLowerCase() as 'f' | 't';
  return { key: key === lower ? (lower.toUpperCase() as 'F' | 'T') : lower, character };
}

function found(
  text: string,
  at: number,
  { key, character }: Find,
  times: number,
  turn: 'first' | 'again',
): Reach | null {
  const forward = key === 'f' || key === 't';
  const [start, end] = [lineStart(text, at), lineEnd(text, at)];
  const step = (place: number) => (forward ? nextBoundary(text, place) : previousBoundary(text, place));
  let place = turn === 'again' && (key === 't' || key === 'T') ? step(at) : at;
  for (let left = times; left > 0; ) {
    const next = step(place);
    if (next === place || next >= end || next < start) return null;
    place = next;
    if (text.slice(place, nextBoundary(text, place)) === character) left--;
    else if (place === start && !forward) return null;
  }
  const to = key === 't' ? previousBoundary(text, place) : key === 'T' ? nextBoundary(text, place) : place;
  return { to, shape: forward ? 'inclusive' : 'exclusive' };
}

const pairs: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' };

function matching(text: string, at: number): number | null {
  for (let place = at; place < lineEnd(text, at); place++) {
    const open = text.charAt(place);
    if ('([{'.includes(open)) return closing(text, place + 1, open, pairs[open]!);
    if (')]}'.includes(open)) return opening(text, place - 1, opener(open), open);
  }
  return null;
}

const opener = (close: string) => Object.keys(pairs).find((open) => pairs[open] === close) ?? close;

function closing(text: string, from: number, open: string, close: string): number | null {
  for (let place = from, depth = 1; place < text.length; place++) {
    if (text[place] === open) depth++;
    else if (text[place] === close && --depth === 0) return place;
  }
  return null;
}

function opening(text: string, from: number, open: string, close: string): number | null {
  for (let place = from, depth = 1; place >= 0; place--) {
    if (text[place] === close) depth++;
    else if (text[place] === open && --depth === 0) return place;
  }
  return null;
}

export function objectAt(text: string, at: number, reach: 'i' | 'a', object: string): Span | null {
  if (object === 'w' || object === 'W') return wordObject(text, at, reach, object);
  if (object === 'p') return paragraphObject(text, at, reach);
  if ('"\'`'.includes(object)) return quoteObject(text, at, reach, object);
  const open = object === 'b' ? '(' : object === 'B' ? '{' : (pairs[object] ?? '') === '' ? opener(object) : object;
  return bracketObject(text, at, reach, open, pairs[open] ?? '');
}

function wordObject(text: string, at: number, reach: 'i' | 'a', size: string): Span | null {
  const [start, end] = [lineStart(text, at), lineEnd(text, at)];
  if (start === end) return null;
  const kind = kindAt(text, at, size);
  let from = at;
  let to = at;
  while (from > start && kindAt(text, previousBoundary(text, from), size) === kind) from = previousBoundary(text, from);
  while (to < end && kindAt(text, to, size) === kind) to = nextBoundary(text, to);
  if (reach === 'i') return { from, to, shape: 'exclusive' };
  const inner = to;
  while (to < end && (kindAt(text, to, size) === 'blank') !== (kind === 'blank')) {
    if (kind === 'blank' && to > inner && kindAt(text, to, size) !== kindAt(text, inner, size)) break;
    to = nextBoundary(text, to);
  }
  if (to === inner && kind !== 'blank') {
    while (from > start && kindAt(text, previousBoundary(text, from), size) === 'blank')
      from = previousBoundary(text, from);
  }
  return { from, to, shape: 'exclusive' };
}

function paragraphObject(text: string, at: number, reach: 'i' | 'a'): Span {
  const blank = isBlankLine(text, at);
  let from = lineStart(text, at);
  let to = lineEnd(text, at);
  while (from > 0 && isBlankLine(text, from - 1) === blank) from = lineStart(text, from - 1);
  while (to < text.length && isBlankLine(text, to + 1) === blank) to = lineEnd(text, to + 1);
  if (reach === 'a') while (to < text.length && isBlankLine(text, to + 1) !== blank) to = lineEnd(text, to + 1);
  return { from, to, shape: 'lines' };
}

function quoteObject(text: string, at: number, reach: 'i' | 'a', quote: string): Span | null {
  const places: number[] = [];
  for (let place = lineStart(text, at); place < lineEnd(text, at); place++) {
    if (text[place] === '\\') place++;
    else if (text[place] === quote) places.push(place);
  }
  for (let index = 0; index + 1 < places.length; index += 2) {
    const [open, close] = [places[index]!, places[index + 1]!];
    if (close < at) continue;
    if (reach === 'i') return { from: open + 1, to: close, shape: 'exclusive' };
    const blanks = /^[ \t]*/.exec(text.slice(close + 1, lineEnd(text, close)))![0].length;
    return { from: open, to: close + 1 + blanks, shape: 'exclusive' };
  }
  return null;
}

function bracketObject(text: string, at: number, reach: 'i' | 'a', open: string, close: string): Span | null {
  const from = text[at] === open ? at : opening(text, text[at] === close ? at - 1 : at, open, close);
  const to = from === null ? null : closing(text, from + 1, open, close);
  if (from === null || to === null) return null;
  return reach === 'i' ? { from: from + 1, to, shape: 'exclusive' } : { from, to: to + 1, shape: 'exclusive' };
}
