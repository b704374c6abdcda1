// The state of the chat: a fold over engine events and a few actions of the person. It holds no time and no width, so that
// replaying the same events gives the same state; what is finished is only ever appended, because the scrollback cannot change.
import type { Ask } from '../../engine/agent.ts';
import type { EngineEvent, ThreadStatus } from '../../engine/events.ts';
import type {
  InboxItem,
  Message,
  MessageId,
  Thread,
  ThreadId,
  Turn,
  TurnId,
  TurnState,
  Usage,
} from '../../store/types.ts';
import type { Item } from '../blocks/items.ts';

/** One thing that has been said for good; printed once, never again. */
export interface Entry {
  readonly key: string;
  readonly item: EntryItem;
}

export type EntryItem =
  | Item
  /** A thread comes on view: what it is called and how much of it is above what follows. */
  | { readonly kind: 'thread'; readonly title: string | null; readonly cwd: string; readonly above: number }
  /** What a command of ours answered. */
  | { readonly kind: 'lines'; readonly lines: readonly string[] };

/** A piece of the running turn, in the order of the conversation. */
export interface LiveItem {
  readonly key: string;
  readonly item: Item;
  /** Nothing about it will change any more. */
  readonly finished: boolean;
  /** Its place among the blocks is known: hooks tell of a tool before the transcript says where it stands. */
  readonly placed: boolean;
}

export interface LiveTurn {
  readonly id: TurnId;
  readonly state: TurnState;
  readonly startedAt: number;
  readonly items: readonly LiveItem[];
  /** How many of the items are already among the entries. */
  readonly printed: number;
  /** The unfinished text, plain and inexact. */
  readonly preview: string;
  /** The last request's, with everything that came out so far. */
  readonly usage: Usage | null;
}

/** A shell command that is not in the thread yet. */
export interface LiveShell {
  readonly id: MessageId;
  readonly command: string;
  readonly state: 'running' | 'waiting';
  readonly startedAt: number;
}

export interface ThreadState {
  readonly id: ThreadId;
  readonly title: string | null;
  readonly cwd: string;
  readonly model: string | null;
  readonly mode: string;
  readonly status: ThreadStatus;
  readonly turn: LiveTurn | null;
  readonly asks: readonly Ask[];
  /** So many work in the background. */
  readonly agents: number;
  readonly shells: readonly LiveShell[];
  /** Follow-ups that wait and steers on their way, in order. */
  readonly inbox: readonly InboxItem[];
  readonly paused: boolean;
  /** Another process runs it. */
  readonly elsewhere: boolean;
  /** Of the last reply: what the model was sent and said is what the context holds. */
  readonly usage: Usage | null;
  /** All turns of the line on view. */
  readonly spent: Usage;
  /** Something happened here while another thread was on view. */
  readonly mark: 'done' | 'failed' | null;
}

export interface ChatState {
  readonly view: ThreadId | null;
  readonly threads: ReadonlyMap<ThreadId, ThreadState>;
  readonly entries: readonly Entry[];
  /** Messages that are among the entries or in the running turn, so that none is shown twice. */
  readonly shown: ReadonlySet<MessageId>;
}

export interface LoadedThread {
  readonly thread: Thread;
  readonly status: ThreadStatus;
  readonly turn: Turn | null;
  readonly messages: readonly Message[];
  readonly turns: readonly Turn[];
  readonly asks: readonly Ask[];
  readonly agents: number;
  readonly inbox: readonly InboxItem[];
  readonly paused: boolean;
  readonly elsewhere: boolean;
  /** Turns that are not among `turns`. */
  readonly above: number;
}

export type ChatAction =
  | { readonly type: 'event'; readonly event: EngineEvent }
  /** A thread comes on view, with the last of what was said in it. */
  | { readonly type: 'opened'; readonly loaded: LoadedThread }
  /** A new thread, before its first prompt. */
  | { readonly type: 'blank' }
  /** Things of the thread on view were read again. */
  | { readonly type: 'refreshed'; readonly loaded: LoadedThread }
  | { readonly type: 'said'; readonly item: EntryItem };
