import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Script, type ScriptedModel, type Step, startModel } from '../../src/demo/model.ts';
import { pieces } from '../../src/demo/reply.ts';
import { type RequestBody, type RequestMessage, readRequest } from '../../src/demo/request.ts';
import { rules } from '../../src/demo/script.ts';

let model: ScriptedModel;
beforeEach(async () => {
  model = await startModel(() => [{ text: 'OK' }]);
});
afterEach(() => model.close());

const tools = [{ name: 'Bash' }];
const bodyOf = (messages: RequestMessage[], more: object = {}): RequestBody => ({
  model: 'm',
  tools,
  messages,
  ...more,
});
const typed = (text: string): RequestMessage => ({ role: 'user', content: [{ type: 'text', text }] });

const ask = (text: string, more: object = {}) =>
  fetch(`${model.url}/v1/messages`, {
    method: 'POST',
    body: JSON.stringify(bodyOf([typed(text)], { stream: true, ...more })),
  });

interface ServerEvent {
  type: string;
  delta?: { type?: string; text?: string; thinking?: string; partial_json?: string; stop_reason?: string };
  content_block?: { type: string; name?: string };
  error?: { type: string };
}
const eventsIn = (stream: string): ServerEvent[] =>
  [...stream.matchAll(/^data: (.*)$/gm)].map((match) => JSON.parse(match[1]!) as ServerEvent);
const answer = async (steps: Step[]) => {
  model.script = () => steps;
  return eventsIn(await (await ask('hello')).text());
};

describe('a streamed reply', () => {
  test('thinking, text and tools, in order and whole', async () => {
    const events = await answer([
      { thinking: 'hm, 河口 👩‍👩‍👧' },
      { text: 'Straße 🐑 '.repeat(9) },
      { tool: 'Bash', input: { command: 'ls "a"' } },
    ]);
    const joined = (field: 'text' | 'thinking' | 'partial_json') =>
      events.map((event) => event.delta?.[field] ?? '').join('');
    expect(joined('thinking')).toBe('hm, 河口 👩‍👩‍👧');
    expect(joined('text')).toBe('Straße 🐑 '.repeat(9));
    expect(JSON.parse(joined('partial_json'))).toEqual({ command: 'ls "a"' });
    expect(events.flatMap((event) => event.content_block?.type ?? [])).toEqual(['thinking', 'text', 'tool_use']);
    expect(events.at(-2)!.delta!.stop_reason).toBe('tool_use');
    expect([events[0]!.type, events.at(-1)!.type]).toEqual(['message_start', 'message_stop']);
  });

  test('no reply is an empty message, and a reply that is not streamed is one body', async () => {
    expect((await answer([])).at(-2)!.delta!.stop_reason).toBe('end_turn');
    model.script = () => [{ thinking: 'a' }, { text: 'b' }];
    const whole = (await (await ask('x', { stream: false })).json()) as { content: { type: string }[] };
    expect(whole.content.map((block) => block.type)).toEqual(['thinking', 'text']);
  });

  test('pauses and token rate come between the pieces, not before the headers', async () => {
    model.script = () => [{ text: 'abc' }, { pause: 60_000 }, { text: 'never' }];
    const response = await ask('x');
    const reader = response.body!.getReader();
    let seen = '';
    while (!seen.includes('content_block_stop')) seen += Buffer.from((await reader.read()).value!).toString();
    expect(seen).not.toContain('never');
    await reader.cancel();
    model.script = () => [{ text: 'x'.repeat(100_000), charsPerSecond: 1 }];
    const slow = (await ask('x')).body!.getReader();
    expect(Buffer.from((await slow.read()).value!).toString().length).toBeLessThan(2_000);
    await slow.cancel();
  });

  test('pieces never cut a character', () => {
    const text = '🐑'.repeat(40);
    expect(pieces(text).join('')).toBe(text);
    for (const piece of pieces(text)) expect(() => encodeURIComponent(piece)).not.toThrow();
  });
});

describe('trouble', () => {
  test.each([
    [400, 'invalid_request_error'],
    [401, 'authentication_error'],
    [429, 'rate_limit_error'],
    [529, 'overloaded_error'],
  ] as const)('%i', async (status, type) => {
    model.script = () => [{ error: status, retryAfter: 3, message: 'said so' }];
    const response = await ask('x');
    expect([response.status, response.headers.get('x-should-retry'), response.headers.get('retry-after')]).toEqual([
      status,
      'false',
      '3',
    ]);
    expect(await response.json()).toEqual({ type: 'error', error: { type, message: 'said so' } });
  });

  test('an error in the middle is an event of the stream', async () => {
    const events = await answer([{ text: 'so far' }, { error: 529 }]);
    expect(events.at(-1)).toMatchObject({ type: 'error', error: { type: 'overloaded_error' } });
  });

  test('a dropped connection, before and in the middle', async () => {
    model.script = () => [{ drop: true }];
    await expect(ask('x')).rejects.toThrow();
    model.script = () => [{ text: 'so far' }, { drop: true }];
    await expect((await ask('x')).text()).rejects.toThrow();
  });

  test('a stalled stream stays open and silent until it is closed', async () => {
    model.script = () => [{ text: 'so far' }, { stall: true }];
    const reader = (await ask('x')).body!.getReader();
    let seen = '';
    while (!seen.includes('content_block_stop')) seen += Buffer.from((await reader.read()).value!).toString();
    const next = reader.read().then(
      () => 'more',
      () => 'cut',
    );
    await model.close();
    expect(await next).toBe('cut');
  });

  test('a script that throws says so', async () => {
    model.script = () => {
      throw new Error('oops');
    };
    const response = await ask('x');
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('script: oops')]);
  });
});

