// What goes down the wire for a text, a command, a choice. A text must reach the model as it was typed, so whatever its first
// character would make of it in the input box is undone here; measured on 2.1.197 and 2.1.326, see the comments.
import { compareVersions } from './program.ts';

export const keys = {
  enter: '\r',
  escape: '\x1b',
  up: '\x1b[A',
  down: '\x1b[B',
  home: '\x01',
  deleteForward: '\x04',
} as const;

const foldedUnseen = '2.1.326';

/** Each piece is a write of its own: `claude` takes what comes in one write for one key press or one paste. */
export interface Typing {
  pieces: string[];
  /** The text as `claude` will report it. */
  expected: string;
}

/** What cannot be typed: control characters other than tab and newline, and halves of surrogate pairs. */
export function typeable(text: string): string {
  return text
    .replace(/\x1b\[20[01]~/g, '')
    .replace(/\r\n?/g, '\n')
    .replace(/[\0-\x08\x0b-\x1f\x7f-\x9f]/g, '')
    .replace(/\p{Surrogate}/gu, '\ufffd');
}

/**
 * `!` first would run a shell command: typed behind another character that is deleted again, it stays text, exactly.
 * `/word` first would run a command. Since 2.1.326 a paste that is folded away is never looked into, and the NULs that make it
 * long enough to be folded are dropped on sending: exact. Older ones look into it, but not past a newline (and while they work,
 * past a newline but not past a zero-width space): the model then sees those before the text.
 * `\` last would make Enter a new line: a space behind it, which is trimmed, does not.
 * `#` and `@` arrive as they are (`@file` attaches the file besides, as the person means it). A tab arrives as four spaces and
 * accents composed (NFC), as in `claude` itself: there is no way around either.
 */
export function typingOf(text: string, version: string, claude: 'idle' | 'working'): Typing {
  const clean = typeable(text);
  const last = clean.trimEnd().endsWith('\\') ? [' '] : [];
  if (clean.startsWith('!'))
    return { pieces: ['x', pasted(clean), ...last, keys.home, keys.deleteForward], expected: clean };
  if (!startsLikeCommand(clean)) return { pieces: [pasted(clean), ...last], expected: clean };
  if (compareVersions(version, foldedUnseen) >= 0)
    return { pieces: [pasted('\0'.repeat(1_000) + clean)], expected: clean };
  const guarded = `\n\n\n${claude === 'working' ? '\u200b' : ''}${clean}`;
  return { pieces: [pasted(guarded)], expected: guarded };
}

/** A command is typed with a newline behind it, which closes the list of suggestions: Enter would take one of them instead. */
export function typingOfCommand(command: string): Typing {
  const clean = typeable(command).trim();
  return { pieces: [pasted(`${clean}\n`)], expected: clean };
}

/**
 * Empties the input box, whatever stands in it: line by line to its beginning, then to its end. The arrow-like key between two
 * makes `claude` take them one by one although they come in one write.
 */
export function clearing(lines: number): string {
  return `${'\x15\x1b[F'.repeat(2 * lines + 2)}${'\x0b\x1b[H'.repeat(2 * lines + 2)}`;
}

export function pasted(text: string): string {
  return `\x1b[200~${text}\x1b[201~`;
}

/** `/etc/hosts` is a path and goes as text; `/etc` could be a command. */
function startsLikeCommand(text: string): boolean {
  return /^\s*\/(?![^\s/]*\/)/.test(text);
}

/** The same words, for matching what we typed with what `claude` reports: it trims ends and normalises accents. */
export function sameText(a: string, b: string): boolean {
  return plain(a) === plain(b);
}

function plain(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\s\0]+/g, ' ')
    .trim();
}
