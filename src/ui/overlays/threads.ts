// The thread picker. However many threads there are, it reads the rows on view: what contains the typed words comes from the
// database a page at a time, and what only resembles them is looked for among the most recent thousand.
import path from 'node:path';
import type { ListFilter, ThreadSummary } from '../../engine/api.ts';
import type { ThreadId } from '../../store/types.ts';
import { age } from '../../text/figures.ts';
import { fuzzyMatch } from '../composer/fuzzy.ts';
import { closed, type Overlay, type OverlayContext, type OverlayOutcome, type Size, stay } from '../overlay.ts';
import { oneLine } from '../text/sanitise.ts';
import { padEnd, padStart, truncate } from '../text/truncate.ts';
import { textWidth } from '../text/width.ts';
import { excerpt } from './excerpt.ts';
import { createField, type Field } from './field.ts';
import { bodyRows, frame, sideBySide, splitColumns } from './frame.ts';
import { mark, spansOf } from './highlight.ts';
import { actionFor, type Binding, footerOf, hintsOf, moveFor } from './keys.ts';
import { createList, type ReadRows } from './list.ts';
import { failureLine, folderName, statusMark, threadName } from './names.ts';
import { createReader } from './reader.ts';

export interface ThreadsOptions {
  readonly filter?: string;
  readonly scope?: 'folder' | 'all';
}

type Action = 'scope' | 'rename' | 'delete' | 'undo' | 'pin' | 'archive' | 'archived' | 'read' | 'fork';

export const threadKeys: readonly Binding<Action>[] = [
  { action: 'scope', chords: ['tab'], help: 'scope' },
  { action: 'rename', chords: ['ctrl+r'], help: 'rename' },
  { action: 'delete', chords: ['ctrl+x'], help: 'delete' },
  { action: 'undo', chords: ['ctrl+z', 'alt+z'], help: 'undo delete' },
  { action: 'pin', chords: ['ctrl+t'], help: 'pin' },
  { action: 'read', chords: ['ctrl+o'], help: 'read' },
  { action: 'archive', chords: ['ctrl+g'], help: 'archive' },
  { action: 'archived', chords: ['ctrl+v'], help: 'show archive' },
  { action: 'fork', chords: ['alt+enter'], help: 'fork' },
];

const fuzzyAmong = 1000;
const fuzzyUpTo = 200;

/** Rows for a filter text: those that contain it, then those that resemble it. */
function threadRows(
  context: OverlayContext,
  filter: () => ListFilter & { query: string },
): () => ReadRows<ThreadSummary> {
  let recent: { key: string; threads: ThreadSummary[] } | null = null;

  const recentThreads = (where: ListFilter): ThreadSummary[] => {
    const key = JSON.stringify(where);
    if (recent?.key !== key) recent = { key, threads: context.engine.list({ ...where, limit: fuzzyAmong }) };
    return recent.threads;
  };

  return () => {
    const { query, ...where } = filter();
    if (query === '') {
      recent = null;
      return (offset, limit) => context.engine.list({ ...where, offset, limit });
    }
    const containing = context.engine.list({ ...where, query, limit: fuzzyUpTo + 1 });
    if (containing.length > fuzzyUpTo)
      return (offset, limit) => context.engine.list({ ...where, query, offset, limit });
    const known = new Set(containing.map((thread) => thread.id));
    const resembling = recentThreads(where)
      .filter((thread) => !known.has(thread.id))
      .flatMap((thread) => {
        const match = fuzzyMatch(query.replace(/\s+/g, ''), soughtIn(thread));
        return match ? [{ thread, score: match.score }] : [];
      })
      .sort((a, b) => b.score - a.score)
      .map(({ thread }) => thread);
    const all = [...containing, ...resembling];
    return (offset, limit) => all.slice(offset, offset + limit);
  };
}

const soughtIn = (thread: ThreadSummary) => `${oneLine(thread.title ?? '')} ${thread.id} ${path.basename(thread.cwd)}`;

