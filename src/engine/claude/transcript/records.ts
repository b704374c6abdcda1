// One line of a transcript, read once at the door. The format belongs to `claude` and changes with it: everything here is
// checked before it is believed, and what is not known stays `unknown` with its type, out of everyone's way.
import type { Block, Json, ToolResultBlock, Usage } from '../../../store/types.ts';

export type Raw = { [key: string]: Json };

interface Chained {
  uuid: string | null;
  parent: string | null;
  /** The subagent whose conversation it belongs to. */
  subagent: string | null;
  raw: Raw;
}

export type ChainedRecord = Chained &
  (
    | { kind: 'prompt'; text: string; content: Block[]; from: 'person' | 'agent' }
    /** What a slash command or a `!` command printed. */
    | { kind: 'output'; text: string; of: 'command' | 'shell' }
    | { kind: 'interrupted'; text: string }
    | { kind: 'results'; blocks: Block[]; results: ToolResultBlock[] }
    | {
        kind: 'blocks';
        message: string;
        blocks: Block[];
        model: string | null;
        usage: Usage | null;
        stopReason: string | null;
      }
    | { kind: 'api-error'; code: string; text: string }
    | { kind: 'steer'; text: string }
    | { kind: 'boundary' }
    | { kind: 'summary'; text: string }
    /** Text for the model that nobody typed, attachments, notes of the program: kept as they are. `told`: to the person. */
    | { kind: 'aside'; told?: string }
    | { kind: 'turn-end' }
    /** Has its place in the chain and says nothing to the model. */
    | { kind: 'noise' }
    | { kind: 'unknown'; type: string }
  );

export type TranscriptRecord =
  | ChainedRecord
  | { kind: 'queue'; operation: string; text: string | null }
  /** Has no place in the chain, but a resumed session goes by it. */
  | { kind: 'loose'; raw: Raw };

/** The model's name where `claude` itself speaks; we write it, too. */
const synthetic = '<synthetic>';
const interruptions = new Set(['[Request interrupted by user]', '[Request interrupted by user for tool use]']);
const looseTypes = new Set(['content-replacement', 'tools-used']);
const silentAttachments = new Set([
  'hook_permission_decision',
  'hook_cancelled',
  'hook_non_blocking_error',
  'prompt_snapshot',
]);
/** What `claude` says in the model's name when it goes on with a transcript that broke off. */
const filler = 'No response requested.';
const silentNotes = new Set(['stop_hook_summary', 'api_error', 'api_metrics', 'away_summary']);

/** Null for a line that is no JSON object. */
export function parseRecord(line: string): TranscriptRecord | null {
  const raw = objectIn(line);
  if (!raw) return null;
  const type = text(raw.type) ?? '';
  if (type === 'queue-operation')
    return { kind: 'queue', operation: text(raw.operation) ?? '', text: text(raw.content) };
  if (looseTypes.has(type)) return { kind: 'loose', raw };
  const chained: Chained = {
    uuid: text(raw.uuid),
    parent: text(raw.parentUuid),
    subagent: raw.isSidechain === true ? (text(raw.agentId) ?? 'unnamed') : null,
    raw,
  };
  if (type === 'user') return userRecord(chained);
  if (type === 'assistant') return assistantRecord(chained);
  if (type === 'attachment') return attachmentRecord(chained);
  if (type === 'system') return systemRecord(chained);
  return { ...chained, kind: 'unknown', type };
}

function userRecord(chained: Chained): TranscriptRecord {
  const { raw } = chained;
  const message = object(raw.message);
  const content = blocksOf(message?.content);
  if (content.length === 0) return { ...chained, kind: 'noise' };
  const results = content.filter((block) => block.type === 'tool_result');
  if (results.length) return { ...chained, kind: 'results', blocks: content, results };
  const said = textOf(content);
  if (raw.isCompactSummary === true) return { ...chained, kind: 'summary', text: said };
  if (raw.isMeta === true || raw.isVisibleInTranscriptOnly === true) return { ...chained, kind: 'aside' };
  if (raw.promptSource === undefined && interruptions.has(said.trim()))
    return { ...chained, kind: 'interrupted', text: said };
  return { ...chained, ...spoken(said, content, object(raw.origin)) };
}

/** What a person's line is: `claude` writes commands, shell commands and their output as prompts in wrappings. */
function spoken(said: string, content: Block[], origin: Raw | null) {
  const shell = /^<bash-input>([\s\S]*?)<\/bash-input>/.exec(said)?.[1];
  if (shell !== undefined) return { kind: 'prompt', text: `!${shell}`, content, from: 'person' } as const;
  if (/^<bash-(?:stdout|stderr)>/.test(said)) return { kind: 'output', text: said, of: 'shell' } as const;
  if (/^<local-command-(?:stdout|stderr)>/.test(said)) return { kind: 'output', text: said, of: 'command' } as const;
  const command = /<command-name>\s*(\/?[^<]*?)\s*<\/command-name>/.exec(said)?.[1];
  if (command !== undefined && /^<command-(?:name|message)>/.test(said)) {
    const args = /<command-args>([\s\S]*?)<\/command-args>/.exec(said)?.[1]?.trim() ?? '';
    return { kind: 'prompt', text: args ? `${command} ${args}` : command, content, from: 'person' } as const;
  }
  if (/^<task-notification>/.test(said))
    return { kind: 'prompt', text: notification(said), content, from: 'agent' } as const;
  const kind = text(origin?.kind);
  return { kind: 'prompt', text: said, content, from: kind && kind !== 'human' ? 'agent' : 'person' } as const;
}

