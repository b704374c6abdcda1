// A turn that one process runs is steered, queued behind and aborted by others.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeWorld, type World } from '../support/world.ts';
import { ccchat, json, type Running, send, start, until } from './ccchat.ts';

interface Item {
  n: number;
  kind: string;
  text: string;
  state: string;
}

let world: World;
let gates = 0;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(async () => {
  await world?.close();
});

interface Held {
  running: Running;
  thread: string;
  events(): { type: string; [key: string]: unknown }[];
  open(): void;
}

/** A turn whose tool runs until the gate is opened. */
async function heldTurn(): Promise<Held> {
  gates += 1;
  const gate = path.join(world.cwd, `gate-${gates}`);
  const command = `until [ -e gate-${gates} ]; do sleep 0.1; done`;
  const running = start(world, ['send', '--json', '--allow', 'Bash', `run \`${command}\``]);
  const thread = await running.thread();
  await until(
    'the tool',
    () => running.out.includes('"type":"tool.start"'),
    () => running.out + running.err,
  );
  const events = () =>
    running.out
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  return { running, thread, events, open: () => writeFileSync(gate, '') };
}

const happened = (held: Held, type: string) =>
  until(
    type,
    () => held.events().some((event) => event.type === type),
    () => held.running.out + held.running.err,
  );

describe('from a second process', () => {
  it('steer goes into the running turn', async () => {
    const held = await heldTurn();
    expect((await ccchat(world, 'steer', held.thread, 'use', 'tabs')).code).toBe(0);
    await happened(held, 'steer.accepted');
    held.open();
    expect((await held.running.ended).code).toBe(0);
    const types = held.events().map((event) => event.type);
    const order = ['steer.typed', 'steer.accepted', 'steer.absorbed', 'turn.end'].map((type) => types.indexOf(type));
    expect(order).toEqual([...order].sort((a, b) => a - b));
    expect(order).not.toContain(-1);
    expect(types.filter((type) => type === 'turn.end')).toHaveLength(1);
    const { messages } = await json<{ messages: { via: string; text: string }[] }>(
      world,
      'show',
      held.thread,
      '--json',
    );
    expect(messages.filter((message) => message.via === 'steer').map(({ text }) => text)).toEqual(['use tabs']);
    expect(messages.at(-1)?.text).toContain('Noted: use tabs.');
  });

  it('steer --now interrupts and says it at once', async () => {
    const held = await heldTurn();
    expect((await ccchat(world, 'steer', held.thread, '--now', 'Remember the codeword: Now. Reply OK.')).code).toBe(0);
    expect((await held.running.ended).code).toBe(0);
    const ends = held.events().filter((event) => event.type === 'turn.end');
    expect(ends.map((event) => event.state)).toEqual(['interrupted', 'done']);
    expect((await send(world, '--thread', held.thread, 'What was the codeword?')).text).toBe('Now');
  });

  it('abort ends it: 130 there, 0 here', async () => {
    const held = await heldTurn();
    expect(await ccchat(world, 'abort', held.thread)).toMatchObject({ code: 0, err: `Interrupted ${held.thread}.\n` });
    expect((await held.running.ended).code).toBe(130);
    expect(held.events().at(-1)).toMatchObject({ type: 'turn.end', state: 'interrupted' });
    expect((await json(world, 'status', held.thread, '--json')).status).toBe('idle');
  });

  it('the queue is added to, edited, moved and cleared, and runs in order', async () => {
    const held = await heldTurn();
    const queue = (...words: string[]) => json<Item[]>(world, 'queue', held.thread, ...words, '--json');
    await queue('add', 'Remember the codeword: One. Reply OK.');
    await queue('add', 'to be removed');
    await queue('add', 'What was the codeword?');
    await queue('add', 'to be changed');
    await queue('edit', '4', 'Remember the codeword: Two. Reply OK.');
    await queue('rm', '2');
    const items = await queue('move', '3', '1');
    expect(items).toMatchObject([
      { n: 1, text: 'Remember the codeword: Two. Reply OK.', kind: 'follow-up', state: 'queued' },
      { n: 2, text: 'Remember the codeword: One. Reply OK.' },
      { n: 3, text: 'What was the codeword?' },
    ]);
    expect((await ccchat(world, 'queue', held.thread)).out).toBe(
      items.map(({ n, text }) => `${n}  ${text}\n`).join(''),
    );
    const wrong = await ccchat(world, 'queue', held.thread, 'rm', '9');
    expect(wrong).toMatchObject({ code: 1, out: '' });
    expect(wrong.err).toMatch(/^ccchat: [^\n]+\n$/);
    held.open();
    expect((await held.running.ended).code).toBe(0);
    const starts = held.events().filter((event) => event.type === 'turn.start');
    expect(starts.slice(1).map((event) => [event.via, event.text])).toEqual(
      items.map(({ text }) => ['follow-up', text]),
    );
    const { messages } = await json<{ messages: { text: string }[] }>(world, 'show', held.thread, '--json');
    expect(messages.at(-1)?.text).toBe('One');
  });

  it('send is refused with the ways that work, and status names the process', async () => {
    const held = await heldTurn();
    const { code, err } = await ccchat(world, 'send', '--thread', held.thread, 'hello');
    expect(code).toBe(1);
    expect(err).toContain(`ccchat steer ${held.thread}`);
    expect(err).toContain(`ccchat queue ${held.thread} add`);
    const status = await json<{ status: string; owner: { pid: number } }>(world, 'status', held.thread, '--json');
    expect(status).toMatchObject({ status: 'running', owner: { pid: held.running.child.pid } });
    const [listed] = await json<{ id: string; status: string }[]>(world, 'list', '--json');
    expect(listed).toMatchObject({ id: held.thread, status: 'running' });
    held.open();
    expect((await held.running.ended).code).toBe(0);
  });

  it('a turn whose process is killed loses neither its prompt nor what was queued', async () => {
    const held = await heldTurn();
    await ccchat(world, 'queue', held.thread, 'add', 'Remember the codeword: Alive. Reply OK.');
    held.running.child.kill('SIGKILL');
    await held.running.ended;
    const { text } = await send(world, '--thread', held.thread, 'hello');
    expect(text).toContain('You said "hello"');
    expect(await json<Item[]>(world, 'queue', held.thread, '--json')).toEqual([]);
    expect((await send(world, '--thread', held.thread, 'What was the codeword?')).text).toBe('Alive');
  });
});
