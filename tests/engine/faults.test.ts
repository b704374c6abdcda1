// What only a fault can show, with an agent that has it: rows left behind by a process that died between two writes, records that
// differ from what was typed, starts that fail. The conversation must come out whole, and nothing may run twice.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AgentError, type AgentEvent, type RecoveredTurn } from '../../src/engine/agent.ts';
import type { EngineApi } from '../../src/engine/api.ts';
import { createEngine } from '../../src/engine/engine.ts';
import { databaseFile } from '../../src/engine/home.ts';
import { silentLog } from '../../src/engine/log.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { plainText } from '../../src/store/text.ts';
import type { ThreadId } from '../../src/store/types.ts';
import { type EchoAgent, echoAgent } from '../support/echo-agent.ts';
import { eventually } from '../support/engine.ts';

let home: string;
let agent: EchoAgent;
let engine: EngineApi | null;
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'ccchat-faults-'));
  agent = echoAgent();
  engine = null;
});
afterEach(async () => {
  await engine?.close();
  rmSync(home, { recursive: true, force: true });
});

async function open(): Promise<EngineApi> {
  engine = await createEngine({ home, env: {}, warmSpare: false }, { agent, log: silentLog });
  return engine;
}

/** What a process that is gone now left in the database. */
function leftBehind<T>(write: (store: Store, thread: ThreadId) => T): { thread: ThreadId; made: T } {
  const store = openStore(databaseFile(home));
  const thread = store.threads.create({ cwd: '/' }).id;
  const made = write(store, thread);
  store.close();
  return { thread, made };
}

const reply = (text: string, agentData: string): AgentEvent => ({
  type: 'block',
  message: `m-${text}`,
  block: { type: 'text', text },
  model: null,
  usage: null,
  stopReason: 'end_turn',
  agent: { record: agentData },
  parentTool: null,
});

const textsOf = (id: ThreadId) => engine!.messages(id).map(({ blocks }) => plainText(blocks));

describe('a process died', () => {
  it('after it took words from the queue and before their turn began: they wait again, in order', async () => {
    const { thread } = leftBehind((store, id) => {
      store.inbox.add({ thread: id, kind: 'follow-up', text: 'second', state: 'queued' });
      store.inbox.add({ thread: id, kind: 'prompt', text: 'first', state: 'running' });
      store.inbox.add({ thread: id, kind: 'steer', text: 'a steer', state: 'typed', now: true });
    });
    await open();
    const items = engine!.inbox.list(thread);
    expect(items.filter(({ kind }) => kind === 'follow-up').map(({ text, state }) => [text, state])).toEqual([
      ['first', 'queued'],
      ['second', 'queued'],
    ]);
    expect(items.find(({ kind }) => kind === 'steer')).toMatchObject({ state: 'returned', now: false });
  });

  it('in a turn: its record is taken in whole, though a steer reads otherwise there, and nothing twice', async () => {
    const { thread, made } = leftBehind((store, id) => {
      const turn = store.turns.create({ thread: id, transcript: '/record', offset: 0, prompt: store.messages.newId() });
      const add = (text: string, role: 'user' | 'assistant', via: 'prompt' | 'steer' | null, record: string) =>
        store.messages.append({
          thread: id,
          turn: turn.id,
          role,
          via,
          blocks: [{ type: 'text', text }],
          agent: { own: [{ record }] },
        });
      add('go', 'user', 'prompt', 'p');
      add('half way', 'assistant', null, 'a');
      add('use\ttabs', 'user', 'steer', 's');
      store.inbox.add({ thread: id, kind: 'steer', text: 'use\ttabs', state: 'accepted' });
      return turn.id;
    });
    const recovered: RecoveredTurn = {
      accepted: true,
      finished: true,
      events: [
        { type: 'prompt', text: 'go', agent: [{ record: 'p' }] },
        reply('half way', 'a'),
        { type: 'steer', text: 'use    tabs', state: 'absorbed', agent: [{ record: 's' }] },
        reply('the answer', 'b'),
        { type: 'end', state: 'done', stopReason: 'end_turn', error: null },
      ],
    };
    agent.recover = async () => recovered;
    await open();
    expect(textsOf(thread)).toEqual(['go', 'half way', 'use\ttabs', 'the answer']);
    expect(engine!.turns(thread)).toMatchObject([{ id: made, state: 'done' }]);
    expect(engine!.inbox.list(thread)).toEqual([]);
    await engine!.close();
    await open();
    expect(textsOf(thread)).toHaveLength(4);
  });
});

describe('wishes from elsewhere', () => {
  it('an abort that came too late does not stop the next turn', async () => {
    const { thread } = leftBehind((store, id) => {
      store.inbox.add({ thread: id, kind: 'abort', text: '', state: 'asked' });
    });
    await open();
    const other = openStore(databaseFile(home));
    const turn = engine!.prompt(thread, 'hello');
    other.drafts.set('anything', 'that moves the counter');
    expect((await turn).state).toBe('done');
    expect(other.inbox.list(thread)).toEqual([]);
    other.close();
  });
});

describe('the agent cannot be started', () => {
  it('an urgent steer is tried once and then waits for the person', async () => {
    const { thread } = leftBehind((store, id) => {
      store.inbox.add({ thread: id, kind: 'follow-up', text: 'later', state: 'queued' });
      store.inbox.add({ thread: id, kind: 'steer', text: 'now!', state: 'held', now: true });
    });
    let starts = 0;
    agent.start = async () => {
      starts += 1;
      throw new AgentError('claude-missing', 'claude is not there', 'Install it.');
    };
    await open();
    const ended: string[] = [];
    engine!.subscribe((event) => {
      if (event.type === 'turn.end') ended.push(event.state);
    });
    await engine!.resume(thread);
    await eventually(() => engine!.status(thread).status !== 'running', 'rest');
    expect(starts).toBe(1);
    expect(ended).toEqual(['failed']);
    expect(
      engine!.inbox
        .list(thread)
        .map(({ text }) => text)
        .sort(),
    ).toEqual(['later', 'now!']);
    expect(engine!.status(thread).paused).toBe(true);
  });
});

it('closing between two turns starts no further one, and the queue stays', async () => {
  await open();
  const { id } = engine!.create({ cwd: '/' });
  let closing: Promise<void> | null = null;
  engine!.subscribe((event) => {
    if (event.type === 'turn.end') closing ??= engine!.close();
  });
  const first = engine!.prompt(id, 'one');
  engine!.followUp(id, 'two');
  await first;
  await closing;
  engine = null;
  const store = openStore(databaseFile(home));
  expect(store.inbox.list(id).map(({ text, state }) => [text, state])).toEqual([['two', 'queued']]);
  store.close();
});
