// Wrapping by columns. Lines break at spaces and, in scripts that write without them, between characters (a closing mark never
// starts a line, an opening one never ends it); a word longer than a line is cut. Every line closes the styles it opens.
import { hasStyles, OpenStyles, parseStyled, type StyleMark } from './styled.ts';
import { slice } from './truncate.ts';
import { type Cluster, clusters, isAscii, textWidth } from './width.ts';

export interface WrapOptions {
  /** Stands before the first line; counted in the width. */
  readonly first?: string;
  /** Stands before every other line. */
  readonly rest?: string;
  /** `cut` keeps every space and breaks in words too, though rather after one: for code. Default `words`. */
  readonly mode?: 'words' | 'cut';
}

/** Paragraphs stand between newlines; an empty one gives an empty line. */
export function wrap(text: string, width: number, options: WrapOptions = {}): string[] {
  const mode = options.mode ?? 'words';
  const first = narrow(options.first ?? '', width);
  const rest = narrow(options.rest ?? options.first ?? '', width);
  const lines: string[] = [];
  const open = new OpenStyles();
  for (const paragraph of text.split('\n')) {
    const prefix = lines.length === 0 ? first : rest;
    wrapParagraph(paragraph, { width, prefix, rest, mode, open }, lines);
  }
  return lines;
}

/** A prefix leaves room for one wide character, however narrow the screen. */
const narrow = (prefix: string, width: number) =>
  textWidth(prefix) > width - 2 ? slice(prefix, 0, Math.max(0, width - 2)) : prefix;

interface Frame {
  width: number;
  prefix: string;
  rest: string;
  mode: 'words' | 'cut';
  open: OpenStyles;
}

function wrapParagraph(text: string, frame: Frame, lines: string[]): void {
  const { plain, marks } = hasStyles(text) ? parseStyled(text) : { plain: text, marks: [] };
  const firstRoom = room(frame.width, frame.prefix);
  const restRoom = room(frame.width, frame.rest);
  const spans =
    isAscii(plain) && plain.length <= firstRoom
      ? [[0, plain.length] as const]
      : cuts(plain, firstRoom, restRoom, frame.mode);
  let next = 0;
  for (const [index, [from, to]] of spans.entries()) {
    let line = (index === 0 ? frame.prefix : frame.rest) + frame.open.opening();
    let at = from;
    const last = index === spans.length - 1;
    for (; next < marks.length && (last || marks[next]!.at <= to); next++) {
      const mark: StyleMark = marks[next]!;
      const place = Math.min(Math.max(mark.at, at), to);
      line += plain.slice(at, place) + mark.code;
      at = place;
      frame.open.apply(mark.code);
    }
    line += plain.slice(at, to) + frame.open.closing();
    const shown = frame.mode === 'cut' ? plain.slice(from, to) : plain.slice(from, to).trim();
    lines.push(shown === '' && !hasStyles(line) ? line.trimEnd() : tidy(line));
  }
}

const room = (width: number, prefix: string) => Math.max(1, width - textWidth(prefix));

/** A link opened and closed with nothing in it, or a style switched on at a line's very end, is left out. */
function tidy(line: string): string {
  return line.replace(/\x1b\]8;;[^\x07]+\x07(?=\x1b\]8;;\x07)\x1b\]8;;\x07/g, '');
}

type Span = readonly [from: number, to: number];

function cuts(plain: string, firstRoom: number, restRoom: number, mode: 'words' | 'cut'): Span[] {
  const all = fitting(plain, Math.min(firstRoom, restRoom));
  const spans: Span[] = [];
  let start = 0;
  let limit = firstRoom;
  while (start < all.length) {
    const over = firstOver(all, start, limit);
    if (over === all.length) {
      spans.push([all[start]!.index, plain.length]);
      return spans;
    }
    const end = mode === 'cut' ? cutBefore(all, start, over) : breakBefore(all, start, over);
    const shown = mode === 'cut' ? end : withoutTrailingSpace(all, start, end);
    spans.push([all[start]!.index, shown < all.length ? all[shown]!.index : plain.length]);
    start = mode === 'cut' ? end : afterSpaces(all, end);
    limit = restRoom;
  }
  return spans.length > 0 ? spans : [[0, 0]];
}

/** Marks may pile up on one base until the cluster is wider than a line; such a one is taken apart. */
function fitting(plain: string, limit: number): Cluster[] {
  const all = clusters(plain);
  if (all.every((cluster) => cluster.width <= limit)) return all;
  return all.flatMap((cluster) => (cluster.width <= limit ? cluster : characters(cluster)));
}

function characters(cluster: Cluster): Cluster[] {
  let index = cluster.index;
  return [...cluster.text].map((text) => {
    const one = { text, width: textWidth(text), index };
    index += text.length;
    return one;
  });
}

/** The first cluster that does not fit; at least one always does, or a line would never end. */
function firstOver(all: Cluster[], start: number, limit: number): number {
  let width = 0;
  let index = start;
  for (; index < all.length; index++) {
    width += all[index]!.width;
    if (width > limit && index > start) return index;
  }
  return index;
}

function breakBefore(all: Cluster[], start: number, over: number): number {
  if (isSpace(all[over]!)) return over;
  const content = afterSpaces(all, start);
  for (let index = over; index > content; index--) if (mayBreak(all, index)) return index;
  return over;
}

/** A break that costs no more than a third of the line is worth it; further back the line would look torn. */
function cutBefore(all: Cluster[], start: number, over: number): number {
  const least = start + Math.ceil(((over - start) * 2) / 3);
  for (let index = over; index > least; index--) if (isSpace(all[index - 1]!) && !isSpace(all[index]!)) return index;
  for (let index = over; index > least; index--) if (!inWord(all[index - 1]!) && inWord(all[index]!)) return index;
  return over;
}

const inWord = (cluster: Cluster) => /[\p{L}\p{N}_]/u.test(cluster.text);

/** Whether a line may end before the cluster at `index`. */
function mayBreak(all: Cluster[], index: number): boolean {
  const before = all[index - 1]!;
  const after = all[index]!;
  if (isSpace(after)) return false;
  if (isSpace(before)) return true;
  if (noLineStart.test(after.text) || noLineEnd.test(before.text)) return false;
  if (isUnspaced(before) || isUnspaced(after)) return true;
  if (softBreak.test(before.text)) return true;
  return before.text === '-' && index > 1 && /[\p{L}\p{N}]/u.test(all[index - 2]!.text) && /\p{L}/u.test(after.text);
}

const noLineStart =
  /^[、。，．・：；？！）］｝」』】〉》〕〗〙〛’”‐–〜ー々ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ…‥,.:;?!)\]}%‰℃°»›]/u;
const noLineEnd = /^[（［｛「『【〈《〔〖〘〚‘“([{«‹￥＄$£€]/u;
const softBreak = /^[\u200b\u2014]$/;
const unspaced =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3000-\u303f\uff00-\uff65]/u;
const pictograph = /^\p{Extended_Pictographic}/u;

const isUnspaced = (cluster: Cluster) =>
  cluster.text > '\x7f' && (unspaced.test(cluster.text) || (cluster.width === 2 && pictograph.test(cluster.text)));
const isSpace = (cluster: Cluster) => cluster.text === ' ' || cluster.text === '\u3000';

function withoutTrailingSpace(all: Cluster[], start: number, end: number): number {
  let shown = end;
  while (shown > start && isSpace(all[shown - 1]!)) shown--;
  return shown;
}

function afterSpaces(all: Cluster[], from: number): number {
  let index = from;
  while (index < all.length && isSpace(all[index]!)) index++;
  return index;
}
