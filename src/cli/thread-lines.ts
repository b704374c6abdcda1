// Threads as a table that fits the terminal; in a pipe nothing is cut.
import type { ThreadSummary } from '../engine/api.ts';
import { age } from '../text/figures.ts';
import { padEnd, truncate } from './columns.ts';
import type { Output, Shell } from './shell.ts';
import { oneLine } from './text.ts';

export function threadLines(threads: ThreadSummary[], shell: Pick<Shell, 'now'> & { out: Output }): string[] {
  const rows = threads.map((thread) => ({
    id: thread.id,
    title: thread.title === null ? '(no title)' : oneLine(thread.title),
    status: thread.status === 'idle' ? '' : thread.status,
    messages: String(thread.messages),
    age: age(thread.updatedAt, shell.now()),
    cwd: oneLine(thread.cwd),
  }));
  const width = (key: keyof (typeof rows)[number]) => Math.max(...rows.map((row) => row[key].length));
  const ids = width('id');
  const ages = width('age');
  const statuses = width('status');
  const counts = width('messages');
  const { dim } = shell.out.style;
  return rows.map((row) => {
    const left = [padEnd(row.id, ids), dim(row.age.padStart(ages)), dim(row.messages.padStart(counts))];
    if (statuses > 0) left.push(padEnd(row.status, statuses));
    const used = ids + ages + counts + (statuses > 0 ? statuses + 2 : 0) + 6;
    const room = shell.out.isTTY ? Math.max(20, shell.out.columns - used) : Number.POSITIVE_INFINITY;
    const title = truncate(row.title, room);
    const folder = truncate(row.cwd, Math.max(0, room - title.length - 2));
    return [...left, title, ...(folder.length > 1 ? [dim(folder)] : [])].join('  ');
  });
}
