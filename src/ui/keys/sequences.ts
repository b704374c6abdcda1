// The names of escape sequences, as tables: xterm, rxvt, the Linux console, modifyOtherKeys and the kitty protocol.
// A sequence that stands in no table is dropped whole, so that no tail of it is ever typed into the composer.
import { charEvent, type InputEvent, keyEvent, type Modifiers, noModifiers } from './events.ts';

const letterKeys: Readonly<Record<string, string>> = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  F: 'end',
  H: 'home',
  P: 'f1',
  Q: 'f2',
  R: 'f3',
  S: 'f4',
};

const numberKeys: Readonly<Record<number, string>> = {
  1: 'home',
  2: 'insert',
  3: 'delete',
  4: 'end',
  5: 'pageup',
  6: 'pagedown',
  7: 'home',
  8: 'end',
  11: 'f1',
  12: 'f2',
  13: 'f3',
  14: 'f4',
  15: 'f5',
  17: 'f6',
  18: 'f7',
  19: 'f8',
  20: 'f9',
  21: 'f10',
  23: 'f11',
  24: 'f12',
};

const linuxConsoleKeys: Readonly<Record<string, string>> = { A: 'f1', B: 'f2', C: 'f3', D: 'f4', E: 'f5' };

const codeKeys: Readonly<Record<number, string>> = {
  9: 'tab',
  13: 'enter',
  27: 'esc',
  127: 'backspace',
  8: 'backspace',
};

const keypadNames = ['enter', '=', ',', 'left', 'right', 'up', 'down', 'pageup', 'pagedown', 'home', 'end', 'insert'];
const keypadChars = '0123456789./*-+';
const keypadFirst = 57_399;

const ss3Keypad: Readonly<Record<string, string>> = { j: '*', k: '+', l: ',', m: '-', n: '.', o: '/', X: '=' };

const arrows: Readonly<Record<string, string>> = { a: 'up', b: 'down', c: 'right', d: 'left' };

function modifiersOf(parameter: number | undefined): Modifiers {
  const bits = Math.max(0, (parameter ?? 1) - 1);
  return { shift: (bits & 1) !== 0, alt: (bits & 34) !== 0, ctrl: (bits & 4) !== 0, super: (bits & 24) !== 0 };
}

