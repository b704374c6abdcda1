// Inline Markdown to one styled string. The text was sanitised before it was lexed, but the lexer writes out numeric entities, an
// escape among them: so words are taken as they were written, and what it made itself goes through the door again.
// Addresses are checked here, and a link whose text claims to be another address shows where it really goes.
import type { Token, Tokens } from 'marked';
import { oneLine, sanitise } from '../text/sanitise.ts';
import { stripStyles } from '../text/styled.ts';
import type { Theme } from '../theme.ts';

export function inline(tokens: readonly Token[] | undefined, theme: Theme): string {
  return (tokens ?? []).map((token) => one(token, theme)).join('');
}

function one(token: Token, theme: Theme): string {
  switch (token.type) {
    case 'strong':
      return theme.bold(inline(token.tokens, theme));
    case 'em':
      return theme.italic(inline(token.tokens, theme));
    case 'del':
      return theme.strike(inline(token.tokens, theme));
    case 'codespan':
      return codespan(token as Tokens.Codespan, theme);
    case 'br':
      return '\n';
    case 'link':
      return link(inline(token.tokens, theme), (token as Tokens.Link).href, theme);
    case 'image':
      return image(token as Tokens.Image, theme);
    case 'html':
      return /^<br\s*\/?>$/i.test(token.raw.trim()) ? '\n' : theme.dim(token.raw);
    case 'escape':
    case 'math':
      return sanitise((token as Tokens.Escape).text);
    case 'text':
      return 'tokens' in token && token.tokens ? inline(token.tokens, theme) : entities(token.raw);
    default:
      return 'tokens' in token && token.tokens ? inline(token.tokens, theme) : token.raw;
  }
}

function codespan(token: Tokens.Codespan, theme: Theme): string {
  const coloured = theme.code('x') !== 'x';
  return coloured ? theme.code(sanitise(token.text)) : token.raw.replaceAll('\n', ' ');
}

const schemes = /^(?:https?|mailto|file):/i;

function link(label: string, address: string, theme: Theme): string {
  const words = stripStyles(label);
  const href = oneLine(address);
  const shown = href.replace(/^mailto:/i, '');
  if (!schemes.test(href)) return words === href || href === '' ? label : `${label} ${theme.dim(`(${href})`)}`;
  const url = encoded(href);
  if (words === href || words === shown) return theme.link(label, url);
  if (looksLikeAddress(words) && !sameAddress(words, href))
    return `${theme.link(label, url)} ${theme.dim(`(${href})`)}`;
  return theme.link(label, url);
}

function image(token: Tokens.Image, theme: Theme): string {
  const words = oneLine(token.text);
  const label = words === '' ? 'image' : `image: ${words}`;
  return link(label, token.href, theme);
}

/** OSC 8 takes printable ASCII only. */
function encoded(url: string): string {
  return url.replace(/[^\x21-\x7e]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code >= 0xd800 && code <= 0xdfff ? '' : encodeURIComponent(character);
  });
}

const looksLikeAddress = (words: string) =>
  /^(?:[a-z][a-z0-9+.-]*:\/\/|www\.)\S+$|^[\w-]+(?:\.[\w-]+)+(?:[/?#]\S*)?$/i.test(words);

function sameAddress(words: string, href: string): boolean {
  const bare = (address: string) =>
    address
      .replace(/^[a-z]+:\/\/(?:www\.)?|^www\./i, '')
      .replace(/\/$/, '')
      .toLowerCase();
  return bare(words) === bare(href);
}

const named: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  mdash: '—',
  ndash: '–',
  hellip: '…',
  copy: '©',
  reg: '®',
  trade: '™',
  times: '×',
  larr: '←',
  rarr: '→',
  harr: '↔',
  le: '≤',
  ge: '≥',
  ne: '≠',
  deg: '°',
  middot: '·',
  bull: '•',
  euro: '€',
};

/** A character written as an entity may be any character: what may not be printed stays as it was written. */
export function entities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) => {
    if (name) return named[name] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return printable(code) ? String.fromCodePoint(code) : whole;
  });
}

function printable(code: number): boolean {
  if (code < 0x20 || (code >= 0x7f && code < 0xa0) || code > 0x10ffff) return false;
  if ((code >= 0xd800 && code <= 0xdfff) || (code >= 0xe0000 && code <= 0xe007f)) return false;
  return !(
    code === 0x2028 ||
    code === 0x2029 ||
    (code >= 0x202a && code <= 0x202e) ||
    (code >= 0x2066 && code <= 0x2069)
  );
}
