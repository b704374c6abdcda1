// The difference of two texts, by lines and, inside lines that changed into one another, by words. Myers' algorithm on what is
// left after the common ends are taken off; texts too different for it are shown as all removed, all added.

export type DiffLine =
  | { kind: 'same'; text: string; before: number; after: number }
  | { kind: 'removed'; text: string; before: number; words: Range[] }
  | { kind: 'added'; text: string; after: number; words: Range[] };

/** Offsets in a line's text. */
export type Range = readonly [from: number, to: number];

const MOST_STEPS = 400;

/** Lines are numbered from 1 in either text. */
export function diffLines(before: string, after: string): DiffLine[] {
  const old = linesOf(before);
  const young = linesOf(after);
  const lines: DiffLine[] = [];
  for (const { kind, a, b } of editScript(old, young)) {
    if (kind === 'same') lines.push({ kind, text: old[a]!, before: a + 1, after: b + 1 });
    else if (kind === 'removed') lines.push({ kind, text: old[a]!, before: a + 1, words: [] });
    else lines.push({ kind, text: young[b]!, after: b + 1, words: [] });
  }
  return withWords(lines);
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

interface Step {
  kind: DiffLine['kind'];
  a: number;
  b: number;
}

function editScript(old: readonly string[], young: readonly string[]): Step[] {
  let start = 0;
  while (start < old.length && start < young.length && old[start] === young[start]) start++;
  let end = 0;
  while (end < old.length - start && end < young.length - start && old.at(-1 - end) === young.at(-1 - end)) end++;
  const middle = myers(old.slice(start, old.length - end), young.slice(start, young.length - end));
  const same = (count: number, a: number, b: number): Step[] =>
    Array.from({ length: count }, (_, index) => ({ kind: 'same', a: a + index, b: b + index }));
  return [
    ...same(start, 0, 0),
    ...middle.map((step) => ({ ...step, a: step.a + start, b: step.b + start })),
    ...same(end, old.length - end, young.length - end),
  ];
}

function myers(old: readonly string[], young: readonly string[]): Step[] {
  const [n, m] = [old.length, young.length];
  const limit = Math.min(n + m, MOST_STEPS);
  const trail: Map<number, number>[] = [];
  let reach = new Map<number, number>([[1, 0]]);
  for (let d = 0; d <= limit; d++) {
    trail.push(reach);
    reach = new Map(reach);
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && (reach.get(k - 1) ?? -1) < (reach.get(k + 1) ?? -1));
      let x = down ? (reach.get(k + 1) ?? 0) : (reach.get(k - 1) ?? 0) + 1;
      let y = x - k;
      while (x < n && y < m && old[x] === young[y]) [x, y] = [x + 1, y + 1];
      reach.set(k, x);
      if (x >= n && y >= m) return backtrack(trail, n, m, d);
    }
  }
  return [
    ...old.map((_, a): Step => ({ kind: 'removed', a, b: 0 })),
    ...young.map((_, b): Step => ({ kind: 'added', a: n, b })),
  ];
}

function backtrack(trail: Map<number, number>[], n: number, m: number, d: number): Step[] {
  const steps: Step[] = [];
  let [x, y] = [n, m];
  for (let depth = d; depth >= 0; depth--) {
    const reach = trail[depth]!;
    const k = x - y;
    const down = k === -depth || (k !== depth && (reach.get(k - 1) ?? -1) < (reach.get(k + 1) ?? -1));
    const from = down ? k + 1 : k - 1;
    const fromX = depth === 0 ? 0 : (reach.get(from) ?? 0);
    const fromY = depth === 0 ? 0 : fromX - from;
    while (x > fromX && y > fromY) {
      [x, y] = [x - 1, y - 1];
      steps.push({ kind: 'same', a: x, b: y });
    }
    if (depth === 0) break;
    if (down) steps.push({ kind: 'added', a: x, b: --y });
    else steps.push({ kind: 'removed', a: --x, b: y });
  }
  return steps.reverse();
}

/** In each run of changed lines the removed ones come first; a removed line goes with the next added one that is like it. */
function withWords(lines: DiffLine[]): DiffLine[] {
  for (let start = 0; start < lines.length; ) {
    if (lines[start]!.kind === 'same') {
      start++;
      continue;
    }
    let end = start;
    while (end < lines.length && lines[end]!.kind !== 'same') end++;
    const run = lines.slice(start, end);
    const removed = run.filter((line) => line.kind === 'removed');
    const added = run.filter((line) => line.kind === 'added');
    markWords(removed, added);
    lines.splice(start, end - start, ...removed, ...added);
    start = end;
  }
  return lines;
}

const LONGEST_LINE = 1000;
const LOOK_AHEAD = 8;

function markWords(removed: { text: string; words: Range[] }[], added: { text: string; words: Range[] }[]): void {
  let next = 0;
  for (const old of removed) {
    for (let at = next; at < Math.min(added.length, next + LOOK_AHEAD); at++) {
      const words = wordRanges(old.text, added[at]!.text);
      if (!words) continue;
      [old.words, added[at]!.words] = words;
      next = at + 1;
      break;
    }
  }
}

/** Null when the lines have too little in common for single words to tell anything. */
export function wordRanges(old: string, young: string): [Range[], Range[]] | null {
  if (old.length > LONGEST_LINE || young.length > LONGEST_LINE) return null;
  const split = (text: string) => text.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? [];
  const [a, b] = [split(old), split(young)];
  const steps = editScript(a, b);
  const shared = steps.reduce((sum, step) => sum + (step.kind === 'same' ? a[step.a]!.trim().length : 0), 0);
  const longer = Math.max(old.replace(/\s/g, '').length, young.replace(/\s/g, '').length);
  if (longer === 0 || shared / longer < 0.4) return null;
  return [rangesOf(steps, 'removed', a), rangesOf(steps, 'added', b)];
}

function rangesOf(steps: Step[], kind: 'removed' | 'added', parts: readonly string[]): Range[] {
  const offsets = [0];
  for (const part of parts) offsets.push(offsets.at(-1)! + part.length);
  const ranges: [number, number][] = [];
  for (const step of steps) {
    if (step.kind !== kind) continue;
    const at = kind === 'removed' ? step.a : step.b;
    const [from, to] = [offsets[at]!, offsets[at + 1]!];
    const last = ranges.at(-1);
    if (last && last[1] === from) last[1] = to;
    else ranges.push([from, to]);
  }
  return ranges;
}
