// Moments that a real `claude` reaches once in a thousand turns, held still here: a steer that it neither runs nor gives back, one
// that it begins while it is being taken back, a process that dies of an interruption, a text that it refuses.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AgentError } from '../../src/engine/agent.ts';
import type { EngineApi, TurnResult } from '../../src/engine/api.ts';
import { createEngine } from '../../src/engine/engine.ts';
import type { EngineEvent } from '../../src/engine/events.ts';
import { silentLog } from '../../src/engine/log.ts';
import { plainText } from '../../src/store/text.ts';
import type { ThreadId } from '../../src/store/types.ts';
import { type EchoAgent, EchoSession, echoAgent } from '../support/echo-agent.ts';
import { eventually } from '../support/engine.ts';

/** Says nothing until it is told to. */
class HeldSession extends EchoSession {
  override async submit(text: string): Promise<void> {
    if (text.startsWith('echo')) return super.submit(text);
    this.begin(text);
  }
  begin(text: string, from?: 'agent'): void {
    this.events({ type: 'prompt', text, from });
  }
  end(state: 'done' | 'interrupted'): void {
    this.events({ type: 'end', state, stopReason: null, error: null });
  }
  override async steer(text = ''): Promise<void> {
    this.events({ type: 'steer', text, state: 'accepted' });
  }
}

let home: string;
let agent: EchoAgent;
let engine: EngineApi;
let events: EngineEvent[];
let thread: ThreadId;
const sessions: HeldSession[] = [];

beforeEach(async () => {
  home = mkdtempSync(path.join(tmpdir(), 'ccchat-held-'));
  agent = echoAgent();
  events = [];
  sessions.length = 0;
  agent.start = async (_setup, prefix, tell) => {
    const known = prefix.map(({ blocks }) => plainText(blocks));
    sessions.push(new HeldSession(`held-${sessions.length}`, known, tell));
    return sessions.at(-1)!;
  };
  engine = await createEngine({ home, env: {}, warmSpare: false }, { agent, log: silentLog });
  engine.subscribe((event) => events.push(event));
  thread = engine.create({ cwd: '/' }).id;
});
afterEach(async () => {
  vi.useRealTimers();
  await engine.close();
  rmSync(home, { recursive: true, force: true });
});

const asked = () => engine.messages(thread).flatMap(({ role, blocks }) => (role === 'user' ? [plainText(blocks)] : []));
const saw = (type: EngineEvent['type']) => eventually(() => events.some((event) => event.type === type), type);

/** A turn under way, with a steer in the agent's hands. */
async function steered(text: string): Promise<{ turn: Promise<TurnResult>; session: HeldSession }> {
  const turn = engine.prompt(thread, 'work');
  await saw('turn.update');
  engine.steer(thread, text);
  await saw('steer.accepted');
  return { turn, session: sessions[0]! };
}

describe('a steer that the agent has when the turn ends', () => {
  it('and neither runs nor gives back: that process is not trusted any more, and the steer runs in another, once', async () => {
    const { turn, session } = await steered('echo me');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    session.end('done');
    await turn;
    await vi.advanceTimersByTimeAsync(6_000);
    vi.useRealTimers();
    await engine.waitForIdle(thread);
    expect(session.alive).toBe(false);
    expect(asked()).toEqual(['work', 'echo me']);
    expect(engine.turns(thread).map(({ state }) => state)).toEqual(['done', 'done']);
    expect(engine.inbox.list(thread)).toEqual([]);
  });

  it('and begins just while it is asked to give it back: the turn is followed to its end in that process', async () => {
    const { turn, session } = await steered('echo me');
    session.withdraw = async () => {
      session.begin('echo me');
      return [];
    };
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    session.end('done');
    await turn;
    await vi.advanceTimersByTimeAsync(6_000);
    vi.useRealTimers();
    expect(engine.status(thread).status).toBe('running');
    session.say('here it is');
    session.end('done');
    await engine.waitForIdle(thread);
    expect(engine.turns(thread).map(({ state }) => state)).toEqual(['done', 'done']);
    expect(asked()).toEqual(['work', 'echo me']);
    expect((await engine.prompt(thread, 'echo again')).state).toBe('done');
    expect(sessions).toHaveLength(1);
  });
});

it('a steer for now whose interruption the process does not survive is delivered by the next one', async () => {
  const turn = engine.prompt(thread, 'work');
  await saw('turn.update');
  sessions[0]!.interrupt = async () => sessions[0]!.die();
  engine.steer(thread, 'echo instead', { now: true });
  expect((await turn).state).toBe('interrupted');
  await engine.waitForIdle(thread);
  expect(asked()).toEqual(['work', 'echo instead']);
  expect(engine.status(thread)).toMatchObject({ status: 'idle', queue: [] });
});

it('news from the background after an aborted turn are not aborted too', async () => {
  const turn = engine.prompt(thread, 'work');
  await saw('turn.update');
  const [session] = sessions as [HeldSession];
  let interruptions = 0;
  session.interrupt = async () => {
    interruptions += 1;
    session.end('interrupted');
  };
  session.say('half');
  await engine.abort(thread);
  expect((await turn).state).toBe('interrupted');
  session.begin('an agent has finished', 'agent');
  session.say('good to know');
  session.end('done');
  await engine.waitForIdle(thread);
  expect(interruptions).toBe(1);
  expect(engine.turns(thread).map(({ state }) => state)).toEqual(['interrupted', 'done']);
});

it('what the agent refuses fails for that reason, and the next prompt works', async () => {
  const refuse = async () => {
    throw new AgentError('not-here', '/clear is not for here.', 'Begin a new thread.');
  };
  const submit = HeldSession.prototype.submit;
  HeldSession.prototype.submit = refuse;
  const result = await engine.command(thread, '/clear').finally(() => {
    HeldSession.prototype.submit = submit;
  });
  expect(result).toMatchObject({ state: 'failed', error: { code: 'not-here' } });
  expect((await engine.prompt(thread, 'echo on')).state).toBe('done');
  expect(asked()).toEqual(['echo on']);
});
