// `/status`, `/stats` and `/todo`: what is known about a thread, as text to read and to copy.
import { wholeLine } from '../../engine/export/share.ts';
import type { StatsRow } from '../../engine/stats.ts';
import { readTodos, type Todo } from '../../engine/todo.ts';
import type { ThreadId } from '../../store/types.ts';
import { duration, plural } from '../../text/figures.ts';
import { renderTodo } from '../blocks/todo.ts';
import { folderName, threadName } from '../overlays/names.ts';
import { createViewer } from '../overlays/viewer.ts';
import { oneLine } from '../text/sanitise.ts';
import type { CommandHost } from './host.ts';

const marks: Record<Todo['state'], string> = { done: '[x]', active: '[>]', pending: '[ ]' };

export function showTodo(host: CommandHost, thread: ThreadId): void {
  const reader = readTodos();
  for (const message of wholeLine(host.engine, thread)) reader.add(message);
  const todos = reader.todos();
  if (todos.length === 0) {
    host.notice('info', 'The model keeps no todo list in this thread');
    return;
  }
  const done = todos.filter(({ state }) => state === 'done').length;
  host.openOverlay(
    createViewer(host.overlays, {
      title: `Todo: ${done} of ${todos.length} done`,
      text: todos.map(({ state, text }) => `${marks[state]} ${oneLine(text)}`).join('\n'),
      lines: (columns, theme) => renderTodo(todos, { width: columns, theme }),
    }),
  );
}

export function showStatus(host: CommandHost, id: ThreadId): void {
  const text = statusLines(host, id).join('\n');
  host.openOverlay(createViewer(host.overlays, { title: 'Status', text }));
}

export function statusLines({ engine, overlays }: CommandHost, id: ThreadId): string[] {
  const thread = engine.get(id);
  const { status, turn, queue, asks, owner, paused } = engine.status(id);
  const { settings } = thread;
  const rows: [string, string][] = [
    ['Thread', `${threadName(engine, thread)} (${thread.id})`],
    ['Folder', folderName(thread.cwd, overlays)],
    ['State', `${status}${owner ? `, run by process ${owner.pid} on ${owner.host}` : ''}`],
    ['Messages', String(thread.messages)],
    [
      'Last turn',
      turn
        ? `${turn.state}${turn.durationMs === null ? '' : ` after ${duration(turn.durationMs)}`}${turn.error ? `: ${oneLine(turn.error)}` : ''}`
        : 'none yet',
    ],
    ['Queue', `${queue.length === 0 ? 'empty' : plural(queue.length, 'message')}${paused ? ', paused' : ''}`],
    ['Waiting for you', asks.length === 0 ? 'nothing' : plural(asks.length, 'question')],
    ['Model', settings.model ?? 'default'],
    ['Mode', settings.mode ?? 'ask'],
    ['Allowed tools', (settings.allowedTools ?? []).join(', ') || 'as asked'],
    ['Denied tools', (settings.deniedTools ?? []).join(', ') || 'none'],
    ['Steering', settings.steeringMode ?? 'one-at-a-time'],
    ['Fork of', thread.parent ?? 'none'],
    ['Forks', String(engine.children(id).length)],
    ['Can unrevert', thread.previousHead === null ? 'no' : 'yes'],
    ['Began', new Date(thread.createdAt).toISOString().slice(0, 16).replace('T', ' ')],
  ];
  return rows.map(([name, value]) => `${name.padEnd(16)} ${value}`);
}

/** The thread on the screen, when there is one, by model; then everything there is. */
export function showStats(host: CommandHost): void {
  const { engine, thread } = host;
  const own = thread === null ? null : engine.stats({ thread });
  const all = engine.stats();
  const rows: [string, StatsRow][] = [
    ...(own?.models ?? []).map((row): [string, StatsRow] => [row.model, row]),
    ...(own ? [['This thread', own.total] as [string, StatsRow]] : []),
    ['Everything', all.total],
  ];
  const lines = rows.map(([name, row]) => [name, ...cells(row)]);
  const table = [['', 'turns', 'in', 'out', 'time', 'cost'], ...lines];
  const widths = table[0]!.map((_, column) => Math.max(...table.map((line) => line[column]!.length)));
  const text = table
    .map((line) =>
      line.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!))).join('  '),
    )
    .map((line) => line.trimEnd())
    .join('\n');
  host.openOverlay(
    createViewer(host.overlays, { title: 'Stats', text: `${text}\n\nccchat stats: by day, model, folder and thread` }),
  );
}

const cells = (row: StatsRow): string[] => [
  String(row.turns),
  String(row.inputTokens + row.cacheReadTokens + row.cacheWriteTokens),
  String(row.outputTokens),
  duration(row.durationMs),
  row.costUsd === null ? '' : `$${row.costUsd.toFixed(2)}`,
];
