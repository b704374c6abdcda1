// The family of forks: everything that shares a beginning with a thread, as a tree. A parent is fixed when a thread is made, so
// there are no cycles; details of a thread (turns, where it branched off) are read only for rows on view.
import type { EngineApi, ThreadSummary } from '../../engine/api.ts';
import { isInterruption } from '../../engine/interruption.ts';
import type { ThreadId } from '../../store/types.ts';
import { age } from '../../text/figures.ts';
import { closed, type Overlay, type OverlayContext, type OverlayOutcome, stay } from '../overlay.ts';
import { oneLine } from '../text/sanitise.ts';
import { padEnd, padStart, truncate } from '../text/truncate.ts';
import { textWidth } from '../text/width.ts';
import { excerpt, plainWords } from './excerpt.ts';
import { bodyRows, frame, sideBySide, splitColumns } from './frame.ts';
import { actionFor, type Binding, footerOf, hintsOf, pagerMoveFor } from './keys.ts';
import { createList, rowsOf } from './list.ts';
import { failureLine, folderName, statusMark, textOf, threadName } from './names.ts';
import { createReader } from './reader.ts';

export interface TreeOptions {
  /** `family` begins at the oldest ancestor, `children` at the thread itself. */
  readonly from?: 'family' | 'children';
}

interface TreeRow {
  readonly thread: ThreadSummary;
  /** The lines in front of it: `│ ├─`. */
  readonly branch: string;
}

type Action = 'read' | 'fork';

export const treeKeys: readonly Binding<Action>[] = [
  { action: 'read', chords: ['o', 'ctrl+o'], help: 'read' },
  { action: 'fork', chords: ['f'], help: 'fork' },
];

const mostRows = 2000;
const turnsCounted = 1000;

/** Depth first, each thread below its parent, children oldest first. */
export function familyRows(engine: EngineApi, root: ThreadId): TreeRow[] {
  const rows: TreeRow[] = [];
  const pending: { thread: ThreadSummary; lead: string; last: boolean; depth: number }[] = [
    { thread: summary(engine, root), lead: '', last: true, depth: 0 },
  ];
  for (let next = pending.pop(); next && rows.length < mostRows; next = pending.pop()) {
    const { thread, lead, last, depth } = next;
    rows.push({ thread, branch: depth === 0 ? '' : `${lead}${last ? '└─' : '├─'}` });
    const below = depth === 0 ? '' : `${lead}${last ? '  ' : '│ '}`;
    const children = engine.children(thread.id);
    for (let i = children.length - 1; i >= 0; i--)
      pending.push({ thread: children[i]!, lead: below, last: i === children.length - 1, depth: depth + 1 });
  }
  return rows;
}

/** The oldest ancestor that is still there. */
export function rootOf(engine: EngineApi, thread: ThreadId): ThreadId {
  let at = engine.get(thread);
  while (at.parent !== null) {
    const parent = known(engine, at.parent);
    if (parent === null || parent.deletedAt !== null) break;
    at = parent;
  }
  return at.id;
}

function known(engine: EngineApi, id: ThreadId) {
  try {
    return engine.get(id);
  } catch {
    return null;
  }
}

function summary(engine: EngineApi, id: ThreadId): ThreadSummary {
  return { ...engine.get(id), status: engine.status(id).status };
}

