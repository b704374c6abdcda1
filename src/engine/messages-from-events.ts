// Turns what an agent says into messages, each as soon as it is whole: blocks of one reply are one message, the results of
// its tools another. What only the agent understands rides along in `agent`: `before` is what came before the message, `own` what it is made of.
import type { Block, Json, Role, Usage, Via } from '../store/types.ts';
import type { AgentEvent } from './agent.ts';

export interface MessageDraft {
  role: Role;
  via: Via | null;
  blocks: Block[];
  hidden: boolean;
  model: string | null;
  usage: Usage | null;
  agent: Json;
}

export interface MessageFold {
  /** The messages that this event completes, in order. */
  push(event: AgentEvent): MessageDraft[];
  /** What is left when the turn is over without an `end` event. What comes behind the last word makes no message of its own. */
  finish(): MessageDraft[];
}

interface Part {
  blocks: Block[];
  before: Json[];
  own: Json[];
}
interface Reply extends Part {
  id: string;
  model: string | null;
  usage: Usage | null;
  whole: boolean;
}

export function messagesFromEvents(): MessageFold {
  let before: Json[] = [];
  let reply: Reply | null = null;
  let results: Part | null = null;
  const waiting = new Set<string>();

  const part = (): Part => {
    const taken = before;
    before = [];
    return { blocks: [], before: taken, own: [] };
  };

  const close = (): MessageDraft[] => {
    const drafts: MessageDraft[] = [];
    if (reply) drafts.push({ ...draft('assistant', null, reply), model: reply.model, usage: reply.usage });
    if (results?.blocks.length) drafts.push(draft('tool', null, results));
    else if (results) before.unshift(...results.own);
    reply = null;
    results = null;
    waiting.clear();
    return drafts;
  };

  const whole = (role: Role, via: Via | null, blocks: Block[], agent: Json | undefined): MessageDraft[] => {
    const closed = close();
    return [...closed, draft(role, via, { ...part(), blocks, own: listOf(agent) })];
  };

  const finish = (): MessageDraft[] => {
    const last = results?.blocks.length ? results : reply;
    last?.own.push(...before.splice(0));
    return close();
  };

  return {
    push(event) {
      switch (event.type) {
        case 'block': {
          if (event.parentTool !== null) return [];
          const closed = reply && reply.id !== event.message ? close() : [];
          reply ??= { ...part(), id: event.message, model: null, usage: null, whole: false };
          reply.blocks.push(event.block);
          reply.own.push(...listOf(event.agent));
          reply.model = event.model ?? reply.model;
          reply.usage = event.usage ?? reply.usage;
          reply.whole = event.stopReason !== null;
          if (event.block.type === 'tool_use') waiting.add(event.block.id);
          return closed;
        }
        case 'tool.end': {
          if (event.parentTool !== null) return [];
          results ??= part();
          results.blocks.push(event.block);
          results.own.push(...listOf(event.agent));
          waiting.delete(event.id);
          return waiting.size === 0 && reply?.whole !== false ? close() : [];
        }
        case 'attached':
          if (waiting.size > 0) {
            results ??= part();
            results.own.push(...listOf(event.agent));
          } else before.push(...listOf(event.agent));
          return [];
        case 'inserted':
          return whole(event.role, null, event.blocks, event.agent);
        case 'steer':
          return event.state === 'absorbed' ? whole('user', 'steer', text(event.text), event.agent) : [];
        case 'prompt': {
          if (event.agent === undefined) return close();
          const via = event.from === 'agent' ? null : 'prompt';
          return whole('user', via, event.blocks ?? text(event.text), event.agent);
        }
        case 'end':
          return finish();
        default:
          return [];
      }
    },
    finish,
  };
}

function draft(role: Role, via: Via | null, { blocks, before, own }: Part): MessageDraft {
  const agent: { [key: string]: Json } = { own };
  if (before.length) agent.before = before;
  return { role, via, blocks, hidden: false, model: null, usage: null, agent };
}

const text = (said: string): Block[] => [{ type: 'text', text: said }];

function listOf(agent: Json | undefined): Json[] {
  if (agent === undefined || agent === null) return [];
  return Array.isArray(agent) ? agent : [agent];
}
