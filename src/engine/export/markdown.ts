// A thread as Markdown: what was said stays as it was written; tools are quoted in fences that their content cannot close.
import type { Block, Message, Thread } from '../../store/types.ts';
import { isInterruption } from '../interruption.ts';
import { clean, factsOf, resultText, speaker, stamp, titleOf, toolSubject } from './words.ts';

export function markdownOf(thread: Thread, messages: Iterable<Message>): string {
  const parts = [`# ${titleOf(thread)}`, `*${thread.id} · ${clean(thread.cwd)} · ${stamp(thread.createdAt)}*`];
  let spoke: Message['role'] | null = null;
  for (const message of messages) {
    if (isInterruption(message)) {
      parts.push(`*${speaker(message)}*`);
      spoke = null;
      continue;
    }
    const body = message.blocks.map((block) => blockMarkdown(block, message)).filter((text) => text !== '');
    if (body.length === 0) continue;
    const goesOn =
      (message.role === 'tool' || message.role === 'assistant') && (spoke === 'assistant' || spoke === 'tool');
    if (!goesOn)
      parts.push(`## ${speaker(message)}`, `*${[stamp(message.createdAt), ...factsOf(message)].join(' · ')}*`);
    parts.push(...body);
    spoke = message.role;
  }
  return `${parts.join('\n\n')}\n`;
}

function blockMarkdown(block: Block, message: Message): string {
  switch (block.type) {
    case 'text':
      return message.role === 'shell' ? fenced(clean(block.text), '') : clean(block.text).trim();
    case 'thinking':
      return block.thinking.trim() === '' ? '' : quoted(clean(block.thinking).trim());
    case 'tool_use': {
      const subject = toolSubject(block).split('\n')[0]!;
      const head = `**${clean(block.name)}**${subject === '' ? '' : ` ${inlineCode(subject)}`}`;
      return `${head}\n\n${fenced(JSON.stringify(block.input, null, 2), 'json')}`;
    }
    case 'tool_result':
      return `${block.is_error === true ? '*failed*\n\n' : ''}${fenced(resultText(block.content), '')}`;
    case 'image':
      return '*[image]*';
    default:
      return `*[${clean(block.type)}]*`;
  }
}

const quoted = (text: string) => text.replace(/^/gm, '> ');

/** One backtick more than the longest run inside. */
function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text.replace(/\n$/, '')}\n${fence}`;
}

function inlineCode(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const ticks = '`'.repeat(longest + 1);
  const space = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return `${ticks}${space}${text}${space}${ticks}`;
}
