// Where a turn stands, as a fold over what the agent says. The state is never set, only derived: a permission inside a tool
// inside a reply comes out as `waiting`, and each answer uncovers what was there before.
import type { LiveTurnState } from '../store/types.ts';
import type { AgentEvent, Ask } from './agent.ts';

export interface Progress {
  /** The agent has taken the prompt. */
  readonly accepted: boolean;
  readonly tools: readonly string[];
  readonly asks: readonly Ask[];
}

export const begun: Progress = { accepted: false, tools: [], asks: [] };

export function advance(progress: Progress, event: AgentEvent): Progress {
  switch (event.type) {
    case 'prompt':
    case 'block':
      return progress.accepted ? progress : { ...progress, accepted: true };
    case 'tool.start':
      if (event.parentTool !== null || progress.tools.includes(event.id)) return progress;
      return { ...progress, accepted: true, tools: [...progress.tools, event.id] };
    case 'tool.end':
      return { ...progress, tools: progress.tools.filter((id) => id !== event.id) };
    case 'asked':
      return { ...progress, asks: [...progress.asks.filter(({ id }) => id !== event.ask.id), event.ask] };
    case 'unasked':
      return { ...progress, asks: progress.asks.filter(({ id }) => id !== event.id) };
    default:
      return progress;
  }
}

export function liveState({ accepted, tools, asks }: Progress): LiveTurnState {
  if (asks.length > 0) return 'waiting';
  if (!accepted) return 'starting';
  return tools.length > 0 ? 'tool' : 'streaming';
}
