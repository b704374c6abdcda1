// A thread as one page that needs nothing else: style and the search script are ours and allowed by their hashes, everything else is
// forbidden by the page's own policy. Message text reaches the page only escaped, so that nothing in it can run or ask.
import { createHash } from 'node:crypto';
import type { Block, Message, Thread, ToolResultBlock } from '../../store/types.ts';
import { isInterruption } from '../interruption.ts';
import { escapeHtml } from './html-escape.ts';
import { htmlOfMarkdown } from './html-markdown.ts';
import { imageHtml } from './html-pictures.ts';
import { pageScript } from './html-script.ts';
import { pageStyle } from './html-style.ts';
import { lonelyResult, toolCard } from './html-tools.ts';
import { clean, factsOf, speaker, stamp, titleOf } from './words.ts';

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const policy = [
  "default-src 'none'",
  `script-src ${hash(pageScript)}`,
  `style-src ${hash(pageStyle)}`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const longFrom = 300;

export function htmlOf(thread: Thread, line: Iterable<Message>): string {
  const messages = [...line];
  const results = resultsIn(messages);
  const title = escapeHtml(titleOf(thread));
  const articles: string[] = [];
  const turns: string[] = [];
  let spoke: Message['role'] | null = null;
  for (const message of messages) {
    const interruption = isInterruption(message);
    const body = interruption ? '' : message.blocks.map((block) => blockHtml(block, message, results)).join('');
    if (body === '' && !interruption) continue;
    articles.push(
      articleOf(message, body, spoke === 'assistant' && message.role === 'assistant' ? 'goes-on' : 'begins'),
    );
    if (isPrompt(message)) turns.push(turnLink(message));
    spoke = message.role;
  }
  const many = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;
  const facts = [
    stamp(messages[0]?.createdAt ?? thread.createdAt),
    many(turns.length, 'prompt'),
    many(messages.length, 'message'),
    thread.id,
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${pageStyle}</style>
</head>
<body${articles.length > longFrom ? ' class="long"' : ''}>
<header>
<h1 dir="auto">${title}</h1>
<p class="facts">${escapeHtml(facts.join(' · '))}</p>
</header>
<div id="find" role="search" hidden>
<input id="query" type="search" placeholder="Search this thread" aria-label="Search this thread" aria-describedby="count" autocomplete="off" spellcheck="false">
<output id="count" for="query"></output>
<button id="earlier" type="button" title="Earlier hit (Shift+Enter)" aria-label="Earlier hit">↑</button>
<button id="later" type="button" title="Next hit (Enter)" aria-label="Next hit">↓</button>
<button id="unfold" type="button" aria-pressed="false">Unfold all</button>
</div>
<nav aria-label="Prompts">
<ol>
${turns.join('\n')}
</ol>
</nav>
<main>
${articles.join('\n')}
</main>
<p id="nothing" hidden>Nothing in this thread fits.</p>
<script>${pageScript}</script>
</body>
</html>
`;
}

interface Results {
  of(toolUse: string): ToolResultBlock | null;
  /** Its call is in the thread and shows it. */
  isShown(result: ToolResultBlock): boolean;
}

function resultsIn(messages: readonly Message[]): Results {
  const called = new Set<string>();
  const found = new Map<string, ToolResultBlock>();
  for (const { blocks } of messages)
    for (const block of blocks) {
      if (block.type === 'tool_use') called.add(block.id);
      if (block.type === 'tool_result' && called.has(block.tool_use_id) && !found.has(block.tool_use_id))
        found.set(block.tool_use_id, block);
    }
  return {
    of: (toolUse) => found.get(toolUse) ?? null,
    isShown: (result) => found.get(result.tool_use_id) === result,
  };
}

const isPrompt = ({ role, via }: Message) => role === 'user' && via !== null;

function articleOf(message: Message, body: string, place: 'begins' | 'goes-on'): string {
  const id = `m-${escapeHtml(message.id)}`;
  const model = message.role === 'assistant' ? message.model : null;
  const facts = [...(model === null ? [] : [model]), ...factsOf(message)].join(' · ');
  const who = `<b>${escapeHtml(speaker(message))}</b> ${escapeHtml(clean(facts))}`;
  const when = `<a href="#${id}"><time datetime="${new Date(message.createdAt).toISOString()}">${stamp(message.createdAt)}</time></a>`;
  const kind = message.role === 'user' && message.via === null ? 'inserted' : message.role;
  return `<article class="${kind} ${place}" id="${id}"><p class="who label">${who} ${when}</p>\n${body}</article>`;
}

function turnLink(message: Message): string {
  const text = message.blocks.map((block) => (block.type === 'text' ? block.text : '')).join(' ');
  const words = clean(text).replace(/\s+/g, ' ').trim();
  const short = Array.from(words.slice(0, 300)).slice(0, 90).join('');
  return `<li><a href="#m-${escapeHtml(message.id)}" dir="auto">${escapeHtml(short === words && words !== '' ? short : `${short}…`)}</a></li>`;
}

function blockHtml(block: Block, message: Message, results: Results): string {
  switch (block.type) {
    case 'text':
      return block.text.trim() === '' ? '' : said(clean(block.text), message);
    case 'thinking':
      return block.thinking.trim() === '' ? '' : folded('Thinking', clean(block.thinking).trim());
    case 'tool_use':
      return toolCard(block, results.of(block.id));
    case 'tool_result':
      return results.isShown(block) ? '' : lonelyResult(block);
    case 'image':
      return imageHtml(block);
    default:
      return `<p class="none label">[${escapeHtml(clean(block.type))}]</p>\n`;
  }
}

function said(text: string, { role, via }: Message): string {
  switch (role) {
    case 'assistant':
    case 'summary':
      return htmlOfMarkdown(text);
    case 'shell':
      return `<pre class="output">${escapeHtml(text.replace(/\n+$/, ''))}</pre>\n`;
    default:
      return via === null
        ? folded('Put in by the agent', text.trim())
        : `<p class="said">${escapeHtml(text.trim())}</p>\n`;
  }
}

const folded = (label: string, text: string) =>
  `<details class="aside"><summary class="label">${label}</summary>\n<p class="said">${escapeHtml(text)}</p></details>\n`;
