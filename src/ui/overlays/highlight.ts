// Marking hits in text that may be styled already: what was open before a hit is open again behind it.
import { sanitise } from '../text/sanitise.ts';
import { OpenStyles, parseStyled } from '../text/styled.ts';
import type { Style } from '../theme.ts';

/** From and to, in the text without its styles; in order, apart. */
export type Span = readonly [from: number, to: number];

export function mark(line: string, spans: readonly Span[], style: Style): string {
  if (spans.length === 0) return line;
  const { plain, marks } = parseStyled(line);
  const open = new OpenStyles();
  let out = '';
  let done = 0;
  let next = 0;
  const copyTo = (end: number) => {
    while (next < marks.length && marks[next]!.at <= end) {
      out += plain.slice(done, marks[next]!.at) + marks[next]!.code;
      done = marks[next]!.at;
      open.apply(marks[next]!.code);
      next++;
    }
    out += plain.slice(done, end);
    done = end;
  };
  for (const [from, to] of spans) {
    if (from < done || to > plain.length || to <= from) continue;
    copyTo(from);
    out += open.closing() + style(plain.slice(from, to));
    for (; next < marks.length && marks[next]!.at <= to; next++) open.apply(marks[next]!.code);
    out += open.opening();
    done = to;
  }
  copyTo(plain.length);
  for (; next < marks.length; next++) out += marks[next]!.code;
  return out;
}

/** Single places, as a fuzzy match gives them, joined into spans of whole characters. */
export function spansOf(places: readonly number[], text: string): Span[] {
  const spans: [number, number][] = [];
  for (const place of places) {
    const end = place + (isHigh(text.charCodeAt(place)) ? 2 : 1);
    const before = spans.at(-1);
    if (before && place <= before[1]) before[1] = Math.max(before[1], end);
    else spans.push([place, end]);
  }
  return spans;
}

const isHigh = (unit: number) => unit >= 0xd800 && unit <= 0xdbff;

/** Where `query` stands in `plain`, without regard to case unless the query has upper case in it. */
export function occurrences(plain: string, query: string): Span[] {
  if (query === '') return [];
  const exact = query !== query.toLowerCase();
  const text = exact ? plain : sameLengthLower(plain);
  const found: Span[] = [];
  for (let from = text.indexOf(query); from >= 0; from = text.indexOf(query, from + query.length))
    found.push([from, from + query.length]);
  return found;
}

function sameLengthLower(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : Array.from(text, lowerOne).join('');
}

function lowerOne(character: string): string {
  const lower = character.toLowerCase();
  return lower.length === character.length ? lower : character;
}

/** A snippet of the search, whose hits stand between \u0002 and \u0003, made harmless. */
export function markSnippet(snippet: string, style: Style): string {
  return snippet
    .split(/(\u0002[^\u0002\u0003]*\u0003)/)
    .map((part) => (part.startsWith('\u0002') ? style(flat(part)) : flat(part)))
    .join('');
}

const flat = (text: string) => sanitise(text.replace(/[\u0002\u0003]/g, '')).replace(/\s+/g, ' ');
