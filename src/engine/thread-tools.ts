// What can be done with a thread beside talking to it: looking at what it did, taking it out, bringing it in, counting, clearing up.
// Joined here from parts that each know one thing; the engine spreads the result into its public face.
import path from 'node:path';
import type { Message, MessageId, ThreadId, TurnId } from '../store/types.ts';
import { EngineError, type TurnResult } from './api.ts';
import type { Core } from './core.ts';
import { type FileChange, fileChanges } from './diff.ts';
import {
  htmlOf,
  jsonOf,
  markdownOf,
  type SecretHit,
  type SharedPage,
  secretsIn,
  shareThread,
  unshareThread,
} from './export/index.ts';
import { collectGarbage, type GcReport } from './gc.ts';
import { type ImportOptions, type ImportReport, importThreads } from './import/index.ts';
import { type Stats, type StatsFilter, statsOf } from './stats.ts';
import type { threadsOf } from './threads.ts';
import { readTodos, type Todo } from './todo.ts';
import { type TreeNode, treeOf } from './tree.ts';

export type { FileChange } from './diff.ts';
export type { SecretHit, SharedPage } from './export/index.ts';
export type { GcReport } from './gc.ts';
export type { ImportOptions, ImportProgress, ImportReport } from './import/index.ts';
export type { Stats, StatsFilter, StatsRow } from './stats.ts';
export type { Todo } from './todo.ts';
export type { TreeNode } from './tree.ts';

export type ExportFormat = 'markdown' | 'json' | 'html';

/** `from` and `to` are messages and mean their turns, both included. */
export interface DiffOptions {
  from?: MessageId;
  to?: MessageId;
  turn?: TurnId;
}

export interface ThreadTools {
  /** The model's own todo list, as its tools left it. */
  todo(thread: ThreadId): Todo[];
  /** Files that the thread's edit tools changed: in a turn, a range of turns, or all of it. */
  diff(thread: ThreadId, options?: DiffOptions): FileChange[];
  /** The whole family of forks, from its oldest ancestor down. */
  tree(thread: ThreadId): TreeNode;
  export(thread: ThreadId, format: ExportFormat): string;
  /** What looks like a key in the thread; to be shown before it leaves the machine. */
  secrets(thread: ThreadId): SecretHit[];
  /** Writes the thread as one page; default folder: `shares` beside the database. */
  share(thread: ThreadId, options?: { folder?: string }): SharedPage;
  /** The file that was removed. */
  unshare(thread: ThreadId): string;
  /** The agent's own history, or what `paths` name: folders, transcripts, exported threads. Safe to repeat. */
  import(options?: ImportOptions): Promise<ImportReport>;
  stats(filter?: StatsFilter): Stats;
  /** Has the agent write the project's instructions file, as a turn. */
  init(thread: ThreadId): Promise<TurnResult>;
  /** Removes for good what was deleted more than `days` ago and no other thread reaches; `dryRun` only says what that is. */
  gc(options?: { dryRun?: boolean; days?: number }): GcReport;
}

export interface ToolParts {
  threads: ReturnType<typeof threadsOf>;
  command(thread: ThreadId, command: string): Promise<TurnResult>;
}

export function threadTools(core: Core, { threads, command }: ToolParts): ThreadTools {
  const { store } = core;

  /** The line of the thread, oldest first, a page at a time. */
  function* line(id: ThreadId): Generator<Message> {
    const { head, messages } = threads.get(id);
    for (let left = messages; left > 0; left -= pageSize) {
      const limit = Math.min(pageSize, left);
      yield* store.messages.line(head, { limit, offset: left - limit });
    }
  }

  const face = {
    get: threads.get,
    update: threads.update,
    messages: (id: ThreadId, page?: { limit?: number; offset?: number }) =>
      store.messages.line(threads.get(id).head, page),
  };

  function diff(id: ThreadId, options: DiffOptions = {}): FileChange[] {
    const { cwd } = threads.get(id);
    return fileChanges(line(id), { cwd, within: rangeOf(id, options) });
  }

  function rangeOf(id: ThreadId, { from, to, turn }: DiffOptions): (message: Message) => boolean {
    if (turn !== undefined) {
      const messages = store.messages.ofTurn(turn);
      if (messages.length === 0)
        throw new EngineError(
          'not-found',
          `there is no turn ${turn} in thread ${id}`,
          'Leave it out to see everything.',
        );
      return (message) => message.turn === turn;
    }
    const first = from === undefined ? 0 : turnOf(id, from)[0]!.depth;
    const last = to === undefined ? Number.POSITIVE_INFINITY : turnOf(id, to).at(-1)!.depth;
    if (first > last)
      throw new EngineError('bad-input', 'the range ends before it begins', 'Give the earlier message first.');
    return ({ depth }) => depth >= first && depth <= last;
  }

  function turnOf(id: ThreadId, message: MessageId): Message[] {
    const found = threads.findMessage(id, message);
    return found.turn === null ? [found] : store.messages.ofTurn(found.turn);
  }

  function exported(id: ThreadId, format: ExportFormat): string {
    const thread = threads.get(id);
    switch (format) {
      case 'markdown':
        return markdownOf(thread, line(id));
      case 'html':
        return htmlOf(thread, line(id));
      case 'json':
        return jsonOf(thread, line(id), store.turns.ofLine(thread.head));
    }
  }

  return {
    todo: (id) => {
      const reader = readTodos();
      for (const message of line(id)) reader.add(message);
      return reader.todos();
    },
    diff,
    tree: (id) => treeOf(core, threads, id),
    export: exported,
    secrets: (id) => secretsIn(line(id)),
    share: (id, { folder } = {}) => shareThread(face, id, folder ?? path.join(path.dirname(store.file), 'shares')),
    unshare: (id) => {
      const file = unshareThread(face, id);
      if (file !== null) return file;
      throw new EngineError('nothing-to-do', `thread ${id} is not shared`, 'There is no page to remove.');
    },
    import: (options) => importThreads(core, options),
    stats: (filter) => statsOf(core, filter),
    init: (id) => command(id, '/init'),
    gc: (options) => collectGarbage(core, options),
  };
}

const pageSize = 500;
