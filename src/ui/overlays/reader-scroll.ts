// Where the reader stands: a message, a row in it, and a block in focus. Every move walks over the rows between here and there,
// never over the thread; at the end it stays at the end while the thread grows.
import type { Message } from '../../store/types.ts';
import { stripStyles } from '../text/styled.ts';
import { occurrences } from './highlight.ts';
import type { Move } from './keys.ts';
import { isPrompt } from './names.ts';
import type { ReaderBlock, ReaderRow, ReaderRows } from './reader-rows.ts';
import type { Transcript } from './transcript.ts';

export interface Place {
  readonly depth: number;
  readonly row: number;
}

export interface Scroll {
  readonly place: Place;
  /** At the end, and staying there. */
  readonly following: boolean;
  /** At the first hit in the message, else at its beginning: a third down, with what came before above it. */
  open(depth: number, query: string, columns: number, height: number): void;
  toEnd(): void;
  move(move: Move, columns: number, height: number): void;
  toTurn(direction: 1 | -1, columns: number, height: number): void;
  focusBlock(direction: 1 | -1, columns: number, height: number): void;
  /** The block that copying means: the one gone to, else the first that begins on view. */
  focus(columns: number, height: number): ReaderBlock | null;
  window(columns: number, height: number): readonly ReaderRow[];
  searchFromHere(): void;
  /** `later`: looked at as many messages as one key press may cost. */
  find(query: string, direction: 1 | -1, columns: number, height: number): 'found' | 'none' | 'later';
}

const messagesPerSearch = 2000;
const messagesPerJump = 2000;

