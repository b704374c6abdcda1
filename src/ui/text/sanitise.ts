// The door for everything a model, a tool or a file says: what comes out cannot move the cursor, set a title or the clipboard,
// or reorder what stands beside it. Colours of tools may stay: SGR is parsed and written anew, never passed through.
import { escapes, harmless, withoutControls } from '../../text/harmless.ts';
import { OpenStyles } from './styled.ts';
import { textWidth } from './width.ts';

const TAB = 4;
/** Plain text: newlines are the only control characters left, tabs are spaces, what was overwritten by `\r` is gone. */
export function sanitise(text: string): string {
  return expandTabs(overwritten(harmless(text)));
}

/** As `sanitise`, but colours and attributes stay; each line closes what it opens. */
export function sanitiseColoured(text: string): string {
  if (!text.includes('\x1b[') && !text.includes('\x9b')) return sanitise(text);
  const lines: string[] = [];
  const open = new OpenStyles();
  const kept = text.replace(escapes, (found) => sgr(found));
  for (const line of overwritten(unseenAround(kept)).split('\n')) {
    const start = open.opening();
    for (const [code] of line.matchAll(/\x1b\[[0-9;]*m/g)) open.apply(code);
    lines.push(start + expandTabs(line) + open.closing());
  }
  return lines.join('\n');
}

/** One line of plain text, every run of white space one space. */
export function oneLine(text: string): string {
  return sanitise(text).replace(/\s+/g, ' ').trim();
}

/** Only what our own parser knows: attributes without blink and conceal, and colours. */
function sgr(found: string): string {
  const parameters = /^(?:\x1b\[|\x9b)([0-9;:]*)m$/.exec(found)?.[1];
  if (parameters === undefined) return '';
  const parts = parameters
    .replaceAll(':', ';')
    .split(';')
    .map((part) => (part === '' ? 0 : Number(part)));
  const kept: number[] = [];
  for (let i = 0; i < parts.length; i++) {
    const code = parts[i]!;
    if (code === 38 || code === 48) {
      const colour = extendedColour(parts, i);
      if (!colour) break;
      kept.push(...colour);
      i += colour.length - 1;
    } else if (knownSgr(code)) kept.push(code);
  }
  return kept.length > 0 ? `\x1b[${kept.join(';')}m` : '';
}

function extendedColour(parts: number[], at: number): number[] | null {
  const length = parts[at + 1] === 5 ? 3 : parts[at + 1] === 2 ? 5 : 0;
  const colour = parts.slice(at, at + length);
  const valid = length > 0 && colour.length === length && colour.slice(2).every((part) => part <= 255);
  return valid ? colour : null;
}

function knownSgr(code: number): boolean {
  if (code <= 4 || code === 7 || code === 9) return true;
  if ((code >= 22 && code <= 24) || code === 27 || code === 29) return true;
  return (code >= 30 && code <= 49 && code !== 38 && code !== 48) || (code >= 90 && code <= 107);
}

function unseenAround(text: string): string {
  return text
    .split(/(\x1b\[[0-9;]*m)/)
    .map((part, index) => (index % 2 === 1 ? part : withoutControls(part)))
    .join('');
}

/** A progress bar draws over its own line with `\r`: what stood last is what is kept. */
function overwritten(text: string): string {
  if (!text.includes('\r')) return text;
  return text
    .replace(/\r+\n/g, '\n')
    .split('\n')
    .map((line) => {
      const shown = line.replace(/\r+$/, '');
      const last = shown.lastIndexOf('\r');
      if (last < 0) return shown;
      return [...shown.slice(0, last).matchAll(/\x1b\[[0-9;]*m/g)].join('') + shown.slice(last + 1);
    })
    .join('\n');
}

function expandTabs(text: string): string {
  if (!text.includes('\t')) return text;
  return text
    .split('\n')
    .map((line) => {
      let expanded = '';
      let column = 0;
      for (const [index, part] of line.split('\t').entries()) {
        if (index > 0) {
          const spaces = TAB - (column % TAB);
          expanded += ' '.repeat(spaces);
          column += spaces;
        }
        expanded += part;
        column += textWidth(part);
      }
      return expanded;
    })
    .join('\n');
}

/** True when nothing in the text could act on a terminal: the claim the tests hold every line to. */
export function isHarmless(line: string): boolean {
  const rest = line.replace(/\x1b\[[0-9;]*m/g, '').replace(/\x1b\]8;;[\x20-\x7e]*\x07/g, '');
  return !/[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/.test(rest);
}
