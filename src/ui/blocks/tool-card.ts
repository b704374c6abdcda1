// A tool call: a headline that says what it does and how long it took, and under it the least that tells how it went.
// State shows by shape first (○ runs, ? waits, ● done, ✗ failed, ■ stopped), colour second.
import type { Block } from '../../store/types.ts';
import { duration, elapsed, plural } from '../../text/figures.ts';
import { oneLine, sanitise } from '../text/sanitise.ts';
import { stripStyles } from '../text/styled.ts';
import { truncate } from '../text/truncate.ts';
import { textWidth } from '../text/width.ts';
import { wrap } from '../text/wrap.ts';
import { countLine, type DiffPicture, renderDiff } from './diff.ts';
import { fold, HANG, hang, indented, more, printed, wrapUnder } from './fold.ts';
import type { BlockOptions, Item, ToolItem } from './items.ts';
import { renderItems } from './render.ts';
import { renderTodo } from './todo.ts';
import { editsOf, questions, todoEntries, toolLabel, toolLine } from './tools.ts';

export function renderTool(item: ToolItem, options: BlockOptions): string[] {
  const shown: ToolItem = options.detail === 'folded' && wasStopped(item) ? { ...item, state: 'interrupted' } : item;
  return [...headline(shown, options), ...body(shown, options)];
}

/** What an interrupt leaves as the tool's result is said to the model, not to the person who pressed the key. */
function wasStopped({ state, result }: ToolItem): boolean {
  return state === 'failed' && /^The user doesn't want to (proceed with|take) this/.test(resultText(result).trim());
}

function headline(item: ToolItem, { width, theme, now, cwd, detail }: BlockOptions): string[] {
  const label = truncate(toolLabel(item.name), Math.max(4, width - 4));
  const line = toolLine(item.name, item.input, cwd);
  const time = timeOf(item, now);
  const tail = time === '' ? '' : `  ${theme.dim(time)}`;
  const start = `${mark(item, theme)} ${theme.bold(label)}`;
  const command =
    item.name === 'Bash' && typeof item.input.command === 'string' ? sanitise(item.input.command).trim() : null;
  if (detail === 'expanded' && command !== null && command.includes('\n'))
    return [start + tail, ...command.split('\n').flatMap((part) => wrap(part, width, { first: '    ', mode: 'cut' }))];
  const room = width - textWidth(start) - textWidth(tail) - 2;
  if (line.text === '') return [start + tail];
  if (detail === 'folded' || textWidth(line.text) <= room) {
    const what = truncate(line.text, room, line.cut);
    return [what === '' ? truncate(start + tail, width) : `${start}  ${what}${tail}`];
  }
  return [
    ...wrap(line.text, width, { first: `${start}  `, rest: '    ' }),
    ...(time === '' ? [] : [`    ${theme.dim(time)}`]),
  ];
}

function mark(item: ToolItem, theme: BlockOptions['theme']): string {
  switch (item.state) {
    case 'running':
      return theme.accent('○');
    case 'waiting':
      return theme.warn('?');
    case 'done':
      return theme.good('●');
    case 'failed':
      return theme.bad('✗');
    case 'interrupted':
      return theme.dim('■');
  }
}

const BRIEF = 500;

function timeOf(item: ToolItem, now: number): string {
  if (item.startedAt === null || toolLabel(item.name) === 'Todo') return '';
  if (item.state === 'waiting') return 'waits for you';
  if (item.state === 'running') return now - item.startedAt < 1000 ? '' : elapsed(now - item.startedAt);
  const took = (item.endedAt ?? item.startedAt) - item.startedAt;
  return took < BRIEF ? '' : duration(took);
}

