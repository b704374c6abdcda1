// Transcripts as `claude` writes them, made by hand: every record knows its parent, so that going back and branching can be written down.
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

type Record_ = Record<string, unknown>;

export interface TranscriptMaker {
  /** The record that the next one hangs below. */
  at: string | null;
  readonly lines: string[];
  prompt(text: string, more?: Record_): string;
  reply(text: string, more?: Record_): string;
  tool(name: string, input: Record_, result: string, failed?: 'failed'): string;
  end(): string;
  raw(record: Record_): string;
  compact(summary: string): string;
  write(file: string): string;
}

/** `name` makes the record ids: a copy of a session has the same ones. */
export function transcript(name: string, cwd = '/made/up'): TranscriptMaker {
  const lines: string[] = [];
  let count = 0;
  const uuidOf = (number: number) => {
    const hex = createHash('sha256').update(`${name} ${number}`).digest('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  };
  const maker: TranscriptMaker = {
    at: null,
    lines,
    raw(record) {
      count += 1;
      const uuid = uuidOf(count);
      const timestamp = new Date(Date.UTC(2026, 0, 1, 0, 0, count)).toISOString();
      lines.push(
        JSON.stringify({
          parentUuid: maker.at,
          isSidechain: false,
          userType: 'external',
          cwd,
          sessionId: name,
          version: '2.1.197',
          ...record,
          uuid,
          timestamp,
        }),
      );
      if (record.isSidechain !== true) maker.at = uuid;
      return uuid;
    },
    prompt: (text, more = {}) => maker.raw({ type: 'user', message: { role: 'user', content: text }, ...more }),
    reply: (text, more = {}) =>
      maker.raw({ type: 'assistant', message: message([{ type: 'text', text }], 'end_turn'), ...more }),
    tool(tool, input, result, failed) {
      const id = `toolu_${name}_${count}`;
      maker.raw({ type: 'assistant', message: message([{ type: 'tool_use', id, name: tool, input }], 'tool_use') });
      const content = [{ type: 'tool_result', tool_use_id: id, content: result, is_error: failed !== undefined }];
      return maker.raw({ type: 'user', message: { role: 'user', content } });
    },
    end: () => maker.raw({ type: 'system', subtype: 'turn_duration', durationMs: 1000 }),
    compact(summary) {
      const before = maker.at;
      maker.at = null;
      maker.raw({
        type: 'system',
        subtype: 'compact_boundary',
        content: 'Conversation compacted',
        logicalParentUuid: before,
      });
      return maker.raw({ type: 'user', isCompactSummary: true, message: { role: 'user', content: summary } });
    },
    write(file) {
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
      return file;
    },
  };
  const message = (content: unknown[], stop: string) => ({
    id: `msg_${name}_${count}`,
    type: 'message',
    role: 'assistant',
    model: 'claude-made-up',
    content,
    stop_reason: stop,
    usage: { input_tokens: 10, output_tokens: 5, cache_read_input_tokens: 3, cache_creation_input_tokens: 2 },
  });
  return maker;
}
