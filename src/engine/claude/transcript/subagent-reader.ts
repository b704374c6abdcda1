// What subagents say, told apart by the call that started each. New versions name the call in a file beside the transcript;
// without it, the call is the one whose prompt the subagent was given. Its transcript can be ahead of the one that holds the call:
// what it says waits for that.
import type { Block, ToolUseBlock } from '../../../store/types.ts';
import type { AgentEvent } from '../../agent.ts';
import type { ChainedRecord } from './records.ts';

export function subagentReader() {
  const calls: { id: string; prompt: string }[] = [];
  const parents = new Map<string, string>();
  let early: { record: ChainedRecord; toolUse: string | null }[] = [];

  const parentOf = (record: ChainedRecord, toolUse: string | null): string => {
    const agent = record.subagent ?? toolUse ?? 'unnamed';
    const known = toolUse ?? parents.get(agent);
    if (known) return known;
    const free = calls.filter(({ id }) => ![...parents.values()].includes(id));
    const prompt = record.kind === 'prompt' ? record.text : null;
    const found = free.find((call) => call.prompt === prompt) ?? free.at(-1);
    if (found) parents.set(agent, found.id);
    return found?.id ?? agent;
  };

  const isCalled = (record: ChainedRecord, toolUse: string | null) =>
    parents.has(record.subagent ?? '') || calls.some(({ id }) => toolUse === null || id === toolUse);

  const told = (record: ChainedRecord, toolUse: string | null): AgentEvent[] => {
    const parentTool = parentOf(record, toolUse);
    if (record.kind === 'results')
      return record.results.map((block) => ({
        type: 'tool.end',
        id: block.tool_use_id,
        block,
        agent: null,
        parentTool,
      }));
    if (record.kind !== 'blocks') return [];
    const { message, model, usage, stopReason } = record;
    return record.blocks.flatMap((block: Block): AgentEvent[] => {
      const event: AgentEvent = { type: 'block', message, block, model, usage, stopReason, agent: null, parentTool };
      if (block.type !== 'tool_use') return [event];
      return [event, { type: 'tool.start', id: block.id, name: block.name, input: block.input, parentTool }];
    });
  };

  const release = (): AgentEvent[] => {
    const waited = early;
    early = [];
    return waited.flatMap(({ record, toolUse }) => told(record, toolUse));
  };

  return {
    get waiting(): boolean {
      return early.length > 0;
    },
    /** What had come before its call. */
    called(block: ToolUseBlock): AgentEvent[] {
      const { prompt } = block.input;
      if (typeof prompt !== 'string') return [];
      calls.push({ id: block.id, prompt });
      return release();
    },
    read(record: ChainedRecord, toolUse: string | null): AgentEvent[] {
      if (early.length === 0 && isCalled(record, toolUse)) return told(record, toolUse);
      early.push({ record, toolUse });
      return [];
    },
    release,
  };
}
