import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../../../src/engine/agent.ts';
import { transcriptReader } from '../../../src/engine/claude/transcript/reader.ts';
import { parseRecord } from '../../../src/engine/claude/transcript/records.ts';
import { messagesFromEvents } from '../../../src/engine/messages-from-events.ts';
import { transcript } from './lines.ts';

function read(lines: readonly string[]): AgentEvent[] {
  const reader = transcriptReader({ known: [] });
  return [...lines.flatMap((line) => reader.push(line)), ...reader.flush()];
}

const brief = (events: readonly AgentEvent[]) =>
  events.map((event) => {
    switch (event.type) {
      case 'prompt':
        return `prompt ${event.text}`;
      case 'block':
        return `${event.block.type} of ${event.message}`;
      case 'tool.start':
      case 'tool.end':
        return `${event.type} ${event.id}`;
      case 'steer':
        return `${event.state} ${event.text}`;
      case 'inserted':
        return `inserted ${event.role}`;
      case 'end':
        return `end ${event.state}`;
      default:
        return event.type;
    }
  });

function turn() {
  const t = transcript();
  return [
    t.prompt('go'),
    t.attachment('date'),
    t.call('m1', 'a'),
    t.call('m1', 'b'),
    t.result('b'),
    t.result('a'),
    t.text('m2', 'hi'),
    t.end(),
  ];
}
const turnBrief = [
  'prompt go',
  'attached',
  'tool_use of m1',
  'tool.start a',
  'tool_use of m1',
  'tool.start b',
  'tool.end b',
  'tool.end a',
  'text of m2',
  'end done',
];