export function createTree(context: OverlayContext, options: TreeOptions = {}): Overlay {
  const { engine, theme, keymap, thread: here } = context;
  const from = options.from ?? 'family';
  let rows: TreeRow[] = [];
  let message: string | null = null;
  const turns = new Map<string, string>();
  const names = new Map<ThreadId, string>();

  const load = () => {
    rows = here === null ? [] : familyRows(engine, from === 'family' ? rootOf(engine, here) : here);
    names.clear();
  };
  load();
  const list = createList(
    rowsOf(() => rows),
    { key: (row) => row.thread.id },
  );
  list.select(
    Math.max(
      0,
      rows.findIndex((row) => row.thread.id === here),
    ),
  );

  const nameOf = (thread: ThreadSummary): string => {
    const name = names.get(thread.id) ?? threadName(engine, thread);
    names.set(thread.id, name);
    return name;
  };

  const turnsOf = (thread: ThreadSummary): string => {
    const key = `${thread.id} ${thread.head}`;
    const counted = turns.get(key);
    if (counted !== undefined) return counted;
    const count = engine.turns(thread.id, { limit: turnsCounted }).length;
    const text = count >= turnsCounted ? `${turnsCounted}+` : String(count);
    turns.set(key, text);
    return text;
  };

  function line({ thread, branch }: TreeRow, columns: number): string {
    const count = turnsOf(thread);
    const facts = columns >= 50 ? `${count} ${count === '1' ? 'turn' : 'turns'}` : count;
    const right = ` ${theme.dim(padStart(facts, columns >= 50 ? 10 : 5))} ${theme.dim(padStart(age(thread.updatedAt, context.now()), 7))}`;
    const room = columns - textWidth(right);
    const lead = truncate(branch, Math.max(0, Math.floor(room / 2)), 'start');
    const you = thread.id === here ? theme.accent(columns >= 50 ? ' ◆ you are here' : ' ◆') : '';
    const mark = statusMark(thread.status, theme);
    const name = thread.id === here ? theme.bold(nameOf(thread)) : nameOf(thread);
    const left = `${theme.dim(lead)}${lead === '' ? '' : ' '}${mark === ' ' ? '' : `${mark} `}${name}`;
    const title = truncate(left, Math.max(4, room - textWidth(you)));
    return `${padEnd(truncate(title + you, room), room)}${right}`;
  }

  function detail(thread: ThreadSummary, columns: number, height: number): string[] {
    const lines = [
      theme.bold(truncate(nameOf(thread), columns)),
      theme.dim(truncate(`${thread.id} · ${folderName(thread.cwd, context)}`, columns, 'middle')),
      ...branchedAt(thread).map((text) => theme.dim(truncate(text, columns))),
      '',
    ];
    return [...lines, ...excerpt(engine, thread.id, { columns, rows: height - lines.length }, theme)];
  }

  function branchedAt(thread: ThreadSummary): string[] {
    if (thread.parent === null || thread.forkedAt === null) return [];
    try {
      const at = engine.message(thread.forkedAt);
      const words = isInterruption(at) ? 'interrupted' : plainWords(oneLine(textOf(at.blocks).slice(0, 300)));
      return [`branched off after message ${at.depth}${words === '' ? '' : `: “${words}”`}`];
    } catch {
      return [];
    }
  }

  function act(action: Action): OverlayOutcome {
    const row = list.selected();
    if (!row) return stay;
    if (action === 'fork') return { type: 'fork', thread: row.thread.id };
    return { type: 'open', overlay: createReader({ ...context, thread: row.thread.id, cwd: row.thread.cwd }) };
  }

  return {
    name: 'tree',
    view(size) {
      const height = bodyRows(size);
      const split = splitColumns(size.columns);
      const left = split?.left ?? size.columns;
      const drawn = list.draw(height, left, theme, line);
      if (rows.length === 0) drawn.push('', `  ${theme.dim('This thread has not begun: nothing to branch from yet')}`);
      const selected = list.selected();
      const body =
        split && selected
          ? sideBySide(drawn, detail(selected.thread, split.right, height), split, height, theme)
          : drawn;
      const forks = Math.max(0, rows.length - 1);
      const title = from === 'family' ? 'Fork tree' : 'Forks of this thread';
      const info =
        rows.length === 0
          ? ''
          : `${forks === 0 ? 'no' : forks}${rows.length >= mostRows ? '+' : ''} ${forks === 1 ? 'fork' : 'forks'}`;
      const hints = [{ key: 'Enter', help: 'go there' }, ...hintsOf(treeKeys)];
      return frame(size, theme, { title, info, message, footer: footerOf(hints, theme, size), body });
    },
    input(event, size) {
      message = null;
      try {
        const action = actionFor(treeKeys, event);
        if (action) return act(action);
        const move = pagerMoveFor(keymap, event);
        if (move === 'close') return closed;
        if (move === 'choose') {
          const row = list.selected();
          return row ? { type: 'go', thread: row.thread.id } : stay;
        }
        if (move) list.move(move, bodyRows(size));
      } catch (error) {
        message = theme.bad(failureLine(error));
      }
      return stay;
    },
    engineEvent(event) {
      if (event.type !== 'status' && event.type !== 'thread.changed' && event.type !== 'turn.end') return false;
      load();
      list.refresh();
      return true;
    },
  };
}
