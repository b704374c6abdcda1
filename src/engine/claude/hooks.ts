// What `claude` says through its hooks, read once at the door. Only fields that are used are believed, each checked; a hook of
// a newer version that nobody knows comes through as `other` and changes nothing.
import type { Json } from '../../store/types.ts';

interface Said {
  session: string | null;
  transcript: string | null;
  /** The prompt it belongs to; a turn keeps one from its first hook to its last. */
  prompt: string | null;
  /** The subagent it happened in. */
  subagent: string | null;
}

export type Hook = Said &
  (
    | { event: 'UserPromptSubmit'; text: string }
    | { event: 'PreToolUse'; tool: string; input: Record<string, unknown>; toolUse: string | null }
    | { event: 'PermissionRequest'; tool: string; input: Record<string, unknown>; suggestions: Json[] }
    | { event: 'Stop'; lastText: string; backgroundTasks: number; backgroundAgents: number }
    | { event: 'StopFailure'; error: string; lastText: string }
    | { event: 'MessageDisplay'; message: string; index: number; delta: string; final: boolean }
    | { event: 'SessionEnd'; reason: string }
    | { event: 'other'; name: string }
  );

/**
 * The hooks we ask for. `PreCompact` and `PostCompact` are not among them: `claude` reports a compaction's hooks inside the
 * conversation, where the model would read of them.
 */
export const hookEvents = ['UserPromptSubmit', 'PreToolUse', 'PermissionRequest', 'Stop', 'StopFailure', 'SessionEnd'];
export const displayEvent = 'MessageDisplay';

export function parseHook(body: string): Hook | null {
  const raw = objectIn(body);
  const event = text(raw?.hook_event_name);
  if (!raw || event === null) return null;
  const said: Said = {
    session: text(raw.session_id),
    transcript: text(raw.transcript_path),
    prompt: text(raw.prompt_id),
    subagent: text(raw.agent_id),
  };
  const tool = () => ({ tool: text(raw.tool_name) ?? '', input: object(raw.tool_input) ?? {} });
  switch (event) {
    case 'UserPromptSubmit':
      return { ...said, event, text: text(raw.prompt) ?? '' };
    case 'PreToolUse':
      return { ...said, event, ...tool(), toolUse: text(raw.tool_use_id) };
    case 'PermissionRequest': {
      const suggestions = Array.isArray(raw.permission_suggestions) ? (raw.permission_suggestions as Json[]) : [];
      return { ...said, event, ...tool(), suggestions };
    }
    case 'Stop': {
      const tasks = Array.isArray(raw.background_tasks) ? raw.background_tasks.map(object) : [];
      const agents = tasks.filter((task) => task?.type === 'subagent' && task.status === 'running');
      return {
        ...said,
        event,
        lastText: text(raw.last_assistant_message) ?? '',
        backgroundTasks: tasks.length,
        backgroundAgents: agents.length,
      };
    }
    case 'StopFailure':
      return {
        ...said,
        event,
        error: text(raw.error) ?? 'unknown',
        lastText: text(raw.last_assistant_message) ?? '',
      };
    case 'MessageDisplay':
      return {
        ...said,
        event,
        message: text(raw.message_id) ?? '',
        index: typeof raw.index === 'number' ? raw.index : 0,
        delta: text(raw.delta) ?? '',
        final: raw.final === true,
      };
    case 'SessionEnd':
      return { ...said, event, reason: text(raw.reason) ?? '' };
    default:
      return { ...said, event: 'other', name: event };
  }
}

function objectIn(body: string): Record<string, unknown> | null {
  try {
    return object(JSON.parse(body));
  } catch {
    return null;
  }
}

const object = (value: unknown): Record<string, unknown> | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
