import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { preamble } from '../../../src/engine/claude/transcript/preamble.ts';
import { transcriptReader } from '../../../src/engine/claude/transcript/reader.ts';
import { transcriptLines, writeTranscript } from '../../../src/engine/claude/transcript/writer.ts';
import { type MessageDraft, messagesFromEvents } from '../../../src/engine/messages-from-events.ts';
import type { Block, Json, Message } from '../../../src/store/types.ts';
import { makeWorld } from '../../support/world.ts';
import { transcript } from './lines.ts';
import { messageOf, startProgram } from './program.ts';

const about = { session: 'new', cwd: '/here', version: '9' };
const text = (said: string): Block => ({ type: 'text', text: said });
const call = (id: string): Block => ({ type: 'tool_use', id, name: 'Bash', input: { command: id } });
const result = (id: string): Block => ({ type: 'tool_result', tool_use_id: id, content: `result of ${id}` });

function plain(role: Message['role'], blocks: Block[], more: Partial<MessageDraft> = {}): MessageDraft {
  return { role, via: null, blocks, hidden: false, model: null, usage: null, agent: null, ...more };
}
const line = (drafts: MessageDraft[]) => drafts.map(messageOf);
const records = (drafts: MessageDraft[]) => transcriptLines(line(drafts), about).map((one) => JSON.parse(one));

function folded(lines: readonly string[]): Message[] {
  const reader = transcriptReader({ known: [] });
  const fold = messagesFromEvents();
  const events = [...lines.flatMap((one) => reader.push(one)), ...reader.flush()];
  return line([...events.flatMap((event) => fold.push(event)), ...fold.finish()]);
}

