// Two texts as the lines that stayed, went and came (Myers' greedy algorithm between the common ends), and as a unified patch.
// Texts too different for it in reasonable time are all gone, all come.

export type LineChange = { readonly kind: 'same' | 'removed' | 'added'; readonly text: string };

const mostEdits = 1000;
const contextLines = 3;

export function linesOf(text: string): string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

export function lineChanges(before: readonly string[], after: readonly string[]): LineChange[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  while (
    end < before.length - start &&
    end < after.length - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  )
    end++;
  const same = (text: string): LineChange => ({ kind: 'same', text });
  return [
    ...before.slice(0, start).map(same),
    ...middle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...before.slice(before.length - end).map(same),
  ];
}

function middle(a: readonly string[], b: readonly string[]): LineChange[] {
  const trace = editTrace(a, b);
  if (trace === null)
    return [
      ...a.map((text): LineChange => ({ kind: 'removed', text })),
      ...b.map((text): LineChange => ({ kind: 'added', text })),
    ];
  const changes: LineChange[] = [];
  let x = a.length;
  let y = b.length;
  for (let d = trace.length - 1; d >= 0; d--) {
    const reach = trace[d]!;
    const k = x - y;
    const down = k === -d || (k !== d && reach.at(k - 1) < reach.at(k + 1));
    const previousK = down ? k + 1 : k - 1;
    const previousX = d === 0 ? 0 : reach.at(previousK);
    const previousY = d === 0 ? 0 : previousX - previousK;
    while (x > previousX && y > previousY) {
      x--;
      y--;
      changes.push({ kind: 'same', text: a[x]! });
    }
    if (d === 0) break;
    if (down) changes.push({ kind: 'added', text: b[--y]! });
    else changes.push({ kind: 'removed', text: a[--x]! });
  }
  return changes.reverse();
}

interface Reach {
  at(k: number): number;
}

/** How far each diagonal reached before every further edit; null when there are too many. */
function editTrace(a: readonly string[], b: readonly string[]): Reach[] | null {
  const most = Math.min(a.length + b.length, mostEdits);
  const offset = most + 1;
  const furthest = new Int32Array(2 * most + 3);
  const trace: Reach[] = [];
  for (let d = 0; d <= most; d++) {
    const kept = furthest.slice(offset - d - 1, offset + d + 2);
    trace.push({ at: (k) => kept[k + d + 1] ?? 0 });
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && furthest[offset + k - 1]! < furthest[offset + k + 1]!);
      let x = down ? furthest[offset + k + 1]! : furthest[offset + k - 1]! + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++;
      furthest[offset + k] = x;
      if (x >= a.length && x - k >= b.length) return trace;
    }
  }
  return null;
}

export interface PatchPart {
  readonly before: string;
  readonly after: string;
  /** Where `before` begins in the file; null when nobody knows, and then the hunks carry no numbers. */
  readonly firstLine: number | null;
}

export interface PatchText {
  readonly text: string;
  readonly additions: number;
  readonly deletions: number;
}

/** The hunks of a unified diff, without its header. */
export function hunksOf({ before, after, firstLine }: PatchPart): PatchText {
  const changes = lineChanges(linesOf(before), linesOf(after));
  const unended = unendedLines(before, after, changes);
  const out: string[] = [];
  let additions = 0;
  let deletions = 0;
  for (const { from, to } of ranges(changes)) {
    const part = changes.slice(from, to);
    const earlier = changes.slice(0, from);
    const old = part.filter(({ kind }) => kind !== 'added').length;
    const young = part.filter(({ kind }) => kind !== 'removed').length;
    const oldStart = earlier.filter(({ kind }) => kind !== 'added').length + (firstLine ?? 1) - (old === 0 ? 1 : 0);
    const youngStart =
      earlier.filter(({ kind }) => kind !== 'removed').length + (firstLine ?? 1) - (young === 0 ? 1 : 0);
    out.push(firstLine === null ? '@@ ... @@' : `@@ -${oldStart},${old} +${youngStart},${young} @@`);
    for (const [index, { kind, text }] of part.entries()) {
      out.push(`${kind === 'same' ? ' ' : kind === 'added' ? '+' : '-'}${text}`);
      if (kind === 'added') additions++;
      if (kind === 'removed') deletions++;
      if (unended.has(from + index)) out.push('\\ No newline at end of file');
    }
  }
  return { text: out.map((line) => `${line}\n`).join(''), additions, deletions };
}

function unendedLines(before: string, after: string, changes: readonly LineChange[]): Set<number> {
  const found = new Set<number>();
  const lastOf = (gone: LineChange['kind']) => changes.findLastIndex(({ kind }) => kind !== gone);
  if (before !== '' && !before.endsWith('\n') && after.endsWith('\n') !== before.endsWith('\n'))
    found.add(lastOf('added'));
  if (after !== '' && !after.endsWith('\n')) found.add(lastOf('removed'));
  return found;
}

function ranges(changes: readonly LineChange[]): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  for (const [index, { kind }] of changes.entries()) {
    if (kind === 'same') continue;
    const from = Math.max(0, index - contextLines);
    const to = Math.min(changes.length, index + contextLines + 1);
    const before = found.at(-1);
    if (before && from <= before.to) before.to = to;
    else found.push({ from, to });
  }
  return found;
}
