// The running turn. Hooks tell of a tool up to a moment before the transcript tells which words stood before it, so a tool has no
// place until its block comes: text slips in before it, and only what has its place and its end may be printed.
import type { EngineEvent } from '../../engine/events.ts';
import type { Block, EndedTurnState, Message } from '../../store/types.ts';
import { itemsOf } from '../blocks/index.ts';
import type { Item, ToolItem } from '../blocks/items.ts';
import type { LiveItem, LiveTurn } from './model.ts';

const toolKey = (id: string) => `tool:${id}`;
const blockKey = (message: string, index: number) => `${message}:${index}`;

export function startTurn(event: Extract<EngineEvent, { type: 'turn.start' }>): LiveTurn {
  const item: Item = { kind: 'prompt', text: event.text, via: event.via };
  return {
    id: event.turn,
    state: 'starting',
    startedAt: event.at,
    items: [{ key: event.prompt, item, finished: true, placed: true }],
    printed: 0,
    preview: '',
    usage: null,
  };
}

export function addBlock(turn: LiveTurn, message: string, index: number, block: Block): LiveTurn {
  const key = blockKey(message, index);
  if (block.type === 'text') {
    const cleared = { ...turn, preview: '' };
    return block.text.trim() === '' ? cleared : place(cleared, settled(key, { kind: 'text', text: block.text }));
  }
  if (block.type === 'thinking') {
    const thought = block.thinking.trim();
    return thought === '' ? turn : place(turn, settled(key, { kind: 'thinking', text: block.thinking }));
  }
  if (block.type !== 'tool_use') return turn;
  const known = turn.items.find((one) => one.key === toolKey(block.id));
  if (known?.placed) return turn;
  const items = turn.items.filter((one) => one !== known);
  const live = known ?? { ...openTool(block.id, block.name, block.input, null), finished: false, placed: true };
  return place({ ...turn, items, preview: '' }, { ...live, placed: true });
}

/** A whole message, as stored: what its updates did not bring is added. */
export function addMessage(turn: LiveTurn, message: Message): LiveTurn {
  switch (message.role) {
    case 'assistant': {
      const added = message.blocks.reduce((next, block, index) => addOnce(next, message.id, index, block), turn);
      if (message.usage === null) return added;
      const outputTokens = (added.usage?.outputTokens ?? 0) + message.usage.outputTokens;
      return { ...added, usage: { ...message.usage, outputTokens } };
    }
    case 'tool':
      return message.blocks.reduce((next, block) => {
        if (block.type !== 'tool_result') return next;
        const known = next.items.find((one) => one.key === toolKey(block.tool_use_id));
        return known && !known.finished ? endTool(next, block.tool_use_id, block, block.is_error === true, null) : next;
      }, turn);
    default:
      if (turn.items.some((one) => one.key === message.id)) return turn;
      return itemsOf([message]).reduce(
        (next, item, index) => place(next, settled(index === 0 ? message.id : blockKey(message.id, index), item)),
        turn,
      );
  }
}

function addOnce(turn: LiveTurn, message: string, index: number, block: Block): LiveTurn {
  const known = turn.items.some((one) => one.key === blockKey(message, index));
  return known ? turn : addBlock(turn, message, index, block);
}

export function startTool(turn: LiveTurn, event: Extract<EngineEvent, { type: 'tool.start' }>): LiveTurn {
  const fresh = openTool(event.tool, event.name, event.input, event.at);
  if (event.parentTool !== null) {
    return changeTool(turn, event.parentTool, (parent) =>
      parent.children.some((child) => child.kind === 'tool' && child.id === event.tool)
        ? { ...parent, children: parent.children.map((child) => startChild(child, event)) }
        : { ...parent, children: [...parent.children, fresh.item] },
    );
  }
  if (!turn.items.some((one) => one.key === fresh.key)) return { ...turn, items: [...turn.items, fresh] };
  return changeTool(turn, event.tool, (tool) => ({ ...tool, startedAt: event.at }));
}

function startChild(child: Item, event: Extract<EngineEvent, { type: 'tool.start' }>): Item {
  return child.kind === 'tool' && child.id === event.tool ? { ...child, startedAt: event.at } : child;
}

