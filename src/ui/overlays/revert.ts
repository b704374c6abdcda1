// Going back: the turns of the current line, the newest last, with what would be taken back. Rows are read from the end, a page
// at a time, so that a long thread opens as quickly as a short one.
import type { Message, Turn } from '../../store/types.ts';
import { age, plural } from '../../text/figures.ts';
import { shortPath } from '../blocks/tools.ts';
import { closed, type Overlay, type OverlayContext, type OverlayOutcome, stay } from '../overlay.ts';
import { oneLine, sanitise } from '../text/sanitise.ts';
import { padEnd, padStart, truncate } from '../text/truncate.ts';
import { wrap } from '../text/wrap.ts';
import { bodyRows, frame, sideBySide, splitColumns } from './frame.ts';
import { actionFor, type Binding, footerOf, hintsOf, pagerMoveFor } from './keys.ts';
import { createList } from './list.ts';
import { failureLine, textOf } from './names.ts';

type Action = 'fork';

export const revertKeys: readonly Binding<Action>[] = [{ action: 'fork', chords: ['f'], help: 'fork there' }];

interface TurnRow {
  readonly turn: Turn;
  readonly prompt: Message | null;
}

const filesListed = 12;

export function createRevert(context: OverlayContext): Overlay {
  const { engine, theme, keymap, thread } = context;
  let message: string | null = null;

  const list = createList<TurnRow>(
    (offset, limit) => (thread === null ? [] : engine.turns(thread, { limit, offset }).reverse().map(rowOf)),
    { key: (row) => row.turn.id, direction: 'up' },
  );

  function rowOf(turn: Turn): TurnRow {
    try {
      return { turn, prompt: turn.prompt === null ? null : engine.message(turn.prompt) };
    } catch {
      return { turn, prompt: null };
    }
  }

  const words = (row: TurnRow) => (row.prompt ? oneLine(textOf(row.prompt.blocks).slice(0, 400)) : '(no prompt)');

  function line(row: TurnRow, columns: number): string {
    const when = ` ${theme.dim(padStart(age(row.turn.startedAt, context.now()), 7))}`;
    const files =
      columns >= 60 && row.turn.paths.length > 0 ? ` ${theme.dim(plural(row.turn.paths.length, 'file'))}` : '';
    const state = row.turn.state === 'done' ? '' : theme.warn(`${row.turn.state} `);
    const room = columns - 8;
    const text = truncate(`${state}${words(row)}`, Math.max(4, room - (files === '' ? 0 : 10)));
    return `${padEnd(truncate(`${text}${files}`, room), room)}${when}`;
  }

  /** Turns from the selected one on: those a revert would take back. */
  function takenBack(): TurnRow[] {
    const rows: TurnRow[] = [];
    for (let index = 0; index <= list.index && index < 500; index++) {
      const row = list.at(index);
      if (row) rows.push(row);
    }
    return rows;
  }

  function consequence(): string[] {
    const count = list.index + 1;
    const rows = takenBack();
    const paths = [...new Set(rows.flatMap(({ turn }) => turn.paths))];
    const lines = [
      `Takes back ${count === 1 ? 'this turn' : `this and ${plural(count - 1, 'later turn')}`}; /unrevert brings ${count === 1 ? 'it' : 'them'} back.`,
    ];
    if (paths.length === 0) return lines;
    const shown = paths.slice(0, filesListed).map((path) => `  ${shortPath(oneLine(path), context.cwd)}`);
    const rest = paths.length - shown.length;
    return [
      ...lines,
      '',
      `${paths.length === 1 ? 'This file was' : `These ${paths.length} files were`} changed since and will stay as on disk:`,
      ...shown,
      ...(rest > 0 ? [`  … and ${rest} more`] : []),
    ];
  }

  function detail(row: TurnRow, columns: number, height: number): string[] {
    const prompt = row.prompt ? sanitise(textOf(row.prompt.blocks).slice(0, 4000)) : '(no prompt)';
    const after = consequence()
      .flatMap((text) => wrap(text, columns))
      .map((text) => theme.dim(text));
    const room = Math.max(2, height - after.length - 1);
    const said = wrap(prompt, columns, { first: theme.accent('› '), rest: '  ' });
    const shown = said.length > room ? [...said.slice(0, room - 1), theme.dim('  …')] : said;
    return [...shown, '', ...after];
  }

  function act(kind: 'revert' | 'fork'): OverlayOutcome {
    const row = list.selected();
    if (!row || thread === null) return stay;
    const at = row.prompt?.id ?? row.turn.prompt;
    if (at === null) {
      message = theme.warn('This turn has no prompt to go back to');
      return stay;
    }
    return kind === 'fork' ? { type: 'fork', thread, message: at } : { type: 'revert', thread, message: at };
  }

  return {
    name: 'revert',
    view(size) {
      const height = bodyRows(size);
      const split = splitColumns(size.columns);
      const selected = list.selected();
      const below = split || !selected ? 0 : Math.min(Math.floor(height / 2), 7);
      const rows = height - below;
      const left = split?.left ?? size.columns;
      const drawn = list.draw(rows, left, theme, line);
      if (!selected) drawn.push('', `  ${theme.dim('Nothing has been said yet')}`);
      const body = !selected
        ? drawn
        : split
          ? sideBySide(drawn, detail(selected, split.right, height), split, height, theme)
          : [...drawn, theme.dim('─'.repeat(Math.min(size.columns, 20))), ...detail(selected, size.columns, below - 1)];
      const hints = [{ key: 'Enter', help: 'go back to before it' }, ...hintsOf(revertKeys)];
      return frame(size, theme, {
        title: 'Go back',
        info: selected ? 'newest last' : '',
        message,
        footer: footerOf(hints, theme, size),
        body,
      });
    },
    input(event, size) {
      message = null;
      try {
        if (actionFor(revertKeys, event) === 'fork') return act('fork');
        const move = pagerMoveFor(keymap, event);
        if (move === 'close') return closed;
        if (move === 'choose') return act('revert');
        if (move) list.move(move, bodyRows(size));
      } catch (error) {
        message = theme.bad(failureLine(error));
      }
      return stay;
    },
    engineEvent(event) {
      if (event.type !== 'turn.end' && event.type !== 'turn.start' && event.type !== 'thread.changed') return false;
      if (event.thread !== thread) return false;
      list.refresh();
      return true;
    },
  };
}
