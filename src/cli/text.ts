// Text on its way to a terminal. Whatever a model, a tool or a title holds, what is printed here cannot move the cursor,
// change a colour or set a window title: only newline and tab survive of the control characters.

const escapeSequence = /\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?|[ -/]*[0-~])/g;
const controlCharacter = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g;

export function sanitise(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(escapeSequence, '').replace(controlCharacter, '');
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
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (longer.length <= columns) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    for (; line.length > columns; line = line.slice(columns)) lines.push(line.slice(0, columns));
  }
  return [...lines, line];
}

export function sentence(text: string): string {
  const line = oneLine(text);
  return line === '' || /[.!?…)]$/.test(line) ? line : `${line}.`;
}

export function age(then: number, now: number): string {
  const seconds = Math.max(0, Math.round((now - then) / 1000));
  if (seconds < 60) return 'now';
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h`;
  if (seconds < 86_400 * 30) return `${Math.floor(seconds / 86_400)} d`;
  return new Date(then).toISOString().slice(0, 10);
}

/** For the middle of a sentence. */
export function ago(then: number, now: number): string {
  const when = age(then, now);
  return when === 'now' ? 'just now' : /^\d{4}-/.test(when) ? `on ${when}` : `${when} ago`;
}

export function duration(ms: number): string {
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
