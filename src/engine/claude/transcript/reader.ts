// A fold from the lines of a transcript to what happened. Lines may come twice, late or out of order: a record waits for its
// parent, and a prompt that was sent by interrupting waits for the turn it interrupted. Nothing that comes in can make it throw.

import type { Block, Json } from '../../../store/types.ts';
import type { AgentEvent, AgentFailure } from '../../agent.ts';
import { failureOf } from '../failures.ts';
import { keepAround, keepWhole } from './keep.ts';
import { type ChainedRecord, parseRecord, type Raw, type TranscriptRecord } from './records.ts';
import { subagentReader } from './subagent-reader.ts';

export interface TranscriptReader {
  /** One line; `toolUse` is the call that started the subagent whose transcript it is from. */
  push(line: string, subagent?: { toolUse: string | null }): AgentEvent[];
  /** What has not come and is waited for: a record's parent, or the result of an interrupted tool. `flush` goes on without it. */
  readonly waiting: 'parent' | 'result' | null;
  flush(): AgentEvent[];
  /** The last turn is over, as far as the transcript says. */
  readonly ended: boolean;
}

type Of<K extends ChainedRecord['kind']> = Extract<ChainedRecord, { kind: K }>;

/** So many later records make a missing one given up. */
const patience = 64;
/** So many records are remembered for a compaction that keeps the last ones word for word. */
const memory = 400;

