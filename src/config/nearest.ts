// "Did you mean": the known name that takes the fewest keystrokes to reach, if it is near enough to be a slip.

export function nearest(word: string, known: readonly string[]): string | null {
  const wanted = plain(word);
  const best = known
    .map((name) => ({ name, steps: distance(wanted, plain(name)) }))
    .sort((a, b) => a.steps - b.steps)[0];
  if (!best) return null;
  const near = best.steps <= Math.max(1, Math.floor(Math.max(wanted.length, best.name.length) / 3));
  if (near) return best.name;
  return (
    known.find((name) => wanted.length >= 4 && (plain(name).includes(wanted) || wanted.includes(plain(name)))) ?? null
  );
}

const plain = (word: string) => word.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Letters put in, taken out or changed, and neighbours swapped. */
export function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= a.length; row += 1) {
    const above = rows[row - 1]!;
    const line = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1] ? 0 : 1;
      let steps = Math.min(above[column]! + 1, line[column - 1]! + 1, above[column - 1]! + same);
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) steps = Math.min(steps, rows[row - 2]![column - 2]! + 1);
      line.push(steps);
    }
    rows.push(line);
  }
  return rows[a.length]![b.length]!;
}