export function createScroll(transcript: Transcript, rows: ReaderRows): Scroll {
  let top: Place = { depth: 1, row: 0 };
  let following = true;
  let focused: ReaderBlock | null = null;
  let lookedUpTo: Place | null = null;

  const last = () => transcript.length + 1;
  const countAt = (depth: number, columns: number) => rows.at(depth, columns).length;

  function step(from: Place, by: number, columns: number): Place {
    let { depth, row } = from;
    row += by;
    while (row < 0 && depth > 1) {
      depth--;
      row += countAt(depth, columns);
    }
    while (depth < last() && row >= countAt(depth, columns)) {
      row -= countAt(depth, columns);
      depth++;
    }
    return { depth, row: Math.max(0, Math.min(row, Math.max(0, countAt(depth, columns) - 1))) };
  }

  function rowsFrom(from: Place, height: number, columns: number): ReaderRow[] {
    const found: ReaderRow[] = [];
    let { depth, row } = from;
    for (; depth <= last() && found.length < height; depth++, row = 0)
      found.push(...rows.at(depth, columns).slice(row, row + height - found.length));
    return found;
  }

  /** The highest place from which everything to the end is on view. */
  function bottom(columns: number, height: number): Place {
    let left = height;
    for (let depth = last(); depth >= 1; depth--) {
      const count = countAt(depth, columns);
      if (count >= left) return { depth, row: count - left };
      left -= count;
    }
    return { depth: 1, row: 0 };
  }

  const isAfter = (a: Place, b: Place) => a.depth > b.depth || (a.depth === b.depth && a.row > b.row);

  /** Not past the end; the end itself is followed. */
  function settle(wanted: Place, columns: number, height: number): void {
    const end = rowsFrom(wanted, height, columns).length < height ? bottom(columns, height) : null;
    following = end !== null || isAtEnd(wanted, columns, height);
    top = end !== null && isAfter(wanted, end) ? end : wanted;
  }

  function isAtEnd(place: Place, columns: number, height: number): boolean {
    const end = bottom(columns, height);
    return !isAfter(end, place);
  }

  function show(place: Place, columns: number, height: number): void {
    const end = step(top, height - 1, columns);
    if (isAfter(top, place) || isAfter(place, end)) settle(place, columns, height);
    else following = isAtEnd(top, columns, height);
  }

  function blockStart(block: ReaderBlock, columns: number): Place {
    const row = rows.at(block.depth, columns).findIndex((one) => one.block.index === block.index);
    return { depth: block.depth, row: Math.max(0, row) };
  }

  const isOnView = (block: ReaderBlock, columns: number, height: number) =>
    rowsFrom(top, height, columns).some((row) => isSame(row.block, block));

  function focus(columns: number, height: number): ReaderBlock | null {
    if (focused && isOnView(focused, columns, height)) return focused;
    focused = null;
    const shown = rowsFrom(top, height, columns);
    if (following) return shown.at(-1)?.block ?? null;
    const begins = shown.find((row, index) => index > 0 && !isSame(row.block, shown[index - 1]!.block));
    const first = shown[0];
    const firstBegins = first && rows.at(top.depth, columns)[top.row - 1]?.block.index !== first.block.index;
    return (firstBegins ? first : (begins ?? first))?.block ?? null;
  }

  function neighbour(block: ReaderBlock, direction: 1 | -1, columns: number): ReaderBlock | null {
    const shownAt = (depth: number) => [...new Set(rows.at(depth, columns).map((row) => row.block))];
    const own = shownAt(block.depth);
    const next = own[own.findIndex((other) => isSame(other, block)) + direction];
    if (next) return next;
    for (let depth = block.depth + direction; depth >= 1 && depth <= last(); depth += direction) {
      const blocks = shownAt(depth);
      if (blocks.length > 0) return (direction === 1 ? blocks[0] : blocks.at(-1))!;
    }
    return null;
  }

  const isPromptAt = (depth: number) => {
    const message = transcript.at(depth);
    return message !== undefined && isPrompt(message);
  };

  return {
    get place() {
      return top;
    },
    get following() {
      return following;
    },
    open(message, query, columns, height) {
      let depth = message;
      while (depth > 1 && countAt(depth, columns) === 0) depth--; // what a tool gave stands below its call
      const own = rows.at(depth, columns);
      const hit = { depth, row: hitRows(own, query)[0] ?? 0 };
      settle(step(hit, -Math.floor(height / 3), columns), columns, height);
      following = false;
      focused = own[hit.row]?.block ?? null;
      lookedUpTo = query === '' ? null : hit;
    },
    toEnd() {
      following = true;
      focused = null;
    },
    move(move, columns, height) {
      if (following) top = bottom(columns, height);
      lookedUpTo = null;
      if (move === 'bottom') {
        following = true;
        focused = null;
        return;
      }
      if (move === 'top') return settle({ depth: 1, row: 0 }, columns, height);
      const page = Math.max(1, height - 2);
      const by = { up: -1, down: 1, 'page-up': -page, 'page-down': page, close: 0, choose: 0 }[move];
      settle(step(top, by, columns), columns, height);
    },
    toTurn(direction, columns, height) {
      if (following) top = bottom(columns, height);
      lookedUpTo = null;
      const inside = direction === -1 && top.row > 0 && isPromptAt(top.depth);
      let depth = inside ? top.depth : top.depth + direction;
      for (let looked = 0; depth > 1 && depth < last() && !isPromptAt(depth) && looked < messagesPerJump; looked++)
        depth += direction;
      if (depth >= last()) {
        following = true;
        return;
      }
      settle({ depth: Math.max(1, depth), row: 0 }, columns, height);
      focused = rows.blocks(Math.max(1, depth))[0] ?? null;
    },
    focusBlock(direction, columns, height) {
      if (following) top = bottom(columns, height);
      const from = focus(columns, height);
      const next = from && neighbour(from, direction, columns);
      if (!next) return;
      focused = next;
      show(blockStart(next, columns), columns, height);
      focused = next;
    },
    focus,
    window(columns, height) {
      if (following) top = bottom(columns, height);
      else if (top.row >= Math.max(1, countAt(top.depth, columns))) top = step({ ...top, row: 0 }, 0, columns);
      return rowsFrom(top, height, columns);
    },
    searchFromHere() {
      lookedUpTo = null;
    },
    find(query, direction, columns, height) {
      if (following) top = bottom(columns, height);
      const begin = lookedUpTo ?? (direction === 1 ? { ...top, row: top.row - 1 } : top);
      let { depth } = begin;
      for (let looked = 0; depth >= 1 && depth <= last(); depth += direction, looked++) {
        if (looked >= messagesPerSearch) {
          lookedUpTo = { depth, row: direction === 1 ? -1 : Number.POSITIVE_INFINITY };
          return 'later';
        }
        const row = hitIn(depth, depth === begin.depth ? begin.row : null, direction);
        if (row === null) continue;
        lookedUpTo = { depth, row };
        focused = rows.at(depth, columns)[row]?.block ?? null;
        show({ depth, row }, columns, height);
        return 'found';
      }
      return 'none';

      function hitIn(place: number, from: number | null, way: 1 | -1): number | null {
        const message = transcript.at(place);
        if (message && !mayHold(message, query)) return null;
        const hits = hitRows(rows.at(place, columns), query);
        const open = hits.filter((row) => from === null || (way === 1 ? row > from : row < from));
        return (way === 1 ? open[0] : open.at(-1)) ?? null;
      }
    },
  };

  /** A cheap look at the stored text first: rows are drawn only where the words are, here or in the results shown here. */
  function mayHold(message: Message, query: string): boolean {
    const words = query.split(/\s+/);
    const texts = [message, ...nextTools(message)].map((one) => JSON.stringify(one.blocks)).join('\n');
    return words.every((word) => occurrences(texts, JSON.stringify(word).slice(1, -1)).length > 0);
  }

  function nextTools(message: Message): Message[] {
    if (!message.blocks.some((block) => block.type === 'tool_use')) return [];
    const next = transcript.at(message.depth + 1);
    return next && next.role === 'tool' ? [next] : [];
  }
}

/** Rows in which a hit begins; one may run on over the end of its row. */
function hitRows(all: readonly ReaderRow[], query: string): number[] {
  const starts: number[] = [];
  let joined = '';
  for (const { text } of all) {
    starts.push(joined.length);
    joined += `${stripStyles(text).trim()} `;
  }
  const found = new Set<number>();
  let row = 0;
  for (const [from] of occurrences(joined, query)) {
    while (row + 1 < starts.length && starts[row + 1]! <= from) row++;
    found.add(row);
  }
  return [...found];
}

const isSame = (a: ReaderBlock, b: ReaderBlock) => a.depth === b.depth && a.index === b.index;
