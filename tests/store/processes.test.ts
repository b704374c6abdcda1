import { expect, test } from 'vitest';
import { plainText } from '../../src/store/index.ts';
import { type Child, say, startChild, temporaryStore } from './support.ts';

async function together(children: Child[]): Promise<void> {
  await Promise.all(children.map((child) => child.line('ready')));
  for (const child of children) child.process.stdin!.write('go\n');
  for (const child of children) expect(await child.exit).toMatchObject({ code: 0, errors: '' });
}

test('four processes, 200 times each: read, then write, without a failure or a lost update', async () => {
  const store = temporaryStore();
  const thread = store.threads.create({ cwd: '/' }).id;
  await together([1, 2, 3, 4].map(() => startChild('counter', store.file, thread, '200')));
  expect(store.threads.get(thread)).toMatchObject({ extra: { count: 800 }, messages: 800 });
  expect(store.messages.line(store.threads.get(thread)!.head).map((message) => message.depth)).toEqual(
    Array.from({ length: 800 }, (_, index) => index + 1),
  );
});

test('four processes at one inbox and at the leases of a dead owner: each thing goes to exactly one', async () => {
  const store = temporaryStore();
  const threads = Array.from({ length: 30 }, () => store.threads.create({ cwd: '/' }).id);
  const dead = { id: 'dead', pid: 1, host: 'here', startTime: '' };
  for (const thread of threads) expect(store.leases.acquire(thread, dead, () => false).taken).toBe(true);
  const items = Array.from({ length: 100 }, (_, number) =>
    store.inbox.add({ thread: threads[0]!, kind: 'follow-up', text: `${number}`, state: 'queued' }),
  );
  const children = ['a', 'b', 'c', 'd'].map((name) => startChild('claimer', store.file, threads[0]!, name));
  await together(children);
  const got = (what: string) =>
    children.flatMap((child) => child.lines.filter((line) => line.startsWith(what)).map((line) => line.split(' ')[1]!));
  expect(
    got('item')
      .map(Number)
      .sort((a, b) => a - b),
  ).toEqual(items.map((item) => item.id));
  expect(got('lease').sort()).toEqual([...threads].sort());
  expect(store.inbox.list(threads[0]!).every((item) => item.state === 'running')).toBe(true);
});

test('kill -9 of a writer: what it said it had committed is there, whole, and nothing is half there', async () => {
  const store = temporaryStore();
  const thread = store.threads.create({ cwd: '/' }).id;
  for (let round = 1; round <= 3; round++) {
    const before = store.threads.get(thread)!.messages / 4;
    const writer = startChild('writer', store.file, thread);
    await writer.line(`${5 * round}`);
    writer.process.kill('SIGKILL');
    expect((await writer.exit).signal).toBe('SIGKILL');
    const said = writer.lines.length;
    const again = temporaryStore(store.file);
    expect(again.sql('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    const line = again.messages.line(again.threads.get(thread)!.head);
    const turns = line.length / 4;
    expect(Number.isInteger(turns)).toBe(true);
    expect(turns - before).toBeGreaterThanOrEqual(said);
    expect(turns - before).toBeLessThanOrEqual(said + 1);
    expect(line.map((message) => plainText(message.blocks).split(' ')[3]).join('')).toBe('abcd'.repeat(turns));
    expect(again.turns.unfinished(thread)).toEqual([]);
    expect(again.sql('SELECT count(*) AS n FROM message')).toEqual([{ n: line.length }]);
    expect(again.search.find(`"turn 0 part d"`, { thread, limit: 100 })).toHaveLength(round);
    expect(again.sql('SELECT count(*) AS n FROM writer WHERE pid = ?', writer.process.pid)).toEqual([{ n: 0 }]);
    say(again, thread, 'turn x part a');
    for (const part of ['b', 'c', 'd']) say(again, thread, `turn x part ${part}`, 'assistant');
  }
});

test('a change by another process shows in `dataVersion`, an own one does not', async () => {
  const store = temporaryStore();
  const thread = store.threads.create({ cwd: '/' }).id;
  const before = store.dataVersion();
  say(store, thread, 'mine');
  expect(store.dataVersion()).toBe(before);
  await together([startChild('counter', store.file, thread, '1')]);
  expect(store.dataVersion()).not.toBe(before);
});
