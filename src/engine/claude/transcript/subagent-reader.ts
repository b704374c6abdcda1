// What subagents say, told apart by the call that started each. New versions name the call in a file beside the transcript;
// without it, the call is the one whose prompt the subagent was given. Its transcript can be ahead of the one that holds the call:
// what it says waits for that.
import type { Block, ToolUseBlock } from '../../../store/types.ts';
import type { AgentEvent } from '../../agent.ts';
import type { ChainedRecord } from './records.ts';

interface Early {
  record: ChainedRecord;
  toolUse: string | null;
}

export function subagentReader() {
  const calls: { id: string; prompt: string }[] = [];
  const parents = new Map<string, string>();
  let early: Early[] = [];

  const agentOf = ({ record, toolUse }: Early) => record.subagent ?? toolUse ?? 'unnamed';
  const free = () => calls.filter(({ id }) => ![...parents.values()].includes(id));

  const parentOf = (one: Early): string => {
    const agent = agentOf(one);
    const known = one.toolUse ?? parents.get(agent);
    if (known) return known;
    const prompt = one.record.kind === 'prompt' ? one.record.text : null;
    return (free().find((call) => call.prompt === prompt) ?? free().at(-1))?.id ?? agent;
  };

  const isCalled = (one: Early) =>
    parents.has(agentOf(one)) ||
    (one.toolUse === null ? free().length > 0 : calls.some(({ id }) => id === one.toolUse));

  const told = (one: Early): AgentEvent[] => {
    const { record } = one;
    const parentTool = parentOf(one);
    parents.set(agentOf(one), parentTool);
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

  const readOne = (one: Early): AgentEvent[] => {
    const waits = early.some((other) => agentOf(other) === agentOf(one));
    if (!waits && isCalled(one)) return told(one);
    early.push(one);
    return [];
  };

  const takeEarly = () => {
    const waited = early;
    early = [];
    return waited;
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
      return takeEarly().flatMap(readOne);
    },
    read: (record: ChainedRecord, toolUse: string | null): AgentEvent[] => readOne({ record, toolUse }),
    /** The call is not going to come: it stands before what is read. */
    release: (): AgentEvent[] => takeEarly().flatMap(told),
  };
}
