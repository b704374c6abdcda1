// A few words for who comes for the first time; gone with the first prompt. In a narrow window they take more rows and lose nothing.
import type { Command } from '../keys/commands.ts';
import { textWidth } from '../text/width.ts';
import { wrap } from '../text/wrap.ts';
import type { Theme } from '../theme.ts';

const words = {
  own: 'talks to your own claude. Nothing you say is lost.',
  demo: 'in its demo: claude with a scripted model. Nothing here is kept.',
} as const;

export function welcomeLines(
  place: keyof typeof words,
  width: number,
  theme: Theme,
  keyOf: (command: Command) => string,
): string[] {
  const hints = [
    ['/', 'commands'],
    ['@', 'files'],
    ['!', 'shell'],
    [keyOf('threads'), 'threads'],
    [keyOf('search'), 'search'],
    ['?', 'keys'],
  ] as const;
  return [
    ...wrap(`${theme.bold('ccchat')} ${theme.dim(words[place])}`, width),
    ...packed(
      hints.map(([key, what]) => `${theme.accent(key)} ${theme.dim(what)}`),
      width,
    ),
  ];
}

/** As many to a row as fit; none is broken. */
function packed(parts: readonly string[], width: number): string[] {
  const rows: string[] = [];
  for (const part of parts) {
    const row = rows.at(-1);
    const longer = `${row}  ${part}`;
    if (row !== undefined && textWidth(longer) <= width) rows[rows.length - 1] = longer;
    else rows.push(part);
  }
  return rows;
}
