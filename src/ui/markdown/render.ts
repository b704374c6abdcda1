// Markdown to styled lines, none wider than asked. Pure: the same text, width and theme give the same lines
// (but for code, which is plain until its grammar is loaded).
import type { Token, Tokens } from 'marked';
import { sanitise } from '../text/sanitise.ts';
import { stripStyles } from '../text/styled.ts';
import { slice } from '../text/truncate.ts';
import { textWidth } from '../text/width.ts';
import { wrap } from '../text/wrap.ts';
import type { Theme } from '../theme.ts';
import { highlight } from './highlight.ts';
import { entities, inline } from './inline.ts';
import { grammarOf } from './languages.ts';
import { lex } from './lexer.ts';
import { renderTable } from './table.ts';

export interface MarkdownOptions {
  readonly width: number;
  readonly theme: Theme;
}

export function renderMarkdown(text: string, options: MarkdownOptions): string[] {
  return renderTokens(lex(sanitise(text)), options);
}

/** Blocks with one empty line between them. */
export function renderTokens(
  tokens: readonly Token[],
  options: MarkdownOptions,
  gap: 'loose' | 'tight' = 'loose',
): string[] {
  const lines: string[] = [];
  for (const token of tokens) {
    const block = renderBlock(token, options);
    if (block.length === 0) continue;
    if (lines.length > 0 && gap === 'loose') lines.push('');
    lines.push(...block);
  }
  return lines;
}

function renderBlock(token: Token, options: MarkdownOptions): string[] {
  const { width, theme } = options;
  switch (token.type) {
    case 'space':
    case 'def':
    case 'checkbox':
      return [];
    case 'heading':
      return heading(token as Tokens.Heading, options);
    case 'paragraph':
      return wrap(inline(token.tokens, theme).trimEnd(), width);
    case 'text':
      return wrap(
        ('tokens' in token && token.tokens ? inline(token.tokens, theme) : entities(token.raw)).trimEnd(),
        width,
      );
    case 'code':
      return code(token as Tokens.Code, options);
    case 'blockquote':
      return prefixed(token.tokens ?? [], theme.dim('│ '), theme.dim('│ '), options);
    case 'list':
      return list(token as Tokens.List, options);
    case 'table':
      return renderTable(token as Tokens.Table, width, theme);
    case 'hr':
      return [theme.dim('─'.repeat(Math.min(width, 24)))];
    case 'html':
      return wrap(theme.dim(token.raw.replace(/\n+$/, '')), width);
    default:
      return wrap(token.raw.replace(/\n+$/, ''), width);
  }
}

function heading(token: Tokens.Heading, { width, theme }: MarkdownOptions): string[] {
  const words = inline(token.tokens, theme);
  const mark = theme.heading('x') === 'x' ? `${'#'.repeat(token.depth)} ` : '';
  return wrap(`${mark}${token.depth === 1 ? theme.underline(theme.heading(words)) : theme.heading(words)}`, width);
}

const INDENT = '  ';

function code(token: Tokens.Code, { width, theme }: MarkdownOptions): string[] {
  const name = /^[\w+#.-]+/.exec(token.lang ?? '')?.[0] ?? '';
  const lines = /^(diff|patch)$/i.test(name)
    ? diffFence(token.text, theme)
    : highlight(token.text, grammarOf(name), theme);
  return lines.flatMap((line) => codeLine(line, width));
}

/** What does not fit goes on under its own beginning, a step further in. */
export function codeLine(line: string, width: number): string[] {
  const own = /^ */.exec(stripStyles(line))![0].length;
  const rest = INDENT + ' '.repeat(Math.min(own + 2, Math.floor(width / 3)));
  return wrap(line, width, { first: INDENT, rest, mode: 'cut' });
}

function diffFence(text: string, theme: Theme): string[] {
  return text.split('\n').map((line) => {
    if (/^(?:\+\+\+ |--- |diff |index )/.test(line)) return theme.bold(line);
    if (line.startsWith('+')) return theme.added(line);
    if (line.startsWith('-')) return theme.removed(line);
    return line.startsWith('@@') ? theme.dim(line) : line;
  });
}

const bullets = ['•', '◦', '▪'];

function list(token: Tokens.List, options: MarkdownOptions, depth = 0): string[] {
  const { theme } = options;
  const start = token.start === '' ? 1 : Number(token.start);
  const widest = token.ordered ? `${start + token.items.length - 1}.`.length : 1;
  const lines: string[] = [];
  for (const [index, item] of token.items.entries()) {
    const mark = token.ordered ? `${start + index}.`.padStart(widest) : bullets[depth % bullets.length]!;
    const box = item.task ? (item.checked ? theme.good('✓') : theme.dim('○')) : null;
    const first = box === null ? `${theme.dim(mark)} ` : token.ordered ? `${theme.dim(mark)} ${box} ` : `${box} `;
    const body = listItem(item, first, options, depth);
    if (token.loose && lines.length > 0) lines.push('');
    lines.push(...(body.length > 0 ? body : [first.trimEnd()]));
  }
  return lines;
}

function listItem(item: Tokens.ListItem, first: string, options: MarkdownOptions, depth: number): string[] {
  const rest = ' '.repeat(textWidth(first));
  const inner = { ...options, width: Math.max(2, options.width - rest.length) };
  const lines: string[] = [];
  for (const token of item.tokens) {
    const block = token.type === 'list' ? list(token as Tokens.List, inner, depth + 1) : renderBlock(token, inner);
    if (block.length === 0) continue;
    if (lines.length > 0 && (item.loose || token.type === 'table') && token.type !== 'list') lines.push('');
    lines.push(...block);
  }
  return withPrefix(lines, first, rest, options.width);
}

function prefixed(tokens: Token[], first: string, rest: string, options: MarkdownOptions): string[] {
  const width = Math.max(2, options.width - textWidth(rest));
  return withPrefix(renderTokens(tokens, { ...options, width }), first, rest, options.width);
}

/** A prefix may end with a space inside its style. */
const withoutTrailingSpace = (prefix: string) => slice(prefix, 0, textWidth(stripStyles(prefix).trimEnd()));

/** Where even the mark has no room, it is left out: the words matter more. */
function withPrefix(lines: string[], first: string, rest: string, width: number): string[] {
  if (textWidth(rest) + 2 > width) return lines;
  return lines.map((line, index) => {
    const prefix = index === 0 ? first : rest;
    return line === '' ? withoutTrailingSpace(prefix) : prefix + line;
  });
}
