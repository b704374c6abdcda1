// The reader: the whole transcript, tools and thinking expanded, read from the database around what is on view. Its place is a
// message and a row in it, so that neither opening nor scrolling depends on how long the thread is.
import type { EngineEvent } from '../../engine/events.ts';
import { type Block, liveTurnStates, type MessageId, type TurnId } from '../../store/types.ts';
import { plural } from '../../text/figures.ts';
import type { InputEvent } from '../keys/events.ts';
import { closed, type Overlay, type OverlayContext, type OverlayOutcome, type Size, stay } from '../overlay.ts';
import { oneLine } from '../text/sanitise.ts';
import { stripStyles } from '../text/styled.ts';
import { createField, type Field } from './field.ts';
import { bodyRows, frame } from './frame.ts';
import { mark, occurrences } from './highlight.ts';
import { actionFor, type Binding, footerOf, hintsOf, type Move, moveFor, pagerMoveFor } from './keys.ts';
import { failureLine, isPrompt, threadName } from './names.ts';
import { codeFences, rawText, turnText } from './reader-copy.ts';
import { createRows, type ReaderBlock } from './reader-rows.ts';
import { createScroll, type Scroll } from './reader-scroll.ts';
import { createTranscript } from './transcript.ts';
import { createViewer } from './viewer.ts';

export interface ReaderOptions {
  /** Where to begin; without it, at the end. */
  readonly message?: MessageId;
  readonly query?: string;
}

type Action =
  | 'search'
  | 'next'
  | 'previous'
  | 'copy-block'
  | 'copy-turn'
  | 'copy-code'
  | 'next-turn'
  | 'previous-turn'
  | 'next-block'
  | 'previous-block'
  | 'fork';

export const readerKeys: readonly Binding<Action>[] = [
  { action: 'search', chords: ['/', 'ctrl+f'], help: 'search' },
  { action: 'copy-block', chords: ['y'], help: 'copy block' },
  { action: 'copy-turn', chords: ['shift+y'], help: 'turn' },
  { action: 'copy-code', chords: ['c'], help: 'code' },
  { action: 'next-block', chords: ['tab'], help: 'next block' },
  { action: 'previous-turn', chords: ['{', '[', 'ctrl+up'], help: 'turn up' },
  { action: 'next-turn', chords: ['}', ']', 'ctrl+down'], help: 'turn down' },
  { action: 'fork', chords: ['f'], help: 'fork here' },
  { action: 'next', chords: ['n'], help: 'next hit' },
  { action: 'previous', chords: ['shift+n'], help: 'hit before' },
  { action: 'previous-block', chords: ['shift+tab'], help: 'block before' },
];

const gutter = 2;
const turnMessages = 500;

