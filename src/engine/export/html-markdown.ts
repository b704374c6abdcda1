// Markdown as HTML that cannot act: only tags from this file, every text escaped, links only to the web and to mail. HTML in the
// source is shown as the text it is; images become their description, so that reading the page asks nothing of anybody.
import { marked, type Token, type Tokens } from 'marked';
import { diffHtml } from './html-diff.ts';
import { escapeHtml } from './html-escape.ts';

const deepest = 40;

export function htmlOfMarkdown(markdown: string): string {
  try {
    return blocks(marked.lexer(markdown, { gfm: true }), 0);
  } catch {
    return `<pre>${escapeHtml(markdown)}</pre>`;
  }
}

const blocks = (tokens: readonly Token[], depth: number): string => tokens.map((token) => block(token, depth)).join('');

function block(token: Token, depth: number): string {
  if (depth > deepest) return escapeHtml(token.raw);
  switch (token.type) {
    case 'space':
    case 'def':
      return '';
    case 'heading':
      return heading(Math.min(6, token.depth + 1), inline(token.tokens, depth));
    case 'paragraph':
      return `<p>${inline(token.tokens, depth)}</p>\n`;
    case 'code':
      return code(token as Tokens.Code);
    case 'blockquote':
      return `<blockquote>${blocks(token.tokens ?? [], depth + 1)}</blockquote>\n`;
    case 'list': {
      const list = token as Tokens.List;
      const items = list.items
        .map((item) => `<li${item.task ? ' class="task"' : ''}>${blocks(item.tokens, depth + 1)}</li>\n`)
        .join('');
      return list.ordered ? `<ol start="${Number(list.start) || 1}">${items}</ol>\n` : `<ul>${items}</ul>\n`;
    }
    case 'table':
      return table(token as Tokens.Table, depth);
    case 'checkbox':
      return token.checked === true ? '☑ ' : '☐ ';
    case 'hr':
      return '<hr>\n';
    case 'text':
      return 'tokens' in token && token.tokens ? inline(token.tokens, depth) : escapeHtml(token.text ?? token.raw);
    default:
      return `<p>${escapeHtml(token.raw)}</p>\n`;
  }
}

const heading = (level: number, text: string) => `<h${level}>${text}</h${level}>\n`;

function code({ text, lang }: Tokens.Code): string {
  const language = /^[\w+#.-]{1,20}/.exec(lang ?? '')?.[0] ?? '';
  if (language === 'diff' || language === 'patch') return diffHtml(text);
  const label = language === '' ? '' : `<span class="language label">${escapeHtml(language)}</span>`;
  return `<pre>${label}<code>${escapeHtml(text)}</code></pre>\n`;
}

function table(token: Tokens.Table, depth: number): string {
  const row = (cells: readonly Tokens.TableCell[], tag: 'td' | 'th') =>
    `<tr>${cells.map((cell) => `<${tag}>${inline(cell.tokens, depth)}</${tag}>`).join('')}</tr>\n`;
  const rows = token.rows.map((cells) => row(cells, 'td')).join('');
  return `<div class="wide"><table>${row(token.header, 'th')}${rows}</table></div>\n`;
}

function inline(tokens: readonly Token[] | undefined, depth: number): string {
  return (tokens ?? []).map((token) => span(token, depth + 1)).join('');
}

function span(token: Token, depth: number): string {
  if (depth > deepest) return escapeHtml(token.raw);
  switch (token.type) {
    case 'strong':
      return `<strong>${inline(token.tokens, depth)}</strong>`;
    case 'em':
      return `<em>${inline(token.tokens, depth)}</em>`;
    case 'del':
      return `<del>${inline(token.tokens, depth)}</del>`;
    case 'codespan':
      return `<code>${escapeHtml(token.text)}</code>`;
    case 'br':
      return '<br>';
    case 'link':
      return link(token.href, inline(token.tokens, depth));
    case 'image':
      return `[${escapeHtml(token.text || 'image')}]`;
    case 'text':
    case 'escape':
      return 'tokens' in token && token.tokens ? inline(token.tokens, depth) : escapeHtml(token.text ?? token.raw);
    default:
      return escapeHtml(token.raw);
  }
}

function link(href: string, shown: string): string {
  const safe = /^(?:https?:\/\/|mailto:)[^\s<>"'\x00-\x1f]+$/i.test(href);
  return safe ? `<a href="${escapeHtml(href)}" rel="noopener noreferrer nofollow">${shown}</a>` : shown;
}
