// Threads as a table that fits the terminal; in a pipe nothing is cut.
import type { ThreadSummary } from '../engine/api.ts';
import { age } from '../text/figures.ts';
import { shortFolder } from '../text/folder.ts';
import { padEnd, truncate, truncateStart, widthOf } from './columns.ts';
import type { Output, Shell } from './shell.ts';
import { oneLine } from './text.ts';

const leastTitle = 20;

/** Of a narrow window, what counts least leaves first. */
export function threadLines(threads: ThreadSummary[], shell: Pick<Shell, 'now' | 'env'> & { out: Output }): string[] {
  const rows = threads.map((thread) => ({
    id: thread.id,
    title: thread.title === null ? '(no title)' : oneLine(thread.title),
    status: [thread.pinned && 'pinned', thread.status !== 'idle' && thread.status].filter(Boolean).join(', '),
    messages: String(thread.messages),
    age: age(thread.updatedAt, shell.now()),
    cwd: oneLine(shell.out.isTTY ? shortFolder(thread.cwd, shell.env.HOME) : thread.cwd),
  }));
  const { style, isTTY, columns } = shell.out;
  const width = (key: keyof (typeof rows)[number]) => rows.reduce((most, row) => Math.max(most, row[key].length), 0);
  const facts = (['id', 'age', 'messages', 'status'] as const)
    .map((key) => ({ key, width: width(key) }))
    .filter((fact) => fact.width > 0);
  const used = () => facts.reduce((sum, fact) => sum + fact.width + 2, 0);
  for (const key of ['messages', 'age'] as const)
    if (isTTY && columns - used() < leastTitle)
      facts.splice(
        facts.findIndex((fact) => fact.key === key),
        1,
      );
  const room = isTTY ? Math.max(leastTitle, columns - used()) : Number.POSITIVE_INFINITY;
  return rows.map((row) => {
    const left = facts.map(({ key, width: wide }) => {
      if (key === 'age' || key === 'messages') return style.dim(row[key].padStart(wide));
      return padEnd(row[key], wide);
    });
    const title = truncate(row.title, room);
    const rest = room - widthOf(title) - 2;
    const folder = rest >= Math.min(8, widthOf(row.cwd)) ? [style.dim(truncateStart(row.cwd, rest))] : [];
    return [...left, title, ...folder].join('  ');
  });
}
