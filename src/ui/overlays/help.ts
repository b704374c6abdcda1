// Keys and commands on one searchable page, made from the tables that the keys and commands themselves are made from.
import { catalogue } from '../commands/catalogue.ts';
import { defaultKeymap, describeKeys } from '../keys/keymap.ts';
import { closed, type Overlay, type OverlayContext, type Size, stay } from '../overlay.ts';
import { stripStyles } from '../text/styled.ts';
import { padEnd, truncate } from '../text/truncate.ts';
import { textWidth } from '../text/width.ts';
import { wrap } from '../text/wrap.ts';
import { createField } from './field.ts';
import { bodyRows, frame } from './frame.ts';
import { mark, occurrences } from './highlight.ts';
import { type Binding, footerOf, keyName, moveFor } from './keys.ts';
import { queueKeys } from './queue.ts';
import { readerKeys } from './reader.ts';
import { revertKeys } from './revert.ts';
import { searchKeys } from './search.ts';
import { threadKeys } from './threads.ts';
import { treeKeys } from './tree.ts';
import { scrolled, stepOf } from './viewer.ts';

export interface HelpOptions {
  readonly query?: string;
}

interface Entry {
  readonly group: string;
  readonly name: string;
  readonly help: string;
}

const inOverlay = (group: string, bindings: readonly Binding<string>[]): Entry[] =>
  bindings.map(({ chords, help }) => ({ group, name: chords.map(keyName).join(', '), help }));

function entries(context: OverlayContext): Entry[] {
  return [
    ...describeKeys(context.keymap ?? defaultKeymap).flatMap(({ title, keys }) =>
      keys.map(({ keys: chords, help }) => ({ group: title, name: chords.join(', '), help })),
    ),
    ...catalogue.map(({ name, args, help, aliases }) => ({
      group: 'Commands',
      name: `/${name}${args ? ` ${args}` : ''}`,
      help: aliases ? `${help} (also ${aliases.map((alias) => `/${alias}`).join(', ')})` : help,
    })),
    {
      group: 'Commands',
      name: '/anything else',
      help: 'goes to the agent; //word reaches its own when ours has the same name',
    },
    ...inOverlay('In threads', threadKeys),
    ...inOverlay('In the fork tree', treeKeys),
    ...inOverlay('In search, after Tab', searchKeys.inHits),
    ...inOverlay('In the reader', readerKeys),
    ...inOverlay('Going back', revertKeys),
    ...inOverlay('In the queue', queueKeys),
  ];
}

/** Below this the keys have no column of their own. */
const NARROW = 60;

export function createHelp(context: OverlayContext, options: HelpOptions = {}): Overlay {
  const { theme, keymap } = context;
  const all = entries(context);
  const field = createField({
    theme,
    keymap,
    text: options.query ?? '',
    placeholder: 'type to search keys and commands',
  });
  let top = 0;

  const matching = (): Entry[] => {
    const words = field.text.toLowerCase().split(/\s+/).filter(Boolean);
    return all.filter(({ group, name, help }) => {
      const text = `${group} ${name} ${help}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
  };

  function linesAt(columns: number): string[] {
    const found = matching();
    const most = Math.min(Math.max(8, Math.floor(columns * 0.4)), 34);
    const keys = Math.max(8, ...all.map(({ name }) => textWidth(name)).filter((width) => width <= most));
    const lines: string[] = [];
    let group = '';
    for (const entry of found) {
      if (entry.group !== group) {
        if (lines.length > 0) lines.push('');
        lines.push(theme.heading(entry.group));
        group = entry.group;
      }
      lines.push(...entryLines(entry, keys, columns));
    }
    const query = field.text.trim().toLowerCase();
    return query === '' ? lines : lines.map((line) => mark(line, occurrences(stripStyles(line), query), theme.hit));
  }

  function entryLines({ name, help }: Entry, keys: number, columns: number): string[] {
    if (columns < NARROW) return wrap(`${theme.accent(name)}  ${help}`, columns, { first: '  ', rest: '    ' });
    if (textWidth(name) <= keys) {
      const lead = `  ${padEnd(theme.accent(name), keys)} `;
      return wrap(help, columns, { first: lead, rest: ' '.repeat(keys + 3) });
    }
    return [`  ${theme.accent(truncate(name, columns - 2))}`, ...wrap(help, columns, { first: ' '.repeat(keys + 3) })];
  }

  const height = (size: Size) => bodyRows(size) - 1;

  return {
    name: 'help',
    view(size) {
      const input = field.view(size.columns);
      const lines = linesAt(size.columns);
      top = scrolled(top, 0, lines.length, height(size));
      const shown = lines.slice(top, top + height(size));
      if (lines.length === 0) shown.push('', `  ${theme.dim('No key and no command is about that')}`);
      const more =
        lines.length > height(size) ? `${Math.min(lines.length, top + height(size))} of ${lines.length}` : '';
      const footer = footerOf([{ key: '↑↓', help: 'scroll' }], theme, size);
      return frame(size, theme, {
        title: 'Keys and commands',
        info: more,
        footer,
        body: [...input.lines, ...shown],
        cursor: input.cursor,
      });
    },
    input(event, size) {
      const move = moveFor(keymap, event);
      if (move === 'choose') return closed;
      if (move === 'close') {
        if (field.text === '') return closed;
        field.set('');
        top = 0;
      } else if (move) top = scrolled(top, stepOf(move, height(size)), linesAt(size.columns).length, height(size));
      else if (field.input(event, size.columns)) top = 0;
      return stay;
    },
  };
}
