// The words around a hit, on one line, with the hits between \u0002 and \u0003.
import { fold } from './text.ts';

const before = 40;
const length = 160;

/** `terms` are in their normal form. Without a hit in the text, its beginning. */
export function snippet(source: string, terms: string[]): string {
  const text = source.replace(/[\s\0-\x1f\x7f]+/g, ' ');
  const { folded, at } = foldedWithOffsets(text);
  const hits = spans(folded, terms).map(([from, to]) => [at(from), at(to)] as const);
  const start = hits[0] ? wordStart(text, Math.max(0, hits[0][0] - before)) : 0;
  const limit = Math.min(text.length, Math.max(start + length, hits[0]?.[1] ?? 0));
  const end = isLowSurrogate(text, limit) ? limit + 1 : limit;
  let marked = start > 0 ? '…' : '';
  let done = start;
  for (const [from, to] of hits) {
    if (from < done || to > end) continue;
    marked += `${text.slice(done, from)}\u0002${text.slice(from, to)}\u0003`;
    done = to;
  }
  marked += text.slice(done, end) + (end < text.length ? '…' : '');
  return marked.trim();
}

function wordStart(text: string, from: number): number {
  if (from === 0) return 0;
  const space = text.slice(from, from + before / 2).search(/\s/);
  return space >= 0 ? from + space + 1 : from + (isLowSurrogate(text, from) ? 1 : 0);
}

const isLowSurrogate = (text: string, at: number) => {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff;
};

function spans(folded: string, terms: string[]): [number, number][] {
  const all: [number, number][] = [];
  for (const term of terms.filter(Boolean))
    for (let from = folded.indexOf(term); from >= 0; from = folded.indexOf(term, from + term.length)) {
      all.push([from, from + term.length]);
      if (all.length > 200) break;
    }
  return all.sort((a, b) => a[0] - b[0] || b[1] - a[1]);
}

/** A letter with its marks, or a Korean syllable written as its parts. */
const cluster = /[\u1100-\u115f][\u1160-\u11a7]?[\u11a8-\u11ff]?|.\p{M}*/gsu;

/** Folding may change lengths; `at` leads from a place in the folded text to the one it came from. */
function foldedWithOffsets(text: string): { folded: string; at: (place: number) => number } {
  const whole = fold(text);
  if (whole.length === text.length) return { folded: whole, at: (place) => place };
  let folded = '';
  const offsets: number[] = [];
  let from = 0;
  for (const one of text.match(cluster) ?? []) {
    const part = fold(one);
    for (let i = 0; i < part.length; i++) offsets.push(from);
    folded += part;
    from += one.length;
  }
  return { folded, at: (place) => offsets[place] ?? text.length };
}