export function createThreads(context: OverlayContext, options: ThreadsOptions = {}): Overlay {
  const { engine, theme, keymap } = context;
  const field = createField({ theme, keymap, text: options.filter ?? '', placeholder: 'type to filter' });
  let scope: 'folder' | 'all' = options.scope ?? 'folder';
  let archived = false;
  let renaming: { thread: ThreadId; field: Field } | null = null;
  let message: string | null = null;
  const deleted: { id: ThreadId; name: string }[] = [];
  const names = new Map<ThreadId, string>();
  let preview: { key: string; lines: string[] } | null = null;

  const rows = threadRows(context, () => ({
    ...(scope === 'folder' ? { cwd: context.cwd } : {}),
    archived,
    query: field.text.trim(),
  }));
  let read: ReadRows<ThreadSummary> | null = null;
  const list = createList<ThreadSummary>(readRows, { key: (thread) => thread.id });

  function readRows(offset: number, limit: number): readonly ThreadSummary[] {
    read ??= rows();
    return read(offset, limit);
  }

  const again = (from: 'here' | 'top') => {
    read = null;
    if (from === 'top') list.reset();
    else list.refresh();
  };

  if (scope === 'folder' && options.scope === undefined && list.at(0) === undefined) {
    scope = 'all';
    again('top');
  }
  if (list.selected()?.id === context.thread) list.select(1);

  const nameOf = (thread: ThreadSummary): string => {
    if (thread.title) return oneLine(thread.title);
    const known = names.get(thread.id) ?? threadName(engine, thread);
    names.set(thread.id, known);
    return known;
  };

  function line(thread: ThreadSummary, columns: number): string {
    const here = thread.id === context.thread ? theme.accent('◆') : thread.pinned ? theme.warn('★') : ' ';
    const marks = `${statusMark(thread.status, theme)}${here} `;
    const when = theme.dim(padStart(age(thread.updatedAt, context.now()), 7));
    const count = columns >= 56 ? theme.dim(padStart(String(thread.messages), 6)) : '';
    const folder =
      scope === 'all' && columns >= 72
        ? ` ${theme.dim(padEnd(truncate(folderName(thread.cwd, context), 20, 'start'), 20))}`
        : '';
    const room = columns - 3 - textWidth(when) - textWidth(count) - textWidth(folder) - 1;
    const name = nameOf(thread);
    const query = field.text.trim().replace(/\s+/g, '');
    const match = query === '' ? null : fuzzyMatch(query, name);
    const title = match ? mark(name, spansOf(match.hits, name), theme.hit) : name;
    return `${marks}${padEnd(truncate(title, room), room)}${folder}${count} ${when}`;
  }

  function previewOf(thread: ThreadSummary, columns: number, height: number): string[] {
    const key = `${thread.id} ${thread.head} ${columns} ${height}`;
    if (preview?.key === key) return preview.lines;
    const head = [
      theme.bold(truncate(nameOf(thread), columns)),
      theme.dim(truncate(`${thread.id} · ${folderName(thread.cwd, context)}`, columns, 'middle')),
      theme.dim(truncate(facts(thread), columns)),
      '',
    ];
    const lines = [...head, ...excerpt(engine, thread.id, { columns, rows: height - head.length }, theme)];
    preview = { key, lines };
    return lines;
  }

  const facts = (thread: ThreadSummary) =>
    [
      `${thread.messages} ${thread.messages === 1 ? 'message' : 'messages'}`,
      thread.status === 'idle' ? '' : thread.status,
      thread.parent === null ? '' : `fork of ${thread.parent}`,
      thread.pinned ? 'pinned' : '',
      thread.settings.model ?? '',
    ]
      .filter(Boolean)
      .join(' · ');

  function change(thread: ThreadSummary, what: 'pin' | 'archive' | 'delete'): void {
    const name = nameOf(thread);
    if (what === 'pin') engine.update(thread.id, { pinned: !thread.pinned });
    else if (what === 'archive') {
      engine.update(thread.id, { archived: !thread.archived });
      message = `${thread.archived ? 'Back among the threads' : 'Archived'}: ${name}. Ctrl+V shows the ${thread.archived ? 'threads' : 'archive'}`;
    } else {
      engine.delete(thread.id);
      deleted.push({ id: thread.id, name });
      message = `Deleted: ${name}. Ctrl+Z brings it back`;
    }
    again('here');
  }

  function undo(): void {
    const last = deleted.pop();
    if (!last) {
      message = 'Nothing was deleted here';
      return;
    }
    engine.undelete(last.id);
    message = `Back again: ${last.name}`;
    again('here');
  }

  function act(action: Action): OverlayOutcome {
    const thread = list.selected();
    if (action === 'undo') undo();
    else if (action === 'scope' || action === 'archived') {
      if (action === 'scope') scope = scope === 'folder' ? 'all' : 'folder';
      else archived = !archived;
      again('top');
    } else if (thread) {
      if (action === 'rename')
        renaming = { thread: thread.id, field: createField({ theme, keymap, text: nameOf(thread), prompt: '' }) };
      else if (action === 'read')
        return { type: 'open', overlay: createReader({ ...context, thread: thread.id, cwd: thread.cwd }) };
      else if (action === 'fork') return { type: 'fork', thread: thread.id };
      else change(thread, action);
    }
    return stay;
  }

  function renameInput(event: Parameters<Overlay['input']>[0], size: Size): OverlayOutcome {
    const move = moveFor(keymap, event);
    if (move === 'close') renaming = null;
    else if (move === 'choose' && renaming) {
      engine.update(renaming.thread, { title: renaming.field.text.trim() || null });
      names.delete(renaming.thread);
      renaming = null;
      preview = null;
      again('here');
    } else renaming?.field.input(event, size.columns);
    return stay;
  }

  function tried(run: () => OverlayOutcome): OverlayOutcome {
    try {
      return run();
    } catch (error) {
      message = theme.bad(failureLine(error));
      return stay;
    }
  }

  const listRows = (size: Size) => bodyRows(size) - 1;

  return {
    name: 'threads',
    view(size) {
      const height = listRows(size);
      const split = splitColumns(size.columns);
      const left = split?.left ?? size.columns;
      const typed = field.view(left);
      let cursor: { row: number; column: number } | null = typed.cursor;
      const drawn = list.draw(height, left, theme, (thread, columns, state) => {
        if (state === 'other' || renaming?.thread !== thread.id) return line(thread, columns);
        const edited = renaming.field.view(columns);
        cursor = { row: 1 + list.place(list.index, height), column: 2 + edited.cursor.column };
        return edited.lines[0] ?? '';
      });
      if (drawn.length === 0) drawn.push('', `  ${theme.dim(emptyText())}`);
      const selected = list.selected();
      const lines = [...typed.lines, ...drawn];
      const body =
        split && selected
          ? sideBySide(lines, previewOf(selected, split.right, height), split, bodyRows(size), theme)
          : lines;
      const where = `${archived ? 'archive · ' : ''}${scope === 'folder' ? folderName(context.cwd, context) : 'all folders'}`;
      const hints = renaming
        ? [{ key: 'Enter', help: 'rename' }]
        : [{ key: 'Enter', help: 'open' }, ...hintsOf(threadKeys)];
      const info = [where, list.position()].filter(Boolean).join(' · ');
      return frame(size, theme, {
        title: 'Threads',
        info,
        message,
        footer: footerOf(hints, theme, size),
        body,
        cursor,
      });
    },
    input(event, size) {
      message = null;
      return tried(() => {
        if (renaming) return renameInput(event, size);
        const action = actionFor(threadKeys, event);
        if (action) return act(action);
        const move = moveFor(keymap, event);
        if (move === 'close') {
          if (field.text === '') return closed;
          field.set('');
          again('top');
        } else if (move === 'choose') {
          const thread = list.selected();
          return thread ? { type: 'go', thread: thread.id } : stay;
        } else if (move) list.move(move, listRows(size));
        else {
          const before = field.text;
          field.input(event, size.columns);
          if (field.text !== before) again('top');
        }
        return stay;
      });
    },
    engineEvent(event) {
      if (event.type !== 'status' && event.type !== 'thread.changed' && event.type !== 'turn.end') return false;
      again('here');
      return true;
    },
  };

  function emptyText(): string {
    if (field.text.trim() !== '') return `No thread resembles “${oneLine(field.text)}”. Esc clears the filter`;
    if (archived) return 'Nothing is archived. Ctrl+V goes back';
    return scope === 'folder' ? 'No thread in this folder yet. Tab shows all folders' : 'No thread yet';
  }
}
