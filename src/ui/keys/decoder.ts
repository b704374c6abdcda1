// Bytes from the terminal become events, in order, each once, however the bytes are cut into chunks. Ink's own input is not used:
// its `useInput` gives a burst such as "abc\r" as one string, calls Ctrl+J a nameless "enter", types unknown replies into the
// text and flushes split sequences as keys; its kitty query replays keys typed during the first 200 ms.
import { StringDecoder } from 'node:string_decoder';
import { charEvent, type InputEvent, keyEvent } from './events.ts';
import { controlEvent, csiEvents, ss3Event } from './sequences.ts';

/** What the decoder waits for: an ESC may still become Alt or a sequence; a begun sequence or paste is sure to go on. */
export type Waiting = 'nothing' | 'escape' | 'sequence' | 'paste';

export interface Decoder {
  push(chunk: Uint8Array | string): InputEvent[];
  /** Nothing more came: settle for what is there. */
  flush(): InputEvent[];
  readonly waiting: Waiting;
}

const ESC = '\u001b';
const pasteEnd = '\u001b[201~';
const longestReply = 4096;

interface Step {
  readonly events: readonly InputEvent[];
  readonly next: number;
}
type Parsed = Step | 'incomplete' | 'paste';

export function createDecoder(): Decoder {
  const utf8 = new StringDecoder('utf8');
  let pending = '';
  let paste: string[] | null = null;
  let stalled = false;

  const endPaste = (events: InputEvent[], text: string) => {
    events.push({ type: 'paste', text });
    paste = null;
    stalled = false;
  };

  const takePaste = (input: string, events: InputEvent[], parts: string[]): string => {
    if (stalled && (input === '\u0003' || input === ESC)) {
      endPaste(events, parts.join(''));
      return input;
    }
    const end = input.indexOf(pasteEnd);
    if (end !== -1) {
      parts.push(input.slice(0, end));
      endPaste(events, parts.join(''));
      return input.slice(end + pasteEnd.length);
    }
    const keep = partialSuffix(input, pasteEnd);
    parts.push(input.slice(0, input.length - keep));
    pending = input.slice(input.length - keep);
    return '';
  };

  const decode = (text: string): InputEvent[] => {
    const events: InputEvent[] = [];
    let input = pending + text;
    let index = 0;
    pending = '';
    while (index < input.length) {
      if (paste !== null) {
        input = takePaste(input.slice(index), events, paste);
        index = 0;
        continue;
      }
      const parsed = parse(input, index);
      if (parsed === 'incomplete') {
        pending = input.slice(index);
        break;
      }
      if (parsed === 'paste') {
        paste = [];
        index += pasteEnd.length;
        continue;
      }
      for (const event of parsed.events) events.push(event);
      index = parsed.next;
    }
    return events;
  };

  return {
    push: (chunk) => decode(typeof chunk === 'string' ? chunk : utf8.write(Buffer.from(chunk))),
    flush: () => {
      if (paste !== null) {
        const text = paste.join('') + pending;
        paste = [];
        pending = '';
        stalled = true;
        return text === '' ? [] : [{ type: 'paste', text }];
      }
      const rest = pending;
      pending = '';
      return giveUp(rest, decode);
    },
    get waiting() {
      if (paste !== null) return 'paste';
      if (pending === '') return 'nothing';
      return pending.length <= 2 || pending.startsWith('\u001b\u001b') ? 'escape' : 'sequence';
    },
  };
}

/** A begun sequence that never ended: the keys it may have been, or nothing when it can only be a torn sequence. */
function giveUp(rest: string, decode: (text: string) => InputEvent[]): InputEvent[] {
  if (!rest.startsWith(ESC)) return [];
  if (rest.startsWith('\u001b\u001b')) return [keyEvent('esc'), ...giveUp(rest.slice(1), decode)];
  if (rest.length === 1) return [keyEvent('esc')];
  if (rest.startsWith('\u001b[') && rest.length > 2) return [];
  const alt = charEvent(rest.charAt(1), { alt: true });
  return [alt, ...decode(rest.slice(2))];
}

function parse(input: string, at: number): Parsed {
  const code = input.charCodeAt(at);
  if (code === 0x1b) return parseEscape(input, at);
  if (code < 0x20 || code === 0x7f) return { events: [controlEvent(code, false)], next: at + 1 };
  if (code >= 0x80 && code < 0xa0) return { events: [], next: at + 1 };
  const char = codePointAt(input, at);
  return char === null ? 'incomplete' : { events: [charEvent(char)], next: at + char.length };
}

