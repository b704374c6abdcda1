// One item of a conversation as styled lines, none wider than the screen; and many of them, with air where it helps the eye.

import { duration, tokens } from '../../text/figures.ts';
import { loadLanguageOfPath, loadLanguages } from '../markdown/highlight.ts';
import { renderPreview } from '../markdown/preview.ts';
import { renderMarkdown } from '../markdown/render.ts';
import { oneLine, sanitise } from '../text/sanitise.ts';
import { truncate } from '../text/truncate.ts';
import { textWidth } from '../text/width.ts';
import { wrap } from '../text/wrap.ts';
import { fold, hang, printed, wrapUnder } from './fold.ts';
import type {
  BlockOptions,
  Item,
  NoticeItem,
  PromptItem,
  ShellItem,
  SummaryItem,
  ThinkingItem,
  TurnEndItem,
} from './items.ts';
import { renderTodo } from './todo.ts';
import { renderTool } from './tool-card.ts';
import { editsOf } from './tools.ts';

export function renderItem(item: Item, options: BlockOptions): string[] {
  return linesOf(item, options).map((line) => (textWidth(line) > options.width ? truncate(line, options.width) : line));
}

/** On a screen too narrow for a fixed word or a gutter a line may come out too long; it is cut above. */
function linesOf(item: Item, options: BlockOptions): string[] {
  switch (item.kind) {
    case 'prompt':
      return prompt(item, options);
    case 'text':
      return renderMarkdown(item.text, options);
    case 'preview':
      return renderPreview(item.text, options);
    case 'thinking':
      return thinking(item, options);
    case 'tool':
      return renderTool(item, options);
    case 'shell':
      return shell(item, options);
    case 'summary':
      return summary(item, options);
    case 'notice':
      return notice(item, options);
    case 'todo':
      return renderTodo(item.entries, options);
    case 'turn-end':
      return turnEnd(item, options);
  }
}

/** Blocks stand apart by one empty line; a row of finished tool calls without anything under them stands together. */
export function renderItems(items: readonly Item[], options: BlockOptions): string[] {
  const lines: string[] = [];
  let before: { item: Item; height: number } | null = null;
  for (const item of items) {
    const block = renderItem(item, options);
    if (block.length === 0) continue;
    if (before && !standTogether(before, { item, height: block.length })) lines.push('');
    lines.push(...block);
    before = { item, height: block.length };
  }
  return lines;
}

interface Placed {
  item: Item;
  height: number;
}

/** Whether no empty line is wanted between two blocks. */
export function standTogether(before: Placed, after: Placed): boolean {
  const small = ({ item, height }: Placed) => item.kind === 'tool' && height <= 2;
  return small(before) && small(after);
}

/** Loads the grammars that rendering these items in full colour needs; what is printed for good should wait for it. */
export async function prepareItems(items: readonly Item[]): Promise<void> {
  await Promise.all(
    items.map(async (item) => {
      if (item.kind === 'text') await loadLanguages(item.text);
      if (item.kind !== 'tool') return;
      const edits = editsOf(item.name, item.input);
      if (edits) await loadLanguageOfPath(edits.path);
      if (typeof item.input.plan === 'string') await loadLanguages(item.input.plan);
      await prepareItems(item.children);
    }),
  );
}

function prompt(item: PromptItem, options: BlockOptions): string[] {
  const { width, theme } = options;
  const byPerson = item.via !== null;
  const notes = [
    item.via === 'steer' || item.via === 'follow-up' ? item.via : '',
    item.images ? `${item.images} ${item.images === 1 ? 'image' : 'images'}` : '',
  ].filter(Boolean);
  const note = notes.length > 0 ? `  ${theme.dim(notes.join(' · '))}` : '';
  const text = sanitise(item.text).replace(/^\n+|\s+$/g, '');
  const said =
    text
      .split('\n')
      .map(byPerson ? theme.said : theme.dim)
      .join('\n') + note;
  const mark = item.via === 'steer' ? '↳' : '›';
  const first = byPerson ? theme.accent(mark) : theme.dim('·');
  const lines = wrap(said, width, { first: `${first} `, rest: '  ' }).map((line) => (line.trim() === '' ? '' : line));
  const folded = fold(lines, byPerson ? 20 : 4, byPerson ? 'both' : 'start', options);
  return folded === lines
    ? lines
    : folded.map((line) => (line.includes('(Ctrl+O)') && !lines.includes(line) ? `  ${line}` : line));
}

