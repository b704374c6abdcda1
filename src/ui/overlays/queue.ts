// The queue editor: what was said and has not reached the model. Every change is a row in the database at once, so that what is
// shown is what will happen; what was deleted can be put back where it stood.
import type { InboxItem, ThreadId } from '../../store/types.ts';
import { plural } from '../../text/figures.ts';
import type { InputEvent } from '../keys/events.ts';
import { closed, type Overlay, type OverlayContext, type OverlayOutcome, type Size, stay } from '../overlay.ts';
import { oneLine, sanitise } from '../text/sanitise.ts';
import { padEnd, truncate } from '../text/truncate.ts';
import { wrap } from '../text/wrap.ts';
import { createField, type Field } from './field.ts';
import { bodyRows, frame } from './frame.ts';
import { actionFor, type Binding, footerOf, hintsOf, moveFor, pagerMoveFor } from './keys.ts';
import { createList, rowsOf } from './list.ts';
import { failureLine } from './names.ts';

type Action = 'edit' | 'add' | 'delete' | 'undo' | 'up' | 'down' | 'steer' | 'pause' | 'take';

export const queueKeys: readonly Binding<Action>[] = [
  { action: 'edit', chords: ['e', 'enter'], help: 'edit' },
  { action: 'delete', chords: ['d', 'delete', 'x'], help: 'delete' },
  { action: 'up', chords: ['shift+k', 'shift+up', 'alt+up'], help: 'up' },
  { action: 'down', chords: ['shift+j', 'shift+down', 'alt+down'], help: 'down' },
  { action: 'steer', chords: ['s'], help: 'make a steer' },
  { action: 'pause', chords: ['p'], help: 'pause/go on' },
  { action: 'undo', chords: ['u', 'ctrl+z'], help: 'undo delete' },
  { action: 'add', chords: ['a', 'o'], help: 'add' },
  { action: 'take', chords: ['t'], help: 'to the composer' },
];

interface Deleted {
  readonly item: InboxItem;
  readonly index: number;
}

const states: Partial<Record<InboxItem['state'], string>> = {
  queued: 'next turn',
  held: 'goes in after this tool',
  typed: 'being typed',
  accepted: 'accepted',
  returned: 'came back',
};

