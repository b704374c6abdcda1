import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openConnection } from '../../src/store/connection.ts';
import type { Message, MessageId, ThreadId } from '../../src/store/index.ts';
import { messageHash, rootHash } from '../../src/store/index.ts';
import { lineageOn } from '../../src/store/lineage.ts';
import { storeOn } from '../../src/store/store.ts';
import { type OpenStore, say, temporaryFolder, temporaryStore, text } from './support.ts';

function conversation(store: OpenStore, words: string[]): { thread: ThreadId; messages: Message[] } {
  const thread = store.threads.create({ cwd: '/' }).id;
  return { thread, messages: words.map((word) => say(store, thread, word)) };
}
const words = (store: OpenStore, thread: ThreadId) =>
  store.messages
    .line(store.threads.get(thread)!.head)
    .map((message) => (message.blocks[0] as { text: string }).text)
    .join('');

describe('revert and unrevert, step by step', () => {
  type Step = ['revert', number | null] | ['say', string] | ['unrevert'] | ['nothing left'];
  const table: [name: string, steps: [step: Step, line: string][]][] = [
    [
      'back and forth',
      [
        [['revert', 1], 'a'],
        [['unrevert'], 'abc'],
        [['nothing left'], 'abc'],
      ],
    ],
    [
      'to before the first message',
      [
        [['revert', null], ''],
        [['unrevert'], 'abc'],
        [['nothing left'], 'abc'],
      ],
    ],
    [
      'twice back, twice forth',
      [
        [['revert', 2], 'ab'],
        [['revert', 1], 'a'],
        [['unrevert'], 'ab'],
        [['unrevert'], 'abc'],
        [['nothing left'], 'abc'],
      ],
    ],
    [
      'after a new turn both lines stay in reach',
      [
        [['revert', 1], 'a'],
        [['say', 'd'], 'ad'],
        [['unrevert'], 'abc'],
        [['unrevert'], 'ad'],
        [['unrevert'], 'abc'],
      ],
    ],
    [
      'after a new beginning both lines stay in reach',
      [
        [['revert', null], ''],
        [['say', 'd'], 'd'],
        [['unrevert'], 'abc'],
        [['unrevert'], 'd'],
        [['unrevert'], 'abc'],
      ],
    ],
    [
      'two detours',
      [
        [['revert', 2], 'ab'],
        [['say', 'd'], 'abd'],
        [['revert', 1], 'a'],
        [['say', 'e'], 'ae'],
        [['unrevert'], 'abd'],
        [['unrevert'], 'abc'],
        [['unrevert'], 'ae'],
        [['unrevert'], 'abd'],
      ],
    ],
    [
      'a new turn on the restored line',
      [
        [['revert', 1], 'a'],
        [['unrevert'], 'abc'],
        [['say', 'd'], 'abcd'],
        [['nothing left'], 'abcd'],
      ],
    ],
  ];
  test.each(table)('%s', (_, steps) => {
    const store = temporaryStore();
    const { thread, messages } = conversation(store, ['a', 'b', 'c']);
    for (const [[kind, argument], line] of steps) {
      if (kind === 'revert')
        store.threads.revert(thread, argument === null ? null : messages[(argument as number) - 1]!.id);
      if (kind === 'say') say(store, thread, argument as string);
      if (kind === 'unrevert') {
        const promised = store.threads.get(thread)!.previousHead;
        expect(store.threads.unrevert(thread)?.head).toBe(promised);
      }
      if (kind === 'nothing left') {
        expect(store.threads.get(thread)!.previousHead).toBeNull();
        expect(store.threads.unrevert(thread)).toBeNull();
      }
      expect(words(store, thread)).toBe(line);
    }
  });

  test('a head that goes forward again by itself leaves nothing to unrevert', () => {
    const store = temporaryStore();
    const { thread, messages } = conversation(store, ['a', 'b', 'c']);
    store.threads.revert(thread, messages[1]!.id);
    store.threads.revert(thread, messages[0]!.id);
    store.threads.setHead(thread, messages[2]!.id);
    expect(store.threads.get(thread)).toMatchObject({ head: messages[2]!.id, previousHead: null });
    expect(store.threads.unrevert(thread)).toBeNull();
  });

  test('a head that went over to another line comes back, and can go over again', () => {
    const store = temporaryStore();
    const { thread, messages } = conversation(store, ['a', 'b']);
    const other = conversation(store, ['x', 'y']);
    store.threads.setHead(thread, other.messages[1]!.id);
    expect(words(store, thread)).toBe('xy');
    store.threads.unrevert(thread);
    expect(words(store, thread)).toBe('ab');
    store.threads.unrevert(thread);
    expect(words(store, thread)).toBe('xy');
    expect(store.messages.candidates(thread, messages[1]!.id)).toHaveLength(1);
  });

  test('a line that the restored one contains is not offered again', () => {
    const store = temporaryStore();
    const { thread, messages } = conversation(store, ['a', 'b', 'c']);
    store.threads.revert(thread, messages[0]!.id);
    const side = say(store, thread, 'y');
    store.threads.unrevert(thread);
    store.threads.unrevert(thread);
    store.threads.setHead(thread, messages[1]!.id);
    store.threads.unrevert(thread);
    expect(words(store, thread)).toBe('ay');
    store.threads.unrevert(thread);
    expect(words(store, thread)).toBe('abc');
    expect(store.threads.get(thread)!.previousHead).toBe(side.id);
  });

  test('an unknown message moves nothing', () => {
    const store = temporaryStore();
    const { thread } = conversation(store, ['a']);
    expect(() => store.threads.revert(thread, 'nosuch' as MessageId)).toThrow('no message nosuch');
    expect(words(store, thread)).toBe('a');
  });
});

