// Which candidates a person may mean by a few letters: the letters in order, best where words begin, together, and in the last name
// of a path. Upper case in the query asks for upper case. No candidate is scored twice while the query only grows.

export interface Match<T> {
  readonly item: T;
  readonly score: number;
  /** Offsets of the matched letters in the candidate. */
  readonly hits: readonly number[];
}

const SCORE = { letter: 1, together: 6, wordStart: 8, basenameStart: 12, basename: 2, start: 6, exactCase: 1 } as const;
const GAP = 0.15;
const LENGTH = 0.02;

/** Null when the letters of `query` do not stand in `text` in this order. */
export function fuzzyMatch(query: string, text: string): Omit<Match<never>, 'item'> | null {
  if (query === '') return { score: -text.length * LENGTH, hits: [] };
  const folded = foldCase(text);
  if (!isSubsequence(foldCase(query), folded)) return null;
  return bestAlignment(query, text, folded);
}

function foldCase(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text;
}

export function isSubsequence(query: string, text: string): boolean {
  let from = 0;
  for (let index = 0; index < query.length; index++) {
    const at = text.indexOf(query[index]!, from);
    if (at === -1) return false;
    from = at + 1;
  }
  return true;
}

const separator = /[/\\_\-. ]/;

function isWordStart(text: string, at: number): boolean {
  if (at === 0 || separator.test(text[at - 1]!)) return true;
  return /\p{Lu}/u.test(text[at]!) && /\p{Ll}/u.test(text[at - 1]!);
}

/** Dynamic programming over the places of each letter; paths are short, so this is exact and still quick. */
function bestAlignment(query: string, text: string, folded: string) {
  const wanted = foldCase(query);
  const base = text.endsWith('/') ? text.lastIndexOf('/', text.length - 2) + 1 : text.lastIndexOf('/') + 1;
  const length = text.length;
  const from: Int32Array[] = [];
  let scores = new Float64Array(length).fill(Number.NEGATIVE_INFINITY);
  for (let letter = 0; letter < wanted.length; letter++) {
    const next = new Float64Array(length).fill(Number.NEGATIVE_INFINITY);
    const came = new Int32Array(length).fill(-1);
    let bestBefore = letter === 0 ? 0 : Number.NEGATIVE_INFINITY;
    let bestPlace = -1;
    for (let at = letter; at < length; at++) {
      if (letter > 0 && at > 0) {
        bestBefore -= GAP;
        if (scores[at - 1]! > bestBefore) {
          bestBefore = scores[at - 1]!;
          bestPlace = at - 1;
        }
      }
      if (folded[at] !== wanted[letter]) continue;
      const bonus = placeBonus(text, at, base, query[letter]!);
      const together = letter > 0 && at > 0 ? scores[at - 1]! + SCORE.together : Number.NEGATIVE_INFINITY;
      const apart = bestBefore;
      next[at] = Math.max(together, apart) + bonus;
      came[at] = together >= apart ? at - 1 : bestPlace;
    }
    scores = next;
    from.push(came);
  }
  let end = 0;
  for (let at = 1; at < length; at++) if (scores[at]! > scores[end]!) end = at;
  const hits: number[] = [];
  for (let letter = wanted.length - 1, at = end; letter >= 0; letter--) {
    hits.unshift(at);
    at = from[letter]![at]!;
  }
  return { score: scores[end]! - length * LENGTH, hits };
}

function placeBonus(text: string, at: number, base: number, asked: string): number {
  let bonus: number = SCORE.letter;
  if (at === base) bonus += SCORE.basenameStart;
  else if (isWordStart(text, at)) bonus += SCORE.wordStart;
  if (at >= base) bonus += SCORE.basename;
  if (at === 0) bonus += SCORE.start;
  if (text[at] === asked) bonus += SCORE.exactCase;
  else if (/\p{Lu}/u.test(asked)) bonus -= SCORE.wordStart;
  return bonus;
}

/** The letters and digits of a text as bits: what lacks one of the query's cannot match. */
export function letterBits(text: string): number {
  let bits = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index) | 0x20;
    if (code >= 0x61 && code <= 0x7a) bits |= 1 << (code - 0x61);
    else if (code >= 0x30 && code <= 0x39) bits |= 1 << 26;
  }
  return bits;
}

/** The best `most` in order; ties keep the order of the candidates. */
export function rank<T>(query: string, items: Iterable<T>, textOf: (item: T) => string, most: number): Match<T>[] {
  const best: Match<T>[] = [];
  for (const item of items) {
    const match = fuzzyMatch(query, textOf(item));
    if (match === null) continue;
    if (best.length >= most && match.score <= best.at(-1)!.score) continue;
    let place = best.length;
    while (place > 0 && best[place - 1]!.score < match.score) place--;
    best.splice(place, 0, { item, ...match });
    if (best.length > most) best.pop();
  }
  return best;
}
