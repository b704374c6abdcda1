// Folding: a few lines stand for many, and say how many are missing and how to see them.
import { sanitise, sanitiseColoured } from '../text/sanitise.ts';
import { wrap } from '../text/wrap.ts';
import type { BlockOptions } from './items.ts';

export type Keep = 'start' | 'end' | 'both';

/** At most `most` lines and the one that counts the rest; the end is what matters of a command's output. */
export function fold(lines: string[], most: number, keep: Keep, { detail, theme }: BlockOptions): string[] {
  if (detail === 'expanded' || lines.length <= most + 1) return lines;
  const rest = theme.dim(more(lines.length - most));
  switch (keep) {
    case 'start':
      return [...lines.slice(0, most), rest];
    case 'end':
      return [rest, ...lines.slice(-most)];
    case 'both': {
      const head = Math.ceil(most / 2);
      return [...lines.slice(0, head), rest, ...lines.slice(lines.length - (most - head))];
    }
  }
}

export function more(count: number): string {
  return `… +${count} ${count === 1 ? 'line' : 'lines'} (Ctrl+O)`;
}

/** Under a headline: the first line hangs on a corner, the others stand below it. */
export function hang(lines: readonly string[], { theme }: BlockOptions): string[] {
  return lines.map((line, index) => (index === 0 ? `  ${theme.dim('└')} ${line}` : line === '' ? '' : `    ${line}`));
}

/** What a tool printed: with its colours, where there are colours at all. */
export const printed = (text: string, { theme }: BlockOptions) =>
  theme.level === 0 ? sanitise(text) : sanitiseColoured(text);

export const HANG = 4;

export const indented = (lines: readonly string[], by: string) => lines.map((line) => (line === '' ? '' : by + line));

/** Wrapped for the room under a headline, narrow screens included. */
export const wrapUnder = (text: string, { width }: BlockOptions) => wrap(text, Math.max(2, width - HANG));