function thinking(item: ThinkingItem, options: BlockOptions): string[] {
  const { width, theme } = options;
  const text = sanitise(item.text)
    .trim()
    .replace(/\n{2,}/g, '\n');
  if (text === '') return [];
  const lines = wrap(theme.dim(theme.italic(text)), Math.max(2, width - 2));
  return fold(lines, 3, 'start', options).map((line, index) =>
    index === 0 ? `${theme.dim('∴')} ${line}` : `  ${line}`,
  );
}

function shell(item: ShellItem, options: BlockOptions): string[] {
  const { width, theme } = options;
  const note = item.hidden ? `  ${theme.dim('not sent to the model')}` : '';
  const command = sanitise(item.command).trim();
  const head = wrap(command.split('\n').map(theme.said).join('\n') + note, width, {
    first: `${theme.accent('!')} `,
    rest: '  ',
  });
  const output = printed(item.output, options).replace(/\s+$/, '');
  const how = item.exitCode === 'signal' ? 'ended by a signal' : item.exitCode ? `exit ${item.exitCode}` : null;
  const lines = [
    ...(output === ''
      ? []
      : fold(
          output.split('\n').flatMap((line) => wrapUnder(theme.dim(line), options)),
          8,
          'end',
          options,
        )),
    ...(how === null ? [] : [theme.bad(`✗ ${how}`)]),
  ];
  return [...head, ...hang(lines.length > 0 ? lines : [theme.dim('no output')], options)];
}

function summary(item: SummaryItem, options: BlockOptions): string[] {
  const { theme, width } = options;
  const lines = renderMarkdown(item.text, { width: Math.max(2, width - 2), theme });
  const head = truncate(theme.dim('≡ Summary of what was said before'), width);
  return [head, ...fold(lines, 4, 'start', options).map((line) => (line === '' ? '' : `  ${theme.dim(line)}`))];
}

const noticeMarks = { info: '·', warning: '!', error: '✗' } as const;

function notice(item: NoticeItem, { width, theme }: BlockOptions): string[] {
  const style = item.level === 'error' ? theme.bad : item.level === 'warning' ? theme.warn : theme.dim;
  const text = oneLine(item.text);
  return [
    ...wrap(item.level === 'info' ? theme.dim(text) : text, width, {
      first: `${style(noticeMarks[item.level])} `,
      rest: '  ',
    }),
    ...next(item.next, { width, theme }),
  ];
}

function next(step: string | undefined, { width, theme }: Pick<BlockOptions, 'width' | 'theme'>): string[] {
  if (!step) return [];
  return wrap(theme.dim(oneLine(step)), width, { first: `  ${theme.dim('→')} `, rest: '    ' });
}

function turnEnd(item: TurnEndItem, options: BlockOptions): string[] {
  const { width, theme } = options;
  const figures = [item.durationMs === null ? '' : duration(item.durationMs), usageLine(item)]
    .filter(Boolean)
    .join(' · ');
  const after = figures === '' ? '' : theme.dim(` · ${figures}`);
  switch (item.state) {
    case 'done':
      return figures === '' ? [] : [truncate(theme.dim(`✓ ${figures}`), width)];
    case 'interrupted':
      return [truncate(`${theme.warn('■')} interrupted${after}`, width)];
    case 'failed':
    case 'lost': {
      const why = oneLine(item.error?.text ?? '');
      const head = `${theme.bad('✗')} ${theme.bad(item.state)}${after}`;
      return [
        truncate(head, width),
        ...(why === '' ? [] : wrap(why, width, { first: '  ' })),
        ...next(item.error?.next, options),
      ];
    }
  }
}

function usageLine({ usage }: TurnEndItem): string {
  if (!usage) return '';
  const sent = usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens;
  return `${tokens(sent)} in, ${tokens(usage.outputTokens)} out`;
}