/** `known`: the lines that stood in the file before reading began; when it is not given, the first record is taken as it comes. */
export function transcriptReader({ known }: { known?: readonly string[] } = {}): TranscriptReader {
  const seen = new Set<string>();
  const recent = new Map<string, Raw>();
  const subagents = subagentReader();
  let orphans: ChainedRecord[] = [];
  let late: Of<'prompt'>[] = [];
  let accepted: string[] = [];
  /** What nobody said, for what is said next: in this turn or, when nothing more is, with the next prompt. */
  let lead: Json[] = [];
  let compaction: Json[] = [];
  const openTools = new Set<string>();
  let ended = true;
  let answered = false;
  let stopReason: string | null = null;
  let lastMessage: string | null = null;

  const remember = (record: ChainedRecord) => {
    if (!record.uuid) return;
    seen.add(record.uuid);
    recent.set(record.uuid, record.raw);
    if (recent.size > memory) recent.delete(recent.keys().next().value!);
  };

  const end = (state: 'done' | 'failed' | 'interrupted', error: AgentFailure | null = null): AgentEvent[] => {
    openTools.clear();
    if (ended) return [];
    ended = true;
    return [{ type: 'end', state, stopReason: state === 'done' ? stopReason : null, error }];
  };

  const aside = (agent: Json): AgentEvent[] => {
    lead.push(agent);
    return [];
  };

  const attached = (): AgentEvent[] =>
    ended ? [] : lead.splice(0).map((agent): AgentEvent => ({ type: 'attached', agent }));

  const begin = (record: Of<'prompt'>): AgentEvent[] => {
    const agent = keepWhole(record.raw);
    const steer = accepted.indexOf(record.text);
    if (steer >= 0) accepted.splice(steer, 1);
    const events = attached();
    if (steer >= 0 && !ended && !answered)
      return [...events, { type: 'steer', text: record.text, state: 'absorbed', agent }];
    if (steer >= 0) events.push({ type: 'steer', text: record.text, state: 'ran' });
    const blocks = promptBlocks(record);
    events.push({ type: 'prompt', text: record.text, blocks, agent: [...lead, agent], from: record.from });
    lead = [];
    ended = false;
    answered = false;
    stopReason = null;
    return events;
  };

  const beginLate = (): AgentEvent[] => {
    const prompts = late;
    late = [];
    return prompts.flatMap(begin);
  };

  const spoke = (record: Of<'blocks'>): AgentEvent[] => {
    const events = late.length && record.message !== lastMessage ? beginLate() : [];
    events.push(...attached());
    lastMessage = record.message;
    ended = false;
    answered = true;
    stopReason = record.stopReason;
    for (const [index, block] of record.blocks.entries()) {
      const agent = index === 0 ? keepAround(record.raw, record.blocks.length) : null;
      events.push({ type: 'block', ...pick(record), block, agent, parentTool: null });
      if (block.type !== 'tool_use') continue;
      openTools.add(block.id);
      events.push({ type: 'tool.start', id: block.id, name: block.name, input: block.input, parentTool: null });
      events.push(...subagents.called(block));
    }
    return events;
  };

  const returned = (record: Of<'results'>): AgentEvent[] => {
    const pure = record.results.length === record.blocks.length;
    const kept = (pure ? keepAround : keepWhole)(record.raw, record.results.length);
    const events = attached();
    for (const [index, block] of record.results.entries()) {
      const { tool_use_id: id } = block;
      openTools.delete(id);
      events.push({ type: 'tool.end', id, block, agent: index === 0 ? kept : null, parentTool: null });
    }
    return events;
  };

  const interrupted = (record: Of<'interrupted'>): AgentEvent[] => {
    const agent = keepWhole(record.raw);
    if (late.length) return [...end('interrupted'), ...beginLate(), ...aside(agent)];
    return [...attached(), { type: 'inserted', role: 'user', blocks: said(record.text), agent }, ...end('interrupted')];
  };

  const printed = (record: Of<'output'>): AgentEvent[] => {
    const agent = keepWhole(record.raw);
    if (ended) return aside(agent);
    const events: AgentEvent[] = [...attached(), { type: 'inserted', role: 'user', blocks: said(record.text), agent }];
    return record.of === 'command' && !answered ? [...events, ...end('done')] : events;
  };

  const accept = (record: ChainedRecord): AgentEvent[] => {
    remember(record);
    switch (record.kind) {
      case 'prompt':
        if (openTools.size === 0 && late.length === 0) return begin(record);
        late.push(record);
        return [];
      case 'blocks':
        return spoke(record);
      case 'results':
        return returned(record);
      case 'interrupted':
        return interrupted(record);
      case 'output':
        return printed(record);
      case 'steer': {
        accepted = without(accepted, record.text);
        return [...attached(), { type: 'steer', text: record.text, state: 'absorbed', agent: keepWhole(record.raw) }];
      }
      case 'boundary':
        compaction = [...preserved(record.raw, recent), keepWhole(record.raw)];
        return [];
      case 'summary': {
        const agent = [...compaction, keepWhole(record.raw)];
        compaction = [];
        return [...attached(), { type: 'inserted', role: 'summary', blocks: said(record.text), agent }];
      }
      case 'api-error':
        return [...aside(keepWhole(record.raw)), ...end('failed', failureOf(record.code, record.text))];
      case 'aside':
        return aside(keepWhole(record.raw));
      case 'turn-end': {
        const events = [...attached(), ...end('done')];
        return [...events, ...beginLate()];
      }
      case 'noise':
      case 'unknown':
        return [];
    }
  };

  const queued = (record: Extract<TranscriptRecord, { kind: 'queue' }>): AgentEvent[] => {
    if (record.text === null || /^<task-notification>/.test(record.text)) return [];
    if (record.operation === 'popAll') accepted = without(accepted, record.text);
    if (record.operation !== 'enqueue') return [];
    accepted.push(record.text);
    return [{ type: 'steer', text: record.text, state: 'accepted' }];
  };

  const adopt = (): AgentEvent[] => {
    const events: AgentEvent[] = [];
    for (let found = orphans.findIndex(inPlace); found >= 0; found = orphans.findIndex(inPlace))
      events.push(...accept(orphans.splice(found, 1)[0]!));
    return events;
  };

  const inPlace = ({ parent }: ChainedRecord) => parent === null || seen.has(parent) || (!known && seen.size === 0);

  const arrive = (record: ChainedRecord): AgentEvent[] => {
    if (record.uuid && (seen.has(record.uuid) || orphans.some(({ uuid }) => uuid === record.uuid))) return [];
    if (inPlace(record)) return [...accept(record), ...adopt()];
    orphans.push(record);
    return orphans.length > patience ? [...accept(orphans.shift()!), ...adopt()] : [];
  };

  for (const line of known ?? []) {
    const record = parseRecord(line);
    if (record && 'uuid' in record) remember(record);
  }

  return {
    push(line, subagent) {
      const record = parseRecord(line);
      if (!record) return [];
      if (record.kind === 'queue') return subagent ? [] : queued(record);
      if (record.kind === 'loose') return subagent ? [] : aside(keepWhole(record.raw));
      if (!subagent && record.subagent === null) return arrive(record);
      if (record.uuid && seen.has(record.uuid)) return [];
      if (record.uuid) seen.add(record.uuid);
      return subagents.read(record, subagent?.toolUse ?? null);
    },
    get waiting() {
      if (late.length > 0) return 'result';
      return orphans.length > 0 || subagents.waiting ? 'parent' : null;
    },
    flush() {
      const stranded = orphans;
      orphans = [];
      return [...stranded.flatMap(accept), ...subagents.release(), ...beginLate()];
    },
    get ended() {
      return ended;
    },
  };
}

const said = (text: string): Block[] => [{ type: 'text', text }];

/** What a person reads as the prompt: their own words, and the pictures they sent with them. */
function promptBlocks({ text, content }: Of<'prompt'>): Block[] {
  return [...said(text), ...content.filter((block) => block.type !== 'text')];
}

function pick({ message, model, usage, stopReason }: Of<'blocks'>) {
  return { message, model, usage, stopReason };
}

function without(list: readonly string[], text: string): string[] {
  const at = list.indexOf(text);
  return at < 0 ? [...list] : list.toSpliced(at, 1);
}

/** The records that a compaction leaves standing: they go with it, because what came before it does not. */
function preserved(boundary: Raw, recent: ReadonlyMap<string, Raw>): Json[] {
  const metadata = boundary.compactMetadata as Raw | undefined;
  const uuids = (metadata?.preservedMessages as Raw | undefined)?.uuids;
  if (!Array.isArray(uuids)) return [];
  return uuids.flatMap((uuid) => (typeof uuid === 'string' && recent.has(uuid) ? [keepWhole(recent.get(uuid)!)] : []));
}