type Op =
  | { kind: 'append'; thread: number; words: string; hidden: boolean }
  | { kind: 'fork' | 'revert' | 'jump'; thread: number; place: number }
  | { kind: 'unrevert' | 'delete' | 'undelete'; thread: number };

const which = fc.nat({ max: 5 });
const op: fc.Arbitrary<Op> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('append' as const),
      thread: which,
      words: fc.string({ maxLength: 12 }),
      hidden: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom('fork' as const, 'revert' as const, 'revert' as const, 'jump' as const),
      thread: which,
      place: fc.nat(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'unrevert' as const,
        'unrevert' as const,
        'unrevert' as const,
        'delete' as const,
        'undelete' as const,
      ),
      thread: which,
    }),
  },
);

/** What a thread must still reach, kept without the store: the line of every message it ever had as its head. */
interface Known {
  id: ThreadId;
  head: MessageId | null;
  reached: Set<MessageId>;
}

test('random sequences: nothing is lost, hashes agree, unrevert finds the way back, the cost is constant', () => {
  const store = temporaryStore();
  fc.assert(
    fc.property(fc.array(op, { minLength: 1, maxLength: 60 }), (ops) => {
      const messages = new Map<MessageId, { parent: MessageId | null; words: string; hidden: boolean }>();
      const lineOf = (head: MessageId | null): MessageId[] =>
        head === null ? [] : [...lineOf(messages.get(head)!.parent), head];
      const naiveHash = (head: MessageId): string =>
        lineOf(head).reduce((hash, id) => {
          const message = messages.get(id)!;
          return message.hidden ? hash : messageHash(hash, 'user', message.words);
        }, rootHash);
      const leftLines = () => store.sql<{ n: number }>('SELECT count(*) AS n FROM left_line')[0]!.n;
      const threads: Known[] = [{ id: store.threads.create({ cwd: '/' }).id, head: null, reached: new Set() }];
      let total = 0;

      for (const step of ops) {
        const thread = threads[step.thread % threads.length]!;
        const left = leftLines();
        const rows = store.rowsWritten(() => {
          switch (step.kind) {
            case 'append': {
              const message = store.messages.append({
                thread: thread.id,
                role: 'user',
                via: 'prompt',
                hidden: step.hidden,
                blocks: text(step.words),
              });
              expect(message.parent).toBe(thread.head);
              messages.set(message.id, { parent: thread.head, words: step.words, hidden: step.hidden });
              expect(message).toMatchObject({ hash: naiveHash(message.id), depth: lineOf(message.id).length });
              thread.head = message.id;
              thread.reached.add(message.id);
              return;
            }
            case 'fork': {
              const line = lineOf(thread.head);
              const head = line[step.place % (line.length || 1)] ?? null;
              const { id } = store.threads.create({ cwd: '/', head, parent: thread.id, forkedAt: head });
              threads.push({ id, head, reached: new Set(lineOf(head)) });
              return;
            }
            case 'revert': {
              const line = [null, ...lineOf(thread.head)];
              thread.head = line[step.place % line.length]!;
              expect(store.threads.revert(thread.id, thread.head).head).toBe(thread.head);
              return;
            }
            case 'jump': {
              const all = [...thread.reached];
              if (all.length === 0) return;
              thread.head = all[step.place % all.length]!;
              store.threads.setHead(thread.id, thread.head);
              return;
            }
            case 'unrevert': {
              const { previousHead } = store.threads.get(thread.id)!;
              const after = store.threads.unrevert(thread.id);
              expect(after === null).toBe(previousHead === null);
              if (!after) return;
              expect(after.head).toBe(previousHead);
              thread.head = after.head;
              return;
            }
            case 'delete':
              return void store.threads.delete(thread.id);
            case 'undelete':
              return void store.threads.undelete(thread.id);
          }
        });
        expect(rows - Math.max(0, left - leftLines())).toBeLessThanOrEqual(4);
        total += rows;
        const { previousHead } = store.threads.get(thread.id)!;
        expect(lineOf(thread.head)).not.toContain(previousHead);
      }
      expect(total).toBeLessThanOrEqual(4 * ops.length);

      for (const { id, head, reached } of threads) {
        expect(store.threads.get(id)).toMatchObject({ head, messages: lineOf(head).length });
        expect(store.messages.line(head).map((message) => message.id)).toEqual(lineOf(head));
        for (const message of reached)
          expect(store.messages.candidates(id, message).map((one) => one.id)).toEqual([message]);
        const visited = new Set(lineOf(head));
        for (let turn = 0; turn <= ops.length; turn++)
          for (const message of lineOf(store.threads.unrevert(id)?.head ?? null)) visited.add(message);
        expect([...reached].filter((message) => !visited.has(message))).toEqual([]);
      }
    }),
    { numRuns: 120 },
  );
});

