// Which names a mistyped one may have meant: those that contain it, then those a few letters away.
import { fold } from './text.ts';

const longest = 80;

/** The items that resemble `ref`, best first; each item goes by any of its names. */
export function closest<T>(ref: string, items: T[], namesOf: (item: T) => string[]): T[] {
  const wanted = fold(ref.trim()).slice(0, longest);
  if (wanted === '') return [];
  return items
    .map((item) => ({ item, score: Math.min(...namesOf(item).map((name) => distance(wanted, fold(name)))) }))
    .filter(({ score }) => score <= 1)
    .sort((a, b) => a.score - b.score)
    .map(({ item }) => item);
}

/** 0 for the same, under 1 for a resemblance, above it for none. */
function distance(wanted: string, name: string): number {
  if (name === '') return 2;
  if (name.includes(wanted)) return 0.5 * (1 - wanted.length / name.length);
  const allowed = Math.max(1, Math.floor(wanted.length / 3));
  if (Math.abs(name.length - wanted.length) > allowed) return 2;
  const steps = edits(wanted, name);
  return steps <= allowed ? 0.5 + steps / (2 * (allowed + 1)) : 2;
}

function edits(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
    row = next;
  }
  return row[b.length]!;
}
