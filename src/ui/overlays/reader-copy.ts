// What copying gives: the text as it was written, never as it was drawn.

import { isInterruption } from '../../engine/interruption.ts';
import type { Block, Message } from '../../store/types.ts';
import type { Item } from '../blocks/items.ts';

export function rawText(item: Item): string {
  switch (item.kind) {
    case 'prompt':
    case 'text':
    case 'preview':
    case 'thinking':
    case 'summary':
    case 'notice':
      return item.text;
    case 'tool':
      return [toolInput(item.input), item.state === 'interrupted' ? '' : resultText(item.result)]
        .filter((part) => part !== '')
        .join('\n\n');
    case 'shell':
      return [item.command, item.output].filter((part) => part !== '').join('\n');
    case 'todo':
      return item.entries.map((entry) => `${entry.state === 'done' ? '[x]' : '[ ]'} ${entry.text}`).join('\n');
    case 'turn-end':
      return item.error?.text ?? '';
  }
}

function toolInput(input: Readonly<Record<string, unknown>>): string {
  if (typeof input.command === 'string') return input.command;
  return Object.keys(input).length === 0 ? '' : JSON.stringify(input, null, 2);
}

export function resultText(result: string | readonly Block[] | null): string {
  if (result === null) return '';
  if (typeof result === 'string') return result;
  return result.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
}

/** Prompts and answers of a turn, as written; tools are left out. */
export function turnText(messages: readonly Message[]): string {
  return messages
    .filter((message) => message.role !== 'tool')
    .map((message) => {
      if (isInterruption(message)) return 'interrupted';
      const text = message.blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n\n');
      return text !== '' && message.role === 'user' ? quoted(text) : text;
    })
    .filter((text) => text.trim() !== '')
    .join('\n\n');
}

const quoted = (text: string) => text.replace(/^/gm, '> ');

export interface Fence {
  readonly language: string;
  readonly code: string;
}

/** The fenced code blocks of a Markdown text, without their fences; an unclosed one ends with the text. */
export function codeFences(markdown: string): Fence[] {
  const found: Fence[] = [];
  let open: { indent: number; fence: string; language: string; lines: string[] } | null = null;
  for (const line of markdown.replaceAll('\r\n', '\n').split('\n')) {
    if (open) {
      const close = /^ {0,3}(`{3,}|~{3,})\s*$/.exec(line);
      if (close && close[1]![0] === open.fence[0] && close[1]!.length >= open.fence.length) {
        found.push({ language: open.language, code: open.lines.join('\n') });
        open = null;
      } else open.lines.push(line.replace(new RegExp(`^ {0,${open.indent}}`), ''));
      continue;
    }
    const start = /^([ \t]*(?:[-*+]|\d+[.)])?[ \t]*)(`{3,}|~{3,})\s*([^\s`]*)[^`]*$/.exec(line);
    if (start) open = { indent: start[1]!.length, fence: start[2]!, language: start[3]!, lines: [] };
  }
  if (open) found.push({ language: open.language, code: open.lines.join('\n') });
  return found;
}
