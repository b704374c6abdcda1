// A tool's call and what came of it as one folded card: the line that says what it did stays in view, everything else is a click away.
// Edits are shown as the lines that went and came; whatever this file does not know is shown as it was sent.
import type { ToolResultBlock, ToolUseBlock } from '../../store/types.ts';
import { hunksOf } from '../diff-lines.ts';
import { type Todo, todoOf } from '../todo.ts';
import { diffHtml } from './html-diff.ts';
import { escapeHtml } from './html-escape.ts';
import { imagesOf } from './html-pictures.ts';
import { clean, resultText, toolSubject } from './words.ts';

/** `result` is null while there is none: the turn ended before the tool did. */
export function toolCard(use: ToolUseBlock, result: ToolResultBlock | null): string {
  const shown = inputOf(use);
  const failed = result?.is_error === true;
  const mark = failed ? badge('failed') : result === null ? badge('no result') : '';
  const subject = toolSubject(use).split('\n')[0]!;
  const head = `<b>${escapeHtml(clean(use.name))}</b> <code>${escapeHtml(subject)}</code>${shown.tally}${mark}`;
  return `<details class="tool${failed ? ' failed' : ''}"><summary>${head}</summary>\n${shown.html}${result === null ? '' : failed ? output(result) : shown.outcome(result)}</details>\n`;
}

/** A result whose call is not in the thread any more. */
export function lonelyResult(result: ToolResultBlock): string {
  const failed = result.is_error === true;
  const head = `<b class="label">Result</b>${failed ? badge('failed') : ''}`;
  return `<details class="tool${failed ? ' failed' : ''}"><summary>${head}</summary>\n${output(result)}</details>\n`;
}

const badge = (words: string) => ` <span class="badge label">${words}</span>`;

function output({ content }: ToolResultBlock): string {
  const text = resultText(content).replace(/\n+$/, '');
  const pictures = typeof content === 'string' ? '' : imagesOf(content ?? []);
  if (text === '' && pictures === '') return '<p class="none label">No output</p>\n';
  return `${text === '' ? '' : `<pre class="output">${escapeHtml(text)}</pre>\n`}${pictures}`;
}

/** Edits say that they were made; the lines above it have said so already. */
function receipt(result: ToolResultBlock): string {
  const text = resultText(result.content).trim();
  return text.length > 300 ? output(result) : `<p class="none">${escapeHtml(text)}</p>\n`;
}

interface Shown {
  readonly html: string;
  outcome(result: ToolResultBlock): string;
  /** How many lines came and went, or how much is done. */
  readonly tally: string;
}

function inputOf({ name, input }: ToolUseBlock): Shown {
  switch (name) {
    case 'Bash':
      return plain(
        `<pre class="command">${escapeHtml(clean(words(input.command)))}</pre>\n${fields(input, ['command'])}`,
      );
    case 'Edit':
      return edits([input]);
    case 'MultiEdit':
      return edits(Array.isArray(input.edits) ? input.edits.map(record) : []);
    case 'Write':
      return edits([{ old_string: '', new_string: input.content }]);
    case 'TodoWrite':
      return todos(input.todos);
    default:
      return plain(fields(input));
  }
}

const plain = (html: string): Shown => ({ html, outcome: output, tally: '' });

function edits(pieces: readonly Record<string, unknown>[]): Shown {
  const patches = pieces.map((piece) =>
    hunksOf({ before: ended(piece.old_string), after: ended(piece.new_string), firstLine: null }),
  );
  const sum = (count: (patch: (typeof patches)[number]) => number) => patches.reduce((all, one) => all + count(one), 0);
  const came = `<ins>+${sum(({ additions }) => additions)}</ins>`;
  const went = `<del>−${sum(({ deletions }) => deletions)}</del>`;
  return {
    html: patches.map(({ text }) => diffHtml(text.replace(/^@@ \.\.\. @@\n/, ''))).join(''),
    outcome: receipt,
    tally: ` <span class="tally label">${came} ${went}</span>`,
  };
}

/** A piece of a file says nothing about where the file ends. */
const ended = (piece: unknown) => words(piece).replace(/[^\n]$/, '$&\n');

function todos(list: unknown): Shown {
  const boxes = { done: '☑', active: '◐', pending: '☐' } as const;
  const items = (Array.isArray(list) ? list : []).flatMap(todoOf);
  const item = ({ state, text }: Todo) => `<li class="${state}">${boxes[state]} ${escapeHtml(clean(text))}</li>\n`;
  const done = items.filter(({ state }) => state === 'done').length;
  return {
    html: `<ul class="todos">${items.map(item).join('')}</ul>\n`,
    outcome: () => '',
    tally: ` <span class="tally label">${done} of ${items.length} done</span>`,
  };
}

function fields(input: Record<string, unknown>, without: readonly string[] = []): string {
  const rows = Object.entries(input).filter(([name]) => !without.includes(name));
  if (rows.length === 0) return '';
  const row = ([name, value]: [string, unknown]) =>
    `<dt class="label">${escapeHtml(clean(name))}</dt><dd>${escapeHtml(clean(words(value)))}</dd>\n`;
  return `<dl>${rows.map(row).join('')}</dl>\n`;
}

const words = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : value === undefined
      ? ''
      : JSON.stringify(value, (_, part) => (typeof part === 'string' ? clean(part) : part), 2);

const record = (value: unknown): Record<string, unknown> =>
  value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {};
