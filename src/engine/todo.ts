// The model's own todo list, as its tools left it: TodoWrite replaces the whole list; TaskCreate and TaskUpdate change one entry.
// A call that failed or never answered changed nothing.
import type { Block, Message, ToolResultBlock, ToolUseBlock } from '../store/types.ts';

export interface Todo {
  /** Empty for entries of a whole list, which have none. */
  readonly id: string;
  readonly text: string;
  readonly state: 'pending' | 'active' | 'done';
}

export interface TodoReader {
  /** Messages of a line, oldest first. */
  add(message: Message): void;
  todos(): Todo[];
}

export function todosOf(messages: Iterable<Message>): Todo[] {
  const reader = readTodos();
  for (const message of messages) reader.add(message);
  return reader.todos();
}

export function readTodos(): TodoReader {
  const calls = new Map<string, ToolUseBlock>();
  let list: Todo[] = [];
  const tasks = new Map<string, Todo>();

  function finished({ name, input }: ToolUseBlock, result: ToolResultBlock): void {
    if (result.is_error === true) return;
    if (name === 'TodoWrite') {
      list = array(input.todos).flatMap(todoOf);
      tasks.clear();
    } else if (name === 'TaskCreate') {
      const id = createdId(result) ?? String(tasks.size + 1);
      tasks.set(id, { id, text: text(input.subject) || text(input.description), state: 'pending' });
    } else if (name === 'TaskUpdate') update(input);
  }

  function update(input: Record<string, unknown>): void {
    const id = text(input.taskId) || text(input.task_id) || text(input.id);
    const task = tasks.get(id);
    if (!task) return;
    if (input.status === 'deleted') {
      tasks.delete(id);
      return;
    }
    const state = stateOf(input.status) ?? task.state;
    tasks.set(id, { id, text: text(input.subject) || task.text, state });
  }

  return {
    add(message) {
      for (const block of message.blocks) {
        if (block.type === 'tool_use') calls.set(block.id, block);
        if (block.type !== 'tool_result') continue;
        const call = calls.get(block.tool_use_id);
        calls.delete(block.tool_use_id);
        if (call) finished(call, block);
      }
    },
    todos: () => [...list, ...tasks.values()],
  };
}

export function todoOf(value: unknown): Todo[] {
  if (value === null || typeof value !== 'object') return [];
  const { content, activeForm, status, id } = value as Record<string, unknown>;
  const state = stateOf(status) ?? 'pending';
  const words = (state === 'active' && text(activeForm)) || text(content);
  return words === '' ? [] : [{ id: text(id), text: words, state }];
}

function stateOf(status: unknown): Todo['state'] | null {
  switch (status) {
    case 'completed':
      return 'done';
    case 'in_progress':
      return 'active';
    case 'pending':
      return 'pending';
    default:
      return null;
  }
}

function createdId(result: ToolResultBlock): string | null {
  const answer =
    typeof result.content === 'string'
      ? result.content
      : (result.content ?? []).map((block: Block) => (block.type === 'text' ? block.text : '')).join('\n');
  return /(?:#|\bid["':\s]+|\btask\s+)(\d+)/i.exec(answer)?.[1] ?? null;
}

const array = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
