// A thread as one page that needs nothing else: style and the search script are ours and allowed by their hashes, everything else is
// forbidden by the page's own policy. Message text reaches the page only escaped, so that nothing in it can run or ask.
import { createHash } from 'node:crypto';
import type { Block, ImageBlock, Message, Thread } from '../../store/types.ts';
import { escapeHtml, htmlOfMarkdown } from './html-markdown.ts';
import { pageScript, pageStyle } from './html-page.ts';
import { clean, resultText, speaker, stamp, titleOf, toolSubject } from './words.ts';

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const policy = [
  "default-src 'none'",
  `script-src ${hash(pageScript)}`,
  `style-src ${hash(pageStyle)}`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

export function htmlOf(thread: Thread, messages: Iterable<Message>): string {
  const title = escapeHtml(titleOf(thread));
  const articles: string[] = [];
  for (const message of messages) {
    const article = articleOf(message);
    if (article !== '') articles.push(article);
  }
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${pageStyle}</style>
</head>
<body>
<header>
<h1>${title}</h1>
<p class="facts">${escapeHtml(`${thread.id} · ${stamp(thread.createdAt)} · ${articles.length} messages`)}</p>
<p class="find"><input id="query" type="search" placeholder="Search this thread" aria-label="Search this thread"> <output id="count"></output></p>
</header>
<main>
${articles.join('\n')}
</main>
<script>${pageScript}</script>
</body>
</html>
`;
}

function articleOf(message: Message): string {
  const body = message.blocks.map((block) => blockHtml(block, message)).join('');
  if (body === '') return '';
  const head = `<p class="who">${escapeHtml(speaker(message))} <time>${stamp(message.createdAt)}</time></p>`;
  return `<article class="${message.role}" id="m-${escapeHtml(message.id)}">${head}${body}</article>`;
}

function blockHtml(block: Block, message: Message): string {
  switch (block.type) {
    case 'text':
      if (block.text.trim() === '') return '';
      return message.role === 'assistant' || message.role === 'summary'
        ? htmlOfMarkdown(clean(block.text))
        : `<pre class="said">${escapeHtml(clean(block.text))}</pre>`;
    case 'thinking':
      if (block.thinking.trim() === '') return '';
      return `<details class="thinking"><summary>Thinking</summary><pre>${escapeHtml(clean(block.thinking))}</pre></details>`;
    case 'tool_use': {
      const subject = toolSubject(block).split('\n')[0]!;
      const input = escapeHtml(clean(JSON.stringify(block.input, null, 2)));
      return `<details class="tool"><summary><b>${escapeHtml(clean(block.name))}</b> <code>${escapeHtml(subject)}</code></summary><pre>${input}</pre></details>`;
    }
    case 'tool_result': {
      const failed = block.is_error === true ? ' failed' : '';
      const lines = resultText(block.content);
      return `<details class="result${failed}"><summary>Result${failed}</summary><pre>${escapeHtml(lines)}</pre></details>`;
    }
    case 'image':
      return imageHtml(block);
    default:
      return `<p class="other">[${escapeHtml(clean(block.type))}]</p>`;
  }
}

function imageHtml({ source }: ImageBlock): string {
  const { media_type: type, data } = source;
  const isPicture = typeof type === 'string' && /^image\/(?:png|jpeg|gif|webp)$/.test(type);
  if (!isPicture || typeof data !== 'string' || !/^[A-Za-z0-9+/=\s]+$/.test(data))
    return '<p class="other">[image]</p>';
  return `<img alt="image" src="data:${type};base64,${data.replace(/\s+/g, '')}">`;
}
