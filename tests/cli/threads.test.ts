// The shapes that scripts rely on, and how threads and messages are named.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeWorld, type World } from '../support/world.ts';
import { ccchat, json, send, start } from './ccchat.ts';

interface Thread {
  id: string;
  head: string | null;
  parent: string | null;
  forkedAt: string | null;
  messages: number;
  cwd: string;
  title: string | null;
}
interface Message {
  id: string;
  parent: string | null;
  turn: string;
  role: string;
  via: string | null;
  text: string;
}
interface Shown {
  thread: Thread;
  messages: Message[];
}

const threadKeys = [
  'id',
  'title',
  'cwd',
  'head',
  'parent',
  'forkedAt',
  'status',
  'messages',
  'createdAt',
  'updatedAt',
  'pinned',
  'archived',
];
const messageKeys = ['id', 'parent', 'turn', 'role', 'via', 'text', 'blocks', 'createdAt', 'hidden'];

let world: World;
let thread: string;
beforeAll(async () => {
  world = await makeWorld();
  thread = (await send(world, 'Remember the codeword: Beaver. Reply OK.')).thread;
  await send(world, '--thread', thread, 'think');
  await send(world, '--thread', thread, 'What was the codeword?');
});
afterAll(async () => {
  await world?.close();
});

const show = (ref: string) => json<Shown>(world, 'show', ref, '--json');
const prompts = async (ref: string) =>
  (await show(ref)).messages.filter((message) => message.role === 'user').map((message) => message.text);

describe('show and list', () => {
  it('give the shapes of the contract', async () => {
    const listed = await json<Thread[]>(world, 'list', '--json');
    expect(listed).toHaveLength(1);
    expect(Object.keys(listed[0]!)).toEqual(threadKeys);
    expect(listed[0]).toMatchObject({ id: thread, cwd: world.cwd, parent: null, forkedAt: null, status: 'idle' });
    const shown = await show(thread);
    expect(Object.keys(shown)).toEqual(['thread', 'messages']);
    expect(shown.thread).toEqual(listed[0]);
    for (const message of shown.messages) expect(Object.keys(message)).toEqual(messageKeys);
  });

  it('show the current line, oldest first, each message after its parent', async () => {
    const { thread: about, messages } = await show(thread);
    expect(messages).toHaveLength(about.messages);
    expect(messages.map(({ parent }) => parent)).toEqual([null, ...messages.slice(0, -1).map(({ id }) => id)]);
    expect(messages.at(-1)).toMatchObject({ id: about.head, role: 'assistant', text: 'Beaver' });
    expect(messages[0]).toMatchObject({
      role: 'user',
      via: 'prompt',
      text: 'Remember the codeword: Beaver. Reply OK.',
    });
    expect(new Set(messages.map(({ turn }) => turn)).size).toBe(3);
  });

  it('show the most recent thread of this folder when none is named', async () => {
    expect((await json<Shown>(world, 'show', '--json')).thread.id).toBe(thread);
    const { code, err } = await start(world, ['show'], { cwd: world.folder('empty') }).ended;
    expect(code).toBe(1);
    expect(err).toMatch(/^ccchat: .*no thread in .*empty yet\. .*`ccchat list`.*\n$/);
  });

  it('steer without a thread means it too, and says how to begin a turn where none runs', async () => {
    const { code, err } = await ccchat(world, 'steer', 'faster');
    expect({ code, err }).toEqual({
      code: 1,
      err: `ccchat: no turn runs in thread ${thread}. Begin one with \`ccchat send --thread ${thread} TEXT\`.\n`,
    });
    expect((await ccchat(world, 'fork', thread, '--at', 'zzzz')).err).toContain(`\`ccchat show ${thread}\``);
  });

  it('print for people too, with the ids that revert and fork take', async () => {
    const { out } = await ccchat(world, 'show', thread);
    const { messages } = await show(thread);
    for (const { id } of messages) expect(out).toContain(id);
    expect(out).toContain('What was the codeword?');
    expect((await ccchat(world, 'list')).out).toContain(thread);
  });

  it('page from the end', async () => {
    const shown = await json<Shown>(world, 'show', thread, '--limit', '2', '--json');
    expect(shown.messages.map(({ text }) => text)).toEqual(['What was the codeword?', 'Beaver']);
  });
});

