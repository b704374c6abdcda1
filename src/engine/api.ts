// The public face of the engine: everything the screen, the shell and a script can do, by thread id.
import type {
  EndedTurnState,
  InboxId,
  InboxItem,
  Json,
  Lease,
  Message,
  MessageId,
  Thread,
  ThreadId,
  ThreadSettings,
  Turn,
  TurnId,
} from '../store/types.ts';
import { type Advice, methods } from './advice.ts';
import type { AgentFailure, Answer, Ask } from './agent.ts';
import type { EngineEvent, ThreadStatus } from './events.ts';
import type { ThreadTools } from './thread-tools.ts';

export interface EngineOptions {
  /** Where the database lives; default `$CCCHAT_HOME`, else the platform's data directory. */
  home?: string;
  /** Which `claude`; default `$CCCHAT_CLAUDE`, else the one on `PATH`. */
  claude?: string;
  /** The environment `claude` gets; default `process.env`. */
  env?: NodeJS.ProcessEnv;
  /** Settings for threads that do not say otherwise. */
  defaults?: ThreadSettings;
  /** Live processes kept at most (busy ones are never closed for it). Default 3. */
  poolSize?: number;
  /** An idle process is closed after this long. Default 10 minutes. */
  idleMs?: number;
  /** Keep one process warm for the next new thread. Default true. */
  warmSpare?: boolean;
  /** Over this many characters a thread is brought back as a summary and its last turns. Default 400,000. */
  longThreadChars?: number;
}

export interface ThreadSummary extends Thread {
  status: ThreadStatus;
}

export interface ThreadStatusReport {
  status: ThreadStatus;
  /** The running turn, or the last one. */
  turn: Turn | null;
  queue: InboxItem[];
  asks: Ask[];
  /** So many agents work in the background: what they find begins a turn by itself. */
  agents: number;
  /** The process that runs the thread, when it is not this one. */
  owner: Lease | null;
  /** The queue waits until `inbox.unpause` or the next prompt. */
  paused: boolean;
}

export interface TurnResult {
  thread: ThreadId;
  turn: TurnId;
  state: EndedTurnState;
  stopReason: string | null;
  durationMs: number;
  error: AgentFailure | null;
  /** The assistant's last words in the turn. */
  text: string;
}

export interface ListFilter {
  cwd?: string;
  query?: string;
  archived?: boolean;
  pinned?: boolean;
  deleted?: boolean;
  /** What it does right now, in whatever process. */
  status?: ThreadStatus;
  limit?: number;
  offset?: number;
}

export interface ThreadPatch {
  title?: string | null;
  cwd?: string;
  settings?: ThreadSettings;
  pinned?: boolean;
  archived?: boolean;
  extra?: Record<string, Json>;
}

export interface SearchHit {
  thread: ThreadId;
  title: string | null;
  cwd: string;
  message: MessageId;
  turn: TurnId | null;
  role: Message['role'];
  /** Text around the hit; hits stand between \u0002 and \u0003. */
  snippet: string;
  at: number;
}

/** A program to run in the person's terminal, and what to call when it has ended. */
export interface Attachment {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Takes in what happened there as turns of the thread, and gives the thread free. */
  done(): Attached;
}

export interface Attached {
  readonly turns: number;
  /** Turns of before that were taken back there; `unrevert` brings them back. */
  readonly takenBack: number;
}

export interface EngineApi extends ThreadTools {
  subscribe(listener: (event: EngineEvent) => void): () => void;

  create(options?: { cwd?: string; title?: string; settings?: ThreadSettings; extra?: Record<string, Json> }): Thread;
  get(thread: ThreadId): Thread;
  /** By id, unique prefix of it, or exact title. Unknown or ambiguous: an `EngineError` that lists the candidates. */
  find(ref: string): Thread;
  findMessage(thread: ThreadId, ref: string): Message;
  latest(cwd: string): Thread | null;
  list(filter?: ListFilter): ThreadSummary[];
  update(thread: ThreadId, patch: ThreadPatch): Thread;
  delete(thread: ThreadId): void;
  undelete(thread: ThreadId): Thread;
  /** Removes a thread that was made for nothing: no word in it, no fork of it, nothing queued. False when it stays. */
  discard(thread: ThreadId): boolean;
  status(thread: ThreadId): ThreadStatusReport;
  /** The current line, oldest first; `limit` and `offset` count from its end. */
  messages(thread: ThreadId, page?: { limit?: number; offset?: number }): Message[];
  message(message: MessageId): Message;
  /** Turns of the current line, oldest first, `limit` counted from the end. */
  turns(thread: ThreadId, page?: { limit?: number; offset?: number }): Turn[];
  children(thread: ThreadId): ThreadSummary[];
  /** Words, "a phrase", `begin*`, and `folder:`, `role:`, `tool:`, `before:`, `after:`; a value that makes no sense is an `EngineError`. */
  search(query: string, options?: { thread?: ThreadId; cwd?: string; limit?: number; offset?: number }): SearchHit[];

