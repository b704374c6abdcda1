// The reply while it grows, from the agent's screen: plain text without marks, so it is wrapped and nothing more.
// Only what can be seen is worked on: the cost of a frame does not grow with the reply.
import { sanitise } from '../text/sanitise.ts';
import { wrap } from '../text/wrap.ts';
import type { MarkdownOptions } from './render.ts';

export interface PreviewOptions extends MarkdownOptions {
  /** The last rows of it; all of them when left out. */
  readonly rows?: number;
}

export function renderPreview(text: string, { width, rows, theme }: PreviewOptions): string[] {
  const shown = rows === undefined ? text : ending(text, rows, width);
  const lines = sanitise(shown.replace(/\s+$/, ''))
    .split('\n')
    .flatMap((line, index, all) => [
      ...(endsList(all[index - 1] ?? '', line) ? [''] : []),
      ...wrapped(line, width, theme),
    ]);
  return rows === undefined ? lines : lines.slice(-rows);
}

const listMark = /^(\s*)((?:[-•*◦▪]|\d{1,3}[.)])\s+)/;

/** The agent's screen leaves no empty line behind a list; the reply, once it is there, has one. */
const endsList = (before: string, line: string) => listMark.test(before) && /^\S/.test(line) && !listMark.test(line);

/** Lists keep their indent, so that a row that goes on stands under its own words. */
function wrapped(line: string, width: number, theme: MarkdownOptions['theme']): string[] {
  const [, indent = '', mark = ''] = listMark.exec(line) ?? /^(\s*)/.exec(line) ?? [];
  if (mark === '') return wrap(line.trimEnd(), width, { first: '', rest: indent });
  const shownMark = mark.replace(/^[-*]/, '•');
  return wrap(line.slice(indent.length + mark.length), width, {
    first: indent + theme.dim(shownMark),
    rest: ' '.repeat(indent.length + mark.length),
  });
}

/** Enough of the end to fill the rows: a line shorter than the width takes a row all the same. */
function ending(text: string, rows: number, width: number): string {
  const from = Math.max(0, text.length - rows * (width + 1) * 2);
  if (from === 0) return text;
  const newline = text.indexOf('\n', from);
  return text.slice(newline >= 0 && newline < text.length - 1 ? newline + 1 : from);
}
