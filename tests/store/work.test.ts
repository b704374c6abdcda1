// Turns, inbox, leases, drafts and history.
import { describe, expect, test } from 'vitest';
import { endedTurnStates, type InboxItem, liveTurnStates, type Owner } from '../../src/store/index.ts';
import { say, temporaryStore, text } from './support.ts';

const aThread = () => {
  const store = temporaryStore();
  return { store, thread: store.threads.create({ cwd: '/' }).id };
};

describe('turns', () => {
  test('unfinished ones are exactly those in a live state, per thread and over all', () => {
    const { store, thread } = aThread();
    const other = store.threads.create({ cwd: '/' }).id;
    const live = liveTurnStates.map((state, index) =>
      store.turns.update(store.turns.create({ thread, startedAt: index }).id, { state }),
    );
    for (const state of endedTurnStates) store.turns.update(store.turns.create({ thread }).id, { state });
    const elsewhere = store.turns.create({ thread: other, startedAt: 99 });
    expect(store.turns.unfinished(thread)).toEqual(live);
    expect(store.turns.unfinished().map((turn) => turn.id)).toEqual([...live, elsewhere].map((turn) => turn.id));
  });

  test('of a line: shared with forks, oldest first, paged from the end', () => {
    const { store, thread } = aThread();
    const turns = [1, 2, 3].map((number) => {
      const turn = store.turns.create({ thread, startedAt: number });
      for (const role of ['user', 'assistant', 'tool', 'assistant'] as const)
        store.messages.append({ thread, turn: turn.id, role, blocks: text(`${number}`) });
      return turn.id;
    });
    const line = store.messages.line(store.threads.get(thread)!.head);
    const of = (head: number, page = {}) => store.turns.ofLine(line[head]!.id, page).map((turn) => turn.id);
    expect(of(11)).toEqual(turns);
    expect(of(7)).toEqual(turns.slice(0, 2));
    expect(of(11, { limit: 1 })).toEqual([turns[2]]);
    expect(of(11, { limit: 1, offset: 1 })).toEqual([turns[1]]);
    expect(of(11, { offset: 3 })).toEqual([]);
    expect(store.turns.ofLine(null)).toEqual([]);
    expect(store.turns.last(thread)!.id).toBe(turns[2]);
  });

  test('paths are kept once each; what is not given stays', () => {
    const { store, thread } = aThread();
    const turn = store.turns.create({ thread, session: 's', transcript: '/t', offset: 7 });
    store.turns.addPaths(turn.id, ['/a', '/b']);
    store.turns.addPaths(turn.id, ['/b', '/c']);
    const ended = store.turns.update(turn.id, { state: 'failed', error: 'no', stopReason: null, durationMs: 5 });
    expect(ended).toEqual({ ...turn, state: 'failed', error: 'no', durationMs: 5, paths: ['/a', '/b', '/c'] });
  });
});

describe('inbox', () => {
  const queue = (count: number) => {
    const { store, thread } = aThread();
    const items = Array.from({ length: count }, (_, index) =>
      store.inbox.add({ thread, kind: 'follow-up', text: `${index}`, state: 'queued' }),
    );
    const order = (list: InboxItem[] = store.inbox.list(thread)) => list.map((item) => item.text).join('');
    return { store, thread, items, order };
  };

  test('moves among those that wait and leaves the rest where they are', () => {
    const { store, items, order } = queue(5);
    store.inbox.claim(items[1]!.id, 'queued', 'running');
    const table: [from: number, to: number, order: string][] = [
      [4, 0, '41023'],
      [4, 99, '01234'],
      [0, 2, '21304'],
      [1, 0, '21304'],
    ];
    for (const [from, to, expected] of table) {
      store.inbox.move(items[from]!.id, to, ['queued']);
      expect([from, to, order()]).toEqual([from, to, expected]);
    }
  });

  test('claim takes only what is still in the expected state', () => {
    const { store, items } = queue(1);
    const { id } = items[0]!;
    expect(store.inbox.claim(id, 'queued', 'queued', { text: 'edited' })).toMatchObject({
      text: 'edited',
      state: 'queued',
    });
    expect(store.inbox.claim(id, 'queued', 'running')).toMatchObject({ text: 'edited', state: 'running' });
    expect(store.inbox.claim(id, 'queued', 'running')).toBeNull();
    store.inbox.remove(id);
    expect(store.inbox.claim(id, 'running', 'done')).toBeNull();
  });

  test('a follow-up becomes a steer; filters; threads that wait', () => {
    const { store, thread, items, order } = queue(3);
    store.inbox.update(items[0]!.id, { kind: 'steer', state: 'held', now: true });
    expect(order(store.inbox.list(thread, { kinds: ['steer'] }))).toBe('0');
    expect(order(store.inbox.list(thread, { kinds: ['follow-up', 'steer'], states: ['queued', 'held'] }))).toBe('012');
    expect(store.inbox.pendingThreads()).toEqual([thread]);
    store.threads.delete(thread);
    expect(store.inbox.pendingThreads()).toEqual([]);
    store.threads.undelete(thread);
    for (const item of items.slice(1)) store.inbox.claim(item.id, 'queued', 'done');
    expect(store.inbox.pendingThreads()).toEqual([thread]);
    store.inbox.claim(items[0]!.id, 'held', 'absorbed');
    expect(store.inbox.pendingThreads()).toEqual([]);
  });
});

test('leases: one owner, taken over only from one who is gone, released only by the owner', () => {
  const { store, thread } = aThread();
  const owner = (id: string): Owner => ({ id, pid: 1, host: 'h', startTime: 's' });
  const alive = () => false;
  const gone = () => true;
  expect(store.leases.acquire(thread, owner('a'), alive)).toEqual({ taken: true });
  expect(store.leases.acquire(thread, owner('a'), alive)).toEqual({ taken: true });
  expect(store.leases.acquire(thread, owner('b'), alive)).toMatchObject({ taken: false, by: { id: 'a', thread } });
  store.leases.release(thread, 'b');
  expect(store.leases.get(thread)).toMatchObject({ id: 'a' });
  expect(store.leases.acquire(thread, owner('b'), gone)).toEqual({ taken: true });
  expect([store.leases.heartbeat('a'), store.leases.heartbeat('b')]).toEqual([0, 1]);
  expect(store.leases.all()).toHaveLength(1);
  store.leases.release(thread, 'b');
  expect(store.leases.get(thread)).toBeNull();
});

test('drafts by key, and what was typed, each text once, newest first', () => {
  const { store, thread } = aThread();
  store.drafts.set('k', 'half a tho');
  store.drafts.set('k', 'half a thought');
  expect([store.drafts.get('k'), store.drafts.get('other')]).toEqual(['half a thought', '']);
  store.drafts.set('k', '');
  expect(store.drafts.get('k')).toBe('');
  for (const [index, words] of ['one', 'two', 'one', 'Élan'].entries())
    store.messages.append({ thread, role: 'user', via: 'prompt', blocks: text(words), createdAt: index });
  say(store, thread, 'an answer', 'assistant');
  expect(store.history()).toEqual(['Élan', 'one', 'two']);
  expect(store.history({ limit: 2 })).toEqual(['Élan', 'one']);
  expect(store.history({ query: 'elan' })).toEqual(['Élan']);
  store.threads.delete(thread);
  expect(store.history()).toEqual([]);
});
