// Text on its way to a terminal. Whatever a model, a tool or a title holds, what is printed here cannot move the cursor,
// change a colour or set a window title: only newline and tab survive of the control characters.
import wrapAnsi from 'wrap-ansi';
import { harmless } from '../text/harmless.ts';

export function sanitise(text: string): string {
  return harmless(text.replaceAll('\r\n', '\n')).replaceAll('\r', '');
}

export function oneLine(text: string): string {
  return sanitise(text.replace(/\s+/g, ' ')).trim();
}

export function indent(text: string, by: string): string {
  return text.replace(/^(?=.)/gm, by);
}

/** "3 lines, and the rest counted": for what would drown everything around it. */
export function firstLines(text: string, most: number): string {
  const lines = text.split('\n');
  if (lines.length <= most) return text;
  const rest = lines.length - most;
  return [...lines.slice(0, most), `… ${rest} more ${rest === 1 ? 'line' : 'lines'}`].join('\n');
}

/** Lines of at most `columns`, broken between words; a word that is longer is cut, because the terminal would. */
export function wrapWords(text: string, columns: number): string[] {
  return wrapAnsi(text, Math.max(1, columns), { hard: true }).split('\n');
}

export function sentence(text: string): string {
  const line = oneLine(text);
  return line === '' || /[.!?…]\)?$/.test(line) ? line : `${line}.`;
}
