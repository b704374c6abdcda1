// The last of a conversation in a few plain lines, for a preview beside a list: prompts, answers, tools by name.
// It reads a handful of messages and cuts each, so that its cost does not depend on the thread.
import type { EngineApi } from '../../engine/api.ts';
import { isInterruption } from '../../engine/interruption.ts';
import type { Block, Message, ThreadId } from '../../store/types.ts';
import { describeTool, toolLabel } from '../blocks/tools.ts';
import { renderMarkdown } from '../markdown/index.ts';
import { sanitise } from '../text/sanitise.ts';
import { truncate } from '../text/truncate.ts';
import { wrap } from '../text/wrap.ts';
import type { Theme } from '../theme.ts';
import { textOf } from './names.ts';

const messagesRead = 8;
const charactersShown = 1200;

export function excerpt(
  engine: EngineApi,
  thread: ThreadId,
  size: { readonly columns: number; readonly rows: number },
  theme: Theme,
): string[] {
  const lines: string[] = [];
  for (const message of engine.messages(thread, { limit: messagesRead }).reverse()) {
    const part = messageLines(message, size.columns, theme);
    if (part.length === 0) continue;
    const room = size.rows - lines.length - (lines.length > 0 ? 1 : 0);
    if (room <= 0) break;
    const fitting = part.length > room ? [theme.dim('…'), ...part.slice(part.length - room + 1)] : part;
    lines.unshift(...fitting.slice(-room), ...(lines.length > 0 ? [''] : []));
  }
  return lines;
}

export function messageLines(message: Message, columns: number, theme: Theme): string[] {
  if (message.role === 'tool') return [];
  if (message.role === 'assistant') return message.blocks.flatMap((block) => blockLines(block, columns, theme));
  if (isInterruption(message)) return [`${theme.warn('■')} interrupted`];
  const mark = message.role === 'shell' ? '! ' : message.role === 'summary' ? '≡ ' : '› ';
  return prose(textOf(message.blocks), columns, theme.accent(mark)).map((line) => theme.said(line));
}

function blockLines(block: Block, columns: number, theme: Theme): string[] {
  if (block.type === 'text') return renderMarkdown(shortened(block.text), { width: columns, theme });
  if (block.type !== 'tool_use') return [];
  return [theme.dim(truncate(`${toolLabel(block.name)}  ${describeTool(block.name, block.input)}`.trim(), columns))];
}

function prose(text: string, columns: number, first: string): string[] {
  const kept = sanitise(shortened(text));
  return kept === '' ? [] : wrap(kept, columns, { first, rest: '  ' });
}

function shortened(text: string): string {
  const whole = text.trim();
  return whole.length > charactersShown ? `${whole.slice(0, charactersShown).trimEnd()}…` : whole;
}

/** A piece of Markdown on one line, without its marks: they mean nothing where there is no room for what they ask for. */
export function plainWords(piece: string): string {
  return piece
    .replace(/!?\[([^[\]]*)\]\([^()\s]*\)/g, '$1')
    .replace(/\*\*|~~|`+/g, '')
    .replace(/(^|\s)(?:#{1,6}|>|[-*+])(?=\s)/g, '$1')
    .replace(/(^|\s)\|?(?:\s*:?-{3,}:?\s*\|?)+(?=\s|$)/g, '$1')
    .replace(/\s\|(?=\s)|^\||\|$/g, ' ·')
    .replace(/\s+/g, ' ')
    .trim();
}
