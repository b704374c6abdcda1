// Search over everything that was ever said, as it is typed. The engine ranks; here a page of hits is read when it comes on view.
// Letters always belong to the query: single-key actions exist only once Tab has moved to the hits.
import type { SearchHit } from '../../engine/api.ts';
import { isInterruption } from '../../engine/interruption.ts';
import { age } from '../../text/figures.ts';
import { isStopped } from '../blocks/from-messages.ts';
import type { InputEvent } from '../keys/events.ts';
import { closed, type Overlay, type OverlayContext, type OverlayOutcome, type Size, stay } from '../overlay.ts';
import { oneLine } from '../text/sanitise.ts';
import { stripStyles } from '../text/styled.ts';
import { padEnd, truncate } from '../text/truncate.ts';
import { textWidth } from '../text/width.ts';
import { wrap } from '../text/wrap.ts';
import { messageLines, plainWords } from './excerpt.ts';
import { createField } from './field.ts';
import { bodyRows, frame, sideBySide, splitColumns } from './frame.ts';
import { mark, markSnippet, occurrences } from './highlight.ts';
import { actionFor, type Binding, footerOf, hintsOf, moveFor, pagerMoveFor } from './keys.ts';
import { createList } from './list.ts';
import { failureLine, folderName } from './names.ts';
import { createReader } from './reader.ts';

export interface SearchOverlayOptions {
  readonly query?: string;
}

type Scope = 'everything' | 'folder' | 'thread';
type Action = 'switch' | 'scope' | 'fork' | 'read';

const inQuery: readonly Binding<Action>[] = [
  { action: 'switch', chords: ['tab'], help: 'to the hits' },
  { action: 'scope', chords: ['shift+tab'], help: 'scope' },
  { action: 'fork', chords: ['alt+enter'], help: 'fork there' },
  { action: 'read', chords: ['ctrl+o'], help: 'read' },
];

const inHits: readonly Binding<Action>[] = [
  { action: 'fork', chords: ['f', 'alt+enter'], help: 'fork there' },
  { action: 'read', chords: ['o', 'ctrl+o'], help: 'read' },
  { action: 'switch', chords: ['tab', '/'], help: 'to the query' },
  { action: 'scope', chords: ['shift+tab'], help: 'scope' },
];

export const searchKeys = { inQuery, inHits };

const rowsPerHit = 2;
const roles: Record<SearchHit['role'], string> = {
  user: 'you',
  assistant: 'answer',
  tool: 'tool',
  summary: 'summary',
  shell: 'shell',
};