test('straight after a revert, new turns or not, unrevert leads to where the thread was', () => {
  const store = temporaryStore();
  const lengths = fc.array(fc.record({ back: fc.nat({ max: 12 }), said: fc.nat({ max: 3 }) }), {
    minLength: 1,
    maxLength: 8,
  });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), lengths, (length, detours) => {
      const { thread } = conversation(
        store,
        Array.from({ length }, (_, index) => `${index}`),
      );
      for (const { back, said } of detours) {
        const was = store.threads.get(thread)!;
        const [to] = store.messages.line(was.head, { limit: 1, offset: Math.min(back, was.messages) });
        store.threads.revert(thread, to?.id ?? null);
        for (let n = 0; n < said; n++) say(store, thread, `new ${n}`);
        if (to?.id === was.head) continue;
        const detour = store.threads.get(thread)!.head;
        expect(store.threads.unrevert(thread)!.head).toBe(was.head);
        if (said > 0) expect(store.messages.candidates(thread, detour!)).toHaveLength(1);
      }
    }),
    { numRuns: 100 },
  );
});

test('who is whose ancestor is known after few reads, however long the line', () => {
  const connection = openConnection(path.join(temporaryFolder(), 'ccchat.db'));
  onTestFinished(() => connection.close());
  const store = storeOn(connection);
  const thread = store.threads.create({ cwd: '/' }).id;
  const ids = store.transaction(() => Array.from({ length: 5_000 }, (_, n) => say(store, thread, `${n}`).id));
  let reads = 0;
  const lineage = lineageOn({
    ...connection,
    sql: <Row>(source: string) => {
      const statement = connection.sql<Row>(source);
      const get = (...values: unknown[]) => {
        reads += 1;
        return statement.get(...values);
      };
      return Object.assign(Object.create(statement), { get });
    },
  });
  for (let depth = 1; depth <= ids.length; depth += 97) {
    reads = 0;
    expect(lineage.ancestorAt(ids.at(-1)!, depth)!.id).toBe(ids[depth - 1]);
    expect(reads).toBeLessThanOrEqual(4 * Math.ceil(Math.log2(ids.length)));
  }
  expect([lineage.isOnLine(ids[9]!, ids[8]!), lineage.isOnLine(ids[8]!, ids[9]!)]).toEqual([false, true]);
});

describe('a page of a line', () => {
  test('is the same slice as of the whole line', () => {
    const store = temporaryStore();
    const { thread, messages } = conversation(
      store,
      Array.from({ length: 70 }, (_, index) => `${index}`),
    );
    const head = store.threads.get(thread)!.head;
    const ids = messages.map((message) => message.id);
    fc.assert(
      fc.property(fc.nat({ max: 80 }), fc.nat({ max: 80 }), (limit, offset) => {
        const end = Math.max(0, ids.length - offset);
        const page = store.messages.line(head, { limit, offset }).map((message) => message.id);
        expect(page).toEqual(ids.slice(Math.max(0, end - limit), end));
      }),
    );
    expect([...store.messages.walk(head)].map((message) => message.id)).toEqual([...ids].reverse());
    expect(store.messages.line(null)).toEqual([]);
  });
});
