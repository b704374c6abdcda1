// Transcript lines for tables: the least that `claude` writes, chained one after the other unless said otherwise.
import type { Json } from '../../../src/store/types.ts';

type Fields = { [key: string]: Json };

export function transcript() {
  let last: string | null = null;
  let count = 0;
  const add = (type: string, fields: Fields): string => {
    const uuid = (fields.uuid as string | undefined) ?? `u${++count}`;
    const line = JSON.stringify({
      parentUuid: last,
      isSidechain: false,
      type,
      timestamp: '2026-01-01T00:00:00.000Z',
      ...fields,
      uuid,
      sessionId: 's',
    });
    last = uuid;
    return line;
  };
  return {
    add,
    prompt: (text: string, fields: Fields = {}) =>
      add('user', {
        message: { role: 'user', content: text },
        origin: { kind: 'human' },
        promptSource: 'typed',
        ...fields,
      }),
    text: (id: string, text: string, fields: Fields = {}) => reply(id, { type: 'text', text }, fields),
    call: (id: string, tool: string, fields: Fields = {}) =>
      reply(id, { type: 'tool_use', id: tool, name: 'Bash', input: { command: tool } }, fields),
    result: (tool: string, content: Json = 'ok', fields: Fields = {}) =>
      add('user', {
        message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: tool, content }] },
        ...fields,
      }),
    interrupted: (text = '[Request interrupted by user]', fields: Fields = {}) =>
      add('user', { message: { role: 'user', content: [{ type: 'text', text }] }, ...fields }),
    steer: (prompt: string) =>
      add('attachment', { attachment: { type: 'queued_command', prompt, commandMode: 'prompt' } }),
    attachment: (type: string, fields: Fields = {}) => add('attachment', { attachment: { type, ...fields } }),
    end: () => add('system', { subtype: 'turn_duration', durationMs: 5 }),
    queue: (operation: string, content?: string) => JSON.stringify({ type: 'queue-operation', operation, content }),
  };

  function reply(id: string, block: Json, fields: Fields): string {
    const message = {
      id,
      role: 'assistant',
      model: '<synthetic>',
      content: [block],
      stop_reason: 'end_turn',
      usage: {},
    };
    return add('assistant', { message, ...fields });
  }
}
