import { describe, expect, test } from 'vitest';
import type { ThreadFilter, ThreadId } from '../../src/store/index.ts';
import { say, temporaryStore, text } from './support.ts';

function threads(titles: string[]) {
  const store = temporaryStore();
  const ids = titles.map((title, index) => {
    const { id } = store.threads.create({ cwd: `/p/${index % 2}`, title });
    store.messages.append({
      thread: id,
      role: 'user',
      via: 'prompt',
      blocks: text(`prompt of ${title}`),
      createdAt: index,
    });
    return id;
  });
  return { store, ids, titlesOf: (filter: ThreadFilter) => store.threads.list(filter).map((thread) => thread.title) };
}

describe('list', () => {
  test.each([
    [{ limit: 1.5 }, ['c', 'b']],
    [{ limit: 2 ** 63 }, ['c', 'b', 'a']],
    [{ limit: Number.POSITIVE_INFINITY, offset: 1 }, ['b', 'a']],
    [{ limit: Number.NaN, offset: Number.NaN }, []],
    [{ offset: 0.5 }, ['b', 'a']],
    [{ offset: 2 ** 63 }, []],
    [{ limit: -(2 ** 64), offset: Number.NEGATIVE_INFINITY }, ['c', 'b', 'a']],
  ])('takes any number of rows: %j', (filter, expected) => {
    expect(threads(['a', 'b', 'c']).titlesOf(filter)).toEqual(expected);
  });

  test('newest first, pinned before all, filtered and paged', () => {
    const { store, ids, titlesOf } = threads(['a', 'b', 'c', 'd']);
    expect(titlesOf({})).toEqual(['d', 'c', 'b', 'a']);
    store.threads.update(ids[0]!, { pinned: true });
    store.threads.update(ids[2]!, { archived: true });
    expect(titlesOf({})).toEqual(['a', 'd', 'b']);
    expect(titlesOf({ archived: true })).toEqual(['c']);
    expect(titlesOf({ pinned: false })).toEqual(['d', 'b']);
    expect(titlesOf({ cwd: '/p/1' })).toEqual(['d', 'b']);
    expect(titlesOf({ limit: 1, offset: 1 })).toEqual(['d']);
    store.threads.delete(ids[3]!);
    expect(titlesOf({})).toEqual(['a', 'b']);
    expect(titlesOf({ deleted: true })).toEqual(['d']);
    store.threads.undelete(ids[3]!);
    expect(titlesOf({})).toEqual(['a', 'd', 'b']);
    expect(store.threads.latest('/p/1')!.title).toBe('d');
    expect(store.threads.latest('/nowhere')).toBeNull();
  });

  test('by the words of title and first prompt, as they are now', () => {
    const { store, ids, titlesOf } = threads(['Café plans', 'Road trip', '河口の話', 'x']);
    const table: [query: string, titles: string[]][] = [
      ['cafe', ['Café plans']],
      ['PLANS café', ['Café plans']],
      ['oad', ['Road trip']],
      ['prompt of road', ['Road trip']],
      ['河口', ['河口の話']],
      ['x', ['x']],
      ['prompt', ['x', '河口の話', 'Road trip', 'Café plans']],
      ['nothing', []],
      [' ', ['x', '河口の話', 'Road trip', 'Café plans']],
      ['%', []],
    ];
    for (const [query, titles] of table) expect([query, titlesOf({ query })]).toEqual([query, titles]);
    store.threads.update(ids[1]!, { title: 'Sea voyage' });
    expect(titlesOf({ query: 'voyage' })).toEqual(['Sea voyage']);
    expect(titlesOf({ query: 'road trip' })).toEqual(['Sea voyage']);
    store.threads.update(ids[0]!, { title: '' });
    expect(store.threads.get(ids[0]!)!.title).toBeNull();
    expect(titlesOf({ query: 'cafe' })).toEqual([null]);
    store.threads.delete(ids[0]!);
    expect(titlesOf({ query: 'cafe' })).toEqual([]);
  });

  test('a text that very many hold is found like one that few hold', () => {
    const { titlesOf } = threads(Array.from({ length: 600 }, (_, index) => `number ${index}`));
    expect(titlesOf({ query: 'number', limit: 3 })).toEqual(['number 599', 'number 598', 'number 597']);
    expect(titlesOf({ query: 'number 59' })).toHaveLength(16);
  });

  test('reads no more threads than it returns', () => {
    const { store } = threads(Array.from({ length: 50 }, (_, index) => `t${index}`));
    for (const query of [
      `SELECT * FROM thread t WHERE t.deleted_at IS NULL AND t.archived = 0 ORDER BY t.pinned DESC, t.updated_at DESC, t.seq DESC LIMIT 5`,
      `SELECT * FROM thread t WHERE t.deleted_at IS NULL AND t.cwd = '/p/1' AND t.archived = 0 ORDER BY t.pinned DESC, t.updated_at DESC, t.seq DESC LIMIT 5`,
      `SELECT * FROM thread t WHERE t.deleted_at IS NOT NULL ORDER BY t.pinned DESC, t.updated_at DESC, t.seq DESC LIMIT 5`,
    ]) {
      const plan = store.sql<{ detail: string }>(`EXPLAIN QUERY PLAN ${query}`).map((row) => row.detail);
      expect(plan.join('; ')).toMatch(/USING INDEX thread_/);
      expect(plan.join('; ')).not.toContain('TEMP B-TREE');
    }
  });
});

