// The data model. A message never changes once stored; a thread is a name that points at one message.
// Everything above the store speaks of these types; the store itself knows nothing of the rest.

declare const brand: unique symbol;
type Branded<B extends string> = string & { readonly [brand]: B };

export type ThreadId = Branded<'thread'>;
export type MessageId = Branded<'message'>;
export type TurnId = Branded<'turn'>;
/** Inbox items are numbered: `queue T edit N` names them by their place, the database by this. */
export type InboxId = number;

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export interface TextBlock {
  type: 'text';
  text: string;
}
export interface ThinkingBlock {
  type: 'thinking';
  thinking: string;
  signature?: string;
}
export interface ToolUseBlock {
  type: 'tool_use';
  id: string;
  name: string;
  input: Record<string, unknown>;
}
export interface ToolResultBlock {
  type: 'tool_result';
  tool_use_id: string;
  content?: string | Block[];
  is_error?: boolean;
}
export interface ImageBlock {
  type: 'image';
  source: Record<string, unknown>;
}
/** What this version does not know is kept as it came. */
export interface OtherBlock {
  type: 'redacted_thinking' | 'document' | 'server_tool_use' | 'other';
  [key: string]: unknown;
}
export type Block = TextBlock | ThinkingBlock | ToolUseBlock | ToolResultBlock | ImageBlock | OtherBlock;

/** `tool` holds the results of the tools that the assistant message before it asked for. */
export type Role = 'user' | 'assistant' | 'tool' | 'summary' | 'shell';
/** How a person's words got in. `null` for what the agent itself put into the conversation. */
export type Via = 'prompt' | 'steer' | 'follow-up';

export interface Usage {
  inputTokens: number;
  outputTokens: number;
  cacheReadTokens: number;
  cacheWriteTokens: number;
  /** Only where the agent told it; nothing here ever works it out. */
  costUsd?: number;
}

export interface Message {
  id: MessageId;
  parent: MessageId | null;
  /** Chained from the parent's: the hash of a head is the fingerprint of its whole prefix. */
  hash: string;
  /** How many messages the line has up to and with this one. */
  depth: number;
  turn: TurnId | null;
  role: Role;
  via: Via | null;
  blocks: Block[];
  /** The model never sees it; its hash is its parent's. */
  hidden: boolean;
  model: string | null;
  usage: Usage | null;
  /** What the agent needs beside the blocks to bring this message back exactly; opaque to everyone else. */
  agent: Json;
  createdAt: number;
}

export type PermissionMode = 'ask' | 'plan' | 'accept-edits' | 'read-only' | 'bypass';
export type SteeringMode = 'one-at-a-time' | 'all';

/** What a thread is talked to with. Absent means the user's own default. */
export interface ThreadSettings {
  model?: string;
  mode?: PermissionMode;
  allowedTools?: string[];
  deniedTools?: string[];
  mcpConfig?: string[];
  appendSystemPrompt?: string;
  claudeArgs?: string[];
  steeringMode?: SteeringMode;
}

export interface Thread {
  id: ThreadId;
  title: string | null;
  cwd: string;
  head: MessageId | null;
  /** Where `unrevert` goes back to. */
  previousHead: MessageId | null;
  parent: ThreadId | null;
  forkedAt: MessageId | null;
  settings: ThreadSettings;
  pinned: boolean;
  archived: boolean;
  deletedAt: number | null;
  extra: Record<string, Json>;
  createdAt: number;
  updatedAt: number;
  /** Length of the current line. */
  messages: number;
}

export const liveTurnStates = ['starting', 'streaming', 'tool', 'waiting'] as const;
export const endedTurnStates = ['done', 'failed', 'interrupted', 'lost'] as const;
export type LiveTurnState = (typeof liveTurnStates)[number];
export type EndedTurnState = (typeof endedTurnStates)[number];
export type TurnState = LiveTurnState | EndedTurnState;

export interface Turn {
  id: TurnId;
  thread: ThreadId;
  state: TurnState;
  /** The message that began it. */
  prompt: MessageId | null;
  stopReason: string | null;
  error: string | null;
  startedAt: number;
  endedAt: number | null;
  durationMs: number | null;
  /** Where the agent keeps its own record, so that a turn cut off by a crash can be read to its end. */
  session: string | null;
  transcript: string | null;
  offset: number;
  /** Files the turn's edit tools changed. */
  paths: string[];
}

/** `prompt`: on its way to the agent, not in the thread yet. `abort` and `pause`: wishes that any process may put there. */
export type InboxKind = 'prompt' | 'follow-up' | 'steer' | 'abort' | 'pause';
export type FollowUpState = 'queued' | 'running' | 'done';
export type SteerState = 'held' | 'typed' | 'accepted' | 'absorbed' | 'ran' | 'returned';
export type AbortState = 'asked' | 'done';

export interface InboxItem {
  id: InboxId;
  thread: ThreadId;
  kind: InboxKind;
  text: string;
  state: FollowUpState | SteerState | AbortState;
  /** Steer: interrupt and deliver at once. */
  now: boolean;
  position: number;
  turn: TurnId | null;
  createdAt: number;
  updatedAt: number;
}

/** A process that runs turns. `startTime` tells it from a later process with the same pid. */
export interface Owner {
  id: string;
  pid: number;
  host: string;
  startTime: string;
}
export interface Lease extends Owner {
  thread: ThreadId;
  takenAt: number;
  heartbeatAt: number;
}

/** A person-facing failure of the store: what is wrong and what to do about it. */
export class StoreError extends Error {
  constructor(
    readonly code: 'newer' | 'native' | 'corrupt' | 'unwritable' | 'busy',
    message: string,
    readonly next: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'StoreError';
  }
}