export function endTool(turn: LiveTurn, id: string, block: Block, isError: boolean, at: number | null): LiveTurn {
  const end = (tool: ToolItem): ToolItem => ({
    ...tool,
    state: isError ? 'failed' : 'done',
    result: block.type === 'tool_result' ? (block.content ?? '') : [block],
    endedAt: at ?? tool.endedAt,
  });
  const index = turn.items.findIndex((one) => one.key === toolKey(id));
  if (index === -1) return changeChild(turn, id, end);
  return {
    ...turn,
    items: turn.items.map((one, at) =>
      at === index && one.item.kind === 'tool' ? { ...one, item: end(one.item), finished: true } : one,
    ),
  };
}

export function addSubagentBlock(turn: LiveTurn, parent: string, block: Block): LiveTurn {
  return changeTool(turn, parent, (tool) => {
    const item = childItem(block);
    if (block.type === 'tool_result') {
      const end = (child: Item): Item =>
        child.kind === 'tool' && child.id === block.tool_use_id
          ? { ...child, state: block.is_error ? 'failed' : 'done', result: block.content ?? '' }
          : child;
      return { ...tool, children: tool.children.map(end) };
    }
    const known = block.type === 'tool_use' && tool.children.some((one) => one.kind === 'tool' && one.id === block.id);
    return item === null || known ? tool : { ...tool, children: [...tool.children, item] };
  });
}

function childItem(block: Block): Item | null {
  if (block.type === 'text') return block.text.trim() === '' ? null : { kind: 'text', text: block.text };
  if (block.type === 'thinking') return null;
  return block.type === 'tool_use' ? openTool(block.id, block.name, block.input, null).item : null;
}

export function setToolState(turn: LiveTurn, id: string, state: 'running' | 'waiting'): LiveTurn {
  const change = (tool: ToolItem): ToolItem => (isOpen(tool) ? { ...tool, state } : tool);
  const own = turn.items.some((one) => one.key === toolKey(id));
  return own ? changeTool(turn, id, change) : changeChild(turn, id, change);
}

/** Nothing more will come: what was still open was cut off. */
export function endTurn(turn: LiveTurn, event: Extract<EngineEvent, { type: 'turn.end' }>): LiveTurn {
  const cut = (one: LiveItem): LiveItem => ({
    ...one,
    item: one.item.kind === 'tool' ? cutOff(one.item) : one.item,
    finished: true,
    placed: true,
  });
  const end: Item = {
    kind: 'turn-end',
    state: event.state as EndedTurnState,
    durationMs: event.durationMs,
    usage: turn.usage,
    error: event.error,
  };
  return {
    ...turn,
    state: event.state,
    preview: '',
    items: [...turn.items.map(cut), settled(`${turn.id}:end`, end)],
  };
}

function cutOff(tool: ToolItem): ToolItem {
  const children = tool.children.map((child) => (child.kind === 'tool' ? cutOff(child) : child));
  return isOpen(tool) ? { ...tool, children, state: 'interrupted' } : { ...tool, children };
}

const isOpen = (tool: ToolItem) => tool.state === 'running' || tool.state === 'waiting';

function openTool(id: string, name: string, input: Record<string, unknown>, startedAt: number | null) {
  const item: ToolItem = {
    kind: 'tool',
    id,
    name,
    input,
    state: 'running',
    result: null,
    startedAt,
    endedAt: null,
    children: [],
  };
  return { key: toolKey(id), item, finished: false, placed: false };
}

const settled = (key: string, item: Item): LiveItem => ({ key, item, finished: true, placed: true });

/** Behind everything that has its place, before what has none yet. */
function place(turn: LiveTurn, item: LiveItem): LiveTurn {
  const at = turn.items.findIndex((one) => !one.placed);
  const index = at === -1 ? turn.items.length : at;
  return { ...turn, items: [...turn.items.slice(0, index), item, ...turn.items.slice(index)] };
}

function changeTool(turn: LiveTurn, id: string, change: (tool: ToolItem) => ToolItem): LiveTurn {
  const key = toolKey(id);
  return {
    ...turn,
    items: turn.items.map((one) =>
      one.key === key && one.item.kind === 'tool' ? { ...one, item: change(one.item) } : one,
    ),
  };
}

function changeChild(turn: LiveTurn, id: string, change: (tool: ToolItem) => ToolItem): LiveTurn {
  const inside = (child: Item): Item => (child.kind === 'tool' && child.id === id ? change(child) : child);
  return {
    ...turn,
    items: turn.items.map((one) =>
      one.item.kind === 'tool' && one.item.children.length > 0
        ? { ...one, item: { ...one.item, children: one.item.children.map(inside) } }
        : one,
    ),
  };
}
