// The folder the demo works in: a small tea house with a catalogue to read, a program that takes its time, and notes to write.

export interface DemoFile {
  readonly name: string;
  readonly text: string;
  readonly mode: number;
}

export const workplace = 'teahouse';

/** While this file is missing, a tasting goes on; so nobody has to hurry to say something to it. */
export const bell = '.bell';

/** Where the winner of a tasting is written. */
export const notes = 'notes.md';

const teas = `name        kind   from       price
assam       black  India         6
darjeeling  black  India         9
sencha      green  Japan         8
longjing    green  China        12
oolong      blue   Taiwan       11
rooibos     red    Cape          5
`;

const taste = `#!/bin/sh
# Tastes every tea, or those of one kind: ./taste.sh [kind]
# It goes on until somebody rings the bell, two minutes at most.
here=$(dirname "$0")
rm -f "$here/${bell}"
sip() {
  printf '%-12s %s\\n' "$1" "$2"
  i=0
  while [ $i -lt 5 ] && [ ! -e "$here/${bell}" ]; do sleep 0.2; i=$((i + 1)); done
}
end=$(($(date +%s) + 120))
while [ "$(date +%s)" -lt $end ] && [ ! -e "$here/${bell}" ]; do
  tail -n +2 "$here/teas.txt" | while read -r name kind rest; do
    [ -n "$1" ] && [ "$kind" != "$1" ] && continue
    sip "$name" "$kind, steeped well"
  done
done
rm -f "$here/${bell}"
echo 'tasting done'
`;

const readme = `# The tea house

A made-up project for trying ccchat. \`teas.txt\` is the catalogue, \`taste.sh\` tastes it.
Nothing here is yours, and all of it is gone when you leave.
`;

/** The one flaw in the menu, and what mends it. */
export const cheapest = '  return teas.toSorted((a, b) => a.price - b.price)[0];';
export const betterCheapest = `  let found: Tea | undefined;
  for (const tea of teas) if (!found || tea.price < found.price) found = tea;
  return found;`;

const menu = `export interface Tea {
  name: string;
  kind: 'black' | 'green' | 'blue' | 'red';
  price: number;
}

export function cheapest(teas: Tea[]): Tea | undefined {
${cheapest}
}
`;

export const files: readonly DemoFile[] = [
  { name: 'README.md', text: readme, mode: 0o644 },
  { name: 'teas.txt', text: teas, mode: 0o644 },
  { name: 'menu.ts', text: menu, mode: 0o644 },
  { name: 'taste.sh', text: taste, mode: 0o755 },
];
