// Markdown for terminals: text in, styled lines out.
export { loadLanguages } from './highlight.ts';
export { renderPreview } from './preview.ts';
export { type MarkdownOptions, renderMarkdown } from './render.ts';
export { createMarkdownStream, type MarkdownFrame, type MarkdownStream } from './stream.ts';