describe('going back', () => {
  it('forks at a message and at the head', async () => {
    const { messages } = await show(thread);
    const whole = await json<Thread>(world, 'fork', thread, '--json');
    expect(Object.keys(whole)).toEqual(threadKeys);
    expect(whole).toMatchObject({ parent: thread, head: messages.at(-1)!.id, messages: messages.length });
    const first = messages[0]!;
    const part = await json<Thread>(world, 'fork', thread, '--at', first.id, '--json');
    expect(await prompts(part.id)).toEqual([first.text]);
    expect((await send(world, '--thread', part.id, 'What was the codeword?')).text).toBe('Beaver');
    const children = await json<Thread[]>(world, 'children', thread, '--json');
    expect(children.map(({ id }) => id)).toEqual([whole.id, part.id]);
    expect(Object.keys(children[0]!)).toEqual(threadKeys);
  });

  it('prints only the id of a fork when nothing else is asked', async () => {
    const { code, out } = await ccchat(world, 'fork', thread);
    expect(code).toBe(0);
    expect((await show(out.trim())).thread.parent).toBe(thread);
  });

  it('reverts to before a turn, by the beginning of a message id, and back', async () => {
    const before = await show(thread);
    const { id } = before.messages.find(({ text }) => text === 'think')!;
    const prefix = id.slice(0, -1);
    const reverted = await json<Thread>(world, 'revert', thread, prefix, '--json');
    expect(Object.keys(reverted)).toEqual(threadKeys);
    expect(await prompts(thread)).toEqual(['Remember the codeword: Beaver. Reply OK.']);
    const back = await json<Thread>(world, 'unrevert', thread, '--json');
    expect(Object.keys(back)).toEqual(threadKeys);
    expect((await show(thread)).messages).toEqual(before.messages);
  });

  it('gives the prompt back and says how to undo', async () => {
    const before = await show(thread);
    const { out, err } = await ccchat(world, 'revert', thread, before.messages.at(-1)!.id);
    expect(out).toBe('What was the codeword?\n');
    expect(err).toContain(`ccchat unrevert ${thread}`);
    await ccchat(world, 'unrevert', thread);
    expect((await show(thread)).messages).toEqual(before.messages);
  });

  it('says when there is nothing to undo', async () => {
    const { code, err } = await ccchat(world, 'unrevert', thread, '--json');
    expect(code).toBe(1);
    expect(err).toMatch(/^ccchat: [^\n]+\n$/);
  });
});

describe('names', () => {
  it('that mean nothing give one line with the nearest, exit 1', async () => {
    await ccchat(world, 'rename', thread, 'Beaver dam');
    for (const argv of [
      ['show', 'Beavre dam'],
      ['status', 'Beaver dan'],
      ['send', '--thread', 'Beaver da', 'x'],
    ]) {
      const { code, out, err } = await ccchat(world, ...argv);
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(err).toMatch(/^ccchat: [^\n]+\n$/);
      expect(err).toContain(thread);
    }
  });

  it('that mean several list all of them, exit 1', async () => {
    const twins = [(await send(world, 'hello')).thread, (await send(world, 'hello')).thread];
    for (const twin of twins) await ccchat(world, 'rename', twin, 'Twin');
    const { code, err } = await ccchat(world, 'show', 'Twin');
    expect(code).toBe(1);
    expect(err).toMatch(/^ccchat: [^\n]+\n$/);
    for (const twin of twins) expect(err).toContain(twin);
  });

  it('of a message that is not there, or may be several', async () => {
    for (const ref of ['zzzzzzzzzz', '']) {
      const { code, err } = await ccchat(world, 'revert', thread, ref);
      expect(code).toBe(1);
      expect(err).toMatch(/^ccchat: [^\n]+\n$/);
    }
  });
});

describe('rename, delete, status', () => {
  it('renames, and the title is a name', async () => {
    const { thread: other } = await send(world, 'hello');
    expect((await ccchat(world, 'rename', other, 'A', 'new  name')).code).toBe(0);
    expect((await show('A new name')).thread.id).toBe(other);
  });

  it('deletes and brings back', async () => {
    const { thread: other } = await send(world, 'hello');
    const gone = await ccchat(world, 'delete', other);
    expect(gone).toMatchObject({ code: 0, out: '' });
    expect(gone.err).toContain(`ccchat delete ${other} --undo`);
    expect((await ccchat(world, 'show', other)).code).toBe(1);
    const deleted = await json<Thread[]>(world, 'list', '--deleted', '--json');
    expect(deleted.map(({ id }) => id)).toEqual([other]);
    expect((await ccchat(world, 'delete', other, '--undo')).code).toBe(0);
    expect(await prompts(other)).toEqual(['hello']);
  });

  it('says what a thread is doing', async () => {
    const status = await json(world, 'status', thread, '--json');
    expect(Object.keys(status)).toEqual(['thread', 'status', 'turn', 'queue', 'paused', 'asks', 'agents', 'owner']);
    expect(status).toMatchObject({ status: 'idle', owner: null, queue: [], asks: [], turn: { state: 'done' } });
    expect((await ccchat(world, 'status', thread)).out).toMatch(/^status +idle$/m);
  });

  it('says so when there is nothing to steer or abort', async () => {
    for (const argv of [
      ['abort', thread],
      ['steer', thread, 'left'],
    ]) {
      const { code, err } = await ccchat(world, ...argv);
      expect(code).toBe(1);
      expect(err).toMatch(/^ccchat: [^\n]+\n$/);
    }
  });
});
