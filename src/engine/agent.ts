// The one small interface between the engine and the program it drives. Everything below it (PTY, hooks, transcripts)
// is the agent's own business; everything above it works with any agent that keeps this contract.
import type { Block, Json, Message, PermissionMode, Usage } from '../store/types.ts';

/** Everything given at spawn: two live processes are interchangeable when these and the conversation are equal. */
export interface AgentSetup {
  cwd: string;
  model?: string;
  mode: PermissionMode;
  allowedTools: string[];
  deniedTools: string[];
  mcpConfig: string[];
  appendSystemPrompt?: string;
  extraArgs: string[];
}

export interface Agent {
  /**
   * Brings a process up that knows `prefix`, ready to be typed into. Rejects with an `AgentError` that a person can act on.
   * A dialog that stands in the way comes as `asked` and is answered with `answer`; `signal` gives up and leaves no process.
   */
  start(
    setup: AgentSetup,
    prefix: readonly Message[],
    events: (event: AgentEvent) => void,
    signal?: AbortSignal,
  ): Promise<AgentSession>;
  /** Answers an ask of any session, also of one whose `start` has not resolved yet. Unknown or answered ones are ignored. */
  answer(request: string, answer: Answer): void;
  /** Reads what a session that is gone recorded from `offset` on, for a turn whose process was lost. */
  recover(transcript: string, offset: number): Promise<RecoveredTurn>;
  /** What the agent was told and did without us; absent when it keeps no such record. */
  readonly history?: AgentHistory;
  /** Makes the conversation ready for a person to go on with in the agent's own program; absent when it has none. */
  handOver?(setup: AgentSetup, prefix: readonly Message[]): Promise<HandOver>;
  /** Frees what all sessions share (the hook server); sessions are closed by then. */
  close(): Promise<void>;
}

/** The agent's own program, to be run on the person's terminal. */
export interface HandOver {
  session: string;
  file: string;
  args: string[];
  cwd: string;
  env: Record<string, string>;
  place: { transcript: string; offset: number };
  /** What happened there, once it has ended. */
  handedBack(): HandedBack;
}

export interface HandedBack {
  /** So many turns of the conversation were taken back there before it went on. */
  takenBack: number;
  steps: PastStep[];
}

export interface AgentHistory {
  /** The agent's own records below `folder`, or where it keeps them. A folder that is not there is an `AgentError`. */
  files(folder?: string): PastFile[];
  /** Reads the outline of one; throws when it cannot be read. The steps are read when they are asked for. */
  open(file: string): PastSession;
}

export interface PastFile {
  file: string;
  size: number;
  modifiedAt: number;
}

/** One recorded session: a tree of stretches without a branch, each after the one it goes on from, the latest line first. */
export interface PastSession {
  id: string;
  cwd: string | null;
  title: string | null;
  stretches: PastStretch[];
  /** Conversations of subagents, which are no part of it. */
  sideRecords: number;
  /** Lines that are no record at all. */
  badLines: number;
  lines: number;
}

export interface PastStretch {
  /** Index of the stretch it goes on from; null for a beginning. */
  from: number | null;
  /** The model has said something in it. */
  answered: boolean;
  steps(): Iterable<PastStep>;
}

export interface PastStep {
  event: AgentEvent;
  /** Names the record for ever, copies of it included. */
  record: string;
  at: number | null;
}

export interface AgentSession {
  readonly id: string;
  readonly pid: number;
  /** Where the session's record stands now: a turn that starts here can be recovered from here. */
  readonly place: { transcript: string; offset: number };
  readonly alive: boolean;
  /** Background tasks keep running after a turn: such a session is not evicted. */
  readonly backgroundTasks: number;
  /** Those of them that are agents: their news begin a turn. */
  readonly backgroundAgents: number;
  /** Resolves once the agent has taken the text as a prompt. `command`: one of the agent's own slash commands. */
  submit(text: string, as?: 'text' | 'command'): Promise<void>;
  /** Resolves once the agent has the text in its own queue. */
  steer(text: string): Promise<void>;
  /** Takes back every steer that was accepted and not absorbed; resolves with what came back. */
  withdraw(): Promise<string[]>;
  interrupt(): Promise<void>;
  close(): Promise<void>;
}

export type AgentEvent =
  /** The agent has begun to work on this prompt: ours, a steer that it ran as a turn of its own, or one that nobody typed. */
  | { type: 'prompt'; text: string; blocks?: Block[]; agent?: Json; from?: 'person' | 'agent' }
  /** The unfinished block as it reads on the screen; replaced by `block`. */
  | { type: 'preview'; text: string }
  | {
      type: 'block';
      message: string;
      block: Block;
      model: string | null;
      usage: Usage | null;
      stopReason: string | null;
      agent: Json;
      parentTool: string | null;
    }
  | { type: 'tool.start'; id: string; name: string; input: Record<string, unknown>; parentTool: string | null }
  | { type: 'tool.end'; id: string; block: Block; agent: Json; parentTool: string | null }
  /** Something the agent itself put into the conversation, which the model will see. */
  | { type: 'inserted'; role: 'user' | 'summary'; blocks: Block[]; agent: Json }
  /** The same, but nothing a person would want to read. */
  | { type: 'attached'; agent: Json }
  | { type: 'steer'; text: string; state: 'accepted' | 'absorbed' | 'ran'; agent?: Json }
  | { type: 'asked'; ask: Ask }
  | { type: 'unasked'; id: string }
  | { type: 'notice'; level: 'info' | 'warning' | 'error'; code: string; text: string; next?: string }
  | { type: 'end'; state: 'done' | 'failed' | 'interrupted'; stopReason: string | null; error: AgentFailure | null }
  | { type: 'exit'; reason: string };

export interface AgentFailure {
  code: string;
  text: string;
  next: string;
}

/** A person-facing failure to start or drive an agent: what is wrong and what to do. */
export class AgentError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly next: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'AgentError';
  }
}

export type Ask = PermissionAsk | QuestionAsk | DialogAsk;

export interface PermissionAsk {
  kind: 'permission';
  id: string;
  tool: string;
  /** The tool call it is about, when known. */
  toolUse: string | null;
  input: Record<string, unknown>;
  /** "Always" choices, in the agent's own terms. */
  suggestions: PermissionSuggestion[];
}
export interface PermissionSuggestion {
  label: string;
  update: Json;
}
export interface QuestionAsk {
  kind: 'question';
  id: string;
  toolUse: string | null;
  questions: Question[];
}
export interface Question {
  question: string;
  header: string;
  multiSelect: boolean;
  options: { label: string; description: string }[];
}
/** A dialog on the agent's own screen (trust, new key, sign-in, or one nobody has met): shown as it stands. */
export interface DialogAsk {
  kind: 'dialog';
  id: string;
  name: 'trust' | 'api-key' | 'sign-in' | 'bypass-warning' | 'resume-summary' | 'unknown';
  text: string;
  /** `key` is what the agent's dialog takes; empty when only free typing will do. */
  options: { key: string; label: string }[];
}

export type Answer =
  | { kind: 'allow'; always?: PermissionSuggestion[]; input?: Record<string, unknown> }
  | { kind: 'deny'; comment?: string; interrupt?: boolean }
  /** One entry a question, by its text; free text is an answer as good as a label. */
  | { kind: 'choose'; answers: Record<string, string> }
  | { kind: 'key'; key: string };

export interface RecoveredTurn {
  /** The agent had taken the prompt. */
  accepted: boolean;
  /** The agent had finished the turn by itself. */
  finished: boolean;
  events: AgentEvent[];
}
