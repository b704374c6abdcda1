// What a conversation is made of on the screen, one item a block. Items are plain data: from the database they come
// through `itemsOf`, from a running turn through the screen's state; both give the same picture.
import type { Block, EndedTurnState, Usage, Via } from '../../store/types.ts';
import type { Theme } from '../theme.ts';

export interface PromptItem {
  kind: 'prompt';
  text: string;
  via: Via | null;
  images?: number;
}
export interface TextItem {
  kind: 'text';
  text: string;
}
/** Unfinished text as the agent's screen has it: unmarked, inexact. */
export interface PreviewItem {
  kind: 'preview';
  text: string;
}
export interface ThinkingItem {
  kind: 'thinking';
  text: string;
}
export interface ToolItem {
  kind: 'tool';
  id: string;
  name: string;
  input: Record<string, unknown>;
  state: 'running' | 'waiting' | 'done' | 'failed' | 'interrupted';
  result: string | Block[] | null;
  startedAt: number | null;
  endedAt: number | null;
  /** What a subagent did, for the tool that started it. */
  children: Item[];
}
export interface ShellItem {
  kind: 'shell';
  command: string;
  output: string;
  /** Null where nobody knows. */
  exitCode: number | 'signal' | null;
  /** The model does not see it. */
  hidden: boolean;
}
export interface SummaryItem {
  kind: 'summary';
  text: string;
}
export interface NoticeItem {
  kind: 'notice';
  level: 'info' | 'warning' | 'error';
  text: string;
  next?: string;
}
export interface TodoItem {
  kind: 'todo';
  entries: TodoEntry[];
}
export interface TodoEntry {
  text: string;
  state: 'pending' | 'active' | 'done';
}
export interface TurnEndItem {
  kind: 'turn-end';
  state: EndedTurnState;
  durationMs: number | null;
  usage: Usage | null;
  error: { text: string; next?: string } | null;
}

export type Item =
  | PromptItem
  | TextItem
  | PreviewItem
  | ThinkingItem
  | ToolItem
  | ShellItem
  | SummaryItem
  | NoticeItem
  | TodoItem
  | TurnEndItem;

export type Detail = 'folded' | 'expanded';

export interface BlockOptions {
  readonly width: number;
  readonly theme: Theme;
  readonly detail: Detail;
  /** For elapsed times of what still runs. */
  readonly now: number;
  /** Paths under it are shown relative. */
  readonly cwd?: string;
}
