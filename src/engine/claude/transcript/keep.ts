// What is kept of a record beside the blocks of its message, so that it can be written again exactly: everything that is not
// the session's own (ids of the session, folder, version) and that the message does not hold already.
import type { Block, Json } from '../../../store/types.ts';
import type { Raw } from './records.ts';

/** `blocks`: how many of the message's blocks, in order, are the record's; a record with content of its own does not need them. */
export interface Keep {
  record: Raw;
  blocks: number;
}

const ofTheSession = new Set([
  'parentUuid',
  'isSidechain',
  'sessionId',
  'session_id',
  'cwd',
  'gitBranch',
  'version',
  'userType',
  'entrypoint',
  'toolUseResult',
]);

export function keepWhole(raw: Raw, blocks = 0): Json {
  return { record: stripped(raw), blocks };
}

/** Its content is the next `count` blocks of the message. */
export function keepAround(raw: Raw, count: number): Json {
  const record = stripped(raw);
  const { content: _, usage: __, ...message } = (record.message ?? {}) as Raw;
  return { record: { ...record, message }, blocks: count };
}

function stripped(raw: Raw): Raw {
  return Object.fromEntries(Object.entries(raw).filter(([key]) => !ofTheSession.has(key)));
}

/** Both empty when `agent` holds nothing of ours: the message is written from its blocks alone. */
export function keptIn(agent: Json): { before: Keep[]; own: Keep[] } {
  const { before, own } = isObject(agent) ? agent : {};
  return { before: keepsOf(before), own: keepsOf(own) };
}

function keepsOf(list: Json | undefined): Keep[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry) => {
    if (!isObject(entry) || !isObject(entry.record) || typeof entry.record.type !== 'string') return [];
    return [{ record: entry.record, blocks: typeof entry.blocks === 'number' ? entry.blocks : 0 }];
  });
}

export function withContent({ record, blocks }: Keep, content: Block[]): Raw {
  const message = isObject(record.message) ? record.message : {};
  if (blocks === 0 || message.content !== undefined) return record;
  return { ...record, message: { ...message, content: content as unknown as Json } };
}

const isObject = (value: Json | undefined): value is Raw =>
  value !== null && typeof value === 'object' && !Array.isArray(value);