describe('the writer', () => {
  it('chains every record to the one before and makes it the new session its own', () => {
    const found = records([
      plain('user', [text('hi')], { via: 'prompt' }),
      plain('assistant', [text('a'), call('x')]),
      plain('tool', [result('x')]),
      plain('assistant', [text('b')]),
    ]);
    expect(found.map(({ parentUuid }) => parentUuid)).toEqual([null, ...found.slice(0, -1).map(({ uuid }) => uuid)]);
    expect(
      found.every(({ sessionId, cwd, version }) => sessionId === 'new' && cwd === '/here' && version === '9'),
    ).toBe(true);
    const ids = found.filter(({ type }) => type === 'assistant').map(({ message }) => message.id);
    expect([ids[0] === ids[1], ids[1] === ids[2]]).toEqual([true, false]);
  });

  it('writes what it read, and reads what it wrote, without change', () => {
    const t = transcript();
    const lines = [
      t.prompt('go'),
      t.attachment('date', { date: 'today' }),
      t.call('m1', 'a'),
      t.call('m1', 'b'),
      t.result('b'),
      t.attachment('hook_additional_context', { content: ['x'] }),
      t.result('a', [{ type: 'text', text: 'two' }]),
      t.steer('left'),
      t.text('m2', 'hi'),
      t.end(),
      t.prompt('stop'),
      t.text('m3', 'I am'),
      t.interrupted(),
    ];
    const once = folded(lines);
    const written = transcriptLines(once, about);
    expect(folded(written).slice(0, once.length)).toEqual(once);
    const contents = (all: readonly string[]) =>
      all
        .map((one) => JSON.parse(one))
        .filter(({ type }) => type !== 'system')
        .map((one) => one.message?.content ?? one.attachment);
    expect(contents(written).slice(0, -1)).toEqual(contents(lines));
  });

  it('never leaves a call without a result or a result without its call', () => {
    const found = records([
      plain('user', [text('hi')], { via: 'prompt' }),
      plain('tool', [result('stray')]),
      plain('assistant', [call('x'), call('lost')]),
      plain('tool', [result('x'), result('stray too')]),
      plain('user', [text('next')], { via: 'prompt' }),
    ]);
    const blocks = found.flatMap(({ message }) => (Array.isArray(message.content) ? message.content : []));
    const calls = blocks.filter(({ type }) => type === 'tool_use').map(({ id }) => id);
    const results = blocks.filter(({ type }) => type === 'tool_result');
    expect(calls).toEqual(['x', 'lost']);
    expect(results.map(({ tool_use_id }) => tool_use_id).sort()).toEqual(['lost', 'x']);
    expect(results.find(({ tool_use_id }) => tool_use_id === 'lost').is_error).toBe(true);
  });

  it.each([
    { end: 'a prompt', rest: [] },
    { end: 'what came with the prompt', rest: ['attachment'] },
    { end: 'a failure', rest: ['attachment', 'failure'] },
  ])('closes a conversation that ends with $end, so that claude puts nothing behind it', ({ rest }) => {
    const kept: Record<string, Json> = {
      attachment: { record: { type: 'attachment', attachment: { type: 'date' } }, blocks: 0 },
      failure: { record: { type: 'assistant', isApiErrorMessage: true, message: { content: [] } }, blocks: 0 },
    };
    const prompt = { record: { type: 'user', message: { role: 'user', content: 'hi' } }, blocks: 0 };
    const agent = { own: [prompt, ...rest.map((name) => kept[name]!)] };
    const found = records([plain('user', [text('hi')], { agent })]);
    expect(found).toHaveLength(rest.length + 2);
    expect(found.at(-1)).toMatchObject({ isApiErrorMessage: true, message: { stop_reason: 'refusal' } });
    const answered = records([plain('user', [text('hi')], { agent }), plain('assistant', [text('ho')])]);
    expect(answered.at(-1)).toMatchObject({ message: { content: [text('ho')] } });
  });

  it('begins with the last summary and leaves out what is hidden', () => {
    const found = records([
      plain('user', [text('old')], { via: 'prompt' }),
      plain('summary', [text('it was so')]),
      plain('shell', [text('secret'), text('x')], { hidden: true }),
      plain('user', [text('new')], { via: 'prompt' }),
    ]);
    const said = JSON.stringify(found);
    expect([said.includes('old'), said.includes('secret'), said.includes('it was so'), said.includes('new')]).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });

  it('survives whatever stands in `agent`', () => {
    const odd: Json[] = [
      null,
      1,
      'x',
      [],
      [null],
      { own: 3 },
      { own: [{ record: null }, { record: { type: 4 } }], before: ['x'] },
    ];
    for (const agent of odd)
      expect(records([plain('user', [text('hi')], { agent })])[0]).toMatchObject({ message: { content: 'hi' } });
  });

  it('writes the file whole, for nobody else to read', async () => {
    const home = mkdtempSync(path.join(tmpdir(), 'ccchat-writer-'));
    try {
      const place = { env: { HOME: home }, cwd: '/no/such', session: 's', version: '1' };
      const { file, offset, lines } = await writeTranscript(line([plain('user', [text('é')])]), place);
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(statSync(file).size).toBe(offset);
      expect(readFileSync(file, 'utf8')).toBe(lines.map((one) => `${one}\n`).join(''));
      expect(readdirSync(path.dirname(file))).toEqual(['s.jsonl']);
    } finally {
      rmSync(home, { recursive: true });
    }
  });

  it('brings messages that no claude wrote before the model', { timeout: 120_000 }, async () => {
    const world = await makeWorld();
    try {
      const prefix = line([
        plain('summary', [text('We spoke of beavers.')], { agent: { by: 'ccchat' } }),
        plain('user', [text('look')], { via: 'prompt' }),
        plain('assistant', [text('Looking.'), call('toolu_1'), call('toolu_2')]),
        plain('tool', [result('toolu_1')]),
        plain('user', [text('and listen')], { via: 'steer' }),
        plain('assistant', [text('Heard.')]),
        plain('shell', [text('ls <x>'), text('a & b\n')], { agent: { exitCode: 0, signal: null } }),
        plain('shell', [text('false'), text('no')], { agent: { exitCode: 1, signal: null } }),
      ]);
      const session = randomUUID();
      const written = await writeTranscript(prefix, { env: world.env, cwd: world.cwd, session, version: '2.1.197' });
      const program = await startProgram(world, { resume: { ...written, session } });
      await program.turn('hello');
      await program.close();
      const { messages } = world.model.requests.find(({ kind }) => kind === 'turn')!.body;
      const seen = messages.flatMap(({ role, content }) =>
        (typeof content === 'string' ? [text(content)] : (content as Block[])).map((block) => {
          if (block.type === 'text') return `${role}: ${block.text.trim()}`;
          return `${role}: ${block.type} ${JSON.stringify(block)}`;
        }),
      );
      const places = [
        /^user: This session is being continued[\s\S]*We spoke of beavers\.$/,
        /^user: look$/,
        /^assistant: Looking\.$/,
        /^assistant: tool_use .*toolu_1/,
        /^assistant: tool_use .*toolu_2/,
        /^user: tool_result .*toolu_2.*no result/,
        /^user: tool_result .*result of toolu_1/,
        /and listen/,
        /^assistant: Heard\.$/,
        /^user: <bash-input>ls <x><\/bash-input>$/,
        /^user: <bash-stdout>a &amp; b<\/bash-stdout><bash-stderr><\/bash-stderr>$/,
        /^user: <bash-input>false<\/bash-input>$/,
        /^user: <bash-stdout><\/bash-stdout><bash-stderr>no<\/bash-stderr>$/,
        /^user: hello$/,
      ].map((wanted) => seen.findIndex((one) => wanted.test(one)));
      expect(places.every((place) => place >= 0)).toBe(true);
      expect(places).toEqual(places.toSorted((a, b) => a - b));
      expect(seen.filter((one) => one.startsWith('assistant'))).toHaveLength(4);
    } finally {
      await world.close();
    }
  });
});

