import { describe, expect, it } from 'vitest';
import type { EngineEvent } from '../../../src/engine/events.ts';
import type { Block, InboxItem, Message, MessageId, Thread, ThreadId, Turn, TurnId } from '../../../src/store/types.ts';
import type { ChatState, LoadedThread } from '../../../src/ui/state/model.ts';
import { emptyChat, reduceChat } from '../../../src/ui/state/reduce.ts';

const here = 'here' as ThreadId;
const there = 'there' as ThreadId;
const turn = 'turn-1' as TurnId;
const id = (name: string) => name as MessageId;

function loaded(thread: ThreadId, messages: Message[] = []): LoadedThread {
  const row: Thread = {
    id: thread,
    title: null,
    cwd: '/work',
    head: messages.at(-1)?.id ?? null,
    previousHead: null,
    parent: null,
    forkedAt: null,
    settings: {},
    pinned: false,
    archived: false,
    deletedAt: null,
    extra: {},
    createdAt: 0,
    updatedAt: 0,
    messages: messages.length,
  };
  return {
    thread: row,
    status: 'idle',
    turn: null,
    messages,
    turns: [],
    asks: [],
    agents: 0,
    inbox: [],
    paused: false,
    elsewhere: false,
    above: 0,
  };
}

function message(name: string, role: Message['role'], blocks: Block[], rest: Partial<Message> = {}): Message {
  return {
    id: id(name),
    parent: null,
    hash: name,
    depth: 1,
    turn,
    role,
    via: role === 'user' ? 'prompt' : null,
    blocks,
    hidden: false,
    model: null,
    usage: null,
    agent: null,
    createdAt: 0,
    ...rest,
  };
}

const text = (words: string): Block => ({ type: 'text', text: words });
const start = (thread = here): EngineEvent => ({
  type: 'turn.start',
  thread,
  turn,
  text: 'do it',
  via: 'prompt',
  prompt: id('p'),
  at: 5,
});
const toolStart = (tool: string, parentTool: string | null = null): EngineEvent => ({
  type: 'tool.start',
  thread: here,
  turn,
  tool,
  name: 'Bash',
  input: { command: tool },
  parentTool,
  at: 10,
});
const toolUse = (tool: string, index: number): EngineEvent => ({
  type: 'message.update',
  thread: here,
  turn,
  message: id('a'),
  index,
  block: { type: 'tool_use', id: tool, name: 'Bash', input: { command: tool } },
});
const toolEnd = (tool: string): EngineEvent => ({
  type: 'tool.end',
  thread: here,
  turn,
  tool,
  block: { type: 'tool_result', tool_use_id: tool, content: 'ok' },
  isError: false,
  at: 20,
});
const words = (index: number, said: string): EngineEvent => ({
  type: 'message.update',
  thread: here,
  turn,
  message: id('a'),
  index,
  block: text(said),
});
const end = (state: 'done' | 'interrupted' = 'done', thread = here): EngineEvent => ({
  type: 'turn.end',
  thread,
  turn,
  state,
  stopReason: null,
  durationMs: 7,
  error: null,
  returned: null,
});

const opened = reduceChat(emptyChat, { type: 'opened', loaded: loaded(here) });
const fold = (events: EngineEvent[], from: ChatState = opened) =>
  events.reduce((state, event) => reduceChat(state, { type: 'event', event }), from);
const told = (state: ChatState) =>
  state.entries.map(({ item }) => {
    if (item.kind === 'text' || item.kind === 'prompt' || item.kind === 'thinking') return `${item.kind}: ${item.text}`;
    return item.kind === 'tool' ? `tool: ${item.id} ${item.state}` : item.kind;
  });

