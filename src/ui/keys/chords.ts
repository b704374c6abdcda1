// A chord has one spelling, the one `chordOf` gives; people may write it in several. What no terminal can send is no chord.
import { joinChord, type Modifiers, noModifiers } from './events.ts';

const modifierNames: Readonly<Record<string, keyof Modifiers>> = {
  ctrl: 'ctrl',
  control: 'ctrl',
  c: 'ctrl',
  alt: 'alt',
  option: 'alt',
  opt: 'alt',
  meta: 'alt',
  m: 'alt',
  shift: 'shift',
  s: 'shift',
  super: 'super',
  cmd: 'super',
  command: 'super',
  win: 'super',
};

const keyNames: Readonly<Record<string, string>> = {
  return: 'enter',
  escape: 'esc',
  del: 'delete',
  ins: 'insert',
  pgup: 'pageup',
  pgdn: 'pagedown',
  pgdown: 'pagedown',
  bs: 'backspace',
  '↑': 'up',
  '↓': 'down',
  '←': 'left',
  '→': 'right',
  ' ': 'space',
  plus: '+',
  minus: '-',
};

const namedKeys = new Set(
  'enter esc tab space backspace delete insert home end pageup pagedown up down left right'.split(' '),
);

/** The one spelling of a chord, or null when it is none. */
export function canonicalChord(written: string): string | null {
  const text = written === ' ' ? 'space' : written.trim();
  const parts = /^.+[+-].$|^.+[+-][^+-]+$/su.test(text) ? splitChord(text) : [text];
  const modifiers = { ...noModifiers };
  for (const part of parts.slice(0, -1)) {
    const name = modifierNames[part.toLowerCase()];
    if (name === undefined || modifiers[name]) return null;
    modifiers[name] = true;
  }
  const last = parts.at(-1) ?? '';
  const lower = last.toLowerCase();
  const named = keyNames[lower] ?? lower;
  if (namedKeys.has(named) || /^f([1-9]|[12]\d|3[0-5])$/.test(named)) return joinChord(named, modifiers);
  if ([...named].length !== 1 || /[\p{C}\p{Z}]/u.test(named)) return null;
  if (parts.length === 1 && last !== lower && named === lower) modifiers.shift = true;
  return joinChord(named, modifiers);
}

function splitChord(text: string): string[] {
  const key = /(?:[^+-]+|.)$/su.exec(text)?.[0] ?? '';
  return [...text.slice(0, -key.length - 1).split(/[+-]/), key];
}

const labels: Readonly<Record<string, string>> = {
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
  pageup: 'PgUp',
  pagedown: 'PgDn',
  super: 'Cmd',
};

/** As a person reads it: `Ctrl+S`, `Alt+←`. */
export function chordLabel(chord: string): string {
  const key = /(?:[^+]+|\+)$/.exec(chord)?.[0] ?? chord;
  const modifiers = chord.slice(0, -key.length).split('+').filter(Boolean);
  return [...modifiers, key].map((part) => labels[part] ?? part.charAt(0).toUpperCase() + part.slice(1)).join('+');
}
