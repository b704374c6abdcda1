// Any prefix of a conversation as a transcript that `claude --resume` brings back: the model is sent the same messages as
// before. Records are chained anew, one after the other; no tool call is left without a result, no result without its call.
import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Block, Json, Message, ToolResultBlock } from '../../../store/types.ts';
import { keptIn, withContent } from './keep.ts';
import { type Place, transcriptFile } from './place.ts';
import { type Raw, textOf } from './records.ts';

export { type Place, transcriptFile } from './place.ts';

export interface About {
  session: string;
  cwd: string;
  version: string;
}

export interface Written {
  file: string;
  /** Its length in bytes: what the session adds starts here. */
  offset: number;
  lines: string[];
}

/** Writes it whole or not at all. */
export async function writeTranscript(
  prefix: readonly Message[],
  place: Place & { version: string; file?: string },
): Promise<Written> {
  const file = place.file ?? transcriptFile(place);
  const lines = transcriptLines(prefix, place);
  const text = lines.map((line) => `${line}\n`).join('');
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomUUID()}.tmp`;
  try {
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  return { file, offset: Buffer.byteLength(text), lines };
}

export function transcriptLines(prefix: readonly Message[], { session, cwd, version }: About): string[] {
  let parent: string | null = null;
  const written = new Set<string>();
  return closed(unnamed(dated(prefix))).map((record) => {
    if (!isChained(record)) return JSON.stringify({ ...record, sessionId: session });
    const uuid = typeof record.uuid === 'string' && !written.has(record.uuid) ? record.uuid : randomUUID();
    const parentUuid = record.subtype === 'compact_boundary' ? null : parent;
    const own = { userType: 'external', entrypoint: 'cli', cwd, sessionId: session, version };
    written.add(uuid);
    parent = uuid;
    return JSON.stringify({ parentUuid, isSidechain: false, ...record, uuid, ...own });
  });
}

function dated(prefix: readonly Message[]): Raw[] {
  return paired(prefix.slice(Math.max(0, lastSummary(prefix)))).flatMap((message) => {
    const timestamp = new Date(message.createdAt).toISOString();
    return recordsOf(message).map((record) => (isChained(record) ? { timestamp, ...record } : record));
  });
}

/** `claude` goes on with the model that the replies name, which lacks what the user chose beside its name (its context size). */
function unnamed(records: Raw[]): Raw[] {
  return records.map((record) =>
    record.type === 'assistant' ? { ...record, message: { ...(record.message as Raw), model: '<synthetic>' } } : record,
  );
}

/** What breaks off, or ends with a failure, `claude` answers in the model's name: a refusal that the model is not shown prevents it. */
function closed(records: Raw[]): Raw[] {
  const last = records.findLast(({ type, isApiErrorMessage }) =>
    type === 'assistant' ? isApiErrorMessage !== true : type === 'user',
  );
  if (last?.type !== 'user') return records;
  const content = [{ type: 'text', text: 'No answer.' }];
  const message = { ...synthetic(`msg_${randomUUID()}`, content), stop_reason: 'refusal', stop_sequence: null };
  const timestamp = last.timestamp ?? new Date().toISOString();
  return [...records, { type: 'assistant', timestamp, isApiErrorMessage: true, error: 'unknown', message }];
}

const synthetic = (id: string, content: Json): Raw => ({
  id,
  type: 'message',
  role: 'assistant',
  model: '<synthetic>',
  content,
  usage: { input_tokens: 0, output_tokens: 0, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 },
});

const isChained = ({ type }: Raw) =>
  type === 'user' || type === 'assistant' || type === 'attachment' || type === 'system';

/** A summary stands for all that came before it. */
function lastSummary(prefix: readonly Message[]): number {
  return prefix.findLastIndex(({ role }) => role === 'summary');
}

function recordsOf(message: Message): Raw[] {
  const { before, own } = keptIn(message.agent);
  const leading = before.map(({ record }) => record);
  if (message.hidden) return leading;
  if (own.length === 0) return [...leading, ...plainRecords(message)];
  let at = 0;
  const records = own.map((keep) => {
    const record = withContent(keep, message.blocks.slice(at, at + keep.blocks));
    at += keep.blocks;
    return message.role === 'assistant' ? withReply(record, message) : record;
  });
  const rest = message.blocks.slice(at);
  const carries = own.some(({ blocks }) => blocks > 0);
  return [...leading, ...records, ...(carries && rest.length ? plainRecords({ ...message, blocks: rest }) : [])];
}

function withReply(record: Raw, { usage }: Message): Raw {
  if (record.type !== 'assistant') return record;
  const message = record.message as Raw;
  return {
    ...record,
    message: {
      ...message,
      usage: {
        input_tokens: usage?.inputTokens ?? 0,
        output_tokens: usage?.outputTokens ?? 0,
        cache_read_input_tokens: usage?.cacheReadTokens ?? 0,
        cache_creation_input_tokens: usage?.cacheWriteTokens ?? 0,
      },
    },
  };
}

/** For what no `claude` wrote: our own summaries and shell commands, imported messages. */
function plainRecords(message: Message): Raw[] {
  switch (message.role) {
    case 'user':
      return message.via === 'steer' ? [steerRecord(textOf(message.blocks))] : userRecords(message.blocks);
    case 'assistant':
      return replyRecords(message);
    case 'tool':
      return message.blocks.map((block) => userRecord([block] as unknown as Json));
    case 'summary':
      return [{ ...userRecord(`${summaryOpening}\n\nSummary:\n${textOf(message.blocks)}`), isCompactSummary: true }];
    case 'shell':
      return shellRecords(message);
  }
}

const summaryOpening =
  'This session is being continued from a previous conversation that ran out of context. The summary below covers the earlier portion of the conversation.';

const userRecord = (content: Json): Raw => ({ type: 'user', message: { role: 'user', content } });

function userRecords(blocks: Block[]): Raw[] {
  if (blocks.length === 0) return [];
  const plain = blocks.length === 1 && blocks[0]!.type === 'text';
  return [userRecord(plain ? textOf(blocks) : (blocks as unknown as Json))];
}

const steerRecord = (prompt: string): Raw => ({
  type: 'attachment',
  attachment: { type: 'queued_command', prompt, commandMode: 'prompt', origin: { kind: 'human' } },
});

function replyRecords(message: Message): Raw[] {
  const id = `msg_${message.id}`;
  const calls = message.blocks.some((block) => block.type === 'tool_use');
  return message.blocks.map((block) =>
    withReply(
      {
        type: 'assistant',
        message: {
          ...synthetic(id, [block] as unknown as Json),
          stop_reason: calls ? 'tool_use' : 'end_turn',
          stop_sequence: null,
        },
      },
      message,
    ),
  );
}

/** As `claude` records a `!` command: what a failed one printed counts as its errors. */
function shellRecords({ blocks, agent }: Message): Raw[] {
  const [command = '', output = ''] = blocks.map((block) => (block.type === 'text' ? block.text : ''));
  const { exitCode } = (agent ?? {}) as Raw;
  const failed = exitCode !== 0 && exitCode !== undefined;
  const printed = escaped(output.replace(/\n$/, ''));
  const [stdout, stderr] = failed ? ['', printed] : [printed, ''];
  return [
    userRecord(`<bash-input>${command}</bash-input>`),
    userRecord(`<bash-stdout>${stdout}</bash-stdout><bash-stderr>${stderr}</bash-stderr>`),
  ];
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A call whose result was lost with its process gets one that says so; a result without its call is left out. */
function paired(prefix: readonly Message[]): Message[] {
  const called = new Set<string>();
  const results = new Set(prefix.flatMap(({ blocks }) => blocks.flatMap(resultId)));
  return prefix.flatMap((message) => {
    if (message.role === 'tool') return withoutStrays(message, called);
    const calls = message.blocks.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
    for (const id of calls) called.add(id);
    const lost = calls.filter((id) => !results.has(id));
    return lost.length ? [message, lostResults(message, lost)] : [message];
  });
}

const resultId = (block: Block): string[] => (block.type === 'tool_result' ? [block.tool_use_id] : []);

function withoutStrays(message: Message, called: ReadonlySet<string>): Message[] {
  const kept = message.blocks.filter((block) => resultId(block).every((id) => called.has(id)));
  if (kept.length === message.blocks.length) return [message];
  const { before } = (message.agent ?? {}) as Raw;
  return [{ ...message, blocks: kept, agent: { before: before ?? [] } }];
}

const lostText = 'The program ended while this tool ran: there is no result, and it may have had effects.';

function lostResults(message: Message, ids: readonly string[]): Message {
  const blocks = ids.map((id): ToolResultBlock => {
    return { type: 'tool_result', tool_use_id: id, content: lostText, is_error: true };
  });
  return { ...message, role: 'tool', via: null, blocks, agent: null };
}
