// What `claude`'s screen says in screen-reader mode: the running reply, whether it works, what it complains of. Pure functions
// over plain lines, each looking at a bounded number of them: the screen is a preview, and a wrong guess costs a flicker.

export interface ScreenView {
  /** Top to bottom, without trailing blanks; the last ones of the scrollback included. */
  lines: readonly string[];
  cursor: { row: number; column: number };
  /** How many lines went off the top. */
  gone?: number;
}

const label = /^(?:you|claude|tool|tool error|error|thinking|warning): ?/;
const spinner = /^\p{L}[\p{L}\p{M}'’ -]{2,40}…(?:\s+\(.*\))?$/u;
const working = /\besc to interrupt\b/i;
const retrying = /^(.*?)\s*·\s*retrying in .*?attempt (\d+)\/(\d+)/i;
const footer =
  /\besc to interrupt\b|\/effort$|\bmode on\b|\b(?:edits|permissions) on\b|^\? for shortcuts|^Tip: |^paste again to expand|^Ctrl\+Y to paste|^ctrl\+g to edit|^Queued\b|·\s*retrying in /i;
/** Below a turn that is over: "Baked for 12s", "Interrupted · What should Claude do instead?" */
const ending = /^Interrupted\b|^\S+ for (?:\d+[dhms] ?)+(?:\s*·.*)?$/i;
const afterSpinner = new RegExp(`^you: |${footer.source}|${ending.source}`, 'i');
/** The footer never reaches higher than this above the cursor, unless a long text stands in the input box. */
const footerReach = 14;

/** The reply that stands last on the screen, without its label; null when something else does. */
export function replyOn(view: ScreenView): string | null {
  const end = endBelow(view, 0);
  for (let row = end - 1; row >= 0; row -= 1) {
    const line = view.lines[row]!;
    if (!label.test(line)) continue;
    if (!line.startsWith('claude:')) return null;
    const [first, ...rest] = view.lines.slice(row, end);
    return [first!.replace(/^claude: ?/, ''), ...rest].join('\n').trimEnd();
  }
  return null;
}

export interface Spoken {
  /** Counted from the very first line, those that went off the top included. */
  row: number;
  line: string;
}

/** The first lines of the prompts and replies on the screen, in order; messages that wait are not among them. */
export function spokenOn(view: ScreenView): Spoken[] {
  const { gone = 0 } = view;
  const lines = view.lines.slice(0, endBelow(view, 0));
  return lines.flatMap((line, row) => (/^(?:you|claude):/.test(line) ? [{ row: gone + row, line }] : []));
}

/** The row where what begins at `start` ends: the first of the lines that say how it goes, or of the messages that wait. */
function endBelow({ lines, cursor }: ScreenView, start: number): number {
  const from = Math.max(start, cursor.row - footerReach);
  for (let row = from; row < lines.length; row += 1) {
    if (/^Queued\b/.test(lines[row]!)) return waitingFrom(lines, row);
    if (footer.test(lines[row]!) || (ending.test(lines[row]!) && !goesOn(lines.slice(row + 1)))) return row;
    if (spinner.test(lines[row]!) && (row + 1 >= cursor.row || afterSpinner.test(lines[row + 1]!))) return row;
  }
  return Math.min(cursor.row, lines.length);
}

/** The first of the messages that stand just above the word that they wait. */
function waitingFrom(lines: readonly string[], queued: number): number {
  const above = lines.slice(0, queued);
  const said = above.findLastIndex((line) => label.test(line) && !line.startsWith('you:'));
  const first = above.findIndex((line, row) => row > said && line.startsWith('you:'));
  return first < 0 ? queued : first;
}

/** Another turn has begun below. */
const goesOn = (below: readonly string[]) =>
  below.some((line) => working.test(line) || /^(?:claude|tool): /.test(line));

/** True while a turn runs, as far as the screen tells. */
export function looksBusy({ lines, cursor }: ScreenView): boolean {
  return lines.slice(Math.max(0, cursor.row - footerReach)).some((line) => working.test(line));
}

/** "API error · retrying in 3s · attempt 2/10" */
export function retryOn({ lines, cursor }: ScreenView): { reason: string; attempt: number; of: number } | null {
  for (const line of lines.slice(Math.max(0, cursor.row - footerReach))) {
    const [, reason, attempt, of] = retrying.exec(line) ?? [];
    if (attempt && of) return { reason: reason?.trim() ?? '', attempt: Number(attempt), of: Number(of) };
  }
  return null;
}

const boxMark = /^[$>❯!](?:\s+|$)/;

/** The line of the input box where the cursor is, without the mark before it; empty for an empty box. */
export function inputLine(view: ScreenView): string {
  const line = (boxLine(view) ?? view.lines[view.cursor.row] ?? '').replace(boxMark, '').trim();
  return /^Try "/.test(line) ? '' : line;
}

/** The input box still holds this one line, with the cursor in it or on an empty line below it. */
export function holdsInput(view: ScreenView, text: string): boolean {
  const above = (view.lines[view.cursor.row - 1] ?? '').replace(boxMark, '').trim();
  return inputLine(view) !== '' || above === text.trim();
}

/** The input box is drawn and empty: below the footer, or behind a mark. */
export function showsEmptyBox(view: ScreenView): boolean {
  const { lines, cursor } = view;
  if (inputLine(view) !== '') return false;
  const above = lines[cursor.row - 1] ?? '';
  return boxLine(view) !== null || /^\$/.test(lines[cursor.row] ?? '') || footer.test(above) || ending.test(above);
}

/** On the ordinary screen the box stands between two rules, and the cursor is somewhere else. */
function boxLine({ lines }: ScreenView): string | null {
  const row = lines.findLastIndex((line, index) => /^[❯>](?:\s|$)/.test(line) && /^─{5}/.test(lines[index - 1] ?? ''));
  return row < 0 || row < lines.length - footerReach ? null : lines[row]!;
}

/** The program says that nobody is signed in. */
export function saysSignedOut({ lines, cursor }: ScreenView): boolean {
  return lines.slice(Math.max(0, cursor.row - footerReach)).some((line) => /^Not logged in\b/.test(line.trim()));
}

/** What a slash command printed: what stands between its echo and the footer. The end of the turn before it may stand just above. */
export function outputOf(view: ScreenView, command: string): string | null {
  const word = command.split(/\s/, 1)[0]!;
  const below = (start: number) => tidy(view.lines.slice(start, endBelow(view, start)));
  for (let row = Math.min(view.cursor.row, view.lines.length) - 1; row >= 0; row -= 1) {
    const line = view.lines[row]!;
    if (line.startsWith(`you: ${word}`) || line.startsWith(`❯ ${word}`)) return below(row + 1);
    if (line.startsWith('Unknown command:')) return line.startsWith(`Unknown command: ${word}`) ? below(row) : null;
    if (/^(?:you|claude|tool): /.test(line)) return null;
  }
  return null;
}

function tidy(lines: readonly string[]): string | null {
  const text = lines.map((line) => line.replace(/^\s*⎿\s*/, '')).join('\n');
  return text.trim() || null;
}
