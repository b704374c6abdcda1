// Files the thread changed, by its own edit tools, with their patches: of a turn, a range of turns or all of it, read when it opens.
import type { DiffOptions, FileChange } from '../../engine/thread-tools.ts';
import { plural } from '../../text/figures.ts';
import { renderDiff } from '../blocks/diff.ts';
import { closed, type Overlay, type OverlayContext, type OverlayOutcome, type Size, stay } from '../overlay.ts';
import { oneLine } from '../text/sanitise.ts';
import { padEnd, truncate } from '../text/truncate.ts';
import { textWidth } from '../text/width.ts';
import { bodyRows, frame, sideBySide, splitColumns } from './frame.ts';
import { actionFor, type Binding, footerOf, hintsOf, pagerMoveFor } from './keys.ts';
import { createList, rowsOf } from './list.ts';
import { scrolled, stepOf } from './viewer.ts';

type Action = 'copy' | 'copy-all' | 'scroll-down' | 'scroll-up';

export const diffKeys: readonly Binding<Action>[] = [
  { action: 'copy', chords: ['y'], help: 'copy patch' },
  { action: 'copy-all', chords: ['shift+y'], help: 'copy all' },
  { action: 'scroll-down', chords: ['ctrl+d', 'right', 'l'], help: 'patch down' },
  { action: 'scroll-up', chords: ['ctrl+u', 'left', 'h'], help: 'patch up' },
];

export function createDiff(context: OverlayContext, options: DiffOptions = {}): Overlay {
  const { engine, theme, keymap, thread } = context;
  let changes: readonly FileChange[] = [];
  let top = 0;
  const pictures = new Map<string, string[]>();

  const load = () => {
    if (thread === null) return;
    changes = engine.diff(thread, options);
    pictures.clear();
  };
  load();
  const list = createList(
    rowsOf(() => changes),
    { key: (change) => change.path },
  );

  const figures = ({ additions, deletions }: { additions: number; deletions: number }) =>
    `${theme.good(`+${additions}`)} ${theme.bad(`-${deletions}`)}`;

  function line(change: FileChange, columns: number): string {
    const right = figures(change);
    const mark = change.kind === 'created' ? theme.good('A') : theme.warn('M');
    const room = columns - 2 - textWidth(right) - 1;
    return `${mark} ${padEnd(truncate(oneLine(change.path), room, 'middle'), room)} ${right}`;
  }

  function patchLines(change: FileChange, columns: number): string[] {
    const key = `${change.path} ${columns}`;
    const known = pictures.get(key);
    if (known) return known;
    const lines = change.parts.flatMap((part, index) => [
      ...(index > 0 ? [theme.dim('⋯')] : []),
      ...renderDiff(
        {
          path: change.path,
          before: part.before,
          after: part.after,
          ...(part.firstLine === null ? {} : { firstLine: part.firstLine }),
        },
        { width: columns, theme },
      ).lines,
    ]);
    if (change.kind === 'rewritten')
      lines.unshift(theme.dim(truncate('written over whole; what was there before is unknown', columns)), '');
    pictures.set(key, lines);
    return lines;
  }

  function patchView(change: FileChange): Overlay {
    let from = 0;
    return {
      name: 'patch',
      view(size) {
        const lines = patchLines(change, size.columns);
        from = scrolled(from, 0, lines.length, bodyRows(size));
        return frame(size, theme, {
          title: oneLine(change.path),
          info: `+${change.additions} -${change.deletions}`,
          footer: footerOf(
            [
              { key: '↑↓', help: 'scroll' },
              { key: 'y', help: 'copy patch' },
            ],
            theme,
            size,
          ),
          body: lines.slice(from, from + bodyRows(size)),
        });
      },
      input(event, size) {
        if (actionFor(diffKeys, event) === 'copy') return { type: 'copy', text: change.patch, what: 'the patch' };
        const move = pagerMoveFor(keymap, event);
        if (move === 'close') return closed;
        if (move)
          from = scrolled(from, stepOf(move, bodyRows(size)), patchLines(change, size.columns).length, bodyRows(size));
        return stay;
      },
    };
  }

  function act(action: Action, size: Size): OverlayOutcome {
    const change = list.selected();
    if (!change) return stay;
    if (action === 'copy') return { type: 'copy', text: change.patch, what: 'the patch' };
    if (action === 'copy-all')
      return {
        type: 'copy',
        text: changes.map((one) => one.patch).join(''),
        what: plural(changes.length, 'patch', 'patches'),
      };
    top += (action === 'scroll-down' ? 1 : -1) * Math.max(1, Math.floor(bodyRows(size) / 2));
    return stay;
  }

  return {
    name: 'diff',
    view(size) {
      const height = bodyRows(size);
      const split = splitColumns(size.columns);
      const widths = split && { left: Math.min(44, split.left), right: size.columns - 3 - Math.min(44, split.left) };
      const selected = list.selected();
      const below = widths || !selected || height < 8 ? 0 : Math.floor(height * 0.6);
      const drawn = list.draw(height - below, widths?.left ?? size.columns, theme, line);
      if (changes.length === 0)
        drawn.push(
          '',
          `  ${theme.dim(options.turn === undefined ? 'This thread has changed no file' : 'This turn has changed no file')}`,
        );
      let body: readonly string[] = drawn;
      if (widths && selected) {
        const lines = patchLines(selected, widths.right);
        top = scrolled(top, 0, lines.length, height);
        body = sideBySide(drawn, lines.slice(top, top + height), widths, height, theme);
      } else if (below > 0 && selected) {
        const room = height - Math.min(changes.length, height - below) - 1;
        const lines = patchLines(selected, size.columns);
        top = scrolled(top, 0, lines.length, room);
        body = [...drawn, theme.dim('─'.repeat(Math.min(size.columns, 20))), ...lines.slice(top, top + room)];
      }
      const sums = {
        additions: changes.reduce((sum, change) => sum + change.additions, 0),
        deletions: changes.reduce((sum, change) => sum + change.deletions, 0),
      };
      const info =
        changes.length === 0 ? '' : `${plural(changes.length, 'file')} +${sums.additions} -${sums.deletions}`;
      const title = options.turn === undefined ? 'Changed files' : 'Files changed by the last turn';
      const hints = changes.length === 0 ? [] : [{ key: 'Enter', help: 'whole patch' }, ...hintsOf(diffKeys)];
      return frame(size, theme, { title, info, footer: footerOf(hints, theme, size), body });
    },
    input(event, size) {
      const action = actionFor(diffKeys, event);
      if (action) return act(action, size);
      const move = pagerMoveFor(keymap, event);
      if (move === 'close') return closed;
      if (move === 'choose') {
        const change = list.selected();
        return change ? { type: 'open', overlay: patchView(change) } : stay;
      }
      if (move && list.move(move, bodyRows(size))) top = 0;
      return stay;
    },
    engineEvent(event) {
      if (event.type !== 'turn.end' && event.type !== 'thread.changed') return false;
      if (event.thread !== thread) return false;
      load();
      list.refresh();
      return true;
    },
  };
}
