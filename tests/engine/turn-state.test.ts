import { describe, expect, it } from 'vitest';
import type { AgentEvent, Ask } from '../../src/engine/agent.ts';
import { advance, begun, liveState } from '../../src/engine/turn-state.ts';

const ask: Ask = { kind: 'permission', id: 'p', tool: 'Bash', toolUse: null, input: {}, suggestions: [] };
const prompt: AgentEvent = { type: 'prompt', text: 'hi' };
const tool = (id: string, parentTool: string | null = null): AgentEvent => ({
  type: 'tool.start',
  id,
  name: 'Bash',
  input: {},
  parentTool,
});
const result = (id: string): AgentEvent => ({
  type: 'tool.end',
  id,
  block: { type: 'tool_result', tool_use_id: id },
  agent: null,
  parentTool: null,
});
const asked: AgentEvent = { type: 'asked', ask };
const unasked: AgentEvent = { type: 'unasked', id: 'p' };

const table: { name: string; events: AgentEvent[]; state: string }[] = [
  { name: 'nothing yet', events: [], state: 'starting' },
  { name: 'a dialog before the prompt', events: [asked], state: 'waiting' },
  { name: 'the dialog is gone', events: [asked, unasked], state: 'starting' },
  { name: 'the prompt is taken', events: [prompt], state: 'streaming' },
  { name: 'a tool runs', events: [prompt, tool('a')], state: 'tool' },
  { name: 'one of two tools is done', events: [prompt, tool('a'), tool('b'), result('a')], state: 'tool' },
  { name: 'both are', events: [prompt, tool('a'), tool('b'), result('b'), result('a')], state: 'streaming' },
  { name: 'a tool told twice', events: [prompt, tool('a'), tool('a'), result('a')], state: 'streaming' },
  { name: "a subagent's tool", events: [prompt, tool('a', 'parent')], state: 'streaming' },
  { name: 'a permission in a tool', events: [prompt, tool('a'), asked], state: 'waiting' },
  { name: 'and answered', events: [prompt, tool('a'), asked, unasked], state: 'tool' },
  { name: 'an unknown answer', events: [prompt, asked, { type: 'unasked', id: 'x' }], state: 'waiting' },
  { name: 'a result without its call', events: [prompt, result('x')], state: 'streaming' },
];

describe('the state of a turn', () => {
  it.each(table)('$name: $state', ({ events, state }) => {
    expect(liveState(events.reduce(advance, begun))).toBe(state);
  });
});
