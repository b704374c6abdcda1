// Everything a screen or a script sees of the engine: one small union, start/update/end for turn, message and tool.
// State is a fold over these; replaying them gives the same state again.
import type {
  Block,
  EndedTurnState,
  InboxItem,
  Message,
  MessageId,
  ThreadId,
  TurnId,
  TurnState,
  Via,
} from '../store/types.ts';
import type { AgentFailure, Answer, Ask } from './agent.ts';

export const threadStatuses = ['idle', 'running', 'waiting', 'queued'] as const;
export type ThreadStatus = (typeof threadStatuses)[number];

interface InTurn {
  thread: ThreadId;
  turn: TurnId;
}

export interface MovedTurns {
  /** So many turns came into the conversation. */
  back: number;
  /** So many left it. */
  out: number;
  /** `some`: it was a long way, and there may be more of both. */
  counted: 'all' | 'some';
  /** The next `unrevert` undoes this move. */
  swaps: boolean;
}

export type EngineEvent =
  | (InTurn & { type: 'turn.start'; text: string; via: Via | null; prompt: MessageId; at: number })
  | (InTurn & { type: 'turn.update'; state: TurnState })
  | (InTurn & {
      type: 'turn.end';
      state: EndedTurnState;
      stopReason: string | null;
      durationMs: number;
      error: AgentFailure | null;
      /** The agent never took the prompt: it is not in the thread, and here is its text back. */
      returned: string | null;
    })
  /** `message.start` names a message whose blocks follow one by one; `message.end` carries it whole, as stored. */
  | (InTurn & { type: 'message.start'; message: MessageId; role: Message['role'] })
  | (InTurn & { type: 'message.update'; message: MessageId; index: number; block: Block })
  | { type: 'message.end'; thread: ThreadId; turn: TurnId | null; message: Message }
  /** The unfinished text so far, from the screen: plain, inexact, replaced by the next `message.update`. */
  | (InTurn & { type: 'text.preview'; text: string })
  | (InTurn & {
      type: 'tool.start';
      tool: string;
      name: string;
      input: Record<string, unknown>;
      parentTool: string | null;
      at: number;
    })
  | (InTurn & { type: 'tool.update'; tool: string; state: 'running' | 'waiting' })
  | (InTurn & { type: 'tool.end'; tool: string; block: Block; isError: boolean; at: number })
  /** A subagent's blocks; they belong to the tool that started it and are not part of the thread's line. */
  | (InTurn & { type: 'subagent.block'; parentTool: string; block: Block })
  | (InTurn & { type: 'permission.asked'; ask: Extract<Ask, { kind: 'permission' }> })
  | (InTurn & { type: 'question.asked'; ask: Extract<Ask, { kind: 'question' | 'dialog' }> })
  | (InTurn & { type: 'permission.answered'; ask: string; answer: Answer | null })
  | (InTurn & { type: 'question.answered'; ask: string; answer: Answer | null })
  | {
      type: 'steer.held' | 'steer.typed' | 'steer.accepted' | 'steer.absorbed' | 'steer.ran' | 'steer.returned';
      thread: ThreadId;
      item: InboxItem;
    }
  /** A shell command of the person's: it runs, waits for the turn to end, and is over when `message.end` has told of it. */
  | {
      type: 'shell.update';
      thread: ThreadId;
      shell: MessageId;
      command: string;
      state: 'running' | 'waiting' | 'over';
      at: number;
    }
  | { type: 'queue.changed'; thread: ThreadId; items: InboxItem[] }
  /** `agents`: so many work in the background of the thread. */
  | { type: 'status'; thread: ThreadId; status: ThreadStatus; agents: number }
  /** Something about the thread itself changed: title, settings, what was said in it elsewhere. */
  | { type: 'thread.changed'; thread: ThreadId; reason: 'updated' | 'deleted' | 'elsewhere' }
  /** The head moved. */
  | ({ type: 'thread.changed'; thread: ThreadId; reason: 'reverted' | 'unreverted' } & MovedTurns)
  | {
      type: 'notice';
      thread: ThreadId | null;
      level: 'info' | 'warning' | 'error';
      code: string;
      text: string;
      next?: string;
    };