describe('requests', () => {
  test('what is no part of the conversation is answered and kept apart', async () => {
    let asked = 0;
    model.script = () => {
      asked += 1;
      return [{ text: 'OK' }];
    };
    const titled = await ask('<session>\nplant a tree in the garden today\n</session>', {
      tools: [],
      stream: false,
      output_config: { format: { type: 'json_schema', schema: { properties: { title: {} } } } },
    });
    expect(await titled.json()).toMatchObject({ content: [{ text: '{"title":"plant a tree in the"}' }] });
    await (await ask('quota', { tools: [], max_tokens: 1 })).text();
    const count = await fetch(`${model.url}/v1/messages/count_tokens`, { method: 'POST', body: 'x'.repeat(40) });
    expect(await count.json()).toEqual({ input_tokens: 10 });
    expect((await fetch(model.url, { method: 'HEAD' })).status).toBe(200);
    expect((await fetch(`${model.url}/elsewhere`)).status).toBe(404);
    await (await ask('the real one')).text();
    expect([asked, model.requests.map((request) => request.prompt), model.sideRequests.length]).toEqual([
      1,
      ['the real one'],
      2,
    ]);
  });

  test('waiting for one: past, coming, and never', async () => {
    const coming = model.waitForRequest(/second/);
    await (await ask('first')).text();
    expect((await model.waitForRequest('FIRST')).prompt).toBe('first');
    await (await ask('second')).text();
    expect((await coming).prompt).toBe('second');
    await expect(model.waitForRequest('third', 1)).rejects.toThrow('seen: "first", "second"');
  });

  const steer = (text: string) =>
    `<system-reminder>\nThe user sent a new message while you were working:\n${text}\n\nIMPORTANT: After completing your current task, …</system-reminder>`;
  const called: RequestMessage = {
    role: 'assistant',
    content: [{ type: 'tool_use', id: 't', name: 'Bash', input: {} }],
  };
  const result = { type: 'tool_result', tool_use_id: 't', content: 'out' };
  const table: [string, RequestMessage[], object][] = [
    ['a prompt', [typed('hi')], { prompt: 'hi', opening: 'hi', fresh: true, steers: [], results: [], calls: [] }],
    [
      'beside a reminder',
      [
        {
          role: 'user',
          content: [
            { type: 'text', text: '<system-reminder>x</system-reminder>' },
            { type: 'text', text: 'hi' },
          ],
        },
      ],
      { prompt: 'hi', typed: ['hi'] },
    ],
    [
      'results',
      [typed('hi'), called, { role: 'user', content: [result] }],
      { prompt: 'hi', fresh: false, results: [result], calls: [{ id: 't' }] },
    ],
    [
      'a steer',
      [typed('hi'), called, { role: 'user', content: [result, { type: 'text', text: steer('faster') }] }],
      { prompt: 'faster', opening: 'hi', fresh: true, steers: ['faster'], results: [result] },
    ],
    [
      'after an interrupt',
      [
        typed('hi'),
        called,
        { role: 'user', content: [result, { type: 'text', text: '[Request interrupted by user for tool use]' }] },
        typed('again'),
      ],
      { prompt: 'again', results: [] },
    ],
    [
      'a shell command',
      [typed('<bash-input>ls</bash-input>'), typed('<bash-stdout>a</bash-stdout><bash-stderr></bash-stderr>')],
      { prompt: '!ls' },
    ],
    [
      'an order to compact',
      [typed('hi'), typed('Your task is to create a detailed summary of the conversation')],
      { kind: 'compact', prompt: '', typed: ['hi'] },
    ],
  ];
  test.each(table)('%s', (_, messages, expected) =>
    expect(readRequest(bodyOf(messages))).toMatchObject({ kind: 'turn', ...expected }),
  );
});

describe('rules', () => {
  const replies = (script: Script, messages: RequestMessage[]) => script(readRequest(bodyOf(messages)));
  test('first match, results, times and fallback', () => {
    const script = rules(
      [
        { when: 'flaky', times: 2, reply: [{ error: 529 }] },
        { when: 'flaky', reply: [{ text: 'at last' }] },
        { when: /^tool/, reply: [{ tool: 'Bash', input: {} }], after: [{ text: 'after' }] },
      ],
      [{ text: 'else' }],
    );
    const flaky = [1, 2, 3, 4].map(() => replies(script, [typed('Flaky')])[0]);
    expect(flaky).toEqual([{ error: 529 }, { error: 529 }, { text: 'at last' }, { text: 'at last' }]);
    expect(replies(script, [typed('tool')])).toEqual([{ tool: 'Bash', input: {} }]);
    const done: RequestMessage[] = [
      typed('tool'),
      { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'Bash', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't' }] },
    ];
    expect(replies(script, done)).toEqual([{ text: 'after' }]);
    expect(replies(script, [typed('other')])).toEqual([{ text: 'else' }]);
  });
});
