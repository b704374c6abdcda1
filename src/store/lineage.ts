// Who is whose ancestor, in O(log n) reads. Each message keeps, beside its parent, one `jump` far back (skew-binary, as in
// Myers' random-access lists): fixed at insertion, so nothing is ever rewritten, however long or branched the history is.
import type { Connection } from './connection.ts';
import type { MessageId } from './types.ts';

export interface Link {
  id: MessageId;
  parent: MessageId | null;
  jump: MessageId | null;
  depth: number;
}

export type Lineage = ReturnType<typeof lineageOn>;

export function lineageOn({ sql }: Connection) {
  const select = sql<Link>('SELECT id, parent, jump, depth FROM message WHERE id = ?');
  const link = (id: MessageId | null): Link | null => (id === null ? null : (select.get(id) ?? null));
  const depthOf = (at: Link | null) => at?.depth ?? 0;

  /** The jump that a child of `parent` gets. */
  function jumpFrom(parent: Link | null): MessageId | null {
    if (!parent) return null;
    const jump = link(parent.jump);
    const jumpOfJump = jump && link(jump.jump);
    const even = parent.depth - depthOf(jump) === depthOf(jump) - depthOf(jumpOfJump);
    return even ? (jumpOfJump?.id ?? null) : parent.id;
  }

  /** The message of the line that ends in `head` at `depth` (1 is the first), or null. */
  function ancestorAt(head: MessageId | null, depth: number): Link | null {
    let at = link(head);
    if (!at || depth < 1 || depth > at.depth) return null;
    while (at && at.depth > depth) {
      const jump = link(at.jump);
      at = depthOf(jump) >= depth ? jump : link(at.parent);
    }
    return at;
  }

  /** Whether `message` lies on the line that ends in `head`, its end included. `null` is the beginning of every line. */
  function isOnLine(message: MessageId | null, head: MessageId | null): boolean {
    if (message === null || message === head) return true;
    const depth = depthOf(link(message));
    return depth > 0 && ancestorAt(head, depth)?.id === message;
  }

  return { link, jumpFrom, ancestorAt, isOnLine };
}
