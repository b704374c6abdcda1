// Text measured in columns of a terminal. Loaded late: what it is measured with takes longer to load than `--help` may take.
import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Cuts by what is seen, never through a character; `columns` includes the ellipsis. */
export function truncate(text: string, columns: number): string {
  if (stringWidth(text) <= columns) return text;
  let kept = '';
  let width = 0;
  for (const { segment } of graphemes.segment(text)) {
    width += stringWidth(segment);
    if (width > columns - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}

/** As `truncate`, but the end is what stays: it tells one path from the next. */
export function truncateStart(text: string, columns: number): string {
  if (stringWidth(text) <= columns) return text;
  let kept = '';
  let width = 0;
  for (const { segment } of [...graphemes.segment(text)].reverse()) {
    width += stringWidth(segment);
    if (width > columns - 1) break;
    kept = segment + kept;
  }
  return `…${kept}`;
}

/** Lines of at most `columns`, broken between words; colours may be in it. */
export const wrapped = (text: string, columns: number): string[] =>
  wrapAnsi(text, Math.max(1, columns), { hard: true }).split('\n');

export const widthOf = (text: string): number => stringWidth(text);

export function padEnd(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - stringWidth(text)));
}