export function createReader(context: OverlayContext, options: ReaderOptions = {}): Overlay {
  const { thread } = context;
  if (thread === null) return createViewer(context, { title: 'Transcript', text: 'Nothing has been said yet' });
  const { engine, theme, keymap } = context;
  const transcript = createTranscript(engine, thread);
  let live: { message: MessageId | null; blocks: Block[]; preview: string } = {
    message: null,
    blocks: [],
    preview: '',
  };
  let runningTurn = turnNow();
  const rows = createRows({
    transcript,
    theme,
    cwd: context.cwd,
    now: context.now,
    live: () => live,
    runningTurn: () => runningTurn,
  });
  const scroll: Scroll = createScroll(transcript, rows);
  let query = options.query ?? '';
  /** Asked for here; what somebody came with goes when they go. */
  let queryIsOurs = false;
  let asking: Field | null = null;
  let message: string | null = null;
  let fence = { block: '', next: 0 };

  /** Where to begin, until the first picture: only then it is known how many rows there are. */
  let beginAt = options.message === undefined ? null : transcript.depthOf(options.message);
  if (options.message !== undefined && beginAt === null)
    message = theme.warn('That message was taken back: /unrevert brings it back');

  function turnNow(): TurnId | null {
    const { turn } = engine.status(thread!);
    return turn && (liveTurnStates as readonly string[]).includes(turn.state) ? turn.id : null;
  }

  const width = (size: Size) => Math.max(4, size.columns - gutter);
  const title = threadName(engine, engine.get(thread));

  function find(direction: 1 | -1, size: Size): void {
    if (query === '') {
      startSearch();
      return;
    }
    const found = scroll.find(query, direction, width(size), bodyRows(size));
    const where = direction === 1 ? 'further down' : 'further up';
    if (found === 'none') message = `No “${oneLine(query)}” ${where}`;
    else if (found === 'later') message = `Not yet ${where}: ${direction === 1 ? 'n' : 'N'} looks on`;
  }

  function startSearch(): void {
    asking = createField({ theme, keymap, prompt: '/ ', text: query });
  }

  function searchInput(event: InputEvent, size: Size): void {
    const move = moveFor(keymap, event);
    if (move === 'close') asking = null;
    else if (move === 'choose') {
      query = asking?.text.trim() ?? '';
      queryIsOurs = true;
      asking = null;
      scroll.searchFromHere();
      if (query !== '') find(1, size);
    } else asking?.input(event, size.columns);
  }

  function turnOf(block: ReaderBlock): ReturnType<typeof transcript.at>[] {
    let first = block.depth;
    while (first > 1 && !isPromptAt(first) && block.depth - first < turnMessages) first--;
    let last = block.depth;
    while (last < transcript.length && !isPromptAt(last + 1) && last - first < turnMessages) last++;
    return Array.from({ length: last - first + 1 }, (_, i) => transcript.at(first + i));
  }

  const isPromptAt = (depth: number): boolean => {
    const at = transcript.at(depth);
    return at !== undefined && isPrompt(at);
  };

  function copy(what: 'block' | 'turn' | 'code', block: ReaderBlock): OverlayOutcome {
    if (what === 'block') return copied(rawText(block.item), 'the block');
    const messages = turnOf(block).filter((one) => one !== undefined);
    if (what === 'turn') return copied(turnText(messages), 'the turn');
    const own = codeFences(rawText(block.item));
    const fences = own.length > 0 ? own : codeFences(turnText(messages.filter((one) => one.role !== 'user')));
    if (fences.length === 0) {
      message = 'There is no code block in this turn';
      return stay;
    }
    const key = own.length > 0 ? `${block.depth} ${block.index}` : `turn ${messages[0]?.id}`;
    const at = fence.block === key ? fence.next % fences.length : 0;
    fence = { block: key, next: at + 1 };
    const name = fences.length === 1 ? 'the code block' : `code block ${at + 1} of ${fences.length}`;
    return copied(fences[at]!.code, name);
  }

  function copied(text: string, what: string): OverlayOutcome {
    if (text === '') {
      message = 'There is nothing to copy in it';
      return stay;
    }
    message = `Copied ${what}: ${plural(text.split('\n').length, 'line')}`;
    return { type: 'copy', text, what };
  }

  function act(action: Action, size: Size): OverlayOutcome {
    const [columns, height] = [width(size), bodyRows(size)];
    switch (action) {
      case 'search':
        startSearch();
        return stay;
      case 'next':
        find(1, size);
        return stay;
      case 'previous':
        find(-1, size);
        return stay;
      case 'next-turn':
      case 'previous-turn':
        scroll.toTurn(action === 'next-turn' ? 1 : -1, columns, height);
        return stay;
      case 'next-block':
      case 'previous-block':
        scroll.focusBlock(action === 'next-block' ? 1 : -1, columns, height);
        return stay;
      default: {
        const block = scroll.focus(columns, height);
        if (!block) return stay;
        if (action === 'fork') {
          const at = transcript.at(block.depth);
          return at ? { type: 'fork', thread: thread!, message: at.id } : stay;
        }
        return copy(action === 'copy-block' ? 'block' : action === 'copy-turn' ? 'turn' : 'code', block);
      }
    }
  }

  function go(move: Move, size: Size): OverlayOutcome {
    if (move === 'close') {
      if (query === '' || !queryIsOurs) return closed;
      query = '';
      return stay;
    }
    if (move !== 'choose') scroll.move(move, width(size), bodyRows(size));
    return stay;
  }

  function place(): string {
    const { depth } = scroll.place;
    if (transcript.length === 0) return '';
    const part = Math.round((Math.min(depth, transcript.length) / transcript.length) * 100);
    return `${scroll.following ? 'end' : `${part} %`} · ${plural(transcript.length, 'message')}`;
  }

  return {
    name: 'reader',
    view(size) {
      const [columns, height] = [width(size), bodyRows(size)];
      if (beginAt !== null) scroll.open(beginAt, query, columns, height);
      beginAt = null;
      const shown = scroll.window(columns, height);
      const focused = scroll.focus(columns, height);
      const bar = theme.accent('▌');
      const body = shown.map(({ text, block }) => {
        const own = focused && block.depth === focused.depth && block.index === focused.index && text !== '';
        const line = query === '' ? text : mark(text, occurrences(stripStyles(text), query), theme.hit);
        return `${own ? bar : ' '} ${line}`;
      });
      if (shown.length === 0) body.push('', theme.dim('  Nothing has been said yet'));
      const input = asking?.view(size.columns);
      const footer = footerOf(query === '' ? hintsOf(readerKeys) : searchHints, theme, size);
      const picture = frame(size, theme, { title, info: place(), message: input?.lines[0] ?? message, footer, body });
      return input ? { ...picture, cursor: { row: picture.lines.length - 1, column: input.cursor.column } } : picture;
    },
    input(event, size) {
      message = null;
      try {
        if (asking) {
          searchInput(event, size);
          return stay;
        }
        const action = actionFor(readerKeys, event);
        if (action) return act(action, size);
        const move = pagerMoveFor(keymap, event);
        return move ? go(move, size) : stay;
      } catch (error) {
        message = theme.bad(failureLine(error));
        return stay;
      }
    },
    engineEvent(event) {
      if (!('thread' in event) || event.thread !== thread) return false;
      return heard(event);
    },
  };

  function heard(event: EngineEvent): boolean {
    switch (event.type) {
      case 'text.preview':
        live = { ...live, preview: event.text };
        return scroll.following;
      case 'message.update':
        live =
          live.message === event.message
            ? { ...live, blocks: [...live.blocks, event.block], preview: '' }
            : { message: event.message, blocks: [event.block], preview: '' };
        return scroll.following;
      case 'turn.start':
        runningTurn = event.turn;
        return takeIn();
      case 'turn.end':
        runningTurn = null;
        live = { message: null, blocks: [], preview: '' };
        rows.forget();
        return takeIn() || true;
      case 'message.end':
        live = { message: null, blocks: [], preview: '' };
        return takeIn();
      case 'thread.changed':
        return takeIn();
      default:
        return false;
    }
  }

  function takeIn(): boolean {
    const change = transcript.refresh();
    if (change === 'moved') {
      rows.forget();
      scroll.toEnd();
    }
    return change !== 'same';
  }
}

const searchHints = [
  { key: 'n', help: 'next' },
  { key: 'N', help: 'before' },
  { key: '/', help: 'search' },
  { key: 'y', help: 'copy block' },
];