describe('the running turn', () => {
  it('shows a tool as waiting, also when the question about it came first', () => {
    const ask = { kind: 'permission', id: 'ask-1', tool: 'Bash', toolUse: 't1', input: {}, suggestions: [] } as const;
    const asked: EngineEvent = { type: 'permission.asked', thread: here, turn, ask: { ...ask, suggestions: [] } };
    const waits = (events: EngineEvent[]) =>
      fold(events)
        .threads.get(here)
        ?.turn?.items.flatMap(({ item }) => (item.kind === 'tool' ? [item.state] : []));
    expect(waits([start(), asked, toolStart('t1')])).toEqual(['waiting']);
    expect(waits([start(), asked, toolUse('t1', 0), toolStart('t1')])).toEqual(['waiting']);
  });

  it('prints in the order of the conversation, although hooks come before the words that stood first', () => {
    const state = fold([
      start(),
      toolStart('t1'),
      words(0, 'First I look.'),
      toolUse('t1', 1),
      toolEnd('t1'),
      words(2, 'Done.'),
      end(),
    ]);
    expect(told(state)).toEqual(['prompt: do it', 'text: First I look.', 'tool: t1 done', 'text: Done.', 'turn-end']);
    expect(state.threads.get(here)?.turn).toBeNull();
  });

  it('holds a tool back that ended before its place is known', () => {
    const early = fold([start(), toolStart('t1'), toolEnd('t1')]);
    expect(told(early)).toEqual(['prompt: do it']);
    expect(told(fold([words(0, 'Words before.'), toolUse('t1', 1)], early))).toEqual([
      'prompt: do it',
      'text: Words before.',
      'tool: t1 done',
    ]);
  });

  it('keeps what comes after a running tool live until the tool has ended', () => {
    const state = fold([start(), toolStart('t1'), toolUse('t1', 0), toolStart('t2'), toolUse('t2', 1), toolEnd('t2')]);
    expect(told(state)).toEqual(['prompt: do it']);
    expect(told(fold([toolEnd('t1')], state))).toEqual(['prompt: do it', 'tool: t1 done', 'tool: t2 done']);
  });

  it('replaces the preview by the exact words', () => {
    const state = fold([start(), { type: 'text.preview', thread: here, turn, text: 'Hel' }]);
    expect(state.threads.get(here)?.turn?.preview).toBe('Hel');
    expect(fold([words(0, '**Hello**')], state).threads.get(here)?.turn?.preview).toBe('');
  });

  it('marks what was open when it was interrupted', () => {
    expect(told(fold([start(), toolStart('t1'), end('interrupted')]))).toEqual([
      'prompt: do it',
      'tool: t1 interrupted',
      'turn-end',
    ]);
  });

  it('shows a message once, whether its blocks came one by one or not', () => {
    const whole = message('a', 'assistant', [text('Hello'), { type: 'tool_use', id: 't1', name: 'Bash', input: {} }]);
    const endOf: EngineEvent = { type: 'message.end', thread: here, turn, message: whole };
    expect(told(fold([start(), words(0, 'Hello'), endOf, toolEnd('t1')]))).toEqual(
      told(fold([start(), endOf, toolEnd('t1')])),
    );
  });

  it('gathers what a subagent does under the tool that started it', () => {
    const state = fold([
      start(),
      toolStart('t1'),
      toolUse('t1', 0),
      toolStart('inner', 't1'),
      { type: 'subagent.block', thread: here, turn, parentTool: 't1', block: text('Looking.') },
      toolEnd('inner'),
      toolEnd('t1'),
    ]);
    const item = state.entries.at(-1)?.item;
    expect(
      item?.kind === 'tool' && item.children.map((child) => (child.kind === 'tool' ? child.state : child.kind)),
    ).toEqual(['done', 'text']);
  });
});

describe('threads', () => {
  it('keep their turn while another is on view, and show it when one comes back', () => {
    const away = reduceChat(fold([start(), toolStart('t1'), toolUse('t1', 0)]), {
      type: 'opened',
      loaded: loaded(there),
    });
    const worked = fold([toolEnd('t1'), words(1, 'Meanwhile.')], away);
    expect(told(worked)).toEqual(told(away));
    const back = reduceChat(worked, { type: 'opened', loaded: loaded(here, [message('p', 'user', [text('do it')])]) });
    expect(told(back).slice(told(away).length)).toEqual([
      'thread',
      'prompt: do it',
      'tool: t1 done',
      'text: Meanwhile.',
    ]);
  });

  it('carry a mark when their turn ended unseen', () => {
    const away = reduceChat(fold([start()]), { type: 'opened', loaded: loaded(there) });
    expect(fold([end()], away).threads.get(here)?.mark).toBe('done');
    expect(
      reduceChat(fold([end()], away), { type: 'opened', loaded: loaded(here) }).threads.get(here)?.mark,
    ).toBeNull();
  });

  it('catch up with what another process said, once', () => {
    const news = [
      message('p', 'user', [text('from elsewhere')], { turn: null }),
      message('q', 'assistant', [text('yes')], { turn: null }),
    ];
    const once = reduceChat(opened, { type: 'refreshed', loaded: loaded(here, news) });
    expect(told(once)).toEqual(['prompt: from elsewhere', 'text: yes']);
    expect(reduceChat(once, { type: 'refreshed', loaded: loaded(here, news) }).entries).toBe(once.entries);
  });
});

