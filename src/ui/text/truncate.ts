// Cutting and padding of styled text by columns: never through a grapheme cluster, never with a style left open.
import { hasStyles, OpenStyles, parseStyled } from './styled.ts';
import { clusters, textWidth } from './width.ts';

export type TruncateAt = 'end' | 'start' | 'middle';

/** At most `width` columns, the ellipsis counted. Where to cut: paths lose their start or middle, sentences their end. */
export function truncate(text: string, width: number, at: TruncateAt = 'end'): string {
  if (width <= 0) return '';
  const whole = textWidth(text);
  if (whole <= width) return text;
  if (width === 1) return '…';
  switch (at) {
    case 'end':
      return `${slice(text, 0, width - 1)}…`;
    case 'start':
      return `…${slice(text, whole - width + 1, whole)}`;
    case 'middle': {
      const head = Math.ceil((width - 1) / 2);
      return `${slice(text, 0, head)}…${slice(text, whole - (width - 1 - head), whole)}`;
    }
  }
}

/** The clusters that lie wholly between two columns. */
export function slice(text: string, from: number, to: number): string {
  const { plain, marks } = hasStyles(text) ? parseStyled(text) : { plain: text, marks: [] };
  const open = new OpenStyles();
  let cut = '';
  let column = 0;
  let next = 0;
  let started = false;
  for (const cluster of clusters(plain)) {
    for (; next < marks.length && marks[next]!.at <= cluster.index; next++) {
      open.apply(marks[next]!.code);
      if (started) cut += marks[next]!.code;
    }
    const end = column + cluster.width;
    if (end > to) break;
    if (column >= from && (started || cluster.width > 0)) {
      if (!started) cut += open.opening();
      started = true;
      cut += cluster.text;
    }
    column = end;
  }
  return started ? cut + open.closing() : '';
}

export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - textWidth(text)));
}

export function padStart(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - textWidth(text))) + text;
}

export function padBoth(text: string, width: number): string {
  const space = Math.max(0, width - textWidth(text));
  const left = Math.floor(space / 2);
  return ' '.repeat(left) + text + ' '.repeat(space - left);
}