/** What waits for an answer is shown in full where it is asked for. */
function body(item: ToolItem, options: BlockOptions): string[] {
  if (item.state === 'waiting' && options.detail === 'folded') return [];
  if (item.children.length > 0) return [...subagent(item.children, options), ...agentResult(item, options)];
  if (item.state === 'interrupted')
    return [...change(item, options), ...hang([options.theme.dim('interrupted')], options)];
  if (item.state === 'failed') return failure(item, options);
  switch (item.name) {
    case 'Edit':
    case 'MultiEdit':
    case 'Write':
    case 'NotebookEdit':
      return change(item, options);
    case 'TodoWrite':
      return indented(renderTodo(todoEntries(item.input), { ...options, width: options.width - 2 }), '  ');
    case 'AskUserQuestion':
      return answered(item, options);
    case 'Read':
      return counted(item, 'line', options);
    case 'Glob':
      return counted(item, 'file', options);
    case 'ExitPlanMode':
      return plan(item, options);
    case 'Bash':
    case 'BashOutput':
    case 'TaskOutput':
      return output(item, 5, 'end', options);
    case 'TaskCreate':
    case 'TaskUpdate':
    case 'TaskList':
    case 'EnterPlanMode':
      return options.detail === 'expanded' ? output(item, 3, 'start', options) : [];
    case 'Task':
    case 'Agent':
      return agentResult(item, options);
    default:
      return output(item, 3, 'start', options);
  }
}

function output(item: ToolItem, most: number, keep: 'start' | 'end', options: BlockOptions): string[] {
  const said = resultText(item.result).replace(/^\(Bash completed with no output\)$/, '');
  const text = printed(said, options).replace(/\s+$/, '').replace(/^\n+/, '');
  if (stripStyles(text).trim() === '')
    return item.result === null ? [] : hang([options.theme.dim('no output')], options);
  const { theme } = options;
  const shown = ending(text, most, keep, options);
  const lines = shown.text.split('\n').flatMap((line) => wrapUnder(theme.dim(line), options));
  if (shown.left === 0) return hang(fold(lines, most, keep, options), options);
  const rest = theme.dim(more(shown.left));
  return hang(keep === 'end' ? [rest, ...lines.slice(-most)] : [...lines.slice(0, most), rest], options);
}

/** A folded result of a hundred thousand lines costs no more than one of ten: only what may be seen is wrapped. */
function ending(
  text: string,
  most: number,
  keep: 'start' | 'end',
  { detail }: BlockOptions,
): { text: string; left: number } {
  const lines = text.split('\n');
  if (detail === 'expanded' || lines.length <= most + 1) return { text, left: 0 };
  const kept = keep === 'end' ? lines.slice(-most) : lines.slice(0, most);
  return { text: kept.join('\n'), left: lines.length - most };
}

function failure(item: ToolItem, options: BlockOptions): string[] {
  const { theme } = options;
  const text = sanitise(resultText(item.result))
    .replace(/<\/?tool_use_error>/g, '')
    .trim();
  const lines = (text === '' ? 'failed' : text).split('\n').flatMap((line) => wrapUnder(theme.bad(line), options));
  return [...change(item, options), ...hang(fold(lines, 5, 'both', options), options)];
}

/** What an edit did, or, after it failed, would have done. */
function change(item: ToolItem, options: BlockOptions): string[] {
  const edits = editsOf(item.name, item.input);
  if (!edits || (options.detail === 'folded' && item.state === 'failed')) return [];
  const { theme, detail } = options;
  const first = item.name === 'Write' ? 1 : numberedFrom(item, edits.edits[0]?.after ?? '');
  const lines: string[] = [];
  let total = { added: 0, removed: 0 };
  let hidden = 0;
  for (const [index, edit] of edits.edits.entries()) {
    const picture: DiffPicture = renderDiff(
      { path: edits.path, ...edit, ...(first !== null && index === 0 ? { firstLine: first } : {}) },
      {
        width: Math.max(8, options.width - HANG),
        theme,
        ...(detail === 'folded' ? { most: Math.max(2, MOST_DIFF - lines.length) } : {}),
      },
    );
    total = { added: total.added + picture.added, removed: total.removed + picture.removed };
    hidden += picture.hidden;
    if (index > 0 && lines.length >= MOST_DIFF && detail === 'folded') hidden += picture.lines.length;
    else lines.push(...(index > 0 ? [theme.dim('⋯')] : []), ...picture.lines);
  }
  if (total.added + total.removed === 0) return [];
  const count = item.name === 'Write' ? [] : hang([theme.dim(countLine(total))], options);
  return [...count, ...indented([...lines, ...(hidden > 0 ? [theme.dim(more(hidden))] : [])], '    ')];
}