export function createSearch(context: OverlayContext, options: SearchOverlayOptions = {}): Overlay {
  const { engine, theme, keymap } = context;
  const field = createField({
    theme,
    keymap,
    text: options.query ?? '',
    placeholder: 'search everything that was said',
  });
  let focus: 'query' | 'hits' = 'query';
  let scope: Scope = 'everything';
  let message: string | null = null;
  /** A filter that is typed is wrong until it is whole. */
  let wrongFilter: string | null = null;

  const list = createList<SearchHit>(
    (offset, limit) => {
      const query = field.text.trim();
      wrongFilter = null;
      if (query === '') return [];
      try {
        return engine.search(query, {
          limit,
          offset,
          ...(scope === 'folder' ? { cwd: context.cwd } : {}),
          ...(scope === 'thread' && context.thread !== null ? { thread: context.thread } : {}),
        });
      } catch (error) {
        wrongFilter = failureLine(error);
        return [];
      }
    },
    { key: (hit) => `${hit.thread} ${hit.message}`, pageSize: 20 },
  );

  const scopes: readonly Scope[] =
    context.thread === null ? ['everything', 'folder'] : ['everything', 'folder', 'thread'];
  const scopeNames: Record<Scope, string> = {
    everything: 'everywhere',
    folder: folderName(context.cwd, context),
    thread: 'this thread',
  };

  const hitsShown = (size: Size) => Math.max(1, Math.floor((bodyRows(size) - 1) / rowsPerHit));

  function hitLines(hit: SearchHit, columns: number, selected: boolean): string[] {
    const where = `${oneLine(hit.title ?? '') || hit.thread}`;
    const facts = ` ${roles[hit.role]} · ${age(hit.at, context.now())}`;
    const room = columns - 2 - facts.length;
    const title = padEnd(truncate(where, room), room);
    const lead = selected ? `${theme.accent('›')} ` : '  ';
    const lines = [
      `${lead}${theme.bold(title)}${theme.dim(facts)}`,
      `  ${truncate(markSnippet(aroundHit(wordsOf(hit), columns - 2), theme.hit), columns - 2)}`,
    ];
    return selected ? lines.map((line) => theme.selected(padEnd(truncate(line, columns), columns))) : lines;
  }

  function preview(hit: SearchHit, columns: number, height: number): string[] {
    const head = [
      theme.bold(truncate(oneLine(hit.title ?? '') || hit.thread, columns)),
      theme.dim(
        truncate(
          `${folderName(hit.cwd, context)} · ${new Date(hit.at).toISOString().slice(0, 16).replace('T', ' ')}`,
          columns,
        ),
      ),
      '',
    ];
    const found = engine.message(hit.message);
    const text = messageLines(found, columns, theme);
    const lines = text.length > 0 ? text : wrap(oneLine(stripMarks(wordsOf(hit))), columns);
    const words = field.text.trim().split(/\s+/);
    const marked = lines.map((line) => {
      const plain = stripStyles(line);
      const spans = words.flatMap((word) => occurrences(plain, word.toLowerCase())).sort((a, b) => a[0] - b[0]);
      return mark(line, spans, theme.hit);
    });
    const first = Math.max(0, marked.findIndex((line, i) => line !== lines[i]) - Math.floor(height / 3));
    return [...head, ...marked.slice(first, first + height - head.length)];
  }

  /** On a narrow screen the end of a snippet is cut; the hit must stand before it. */
  function aroundHit(snippet: string, columns: number): string {
    const at = snippet.indexOf('\u0002');
    const before = snippet.slice(0, Math.max(0, at));
    const room = Math.floor(columns / 3);
    return textWidth(before) <= columns / 2 ? snippet : truncate(before, room, 'start') + snippet.slice(at);
  }

  /** Only answers are Markdown; elsewhere an asterisk is an asterisk. */
  function wordsOf(hit: SearchHit): string {
    if (hit.role === 'assistant' || hit.role === 'summary') return plainWords(hit.snippet);
    return saysInterrupted(hit) ? 'interrupted' : hit.snippet;
  }

  /** A message is read only where its snippet may be of that kind. */
  function saysInterrupted({ message, snippet }: SearchHit): boolean {
    if (!/interrupted by user|tool use|STOP what/.test(stripMarks(snippet))) return false;
    const found = engine.message(message);
    const results = found.blocks.filter((block) => block.type === 'tool_result');
    return isInterruption(found) || (results.length > 0 && results.every(isStopped));
  }

  const stripMarks = (snippet: string) => snippet.replace(/[\u0002\u0003]/g, '');

  function act(action: Action): OverlayOutcome {
    const hit = list.selected();
    if (action === 'switch') focus = focus === 'query' && list.at(0) !== undefined ? 'hits' : 'query';
    else if (action === 'scope') {
      scope = scopes[(scopes.indexOf(scope) + 1) % scopes.length]!;
      list.reset();
    } else if (hit && action === 'fork') return { type: 'fork', thread: hit.thread, message: hit.message };
    else if (hit && action === 'read')
      return {
        type: 'open',
        overlay: createReader(
          { ...context, thread: hit.thread, cwd: hit.cwd },
          { message: hit.message, query: foundIn(hit) },
        ),
      };
    return stay;
  }

  /** The first words found, as they stand there; the query may hold filters and beginnings of words. */
  const foundIn = ({ snippet }: SearchHit) => (/\u0002([^\u0003]*)\u0003/.exec(snippet)?.[1] ?? '').toLowerCase();

  function typed(event: InputEvent, size: Size): void {
    const before = field.text;
    field.input(event, size.columns);
    if (field.text !== before) list.reset();
  }

  function step(event: InputEvent, size: Size): OverlayOutcome {
    const action = actionFor(focus === 'query' ? inQuery : inHits, event);
    if (action) return act(action);
    const move = focus === 'query' ? moveFor(keymap, event) : pagerMoveFor(keymap, event);
    if (move === 'close') {
      if (focus === 'query') return closed;
      focus = 'query';
    } else if (move === 'choose') {
      const hit = list.selected();
      if (hit) return { type: 'go', thread: hit.thread, message: hit.message, query: foundIn(hit) };
    } else if (move) list.move(move, hitsShown(size));
    else if (focus === 'query') typed(event, size);
    return stay;
  }

  return {
    name: 'search',
    view(size) {
      const split = splitColumns(size.columns, 110);
      const left = split?.left ?? size.columns;
      const input = field.view(left);
      const shown = list.window(hitsShown(size));
      const lines = [...input.lines, ...shown.flatMap(({ row, index }) => hitLines(row, left, index === list.index))];
      if (shown.length === 0) lines.push('', `  ${theme.dim(truncate(emptyText(), left - 2))}`);
      const selected = list.selected();
      const body =
        split && selected
          ? sideBySide(lines, preview(selected, split.right, bodyRows(size)), split, bodyRows(size), theme)
          : lines;
      const hints = [{ key: 'Enter', help: 'open at the turn' }, ...hintsOf(focus === 'query' ? inQuery : inHits)];
      return frame(size, theme, {
        title: 'Search',
        info: [scopeNames[scope], list.position()].filter(Boolean).join(' · '),
        message,
        footer: footerOf(hints, theme, size),
        body,
        cursor: focus === 'query' ? input.cursor : null,
      });
    },
    input(event, size) {
      message = null;
      try {
        return step(event, size);
      } catch (error) {
        message = theme.bad(failureLine(error));
        return stay;
      }
    },
  };

  function emptyText(): string {
    if (wrongFilter !== null) return wrongFilter;
    if (field.text.trim() === '') return 'Type words, or the beginning of one; every thread and folder is searched';
    const where = scope === 'everything' ? '' : ' here. Shift+Tab searches elsewhere';
    return `Nothing was said about “${oneLine(field.text)}”${where}`;
  }
}