/** What became of a task in the background, in the words meant for people; the record itself keeps the rest. */
function notification(said: string): string {
  const part = (name: string) => new RegExp(`<${name}>([\\s\\S]*?)</${name}>`).exec(said)?.[1]?.trim() ?? '';
  return [part('summary') || 'A task in the background ended', part('result')].filter(Boolean).join('\n');
}

function assistantRecord(chained: Chained): TranscriptRecord {
  const message = object(chained.raw.message);
  if (!message) return { ...chained, kind: 'noise' };
  const blocks = blocksOf(message.content);
  if (chained.raw.isApiErrorMessage === true)
    return { ...chained, kind: 'api-error', code: text(chained.raw.error) ?? 'unknown', text: textOf(blocks) };
  if (!blocks.length) return { ...chained, kind: 'noise' };
  const model = text(message.model);
  const stopReason = text(message.stop_reason);
  if (model === synthetic && stopReason === 'stop_sequence' && textOf(blocks) === filler)
    return { ...chained, kind: 'aside' };
  return {
    ...chained,
    kind: 'blocks',
    message: text(message.id) ?? chained.uuid ?? 'unnamed',
    blocks,
    model: model === synthetic ? null : model,
    usage: usageOf(object(message.usage), chained.raw.costUSD),
    stopReason,
  };
}

function attachmentRecord(chained: Chained): TranscriptRecord {
  const attachment = object(chained.raw.attachment);
  const type = text(attachment?.type) ?? '';
  if (!attachment || type === '' || silentAttachments.has(type)) return { ...chained, kind: 'noise' };
  if (type === 'hook_success' && !text(attachment.content)) return { ...chained, kind: 'noise' };
  const typed = attachment.commandMode === undefined || attachment.commandMode === 'prompt';
  const origin = text(object(attachment.origin)?.kind) ?? 'human';
  if (type === 'queued_command' && typed && origin === 'human' && attachment.isMeta !== true)
    return { ...chained, kind: 'steer', text: textOf(blocksOf(attachment.prompt)) };
  return { ...chained, kind: 'aside' };
}

function systemRecord(chained: Chained): TranscriptRecord {
  const subtype = text(chained.raw.subtype) ?? '';
  if (subtype === 'turn_duration') return { ...chained, kind: 'turn-end' };
  if (subtype === 'compact_boundary') return { ...chained, kind: 'boundary' };
  if (silentNotes.has(subtype)) return { ...chained, kind: 'noise' };
  const said = text(chained.raw.content);
  if (subtype === 'local_command' && said) {
    const record = spoken(said, [{ type: 'text', text: said }], null);
    const known = record.kind === 'output' || record.text !== said;
    return known ? { ...chained, ...record } : { ...chained, kind: 'aside' };
  }
  if (subtype === 'informational' && said) return { ...chained, kind: 'aside', told: said };
  return { ...chained, kind: 'aside' };
}

function objectIn(line: string): Raw | null {
  try {
    return object(JSON.parse(line));
  } catch {
    return null;
  }
}

const object = (value: Json | undefined): Raw | null =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? value : null;
const text = (value: Json | undefined): string | null => (typeof value === 'string' ? value : null);
const count = (value: Json | undefined): number => (typeof value === 'number' ? value : 0);

function blocksOf(content: Json | undefined): Block[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  if (!Array.isArray(content)) return [];
  return content.filter((block) => typeof object(block)?.type === 'string').map((block) => blockOf(block as Raw));
}

const shapes: Record<string, (raw: Raw) => boolean> = {
  text: (raw) => typeof raw.text === 'string',
  thinking: (raw) => typeof raw.thinking === 'string',
  tool_use: (raw) => typeof raw.id === 'string' && typeof raw.name === 'string' && object(raw.input) !== null,
  tool_result: (raw) => typeof raw.tool_use_id === 'string',
  image: (raw) => object(raw.source) !== null,
};

/** A block that lacks what its type promises is kept, but nobody may take it for one of its type. */
function blockOf(raw: Raw): Block {
  const fits = shapes[raw.type as string];
  if (!fits || fits(raw)) return raw as unknown as Block;
  return { type: 'other', was: raw };
}

export function textOf(blocks: readonly Block[]): string {
  return blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
}

/** Old versions wrote down what each reply cost. */
function usageOf(usage: Raw | null, cost: Json | undefined): Usage | null {
  if (!usage) return null;
  return {
    inputTokens: count(usage.input_tokens),
    outputTokens: count(usage.output_tokens),
    cacheReadTokens: count(usage.cache_read_input_tokens),
    cacheWriteTokens: count(usage.cache_creation_input_tokens),
    ...(typeof cost === 'number' ? { costUsd: cost } : {}),
  };
}
