// Markdown that grows. A block is finished once a later block has a whole line; finished blocks are rendered once and never looked
// at again. An open fence is read line by line, and a very long tail is lexed again only when it has grown by an eighth:
// so the characters lexed stay within a constant of the text's length.
import type { Links, Token } from 'marked';
import { sanitise } from '../text/sanitise.ts';
import { wrap } from '../text/wrap.ts';
import { lex } from './lexer.ts';
import { codeLine, type MarkdownOptions, renderTokens } from './render.ts';

export interface MarkdownFrame {
  /** Lines of finished blocks: only ever added to, until the text or the options change. */
  readonly done: readonly string[];
  /** Lines of the unfinished block, made anew with each update. */
  readonly tail: readonly string[];
}

export interface MarkdownStream {
  /** The whole text so far. Text that does not go on from the last is started anew. */
  update(text: string): MarkdownFrame;
  /** Characters given to the lexer so far. */
  readonly lexed: number;
}

const SHORT_TAIL = 2_000;

export function createMarkdownStream(options: MarkdownOptions): MarkdownStream {
  let given = '';
  /** The unfinished block, sanitised: its whole lines once, the last one with each update. */
  let text = '';
  let whole = { given: 0, text: '' };
  let done: string[] = [];
  let links: Links = {};
  let lexed = 0;
  let fence: OpenFence | null = null;
  let long: { upTo: number; lines: string[] } | null = null;

  function restart(): void {
    whole = { given: 0, text: '' };
    done = [];
    links = {};
    fence = null;
    long = null;
  }

  function read(source: string): Token[] {
    lexed += source.length;
    return lex(source, links);
  }

  function freeze(tokens: readonly Token[], length: number): void {
    const lines = renderTokens(tokens, options);
    if (lines.length > 0) done.push(...gap(done), ...lines);
    text = text.slice(length);
    whole = { ...whole, text: whole.text.slice(length) };
    long = null;
  }

  function lexTail(): readonly string[] {
    const source = text;
    fence = openFence(source);
    if (fence) return fenceTail();
    if (long && source.length - long.upTo < long.upTo / 8)
      return [...long.lines, ...raw(source.slice(long.upTo), options)];
    const tokens = read(source);
    const finished = finishedTokens(tokens);
    const length = tokens.slice(0, finished).reduce((total, token) => total + token.raw.length, 0);
    const aligned = tokens.reduce((total, token) => total + token.raw.length, 0) === source.length;
    if (finished > 0 && aligned) {
      freeze(tokens.slice(0, finished), length);
      fence = openFence(text);
      if (fence) return fenceTail();
      return renderTokens(tokens.slice(finished), options);
    }
    const lines = renderTokens(tokens, options);
    long = source.length > SHORT_TAIL ? { upTo: source.length, lines } : null;
    return lines;
  }

  function fenceTail(): readonly string[] {
    const open = fence!;
    const end = open.read(text, options);
    if (end === null) return open.lines;
    fence = null;
    freeze(read(text.slice(0, end)), end);
    return text === '' ? [] : lexTail();
  }

  return {
    update(next) {
      if (!goesOn(given, next)) restart();
      given = next;
      const lineStart = next.lastIndexOf('\n') + 1;
      if (lineStart > whole.given)
        whole = { given: lineStart, text: whole.text + sanitise(next.slice(whole.given, lineStart)) };
      text = whole.text + sanitise(next.slice(lineStart));
      const tail = fence ? fenceTail() : lexTail();
      return { done, tail: tail.length > 0 ? [...gap(done), ...tail] : [] };
    },
    get lexed() {
      return lexed;
    },
  };
}

const SEEN = 256;

/** Judged by the ends of what was there, because comparing all of it with each update would cost more than the work it saves. */
function goesOn(given: string, next: string): boolean {
  const from = Math.max(0, given.length - SEEN);
  return next.startsWith(given.slice(0, SEEN)) && next.startsWith(given.slice(from), from);
}

const gap = (before: readonly string[]) => (before.length > 0 ? [''] : []);

/** All but the last block, and that only when the last one's first line is whole: until then it might still be the same block. */
function finishedTokens(tokens: readonly Token[]): number {
  const last = tokens.findLastIndex((token) => token.type !== 'space');
  if (last <= 0) return 0;
  const lineIsWhole = tokens[last]!.raw.includes('\n') || last < tokens.length - 1;
  const before = tokens.slice(0, last).findLastIndex((token) => token.type !== 'space');
  return Math.min(lineIsWhole ? last : Math.max(0, before), openFormula(tokens));
}

/** A formula that has no end yet reads as all sorts of blocks; it may go on until an empty line. */
function openFormula(tokens: readonly Token[]): number {
  const at = tokens.findIndex((token) => token.type !== 'math' && /^ {0,3}(?:\$\$|\\\[)\n/.test(token.raw));
  const rest = at < 0 ? [] : tokens.slice(at).map((token) => token.raw);
  return at < 0 || rest.join('').trimEnd().includes('\n\n') ? tokens.length : at;
}

function raw(text: string, { width }: MarkdownOptions): string[] {
  return wrap(text.replace(/^\n+|\n+$/g, ''), width);
}

interface OpenFence {
  readonly lines: string[];
  /** Takes in what is new; gives the place after the closing line once it is there. */
  read(text: string, options: MarkdownOptions): number | null;
}

/** A fence at the very start of `source`, whose opening line is whole. */
function openFence(source: string): OpenFence | null {
  const opening = /^(\s*\n)?( {0,3})(`{3,}|~{3,})([^\n]*)\n/.exec(source);
  if (!opening || (opening[3]![0] === '`' && opening[4]!.includes('`'))) return null;
  const closing = new RegExp(`^ {0,3}${opening[3]![0]}{${opening[3]!.length},}[ \\t]*$`);
  const whole: string[] = [];
  let next = opening[0].length;
  let lines: string[] = [];
  return {
    get lines() {
      return lines;
    },
    read(text, { width }) {
      const show = (line: string) => codeLine(line, width);
      for (let newline = text.indexOf('\n', next); newline >= 0; newline = text.indexOf('\n', next)) {
        const line = text.slice(next, newline);
        next = newline + 1;
        if (closing.test(line)) return next;
        whole.push(...show(line));
      }
      const rest = text.slice(next);
      lines = rest === '' || closing.test(rest) ? whole : [...whole, ...show(rest)];
      return null;
    },
  };
}