describe('by name', () => {
  test('id, prefix in any case, exact title; deleted ones are not meant', () => {
    const { store, ids } = threads(['one', 'two', 'two']);
    const meant = (ref: string) => store.threads.candidates(ref).map((thread) => thread.id);
    for (const id of ids) {
      expect(meant(id)).toEqual([id]);
      expect(meant(id.toUpperCase())).toEqual([id]);
      expect(meant(id.slice(0, 4))).toContain(id);
    }
    expect(meant('two').sort()).toEqual([ids[1]!, ids[2]!].sort());
    expect(meant('')).toEqual([]);
    expect(meant('%')).toEqual([]);
    store.threads.delete(ids[1]!);
    expect(meant('two')).toEqual([ids[2]]);
    expect(meant(ids[1]!)).toEqual([]);
  });

  test('the nearest to a name that is not there', () => {
    const { store, ids } = threads(['Thermostat', 'Garden party', 'Garden']);
    const near = (ref: string) => store.threads.nearest(ref, 3).map((thread) => thread.title);
    expect(near('thermostta')).toEqual(['Thermostat']);
    expect(near('gardn')).toEqual(['Garden']);
    expect(near('garden')[0]).toBe('Garden');
    expect(near('zzzzzz')).toEqual([]);
    expect(near('  ')).toEqual([]);
    expect(store.threads.nearest(`${ids[0]!.slice(0, 5)}1`, 1)[0]!.id).toBe(ids[0]);
  });

  test('a message by prefix, among those the thread reaches', () => {
    const store = temporaryStore();
    const [a, b] = [1, 2].map(() => store.threads.create({ cwd: '/' }).id) as [ThreadId, ThreadId];
    const mine = say(store, a, 'mine');
    const other = say(store, b, 'other');
    const meant = (ref: string) => store.messages.candidates(a, ref).map((message) => message.id);
    expect(meant(mine.id.slice(0, 6).toUpperCase())).toEqual([mine.id]);
    expect(meant(other.id)).toEqual([]);
    expect(meant('')).toEqual([]);
    store.threads.revert(a, null);
    expect(meant(mine.id)).toEqual([mine.id]);
  });
});

test('a fork shares, and the children are listed', () => {
  const { store, ids } = threads(['parent']);
  const head = store.threads.get(ids[0]!)!.head;
  const fork = store.threads.create({
    cwd: '/',
    head,
    parent: ids[0]!,
    forkedAt: head,
    settings: { model: 'm', mode: 'plan' },
    extra: { a: [1, null] },
  });
  expect(fork).toMatchObject({
    head,
    parent: ids[0],
    forkedAt: head,
    messages: 1,
    settings: { model: 'm', mode: 'plan' },
    extra: { a: [1, null] },
  });
  expect(store.threads.get(fork.id)).toEqual(fork);
  expect(store.threads.children(ids[0]!)).toEqual([fork]);
  store.threads.delete(fork.id);
  expect(store.threads.children(ids[0]!)).toEqual([]);
});
