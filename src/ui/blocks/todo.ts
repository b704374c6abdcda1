// A todo list: what is done, what is being done, what is to come, each told by its mark.
import { oneLine } from '../text/sanitise.ts';
import { wrap } from '../text/wrap.ts';
import type { Theme } from '../theme.ts';
import type { TodoEntry } from './items.ts';

export function renderTodo(entries: readonly TodoEntry[], { width, theme }: { width: number; theme: Theme }): string[] {
  const marks = { done: theme.good('✓'), active: theme.accent('▸'), pending: theme.dim('○') };
  const styles = { done: theme.dim, active: theme.bold, pending: (text: string) => text };
  return entries.flatMap(({ text, state }) =>
    wrap(styles[state](oneLine(text)), width, { first: `${marks[state]} `, rest: '  ' }),
  );
}