describe('the reader', () => {
  it('tells a turn', () => {
    expect(brief(read(turn()))).toEqual(turnBrief);
  });

  it('tells it once when every line comes twice', () => {
    expect(brief(read(turn().flatMap((line) => [line, line])))).toEqual(turnBrief);
  });

  it('puts records in their place when they come before their parents', () => {
    const [prompt, date, ...rest] = turn();
    expect(brief(read([rest[0]!, rest[1]!, prompt!, date!, ...rest.slice(2)]))).toEqual(turnBrief);
  });

  it('goes on without a parent that never comes', () => {
    const [prompt, , ...rest] = turn();
    expect(brief(read([prompt!, ...rest]))).toEqual(turnBrief.filter((one) => one !== 'attached'));
  });

  it('takes steers through all their states', () => {
    const t = transcript();
    const lines = [
      t.prompt('go'),
      t.call('m1', 'a'),
      t.queue('enqueue', 'left'),
      t.queue('enqueue', 'right'),
      t.queue('enqueue', 'back'),
      t.queue('popAll', 'back'),
      t.queue('enqueue', '<task-notification>x</task-notification>'),
      t.result('a'),
      t.steer('left'),
      t.text('m2', 'ok'),
      t.end(),
      t.prompt('right', { promptSource: 'queued' }),
      t.text('m3', 'ok'),
      t.end(),
      t.prompt('back'),
    ];
    expect(brief(read(lines)).filter((one) => /prompt|left|right|back/.test(one))).toEqual([
      'prompt go',
      'accepted left',
      'accepted right',
      'accepted back',
      'absorbed left',
      'ran right',
      'prompt right',
      'prompt back',
    ]);
  });

  it('lets the second of two queued messages join the turn of the first', () => {
    const t = transcript();
    const lines = [
      t.queue('enqueue', 'one'),
      t.queue('enqueue', 'two'),
      t.prompt('one'),
      t.prompt('two'),
      t.text('m1', 'ok'),
      t.end(),
    ];
    expect(brief(read(lines)).slice(2)).toEqual(['ran one', 'prompt one', 'absorbed two', 'text of m1', 'end done']);
  });

  it('ends the interrupted turn before it begins the one that interrupted it', () => {
    const t = transcript();
    const lines = [t.prompt('go'), t.call('m1', 'a', { uuid: 'call' }), t.queue('enqueue', 'now'), t.prompt('now')];
    const branch = [
      t.result('a', 'rejected', { parentUuid: 'call' }),
      t.interrupted('[Request interrupted by user for tool use]'),
      t.text('m2', 'ok'),
      t.end(),
    ];
    expect(brief(read([...lines, ...branch])).slice(3)).toEqual([
      'accepted now',
      'tool.end a',
      'end interrupted',
      'ran now',
      'prompt now',
      'attached',
      'text of m2',
      'end done',
    ]);
  });

  it('says how a turn ended, once', () => {
    const t = transcript();
    const lines = [
      t.prompt('a'),
      t.text('m1', 'API Error: 529', { isApiErrorMessage: true, error: 'server_error' }),
      t.end(),
      t.prompt('b'),
      t.interrupted(),
      t.prompt('c'),
      t.text('m2', 'x'),
      t.end(),
    ];
    const ends = read(lines).filter((event) => event.type === 'end');
    expect(ends.map(({ state, stopReason, error }) => [state, stopReason, error?.code ?? null])).toEqual([
      ['failed', null, 'overloaded'],
      ['interrupted', null, null],
      ['done', 'end_turn', null],
    ]);
    expect(ends[0]!.error).toMatchObject({ text: 'API Error: 529', next: expect.stringContaining('again') });
  });

  it.each([
    { who: 'claude, going on with what broke off', fields: {}, told: [] },
    { who: 'the model itself', fields: { model: 'claude-x' }, told: ['text of m1'] },
    { who: 'the model, as we write it', fields: { stop_reason: 'end_turn' }, told: ['text of m1'] },
    { who: 'claude, other words', fields: { content: [{ type: 'text', text: 'Bye!' }] }, told: ['text of m1'] },
  ])('takes "No response requested." by what stands beside it: $who', ({ fields, told }) => {
    const t = transcript();
    const content = [{ type: 'text', text: 'No response requested.' }];
    const filler = { id: 'm1', model: '<synthetic>', stop_reason: 'stop_sequence', content, ...fields };
    const lines = [
      t.prompt('go'),
      t.prompt('Continue from where you left off.', { isMeta: true }),
      t.add('assistant', { isApiErrorMessage: false, message: filler }),
      t.prompt('next'),
      t.text('m2', 'hi'),
      t.end(),
    ];
    const events = brief(read(lines)).filter((one) => one !== 'attached');
    expect(events).toEqual(['prompt go', ...told, 'prompt next', 'text of m2', 'end done']);
  });

  it('keeps what nobody said with what is said next, and makes no message of it', () => {
    const t = transcript();
    const failed = () => t.text('m1', 'API Error: 529', { isApiErrorMessage: true, error: 'server_error' });
    const lines = [
      t.prompt('go'),
      t.attachment('date'),
      failed(),
      t.prompt('again'),
      t.text('m2', 'hi'),
      t.attachment('hook_additional_context'),
      t.end(),
      t.prompt('lost'),
      t.attachment('date'),
    ];
    const events = read(lines);
    expect(brief(events)).toEqual([
      'prompt go',
      'end failed',
      'prompt again',
      'text of m2',
      'attached',
      'end done',
      'prompt lost',
    ]);
    const fold = messagesFromEvents();
    const drafts = [...events.flatMap((event) => fold.push(event)), ...fold.finish()];
    expect(drafts.map(({ role, agent }) => [role, (agent as { own: unknown[] }).own.length])).toEqual([
      ['user', 1],
      ['user', 3],
      ['assistant', 2],
      ['user', 1],
    ]);
  });

  it('does not take a prompt for an interruption because it reads like one', () => {
    const t = transcript();
    expect(brief(read([t.prompt('[Request interrupted by user]')]))).toEqual(['prompt [Request interrupted by user]']);
  });

  it('keeps what a subagent says until the call that started it is there', () => {
    const t = transcript();
    const call = t.add('assistant', {
      message: { id: 'm1', content: [{ type: 'tool_use', id: 'first', name: 'Agent', input: { prompt: 'look' } }] },
    });
    const message = { id: 'inner', content: [{ type: 'text', text: 'inner' }] };
    const early = { type: 'assistant', uuid: 's1', isSidechain: true, agentId: 'x', parentUuid: null, message };
    const reader = transcriptReader({ known: [] });
    expect(reader.push(JSON.stringify(early))).toEqual([]);
    expect(reader.push(call).map((event) => [event.type, 'parentTool' in event && event.parentTool])).toEqual([
      ['block', null],
      ['tool.start', null],
      ['block', 'first'],
    ]);
  });

  it('keeps apart what two subagents say before their calls', () => {
    const t = transcript();
    const call = (id: string) =>
      t.add('assistant', {
        message: { id: 'm1', content: [{ type: 'tool_use', id, name: 'Agent', input: { prompt: id } }] },
      });
    const [one, two] = [call('first'), call('second')];
    const inner = (agentId: string) =>
      JSON.stringify({
        type: 'assistant',
        uuid: agentId,
        isSidechain: true,
        agentId,
        parentUuid: null,
        message: { id: agentId, content: [{ type: 'text', text: agentId }] },
      });
    const reader = transcriptReader({ known: [] });
    reader.push(inner('x'), { toolUse: 'second' });
    reader.push(inner('y'), { toolUse: 'first' });
    const parents = (line: string) => reader.push(line).map((event) => 'parentTool' in event && event.parentTool);
    expect(parents(one)).toEqual([null, null, 'first']);
    expect(parents(two)).toEqual([null, null, 'second']);
    expect(reader.waiting).toBe(null);
  });

  it('names the call that a subagent works for, with and without being told', () => {
    const t = transcript();
    const ask = (id: string, prompt: string) => ({ type: 'tool_use', id, name: 'Agent', input: { prompt } });
    const call = t.add('assistant', {
      message: { id: 'm1', role: 'assistant', content: [ask('first', 'look'), ask('second', 'think')] },
    });
    const side = (agentId: string, uuid: string, type: string, content: string | object[]) =>
      JSON.stringify({ type, uuid, isSidechain: true, agentId, parentUuid: null, message: { id: uuid, content } });
    const reader = transcriptReader({ known: [] });
    reader.push(call);
    reader.push(side('x', 's1', 'user', 'think'));
    const [told] = reader.push(side('x', 's2', 'assistant', [{ type: 'text', text: 'inner' }]));
    expect(told).toMatchObject({ type: 'block', parentTool: 'second' });
    expect(
      reader.push(side('y', 's3', 'assistant', [{ type: 'text', text: 'inner' }]), { toolUse: 'third' }),
      'waits for its call',
    ).toEqual([]);
    expect(reader.waiting).toBe('parent');
    const [named] = reader.flush();
    expect(named).toMatchObject({ type: 'block', parentTool: 'third' });
  });

  it('keeps unknown records out of the way', () => {
    expect(parseRecord('{"type":"brand-new","uuid":"x"}')).toMatchObject({ kind: 'unknown', type: 'brand-new' });
    expect(parseRecord('[1]')).toBeNull();
    expect(parseRecord('{"type":"user","message":{"role":"user"}}')).toMatchObject({ kind: 'noise' });
    expect(parseRecord('{"type":"user","message":{"content":[7]}}')).toMatchObject({ kind: 'noise' });
    expect(parseRecord('{"type":"attachment","attachment":{"content":"x"}}')).toMatchObject({ kind: 'noise' });
    const t = transcript();
    const lines = [t.prompt('go'), t.add('brand-new', { what: 1 }), t.text('m1', 'hi'), t.end()];
    expect(brief(read(lines))).toEqual(['prompt go', 'text of m1', 'end done']);
  });

  it('never throws and never loses a turn, whatever stands between its lines', () => {
    const junk = fc.oneof(
      fc.string(),
      fc.json(),
      fc
        .record({
          type: fc.constantFrom('user', 'assistant', 'attachment', 'system', 'queue-operation', 'x'),
          message: fc.oneof(fc.jsonValue(), fc.record({ id: fc.jsonValue(), content: fc.jsonValue() })),
          attachment: fc.jsonValue(),
          subtype: fc.constantFrom('compact_boundary', 'local_command', 'y'),
          content: fc.jsonValue(),
          compactMetadata: fc.jsonValue(),
          isMeta: fc.boolean(),
        })
        .map((value) => JSON.stringify({ ...value, isSidechain: false, isMeta: true })),
    );
    fc.assert(
      fc.property(fc.array(junk, { maxLength: 20 }), fc.array(fc.nat(8), { maxLength: 20 }), (noise, places) => {
        const lines: string[] = turn();
        for (const [index, line] of noise.entries()) lines.splice(places[index] ?? 0, 0, line);
        const told = brief(read(lines));
        for (const wanted of turnBrief) expect(told).toContain(wanted);
        const fold = messagesFromEvents();
        const drafts = [...read(lines).flatMap((event) => fold.push(event)), ...fold.finish()];
        expect(drafts.every(({ blocks }) => blocks.length > 0)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('never loses a block, whatever the order of its lines', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(turn(), { minLength: 8 }), (lines) => {
        expect(
          brief(read(lines))
            .filter((one) => /of m|tool/.test(one))
            .sort(),
        ).toEqual(turnBrief.filter((one) => /of m|tool/.test(one)).sort());
      }),
    );
  });
});
