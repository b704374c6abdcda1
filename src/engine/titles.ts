// Names for threads that nobody named: the first words of the first prompt, and the parent's name with a number for a fork.
const longest = 60;

export function titleFrom(prompt: string): string | null {
  const line = prompt
    .replace(/[\0-\x1f\x7f-\x9f]+/g, '\n')
    .split('\n')
    .map((part) => part.trim())
    .find((part) => /[\p{L}\p{N}]/u.test(part));
  if (!line) return null;
  const characters = Array.from(line.replace(/\s+/g, ' '));
  if (characters.length <= longest) return characters.join('');
  const cut = characters.slice(0, longest - 1).join('');
  const space = cut.lastIndexOf(' ');
  return `${(space > longest / 2 ? cut.slice(0, space) : cut).trimEnd()}…`;
}

export function forkTitle(title: string | null, isTaken: (title: string) => boolean): string | null {
  if (title === null) return null;
  const stem = title.replace(/ \(fork(?: \d+)?\)$/, '');
  const name = (number: number) => `${stem} (fork${number === 1 ? '' : ` ${number}`})`;
  let free = 1;
  while (isTaken(name(free))) free *= 2;
  let taken = free >> 1;
  while (free - taken > 1) {
    const middle = (free + taken) >> 1;
    if (isTaken(name(middle))) taken = middle;
    else free = middle;
  }
  return name(free);
}
