// The rows of a message in the reader, block by block, everything expanded. Rendered once for a width and kept while they can be
// seen; a tool call without its result is not kept, because the result is still to come.
import type { Block, Message, TurnId } from '../../store/types.ts';
import { itemsOf } from '../blocks/from-messages.ts';
import type { Item } from '../blocks/items.ts';
import { renderItem } from '../blocks/render.ts';
import { truncate } from '../text/truncate.ts';
import type { Theme } from '../theme.ts';
import { isPrompt } from './names.ts';
import type { Transcript } from './transcript.ts';

/** A block where it stands: the message's place and its own among the message's items. */
export interface ReaderBlock {
  readonly depth: number;
  readonly index: number;
  readonly item: Item;
}

export interface ReaderRow {
  readonly text: string;
  readonly block: ReaderBlock;
}

export interface LiveTail {
  readonly blocks: readonly Block[];
  readonly preview: string;
}

export interface ReaderRows {
  /** The message's rows; one past the last message are those of what is being said. */
  at(depth: number, columns: number): readonly ReaderRow[];
  blocks(depth: number): readonly ReaderBlock[];
  forget(): void;
}

export interface RowSource {
  readonly transcript: Transcript;
  readonly theme: Theme;
  readonly cwd: string;
  readonly now: () => number;
  readonly live: () => LiveTail;
  /** Tools of this turn without a result still run. */
  readonly runningTurn: () => TurnId | null;
}

const lookAhead = 24;
const keptMessages = 600;

export function createRows(source: RowSource): ReaderRows {
  const { transcript, theme } = source;
  const kept = new Map<string, readonly ReaderRow[]>();

  function blocks(depth: number): readonly ReaderBlock[] {
    const message = transcript.at(depth);
    const items = message ? itemsAt(message) : depth === transcript.length + 1 ? liveItems() : [];
    return items.map((item, index) => ({ depth, index, item }));
  }

  function itemsAt(message: Message): Item[] {
    const items = itemsOf([message, ...resultsAfter(message)]);
    if (message.turn === null || message.turn !== source.runningTurn()) return items;
    return items.map((item) => (item.kind === 'tool' && item.result === null ? { ...item, state: 'running' } : item));
  }

  function resultsAfter(message: Message): Message[] {
    const calls = new Set(message.blocks.flatMap((block) => (block.type === 'tool_use' ? [block.id] : [])));
    const found: Message[] = [];
    for (let depth = message.depth + 1; calls.size > 0 && depth <= message.depth + lookAhead; depth++) {
      const next = transcript.at(depth);
      if (!next || isPrompt(next)) break;
      const answers = next.blocks.filter((block) => block.type === 'tool_result' && calls.delete(block.tool_use_id));
      if (answers.length > 0) found.push({ ...next, role: 'tool', blocks: answers });
    }
    return found;
  }

  function liveItems(): Item[] {
    const { blocks: said, preview } = source.live();
    const items = said.flatMap((block): Item[] => {
      if (block.type === 'text') return [{ kind: 'text', text: block.text }];
      if (block.type === 'thinking') return [{ kind: 'thinking', text: block.thinking }];
      if (block.type !== 'tool_use') return [];
      const { id, name, input } = block;
      return [
        { kind: 'tool', id, name, input, state: 'running', result: null, startedAt: null, endedAt: null, children: [] },
      ];
    });
    return preview.trim() === '' ? items : [...items, { kind: 'preview', text: preview }];
  }

  function render(depth: number, columns: number): { rows: ReaderRow[]; final: boolean } {
    const message = transcript.at(depth);
    const rows: ReaderRow[] = [];
    let final = message !== undefined;
    for (const block of blocks(depth)) {
      if (block.item.kind === 'tool' && block.item.result === null) final = false;
      const options = { width: columns, theme, detail: 'expanded', now: source.now(), cwd: source.cwd } as const;
      const lines = renderItem(block.item, options);
      if (lines.length === 0) continue;
      if (message && block.item.kind === 'prompt' && message.via !== 'steer')
        rows.push({ text: theme.dim(truncate(`── ${stamp(message.createdAt)} ──`, columns)), block });
      for (const text of lines) rows.push({ text: truncate(text, columns), block });
      rows.push({ text: '', block });
    }
    return { rows, final };
  }

  return {
    blocks,
    at(depth, columns) {
      const id = transcript.at(depth)?.id;
      const key = `${id} ${columns}`;
      const known = id === undefined ? undefined : kept.get(key);
      if (known) return known;
      const { rows, final } = render(depth, columns);
      if (final) {
        if (kept.size >= keptMessages) kept.delete(kept.keys().next().value as string);
        kept.set(key, rows);
      }
      return rows;
    },
    forget: () => kept.clear(),
  };
}

const stamp = (at: number) => new Date(at).toISOString().slice(0, 16).replace('T', ' ');