  /** Resolves when the turn has ended. On a busy thread it rejects, naming `steer` and `followUp`. `settings` hold for this turn. */
  prompt(thread: ThreadId, text: string, options?: { settings?: ThreadSettings }): Promise<TurnResult>;
  promptStream(thread: ThreadId, text: string, options?: { settings?: ThreadSettings }): AsyncIterable<EngineEvent>;
  steer(thread: ThreadId, text: string, options?: { now?: boolean }): InboxItem;
  /** Interrupts the running turn so that the steers on their way go in at once. */
  deliver(thread: ThreadId): Promise<void>;
  followUp(thread: ThreadId, text: string): InboxItem;
  /** Interrupts the running turn, wherever it runs, or else this process's shell commands; the inbox stays as it is. Resolves when it has ended. */
  abort(thread: ThreadId): Promise<void>;
  /** Recovers what a lost process left and runs the follow-ups that wait. Resolves when the queue is empty or stopped. */
  resume(thread: ThreadId): Promise<TurnResult[]>;
  /** The agent's own program on this thread, for a person's terminal. The thread is taken until `done` has been called. */
  attach(thread: ThreadId): Promise<Attachment>;
  waitForIdle(thread?: ThreadId): Promise<void>;
  /** One of the agent's own slash commands, as a turn. */
  command(thread: ThreadId, command: string): Promise<TurnResult>;
  /** Runs in the thread's folder and is recorded; the model sees it on the next turn, unless hidden. */
  shell(thread: ThreadId, command: string, options?: { hidden?: boolean }): Promise<Message>;
  asks(thread: ThreadId): Ask[];
  answer(thread: ThreadId, ask: string, answer: Answer): void;
  summarize(thread: ThreadId): Promise<Message>;

  readonly inbox: {
    list(thread: ThreadId): InboxItem[];
    edit(item: InboxId, text: string): InboxItem;
    remove(item: InboxId): void;
    /** `index` among the items that wait, from 0. */
    move(item: InboxId, index: number): void;
    /** A follow-up becomes a steer. */
    promote(item: InboxId): InboxItem;
    pause(thread: ThreadId): void;
    unpause(thread: ThreadId): void;
  };

  /** Moves the head back to before the turn that holds `message`; `text` is that turn's prompt. */
  revert(thread: ThreadId, message: MessageId): { thread: ThreadSummary; text: string };
  unrevert(thread: ThreadId): ThreadSummary;
  /** A new thread that shares everything up to and with the turn that holds `message` (default: the head). */
  fork(thread: ThreadId, message?: MessageId): ThreadSummary;

  readonly drafts: {
    get(key: string): string;
    set(key: string, text: string): void;
  };
  /** What was typed before, in any thread, newest first, each text once. */
  promptHistory(options?: { limit?: number; query?: string }): string[];

  close(): Promise<void>;
}

/** A person-facing failure: what is wrong and what to do about it. */
export class EngineError extends Error {
  /** What to do, in the engine's own words. */
  readonly next: string;
  /** The same as a value, where shell and screen have other words for it. */
  readonly advice: Advice | null;

  constructor(
    readonly code:
      | 'not-found'
      | 'ambiguous'
      | 'busy'
      | 'owned-elsewhere'
      | 'nothing-to-do'
      | 'bad-input'
      | 'agent'
      | 'closed',
    message: string,
    next: string | Advice,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'EngineError';
    this.advice = typeof next === 'string' ? null : next;
    this.next = typeof next === 'string' ? next : methods[next.to](next.thread);
  }
}
