// Questions that `claude` asks on its screen and nowhere else. One is recognised by where the cursor waits, never by words in a
// reply; known ones get a name, unknown ones are handed up as they stand. Nothing is ever confirmed that was not chosen.
import type { DialogAsk } from '../agent.ts';
import type { ScreenView } from './screen.ts';

export interface Dialog {
  name: DialogAsk['name'];
  text: string;
  options: DialogAsk['options'];
  /** How a choice is made: typed and then sent with Enter, by the key alone, or by moving the mark and Enter. */
  takes: 'line' | 'key' | 'mark';
}

const asksForLine = /^(?:Enter|Select|Type|Paste|Press)\b.*[:>]\s*\S{0,40}$/;
const waitsForKey = /\b(?:Esc(?:ape)?|Enter)\b (?:to|again to) (?!interrupt)\w+/i;
const option = /^\s*(?:❯|>|›)?\s*([a-z]|\d{1,2})\. (\S.*)$/;
const beforeDialog = /^(?:you|claude|tool|tool error|error): |^❯ |^\[(?:Accessible s|S)creen reader mode/i;
const mark = /^\s*❯ /;
const reach = 60;

const names: [DialogAsk['name'], RegExp][] = [
  ['trust', /Accessing workspace|trust (?:this folder|the files in this folder)/i],
  ['api-key', /Do you want to use this API key/i],
  ['bypass-warning', /running in Bypass Permissions mode/i],
  ['sign-in', /Select login method|Browser didn't open|Paste code here|Choose the text style|Login successful/i],
  ['resume-summary', /resum\w*.*(?:summary|as is|full session)|(?:summary|compact\w*).*resum/is],
];

export function dialogOn(view: ScreenView): Dialog | null {
  const { lines, cursor } = view;
  const atCursor = lines[cursor.row] ?? '';
  const bottom = lines.findLast((line) => line.trim() !== '') ?? '';
  const line = asksForLine.test(atCursor.trim());
  if (!line && !(waitsForKey.test(bottom) && !/\binterrupt\b/i.test(bottom))) return null;
  const shown = dialogLines(lines, cursor.row);
  const text = shown.join('\n').trim();
  const options = shown.flatMap((one) => {
    const [, key, what] = option.exec(one) ?? [];
    return key && what ? [{ key, label: what.trim() }] : [];
  });
  const marked = options.length > 0 ? [] : markedList(shown);
  options.push(...marked.map(({ label }, index) => ({ key: `${index + 1}`, label })));
  if (/\besc(?:ape)?\b/i.test(bottom)) options.push({ key: 'esc', label: escLabel(bottom) });
  const name = names.find(([, pattern]) => pattern.test(text))?.[0] ?? 'unknown';
  return { name, text, options, takes: line ? 'line' : marked.length > 0 ? 'mark' : 'key' };
}

/** How far, and which way, the mark is from the choice with this key; null when there is no such list. */
export function stepsTo(view: ScreenView, key: string): number | null {
  const list = markedList(dialogLines(view.lines, view.cursor.row));
  const wanted = Number(key) - 1;
  if (!list[wanted]) return null;
  return wanted - list.findIndex(({ marked }) => marked);
}

/** Choices without keys: the lines around the one with the mark. */
function markedList(lines: readonly string[]): { label: string; marked: boolean }[] {
  const at = lines.findLastIndex((line) => mark.test(line));
  if (at < 0) return [];
  const belongs = (line: string | undefined) => line !== undefined && /^ {2,}\S/.test(line);
  let [first, last] = [at, at];
  while (belongs(lines[first - 1])) first -= 1;
  while (belongs(lines[last + 1])) last += 1;
  return lines
    .slice(first, last + 1)
    .map((line) => ({ label: line.replace(mark, '').trim(), marked: mark.test(line) }));
}

/** A permission dialog of a running turn: the hook asks the same question, and better. */
export function isToolPermission(dialog: Dialog): boolean {
  return dialog.name === 'unknown' && /^Permission Required: |^ ?Do you want to\b/m.test(dialog.text);
}

function dialogLines(lines: readonly string[], cursor: number): string[] {
  const first = Math.max(0, cursor - reach);
  const before = lines.findLastIndex((line, row) => row >= first && row <= cursor && beforeDialog.test(line));
  return lines.slice(before < 0 ? first : before + 1).map((line) => line.trimEnd());
}

function escLabel(bottom: string): string {
  const verb = /\besc(?:ape)? to ([\w ]+)/i.exec(bottom)?.[1]?.trim() ?? 'leave';
  return `${verb[0]!.toUpperCase()}${verb.slice(1)}`;
}
