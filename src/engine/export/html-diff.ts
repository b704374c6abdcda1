// A patch whose lines are coloured by what their first character says; the character stays, for those who see no colour.
import { escapeHtml } from './html-escape.ts';
import { clean } from './words.ts';

/** Lines of a patch, each said by its first character to have come, gone or stayed. */
export function diffHtml(patch: string): string {
  const lines = clean(patch).replace(/\n$/, '').split('\n');
  return `<pre class="diff">${lines.map(diffLine).join('')}</pre>\n`;
}

function diffLine(line: string): string {
  const text = `${escapeHtml(line)}\n`;
  if (/^(?:\+\+\+|---) /.test(line) || line.startsWith('@@')) return `<span class="where">${text}</span>`;
  if (line.startsWith('+')) return `<ins>${text}</ins>`;
  return line.startsWith('-') ? `<del>${text}</del>` : `<span class="same">${text}</span>`;
}