describe('messages from events', () => {
  const steps = (lines: readonly string[]) => {
    const reader = transcriptReader({ known: [] });
    const fold = messagesFromEvents();
    return lines.map((one) =>
      reader
        .push(one)
        .flatMap((event) => fold.push(event))
        .map(({ role }) => role)
        .join(),
    );
  };

  it('come as soon as they are whole', () => {
    const t = transcript();
    const lines = [
      t.prompt('go'),
      t.call('m1', 'a'),
      t.call('m1', 'b'),
      t.result('b'),
      t.result('a'),
      t.steer('left'),
      t.text('m2', 'x'),
      t.end(),
    ];
    expect(steps(lines)).toEqual(['user', '', '', '', 'assistant,tool', 'user', '', 'assistant']);
  });

  it('come with what there is when a turn breaks off', () => {
    const t = transcript();
    expect(steps([t.prompt('go'), t.call('m1', 'a'), t.interrupted()])).toEqual(['user', '', 'assistant,user']);
    const fold = messagesFromEvents();
    fold.push({
      type: 'block',
      message: 'm',
      block: text('half'),
      model: null,
      usage: null,
      stopReason: null,
      agent: null,
      parentTool: null,
    });
    expect(fold.finish().map(({ blocks }) => blocks)).toEqual([[text('half')]]);
    expect(fold.finish()).toEqual([]);
  });

  it('leave out what subagents say', () => {
    const fold = messagesFromEvents();
    const block = { message: 'm', block: text('inner'), model: null, usage: null, stopReason: null, agent: null };
    fold.push({ type: 'block', ...block, parentTool: 'x' });
    expect(fold.finish()).toEqual([]);
  });
});

describe('the preamble', () => {
  it('tells the last five at length and fifteen before them in short', () => {
    const messages = line(
      Array.from({ length: 30 }, (_, index) =>
        plain(index % 2 ? 'assistant' : 'user', [text(`${index}:${'é'.repeat(3_000)}`)]),
      ),
    );
    const told = preamble(messages)
      .split('\n\n')
      .filter((one) => /^(?:User|You): /.test(one));
    const lengths = told.map((one) => one.replace(/^\w+: /, '').length);
    expect(lengths).toEqual([...Array(15).fill(100), ...Array(5).fill(1_500)]);
    expect(told[0]).toMatch(/^User: 10:é/);
  });

  it('is nothing for nothing, and says nothing hidden', () => {
    expect(preamble([])).toBe('');
    expect(preamble(line([plain('shell', [text('x')], { hidden: true })]))).toBe('');
  });
});
