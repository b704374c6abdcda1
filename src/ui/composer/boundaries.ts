// Where clusters begin and end, found by looking at a few characters around a place, never at the whole line.
// It rests on this: before some characters there is always a boundary, whatever stands further left (tested against full segmentation).

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

const ZWJ = '\u200d';
const startsCluster =
  /^(?:(?=\p{L})[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|\p{Extended_Pictographic})/u;
const holdsTheNext =
  /[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u0d4e\u{110bd}\u{110cd}\u{111c2}\u{111c3}\u{1193f}\u{11941}\u{11a3a}\u{11a84}-\u{11a89}\u{11d46}\u{11f02}]$/u;

const isLow = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff;
const isHigh = (unit: number) => unit >= 0xd800 && unit <= 0xdbff;

/** Chips are lone low surrogates: no text from outside can hold one. */
export function isChipAt(text: string, at: number): boolean {
  return isLow(text.charCodeAt(at)) && !(at > 0 && isHigh(text.charCodeAt(at - 1)));
}

function surelyBoundary(text: string, at: number): boolean {
  if (at <= 0 || at >= text.length) return true;
  const unit = text.charCodeAt(at);
  const before = text.charCodeAt(at - 1);
  if (unit < 0x7f && before < 0x300) return true;
  if (isChipAt(text, at) || isChipAt(text, at - 1)) return true;
  if (isLow(unit)) return false;
  if (unit >= 0x7f && !startsCluster.test(text.slice(at, at + 2))) return false;
  return text[at - 1] !== ZWJ && !holdsTheNext.test(text.slice(Math.max(0, at - 2), at));
}

function sureAtOrBefore(text: string, at: number): number {
  let place = at;
  while (!surelyBoundary(text, place)) place--;
  return place;
}

function sureAtOrAfter(text: string, at: number): number {
  let place = at;
  while (!surelyBoundary(text, place)) place++;
  return place;
}

/** The end of the cluster that begins at `at`. */
export function nextBoundary(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const end = sureAtOrAfter(text, at + 1);
  if (end === at + 1) return end;
  for (const { segment } of segmenter.segment(text.slice(at, end))) return at + segment.length;
  return end;
}

/** The start of the cluster that ends at `at`. */
export function previousBoundary(text: string, at: number): number {
  if (at <= 0) return 0;
  const start = sureAtOrBefore(text, at - 1);
  if (start === at - 1) return start;
  let last = start;
  for (const { index } of segmenter.segment(text.slice(start, at))) last = start + index;
  return last;
}

/** `at` itself when it is a boundary, else the next one. */
export function boundaryAtOrAfter(text: string, at: number): number {
  if (surelyBoundary(text, at)) return Math.min(Math.max(at, 0), text.length);
  const start = sureAtOrBefore(text, at);
  const end = sureAtOrAfter(text, at);
  for (const { index } of segmenter.segment(text.slice(start, end))) if (start + index >= at) return start + index;
  return end;
}

export function isBoundary(text: string, at: number): boolean {
  return boundaryAtOrAfter(text, at) === at;
}

const CHUNK = 256;

/** The clusters from the boundary `from` on, segmented a stretch at a time. */
export function* clustersFrom(
  text: string,
  from: number,
): Generator<{ readonly text: string; readonly index: number }> {
  let at = from;
  while (at < text.length) {
    const end = sureAtOrAfter(text, Math.min(text.length, at + CHUNK));
    yield* stretch(text, at, end);
    at = end;
  }
}

const eachACluster = /^[\x20-\x7e\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff]*$/;

function* stretch(text: string, start: number, end: number) {
  if (eachACluster.test(text.slice(start, end))) {
    for (let index = start; index < end; index++) yield { text: text.charAt(index), index };
    return;
  }
  let from = start;
  for (let at = start; at <= end; at++) {
    if (at < end && !isChipAt(text, at)) continue;
    for (const { segment, index } of segmenter.segment(text.slice(from, at)))
      yield { text: segment, index: from + index };
    if (at < end) yield { text: text.charAt(at), index: at };
    from = at + 1;
  }
}