it('a turn that another process runs is counted whole, however its messages came', () => {
  const usage = (inputTokens: number) => ({ inputTokens, outputTokens: 10, cacheReadTokens: 0, cacheWriteTokens: 0 });
  const said = [
    message('p', 'user', [text('from elsewhere')]),
    message('a', 'assistant', [text('first')], { usage: usage(100) }),
    message('b', 'assistant', [text('last')], { usage: usage(200) }),
  ];
  const ended = { id: turn, thread: here, state: 'done', durationMs: 5, error: null } as Turn;
  const looks = [loaded(here, said.slice(0, 2)), { ...loaded(here, said), turns: [ended] }];
  const state = looks.reduce((before, look) => reduceChat(before, { type: 'refreshed', loaded: look }), opened);
  expect(told(state)).toEqual(['prompt: from elsewhere', 'text: first', 'text: last', 'turn-end']);
  expect(state.entries.at(-1)?.item).toMatchObject({ usage: { inputTokens: 200, outputTokens: 20 } });
  expect(state.threads.get(here)).toMatchObject({
    usage: { inputTokens: 200 },
    spent: { inputTokens: 300, outputTokens: 20 },
  });
});

describe('what waits', () => {
  const item = (state: InboxItem['state'], kind: InboxItem['kind'] = 'steer'): InboxItem => ({
    id: 1,
    thread: here,
    kind,
    text: 'x',
    state,
    now: false,
    position: 1,
    turn: null,
    createdAt: 0,
    updatedAt: 0,
  });

  it('shows a steer until it is absorbed', () => {
    const held = fold([{ type: 'steer.held', thread: here, item: item('held') }]);
    const accepted = fold([{ type: 'steer.accepted', thread: here, item: item('accepted') }], held);
    expect(accepted.threads.get(here)?.inbox.map(({ state }) => state)).toEqual(['accepted']);
    expect(
      fold([{ type: 'steer.absorbed', thread: here, item: item('absorbed') }], accepted).threads.get(here)?.inbox,
    ).toEqual([]);
  });

  it('asks stand until they are answered or the turn is over', () => {
    const ask = { kind: 'permission', id: 'ask', tool: 'Bash', toolUse: null, input: {}, suggestions: [] } as const;
    const asked = fold([start(), { type: 'permission.asked', thread: here, turn, ask: { ...ask, suggestions: [] } }]);
    expect(asked.threads.get(here)?.asks).toHaveLength(1);
    expect(
      fold([{ type: 'permission.answered', thread: here, turn, ask: 'ask', answer: null }], asked).threads.get(here)
        ?.asks,
    ).toEqual([]);
    expect(fold([end('interrupted')], asked).threads.get(here)?.asks).toEqual([]);
  });

  it('a tool that is heard of after the question about it waits all the same', () => {
    const ask = { kind: 'permission', id: 'ask', tool: 'Bash', toolUse: 't1', input: {}, suggestions: [] } as const;
    const asked = fold([start(), { type: 'permission.asked', thread: here, turn, ask: { ...ask, suggestions: [] } }]);
    const stateOf = (events: Parameters<typeof fold>[0]) => {
      const tools =
        fold(events, asked)
          .threads.get(here)
          ?.turn?.items.map(({ item }) => item) ?? [];
      return tools.flatMap((item) => (item.kind === 'tool' ? [item.state] : []));
    };
    expect(stateOf([toolUse('t1', 0)])).toEqual(['waiting']);
    expect(stateOf([toolStart('t1')])).toEqual(['waiting']);
    expect(stateOf([toolStart('t1'), toolUse('t1', 0), toolStart('t2')])).toEqual(['waiting', 'running']);
    const answered = { type: 'permission.answered', thread: here, turn, ask: 'ask', answer: null } as const;
    const running = { type: 'tool.update', thread: here, turn, tool: 't1', state: 'running' } as const;
    expect(stateOf([toolStart('t1'), answered, running, toolUse('t1', 0)])).toEqual(['running']);
  });
});

it('gives the same state when the same events are replayed', () => {
  const events = [start(), toolStart('t1'), words(0, 'First.'), toolUse('t1', 1), toolEnd('t1'), end()];
  expect(fold(events)).toEqual(fold(events));
});