function codePointAt(input: string, at: number): string | null {
  const code = input.charCodeAt(at);
  if (code >= 0xd800 && code <= 0xdbff && at + 1 >= input.length) return null;
  return String.fromCodePoint(input.codePointAt(at) ?? 0xfffd);
}

function parseEscape(input: string, at: number): Parsed {
  const next = input.charAt(at + 1);
  if (next === '') return 'incomplete';
  if (next === ESC) return parseDoubleEscape(input, at);
  if (next === '[') return parseCsi(input, at);
  if (next === 'O') return parseSs3(input, at);
  if (next === ']' || next === 'P' || next === '_') return parseString(input, at);
  const code = next.charCodeAt(0);
  if (code < 0x20 || code === 0x7f) return { events: [controlEvent(code, true)], next: at + 2 };
  const char = codePointAt(input, at + 1);
  return char === null ? 'incomplete' : { events: [charEvent(char, { alt: true })], next: at + 1 + char.length };
}

/** Esc pressed twice, or Alt with an arrow on terminals that write it as ESC before the plain sequence. */
function parseDoubleEscape(input: string, at: number): Parsed {
  const third = input.charAt(at + 2);
  if (third === '') return 'incomplete';
  const alone: Step = { events: [keyEvent('esc')], next: at + 1 };
  if (third !== '[' && third !== 'O') return alone;
  const inner = parseEscape(input, at + 1);
  if (inner === 'incomplete') return 'incomplete';
  if (inner === 'paste' || !/^.[A-D]$|^\[\d~$/.test(input.slice(at + 2, inner.next))) return alone;
  const events = inner.events.map((event) => (event.type === 'key' ? { ...event, alt: true } : event));
  return { events, next: inner.next };
}

function parseCsi(input: string, at: number): Parsed {
  let index = at + 2;
  if (input.charAt(index) === '[') index++;
  while (index < input.length) {
    const code = input.charCodeAt(index);
    if (code === 0x24 && /^\d+$/.test(input.slice(at + 2, index))) break;
    if (code < 0x20 || code > 0x3f) break;
    index++;
  }
  if (index >= input.length) return 'incomplete';
  const parameters = input.slice(at + 2, index);
  const final = input.charAt(index);
  const code = final.charCodeAt(0);
  if (code < 0x20 || code > 0x7e) return { events: [], next: index };
  if (final === 'M' && parameters === '') {
    return index + 4 > input.length ? 'incomplete' : { events: [], next: index + 4 };
  }
  if (final === '~' && parameters === '200') return 'paste';
  return { events: csiEvents(parameters, final), next: index + 1 };
}

function parseSs3(input: string, at: number): Parsed {
  const final = input.charAt(at + 2);
  if (final === '') return 'incomplete';
  const event = ss3Event(final);
  if (event === null) return { events: [charEvent('O', { alt: true })], next: at + 2 };
  return { events: [event], next: at + 3 };
}

/** OSC, DCS and APC are answers of the terminal; the same bytes also begin Alt+], Alt+Shift+P and Alt+_. */
function parseString(input: string, at: number): Parsed {
  const kind = input.charAt(at + 1);
  const first = input.charAt(at + 2);
  const alt: Step = { events: [charEvent(kind, { alt: true })], next: at + 2 };
  if (first === '') return 'incomplete';
  const opening = kind === ']' ? /[\dlL]/ : kind === 'P' ? /[\d>!?$+|]/ : /G/;
  if (!opening.test(first)) return alt;
  for (let index = at + 2; index < input.length; index++) {
    const code = input.charCodeAt(index);
    if (code === 0x07) return { events: [{ type: 'reply', sequence: input.slice(at, index + 1) }], next: index + 1 };
    if (code === 0x1b) {
      if (index + 1 >= input.length) return 'incomplete';
      if (input.charAt(index + 1) !== '\\') return alt;
      return { events: [{ type: 'reply', sequence: input.slice(at, index + 2) }], next: index + 2 };
    }
    if (code < 0x20 || index - at > longestReply) return alt;
  }
  return 'incomplete';
}

/** How many characters at the end of `text` begin `marker`. */
function partialSuffix(text: string, marker: string): number {
  for (let length = Math.min(marker.length - 1, text.length); length > 0; length--) {
    if (text.endsWith(marker.slice(0, length))) return length;
  }
  return 0;
}