/** `null` for what no person pressed: a release, an unknown key. */
function keyFromCode(code: number, modifiers: Modifiers, shifted?: number, base?: number, text?: string) {
  const name = codeKeys[code];
  if (name !== undefined) return keyEvent(name, modifiers);
  if (code >= keypadFirst && code < keypadFirst + keypadChars.length) {
    return charEvent(keypadChars.charAt(code - keypadFirst), { ...modifiers, shift: false });
  }
  const keypad = keypadNames[code - keypadFirst - keypadChars.length];
  if (keypad !== undefined) return keyEvent(keypad, modifiers);
  if (code === 57_426) return keyEvent('delete', modifiers);
  if (code >= 57_376 && code <= 57_398) return keyEvent(`f${code - 57_376 + 13}`, modifiers);
  if ((code >= 57_344 && code <= 63_743) || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return null;
  if (code >= 1 && code <= 26) return keyEvent(String.fromCharCode(code + 96), { ...modifiers, ctrl: true });
  if (code < 0x20) return null;

  const command = modifiers.ctrl || modifiers.alt || modifiers.super;
  if (command && code > 0x7f && base !== undefined && base > 0x20 && base < 0x7f) {
    return charEvent(String.fromCharCode(base), modifiers);
  }
  const plain = String.fromCodePoint(code);
  const isShifted = modifiers.shift && shifted !== undefined && shifted > 0x20;
  const char = isShifted ? String.fromCodePoint(shifted) : modifiers.shift && !command ? plain.toUpperCase() : plain;
  const event = charEvent(char, isShifted ? { ...modifiers, shift: false } : modifiers);
  if (!command && text) return { ...event, text };
  return event;
}

/** Kitty: `code[:shifted[:base]] ; modifiers[:event] ; text`. */
function kittyKey(parameters: string): InputEvent[] {
  const [keys = '', mods = '', text = ''] = parameters.split(';');
  const [code, shifted, base] = keys.split(':').map((part) => (part === '' ? undefined : Number(part)));
  const [modifier, kind] = mods.split(':').map((part) => (part === '' ? undefined : Number(part)));
  if (code === undefined || Number.isNaN(code) || kind === 3) return [];
  const typed = text === '' ? undefined : String.fromCodePoint(...text.split(':').map(Number).filter(isPrintable));
  const event = keyFromCode(code, modifiersOf(modifier), shifted, base, typed);
  return event === null ? [] : [event];
}

const isPrintable = (code: number) => code >= 0x20 && code !== 0x7f && code <= 0x10ffff;

/** Everything after `ESC [`, parameters and final byte apart. Paste and X10 mouse never get here. */
export function csiEvents(parameters: string, final: string): readonly InputEvent[] {
  const first = parameters.charAt(0);
  if (first === '<') return [];
  if (first === '[') {
    const name = linuxConsoleKeys[final];
    return name === undefined ? [] : [keyEvent(name)];
  }
  if (first === '?' || first === '>' || first === '=' || 'cnty'.includes(final)) {
    return [{ type: 'reply', sequence: `\u001b[${parameters}${final}` }];
  }
  if (parameters === '' && (final === 'I' || final === 'O')) return [{ type: 'focus', focused: final === 'I' }];
  if (final === 'u') return kittyKey(parameters);

  const [head = '', mods = '', third] = parameters.split(';');
  const [modifier, kind] = mods.split(':');
  if (kind === '3') return [];
  const modifiers = modifier ? modifiersOf(Number(modifier)) : noModifiers;
  const number = head === '' ? 1 : Number(head);

  if (final === 'Z') return [keyEvent('tab', { ...modifiers, shift: true })];
  if (final === '~') {
    if (number === 27 && third !== undefined) {
      const event = keyFromCode(Number(third), modifiers);
      return event === null ? [] : [event];
    }
    const name = numberKeys[number];
    return name === undefined ? [] : [keyEvent(name, modifiers)];
  }
  if (final === '$' || final === '^' || final === '@') {
    const name = numberKeys[number];
    return name === undefined ? [] : [keyEvent(name, { ctrl: final !== '$', shift: final !== '^' })];
  }
  if (final === 'R' && number !== 1) return [{ type: 'reply', sequence: `\u001b[${parameters}R` }];
  const arrow = parameters === '' ? arrows[final] : undefined;
  if (arrow !== undefined) return [keyEvent(arrow, { shift: true })];
  const letter = letterKeys[final];
  return letter === undefined || number !== 1 ? [] : [keyEvent(letter, modifiers)];
}

/** After `ESC O`; `null` when it is no such sequence and the person pressed Alt+Shift+O. */
export function ss3Event(final: string): InputEvent | null {
  const name = letterKeys[final];
  if (name !== undefined) return keyEvent(name);
  if (final === 'M') return keyEvent('enter');
  const arrow = arrows[final];
  if (arrow !== undefined) return keyEvent(arrow, { ctrl: true });
  const char = final >= 'p' && final <= 'y' ? String(final.charCodeAt(0) - 112) : ss3Keypad[final];
  return char === undefined ? null : charEvent(char);
}

/** A byte below space, or DEL. */
export function controlEvent(code: number, alt: boolean): InputEvent {
  if (code === 0x0d) return keyEvent('enter', { alt });
  if (code === 0x09) return keyEvent('tab', { alt });
  if (code === 0x7f) return keyEvent('backspace', { alt });
  if (code === 0) return keyEvent('space', { ctrl: true, alt });
  if (code <= 26) return keyEvent(String.fromCharCode(code + 96), { ctrl: true, alt });
  return keyEvent('\\]^_'.charAt(code - 28), { ctrl: true, alt });
}
