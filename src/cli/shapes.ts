// The JSON that scripts rely on. Keys are only ever added.
import type { SearchHit, ThreadStatusReport, ThreadSummary } from '../engine/api.ts';
import type { TreeNode } from '../engine/thread-tools.ts';
import type { Block, InboxItem, Message, Turn } from '../store/types.ts';

const iso = (at: number) => new Date(at).toISOString();

export function threadShape(thread: ThreadSummary) {
  return {
    id: thread.id,
    title: thread.title,
    cwd: thread.cwd,
    head: thread.head,
    parent: thread.parent,
    forkedAt: thread.forkedAt,
    status: thread.status,
    messages: thread.messages,
    createdAt: iso(thread.createdAt),
    updatedAt: iso(thread.updatedAt),
    pinned: thread.pinned,
    archived: thread.archived,
  };
}

/** With what it is talked to, and what extensions keep with it. */
export function threadDetails(thread: ThreadSummary) {
  const { settings, extra } = thread;
  return { ...threadShape(thread), settings, extra };
}

export function messageShape(message: Message) {
  return {
    id: message.id,
    parent: message.parent,
    turn: message.turn,
    role: message.role,
    via: message.via,
    text: textOf(message.blocks),
    blocks: message.blocks,
    createdAt: iso(message.createdAt),
    hidden: message.hidden,
  };
}

/** Hits in the snippet stand between \u0002 and \u0003. */
export function hitShape({ at, ...hit }: SearchHit) {
  return { ...hit, at: iso(at) };
}

export type TreeShape = ReturnType<typeof threadShape> & {
  turns: number;
  sharedTurns: number;
  here: boolean;
  children: TreeShape[];
};

export function treeShape({ thread, turns, sharedTurns, here, children }: TreeNode): TreeShape {
  return { ...threadShape(thread), turns, sharedTurns, here, children: children.map(treeShape) };
}

export function inboxShape(item: InboxItem, index: number) {
  const { id, kind, text, state, now, turn } = item;
  return { n: index + 1, id, kind, text, state, now, turn, createdAt: iso(item.createdAt) };
}

export function turnShape(turn: Turn) {
  const { id, state, stopReason, error, durationMs } = turn;
  const endedAt = turn.endedAt === null ? null : iso(turn.endedAt);
  return { id, state, stopReason, error, startedAt: iso(turn.startedAt), endedAt, durationMs };
}

export function statusShape(thread: ThreadSummary, report: ThreadStatusReport) {
  const { owner } = report;
  return {
    thread: threadDetails(thread),
    status: report.status,
    turn: report.turn && turnShape(report.turn),
    queue: report.queue.map(inboxShape),
    paused: report.paused,
    asks: report.asks,
    agents: report.agents,
    owner: owner && { pid: owner.pid, host: owner.host, since: iso(owner.takenAt) },
  };
}

/** What a message says in words: its text, and for tools the text of what they gave back. */
export function textOf(blocks: readonly Block[]): string {
  return blocks
    .map((block) => {
      if (block.type === 'text') return block.text;
      if (block.type !== 'tool_result') return '';
      return typeof block.content === 'string' ? block.content : textOf(block.content ?? []);
    })
    .filter((text) => text !== '')
    .join('\n\n');
}