export function createQueue(context: OverlayContext): Overlay {
  const { engine, theme, keymap, thread } = context;
  let items: readonly InboxItem[] = [];
  /** As the engine counts places. */
  let stored: readonly InboxItem[] = [];
  let paused = false;
  let message: string | null = null;
  let editing: { item: InboxItem | null; field: Field } | null = null;
  const deleted: Deleted[] = [];

  const load = () => {
    if (thread === null) return;
    stored = engine.inbox.list(thread).filter((item) => item.kind === 'follow-up' || item.kind === 'steer');
    items = [...stored.filter(({ kind }) => kind === 'steer'), ...stored.filter(({ kind }) => kind !== 'steer')];
    paused = engine.status(thread).paused;
  };
  load();
  const list = createList(
    rowsOf(() => items),
    { key: (item) => String(item.id) },
  );

  /** In the agent's hands already: it can neither be changed nor moved. */
  const isFixed = (item: InboxItem) => item.state === 'typed' || item.state === 'accepted';
  list.select(
    Math.max(
      0,
      items.findIndex((item) => !isFixed(item)),
    ),
  );

  const again = () => {
    const place = list.index;
    load();
    list.refresh();
    if (items.length > 0 && list.selected() === undefined) list.select(Math.min(place, items.length - 1));
  };

  function line(item: InboxItem, columns: number): string {
    const number = `${items.indexOf(item) + 1}.`.padEnd(4);
    const state = item.kind === 'follow-up' && paused ? 'paused' : (states[item.state] ?? item.state);
    const kind = item.kind === 'steer' ? theme.accent('steer    ') : theme.dim('follow-up');
    const note = columns >= 60 ? `  ${theme.dim(state)}` : '';
    const room = columns - 4 - 11 - (note === '' ? 0 : 25);
    return `${theme.dim(number)}${kind}  ${padEnd(truncate(oneLine(item.text), room), room)}${note}`;
  }

  function act(action: Action): OverlayOutcome {
    if (thread === null) return stay;
    if (action === 'add') editing = { item: null, field: fieldFor('') };
    else if (action === 'pause') {
      if (paused) engine.inbox.unpause(thread);
      else engine.inbox.pause(thread);
      again();
      message = paused ? 'The queue waits until you go on (p) or send a prompt' : 'The queue goes on';
    } else if (action === 'undo') undo(thread);
    else {
      const item = list.selected();
      if (item) return actOn(item, action);
    }
    return stay;
  }

  function actOn(item: InboxItem, action: Exclude<Action, 'add' | 'pause' | 'undo'>): OverlayOutcome {
    if (isFixed(item)) {
      message = theme.warn('This steer is in the agent’s hands already: it can no longer be changed');
      return stay;
    }
    switch (action) {
      case 'edit':
        editing = { item, field: fieldFor(item.text) };
        return stay;
      case 'take':
        engine.inbox.remove(item.id);
        return { type: 'compose', text: item.text };
      case 'delete':
        deleted.push({ item, index: stored.indexOf(item) });
        engine.inbox.remove(item.id);
        message = 'Deleted. u brings it back';
        break;
      case 'steer':
        if (item.kind === 'steer') message = 'It is a steer already';
        else engine.inbox.promote(item.id);
        break;
      case 'up':
      case 'down':
        moveItem(item, action === 'up' ? -1 : 1);
        break;
    }
    again();
    return stay;
  }

  function moveItem(item: InboxItem, by: 1 | -1): void {
    const neighbour = items[list.index + by];
    if (neighbour?.kind === item.kind) engine.inbox.move(item.id, stored.indexOf(neighbour));
  }

  function undo(id: ThreadId): void {
    const last = deleted.at(-1);
    if (!last) {
      message = 'Nothing was deleted here';
      return;
    }
    const { item, index } = last;
    const steerable = item.kind === 'steer' && ['running', 'waiting'].includes(engine.status(id).status);
    const back = steerable ? engine.steer(id, item.text, { now: item.now }) : engine.followUp(id, item.text);
    deleted.pop();
    again();
    if (items.some((one) => one.id === back.id)) {
      engine.inbox.move(back.id, Math.min(index, items.length - 1));
      again();
      list.select(
        Math.max(
          0,
          items.findIndex((one) => one.id === back.id),
        ),
      );
    }
    message = 'Back again';
  }

  /** With nothing running and nothing before it, it is its turn at once. */
  function addFollowUp(id: ThreadId, text: string): void {
    const before = engine.status(id);
    engine.followUp(id, text);
    if (before.status !== 'idle' || before.paused) return;
    engine.resume(id).catch((error: unknown) => {
      message = theme.bad(failureLine(error));
    });
  }

  const fieldFor = (text: string) => createField({ theme, keymap, text, lines: 'many' });

  function editInput(event: InputEvent, size: Size): void {
    const move = moveFor(keymap, event);
    if (move === 'close') editing = null;
    else if (move === 'choose' && editing && thread !== null) {
      const { item, field } = editing;
      const text = field.text.trim();
      editing = null;
      if (text === '') message = 'Empty: left as it was. d deletes';
      else if (item) engine.inbox.edit(item.id, text);
      else addFollowUp(thread, text);
      again();
    } else editing?.field.input(event, size.columns);
  }

  function detail(
    size: Size,
    rows: number,
  ): { lines: readonly string[]; cursor: { row: number; column: number } | null } {
    if (editing) return editing.field.view(size.columns, rows);
    const item = list.selected();
    if (!item) return { lines: [], cursor: null };
    const lines = wrap(sanitise(item.text), size.columns, { first: '  ', rest: '  ' });
    const fitting = lines.length > rows ? [...lines.slice(0, rows - 1), theme.dim('  …')] : lines;
    return { lines: fitting, cursor: null };
  }

  return {
    name: 'queue',
    view(size) {
      const height = bodyRows(size);
      const below = Math.max(1, Math.floor(height / 3));
      const rows = Math.max(1, height - below - 1);
      const drawn = list.draw(rows, size.columns, theme, line);
      if (items.length === 0)
        drawn.push(
          '',
          ...wrap('Nothing waits. While a turn runs, Enter queues a follow-up and Ctrl+S steers.', size.columns, {
            first: '  ',
            rest: '  ',
          }).map((text) => theme.dim(text)),
        );
      while (drawn.length < rows) drawn.push('');
      const part = detail(size, below);
      const rule = theme.dim(
        editing ? (editing.item ? '── edit ──' : '── new follow-up ──') : '─'.repeat(Math.min(size.columns, 20)),
      );
      const hints = editing
        ? [
            { key: 'Enter', help: 'keep' },
            { key: 'Ctrl+J', help: 'new line' },
          ]
        : hintsOf(
            items.length === 0 ? queueKeys.filter(({ action }) => action === 'add' || action === 'undo') : queueKeys,
          );
      return frame(size, theme, {
        title: 'Queue',
        info: [items.length === 0 ? '' : plural(items.length, 'message'), paused ? 'paused' : '']
          .filter(Boolean)
          .join(' · '),
        message,
        footer: footerOf(hints, theme, size),
        body: [...drawn.slice(0, rows), rule, ...part.lines],
        cursor: part.cursor && { row: rows + 1 + part.cursor.row, column: part.cursor.column },
      });
    },
    input(event, size) {
      message = null;
      try {
        if (editing) {
          editInput(event, size);
          return stay;
        }
        const action = actionFor(queueKeys, event);
        if (action) return act(action);
        const move = pagerMoveFor(keymap, event);
        if (move === 'close') return closed;
        if (move) list.move(move, bodyRows(size));
      } catch (error) {
        message = theme.bad(failureLine(error));
        again();
      }
      return stay;
    },
    engineEvent(event) {
      if (!('thread' in event) || event.thread !== thread) return false;
      if (event.type !== 'queue.changed' && !event.type.startsWith('steer.') && event.type !== 'turn.start')
        return false;
      again();
      return true;
    },
  };
}