const MOST_DIFF = 16;

/** Some versions answer an edit with the numbered lines around it: there the first changed line tells its number. */
function numberedFrom(item: ToolItem, after: string): number | null {
  const wanted = after.split('\n').map((line) => line.trimEnd());
  const numbered = [...resultText(item.result).matchAll(/^\s*(\d+)[→\t](.*)$/gm)];
  const at = numbered.findIndex((_, start) =>
    wanted.every((line, index) => numbered[start + index]?.[2]?.trimEnd() === line),
  );
  return at >= 0 && after.trim() !== '' ? Number(numbered[at]![1]) : null;
}

function counted(item: ToolItem, what: string, options: BlockOptions): string[] {
  if (options.detail === 'expanded') return output(item, 0, 'start', options);
  if (item.result === null) return [];
  const images = typeof item.result === 'string' ? 0 : item.result.filter((block) => block.type === 'image').length;
  const text = resultText(item.result)
    .replace(/<system-reminder>[\s\S]*?<\/system-reminder>/g, '')
    .replace(/\n\s*\d+[→\t]\s*$/, '')
    .trim();
  const none = text === '' || /^No files found/i.test(text);
  const count = none ? 0 : text.split('\n').length;
  const line = images > 0 && count <= images ? plural(images, 'image') : none ? `no ${what}s` : plural(count, what);
  return hang([options.theme.dim(line)], options);
}

function answered(item: ToolItem, options: BlockOptions): string[] {
  const { theme } = options;
  const text = sanitise(resultText(item.result));
  return questions(item.input).flatMap(({ question }) => {
    const quoted = `"${question}"="`;
    const at = text.indexOf(quoted);
    const answer = at < 0 ? '' : text.slice(at + quoted.length).split(/"(?:[,.]| user notes:|$)/)[0]!;
    const asked = wrapUnder(oneLine(question), options);
    return [
      ...hang(asked, options),
      ...(answer === '' ? [] : wrapUnder(theme.accent(answer), options).map((line) => `    ${line}`)),
    ];
  });
}

function plan(item: ToolItem, options: BlockOptions): string[] {
  const text = typeof item.input.plan === 'string' ? item.input.plan : '';
  if (text === '') return [];
  const lines = renderItems([{ kind: 'text', text }], { ...options, width: Math.max(8, options.width - HANG) });
  return indented(fold(lines, 30, 'start', options), '    ');
}

/** Folded: the last few things it did, a line each. */
function subagent(children: readonly Item[], options: BlockOptions): string[] {
  const inner = { ...options, width: Math.max(8, options.width - HANG) };
  if (options.detail === 'expanded') return indented(renderItems(children, inner), '    ');
  const calls = children.filter((child) => child.kind === 'tool');
  const shown = calls.slice(-3);
  const before = calls.length - shown.length;
  const lines = shown.map((call) => truncate(headline({ ...call, children: [] }, inner)[0] ?? '', inner.width));
  return indented(
    [...(before > 0 ? [options.theme.dim(`… +${plural(before, 'call')} (Ctrl+O)`)] : []), ...lines],
    '    ',
  );
}

function agentResult(item: ToolItem, options: BlockOptions): string[] {
  if (item.result === null) return [];
  if (/^Async agent launched/.test(resultText(item.result)))
    return hang([options.theme.dim('works in the background')], options);
  if (item.state === 'failed') return failure({ ...item, children: [] }, options);
  return output({ ...item, result: resultText(item.result).replace(forTheModel, '') }, 3, 'start', options);
}

/** What `claude` adds to an agent's report: how to reach it again, and what it cost. */
const forTheModel = /\n*^agentId: [^\n]*(?:\n<usage>[\s\S]*?<\/usage>)?\s*$/m;

export function resultText(result: ToolItem['result']): string {
  if (result === null) return '';
  if (typeof result === 'string') return result;
  return result.map(blockWords).filter(Boolean).join('\n');
}

function blockWords(block: Block): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'image':
      return '[image]';
    case 'document':
      return '[document]';
    case 'tool_result':
      return resultText(block.content ?? null);
    default:
      return '';
  }
}
