// What a person did at the terminal, told apart as far as the terminal lets us. A key names what was pressed; `text` is what it
// would type. One code point is one key, so that events never depend on how the bytes were cut into chunks.

export interface KeyEvent {
  readonly type: 'key';
  /** `a`, `?`, `space`, `enter`, `esc`, `up`, `f5`, …; letters in lower case. */
  readonly key: string;
  readonly ctrl: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
  readonly super: boolean;
  /** Empty for anything that does not type. */
  readonly text: string;
}

export type InputEvent =
  | KeyEvent
  | { readonly type: 'paste'; readonly text: string }
  | { readonly type: 'focus'; readonly focused: boolean }
  /** An answer of the terminal to a question: never typed by a person. */
  | { readonly type: 'reply'; readonly sequence: string };

export interface Modifiers {
  readonly ctrl: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
  readonly super: boolean;
}

export const noModifiers: Modifiers = { ctrl: false, alt: false, shift: false, super: false };

export function keyEvent(key: string, modifiers: Partial<Modifiers> = {}, text = ''): KeyEvent {
  return { type: 'key', key, ...noModifiers, ...modifiers, text };
}

/** The key that types `char` by itself. */
export function charEvent(char: string, modifiers: Partial<Modifiers> = {}): KeyEvent {
  const typed = !modifiers.ctrl && !modifiers.alt && !modifiers.super;
  const lower = char.toLowerCase();
  const upper = lower !== char && lower.length === char.length;
  const shift = upper || (modifiers.shift === true && lower !== char.toUpperCase());
  const key = char === ' ' ? 'space' : upper ? lower : char;
  return keyEvent(key, { ...modifiers, shift: char === ' ' ? modifiers.shift : shift }, typed ? char : '');
}

/** The same chord, written one way: `ctrl+alt+shift+super+key`. */
export function chordOf(event: KeyEvent): string {
  return joinChord(event.key, event);
}

export function joinChord(key: string, modifiers: Modifiers): string {
  const { ctrl, alt, shift } = modifiers;
  return `${ctrl ? 'ctrl+' : ''}${alt ? 'alt+' : ''}${shift ? 'shift+' : ''}${modifiers.super ? 'super+' : ''}${key}`;
}
