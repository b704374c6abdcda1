// The family of a thread: its oldest ancestor that is still there, and every fork below. A parent is fixed when a thread is made,
// so there are no cycles.
import type { Thread, ThreadId } from '../store/types.ts';
import type { ThreadSummary } from './api.ts';
import type { Core } from './core.ts';
import type { threadsOf } from './threads.ts';

export interface TreeNode {
  thread: ThreadSummary;
  /** Turns of its current line. */
  turns: number;
  /** How many of them it shares with the thread it was forked from. */
  sharedTurns: number;
  /** The thread that was asked about. */
  here: boolean;
  children: TreeNode[];
}

export function treeOf({ store }: Core, threads: ReturnType<typeof threadsOf>, asked: ThreadId): TreeNode {
  const turnsTo = (head: Thread['head']): number => store.turns.ofLine(head).length;

  function nodeOf(thread: ThreadSummary): TreeNode {
    return {
      thread,
      turns: turnsTo(thread.head),
      sharedTurns: thread.parent === null ? 0 : turnsTo(thread.forkedAt),
      here: thread.id === asked,
      children: threads.children(thread.id).map(nodeOf),
    };
  }

  let root = threads.get(asked);
  for (let parent = above(root); parent; parent = above(root)) root = parent;
  function above({ parent }: Thread): Thread | null {
    const found = parent === null ? null : store.threads.get(parent);
    return found?.deletedAt === null ? found : null;
  }
  return nodeOf(threads.summary(root));
}
