// What the store costs on a small and on a very large history, in one run: fork, revert, unrevert, look-up, append, a page of
// a line, the list and search. A ratio near 1 says that the length of the history does not matter.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { openStore, type Store } from '../src/store/index.ts';
import { corpus } from './support/corpus.ts';
import { type History, makeHistory } from './support/history.ts';
import { ms, percentiles, ratio, type Times, table } from './support/measure.ts';

const small = 1_000;
const fewThreads = 20;
const large = Number(process.env.BENCH_MESSAGES ?? 1_000_000);
const number = (value: number) => value.toLocaleString('en');

export function run(): void {
  const histories = [
    makeHistory({ messages: small, messagesPerThread: small / fewThreads }),
    makeHistory({ messages: large, messagesPerThread: 200, keep: process.env.BENCH_HISTORY }),
  ];
  try {
    const [few, many] = histories as [History, History];
    console.log(
      `${number(large)} messages in ${number(many.threads.length)} threads, built through \`append\` in ${many.seconds.toFixed(0)} s ` +
        `(${ms((many.seconds * 1000) / large)} ms a message); ${many.textMegabytes.toFixed(0)} MB of text, database ${many.megabytes.toFixed(0)} MB.\n`,
    );
    console.log(`Load ${loadavg()[0]!.toFixed(1)} on ${cpus().length} cores, Node ${process.versions.node}.\n`);
    console.log(`${operations(few, many)}\n`);
    console.log(`${longLine()}\n`);
    console.log(`${search(few, many)}\n`);
  } finally {
    for (const history of histories) history.close();
  }
  console.log(lists());
}

type Act = (history: History) => (round: number) => unknown;

const pick = <T>(from: T[], round: number): T => from[(round * 7919) % from.length]!;

/** As many threads on both sides, each met again and again, as somebody works: what is left is the length of the history. */
const sameFew = <T>(from: T[], round: number): T => {
  const step = Math.floor(from.length / fewThreads);
  return from[(round % fewThreads) * step]!;
};

/** The least that a look-up can cost: one statement, its row as it comes. */
const bareRow = (db: Database.Database) =>
  db.prepare<[string], { parent: string | null }>('SELECT parent, hash, blocks FROM message WHERE id = ?');

const acts: Record<string, Act> = {
  'look up a message, of 20 threads':
    ({ store, heads }) =>
    (round) =>
      store.messages.get(sameFew(heads, round).id),
  'look up a message, of any thread':
    ({ store, heads }) =>
    (round) =>
      store.messages.get(pick(heads, round).id),
  'a message, bare SQLite, of 20 threads': ({ bare, heads }) => {
    const row = bareRow(bare);
    return (round) => row.get(sameFew(heads, round).id);
  },
  'a message, bare SQLite, of any thread': ({ bare, heads }) => {
    const row = bareRow(bare);
    return (round) => row.get(pick(heads, round).id);
  },
  'last page of a line (50), of 20 threads':
    ({ store, heads }) =>
    (round) =>
      store.messages.line(sameFew(heads, round).id, { limit: 50 }),
  'last page of a line (50), of any thread':
    ({ store, heads }) =>
    (round) =>
      store.messages.line(pick(heads, round).id, { limit: 50 }),
  'a page of 50, bare SQLite': ({ bare, heads }) => {
    const row = bareRow(bare);
    return (round) => {
      let at: string | null = pick(heads, round).id;
      for (let step = 0; step < 50 && at !== null; step++) at = row.get(at)!.parent;
    };
  },
  'list, first 20':
    ({ store }) =>
    () =>
      store.threads.list({ limit: 20 }),
  'find a thread by prefix':
    ({ store, threads }) =>
    (round) =>
      store.threads.candidates(pick(threads, round).slice(0, 5)),
  fork:
    ({ store, heads, threads }) =>
    (round) => {
      const head = pick(heads, round).id;
      store.threads.create({ cwd: '/fork', head, parent: pick(threads, round), forkedAt: head });
    },
  'revert to the middle':
    ({ store, threads }) =>
    (round) => {
      const thread = store.threads.get(pick(threads, round))!;
      const [middle] = store.messages.line(thread.head, { limit: 1, offset: 2 });
      store.threads.revert(thread.id, middle!.id);
    },
  unrevert:
    ({ store, threads }) =>
    (round) =>
      store.threads.unrevert(pick(threads, round)),
  append:
    ({ store, threads }) =>
    (round) =>
      store.messages.append({
        thread: pick(threads, round),
        role: 'assistant',
        blocks: [
          { type: 'text', text: 'A sentence of the usual length, with nothing in it that is out of the ordinary.' },
        ],
      }),
};

/** The two take turns, so that whatever else the machine does meets both. */
function alternately(count: number, a: (round: number) => unknown, b: (round: number) => unknown): [Times, Times] {
  const taken: [number[], number[]] = [[], []];
  for (let round = -20; round < count; round++)
    for (const [side, act] of [a, b].entries()) {
      const start = performance.now();
      act(round + 20);
      if (round >= 0) taken[side as 0 | 1].push(performance.now() - start);
    }
  return [percentiles(taken[0]), percentiles(taken[1])];
}

function operations(few: History, many: History): string {
  const rows = Object.entries(acts).map(([name, act]) => {
    const [a, b] = alternately(300, act(few), act(many));
    return [name, ms(a.p50), ms(b.p50), ratio(b.p50 / a.p50), ms(a.p95), ms(b.p95)];
  });
  return table(['p50, p95 in ms', `${number(small)}`, `${number(large)}`, 'ratio', 'p95 small', 'p95 large'], rows);
}

/** One thread of many messages: moving the head must not depend on how far, nor on how much lies behind. */
function longLine(): string {
  const lengths = [100, 50_000];
  const histories = lengths.map((messages) => makeHistory({ messages, messagesPerThread: messages }));
  try {
    const [short, long] = histories as [History, History];
    const middleOf = ({ store, heads, threads }: History) => {
      const [middle] = store.messages.line(heads[0]!.id, { limit: 1, offset: Math.floor(heads[0]!.depth / 2) });
      return { store, thread: threads[0]!, middle: middle!.id };
    };
    const sides = [middleOf(short), middleOf(long)] as const;
    const both = (act: (side: (typeof sides)[0]) => unknown) =>
      alternately(
        200,
        () => act(sides[0]),
        () => act(sides[1]),
      );
    const rows = [
      [
        'revert half-way, unrevert',
        ...both(({ store, thread, middle }) => {
          store.threads.revert(thread, middle);
          store.threads.unrevert(thread);
        }),
      ],
      [
        'fork half-way',
        ...both(({ store, thread, middle }) =>
          store.threads.create({ cwd: '/fork', head: middle, parent: thread, forkedAt: middle }),
        ),
      ],
      [
        'page of 50, half-way back',
        ...both(({ store, thread }) => {
          const { head, messages } = store.threads.get(thread)!;
          store.messages.line(head, { limit: 50, offset: Math.floor(messages / 2) });
        }),
      ],
    ].map((row) => {
      const [name, a, b] = row as [string, Times, Times];
      return [name, ms(a.p50), ms(b.p50), ratio(b.p50 / a.p50)];
    });
    return table(['one thread, p50 in ms', ...lengths.map((length) => `${number(length)} messages`), 'ratio'], rows);
  } finally {
    for (const history of histories) history.close();
  }
}

function queries(): { name: string; query: string }[] {
  const { rare } = corpus(7);
  const one = (from: number) => Array.from({ length: 8 }, (_, index) => rare[from + index * 13]!);
  return [
    ...one(3).map((query) => ({ name: 'a fairly common word', query })),
    ...one(2_000).map((query) => ({ name: 'a rare word', query })),
    ...one(200).map((word) => ({ name: 'the beginning of a word', query: word.slice(0, 5) })),
    ...one(400).map((word) => ({ name: 'a rare and a common word', query: `error ${word}` })),
    ...one(60).map((word, index) => ({ name: 'two words', query: `${word} ${rare[90 + index]}` })),
    ...one(30).map((word) => ({ name: 'the inside of a word', query: word.slice(1) })),
    ...one(10).map((word) => ({ name: 'a path', query: `src/${word}` })),
    ...['the', 'error', 'function return', 'file'].map((query) => ({ name: 'a very common word', query })),
    ...['検索', '河口', '数据', '会議設'].map((query) => ({ name: 'Chinese or Japanese', query })),
    { name: 'a phrase', query: `"error function"` },
    { name: 'nothing', query: 'qqxyzzy' },
  ];
}

interface Cost {
  wall: number;
  /** Of this process and of those it waited for: what is left to compare on a machine that does other work as well. */
  processor: number;
}

const columns = ['few', 'ours', 'newest', 'ranked', 'program'] as const;
type Asked = Record<(typeof columns)[number], Cost> & { name: string };

const leastRounds = 3;
const mostRounds = 25;
const enoughMs = 100;

/** Once to warm up, then the median of as many as fit into a tenth of a second, three at least: what is short needs more of them. */
function usual(act: () => unknown): Cost {
  act();
  const wall: number[] = [];
  const processor: number[] = [];
  const end = performance.now() + enoughMs;
  while (wall.length < leastRounds || (wall.length < mostRounds && performance.now() < end)) {
    const start = performance.now();
    const spent = processorTime();
    act();
    wall.push(performance.now() - start);
    processor.push(processorTime() - spent);
  }
  return { wall: percentiles(wall).p50, processor: percentiles(processor).p50 };
}

function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + childrenTime();
}

/** In ticks of 10 ms; Linux alone tells it. */
function childrenTime(): number {
  if (process.platform !== 'linux') return 0;
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[13]) + Number(fields[14])) * 10;
}

function search(few: History, many: History): string {
  const asked = queries();
  const program = versionOf('rg') ? 'rg' : 'grep';
  const like = likeOn(many.store);
  const all = asked.map(
    ({ name, query }): Asked => ({
      name,
      few: usual(() => few.store.search.find(query)),
      ours: usual(() => many.store.search.find(query)),
      newest: usual(() => like.newest(query)),
      ranked: usual(() => like.ranked(query)),
      program: usual(() => searchFiles(program, query, many.texts)),
    }),
  );
  like.close();
  const row = (name: string, group: Asked[], which: keyof Times, what: keyof Cost = 'wall') => {
    const [small, ours, ...others] = columns.map(
      (column) => percentiles(group.map((one) => one[column][what]))[which],
    ) as [number, number, ...number[]];
    return [name, ...[small, ours, ...others].map(ms), ...others.map((one) => ratio(one / ours))];
  };
  const groups = [...new Set(asked.map(({ name }) => name))].map((name) => all.filter((one) => one.name === name));
  const rows = groups.map((group) => row(`${group[0]!.name} (${group.length})`, group, 'p50'));
  rows.push(row(`**p95 of all ${all.length}**`, all, 'p95'));
  rows.push(row(`p95 of all ${all.length}, processor time`, all, 'p95', 'processor'));
  const others = ['`LIKE`, newest 20', '`LIKE`, best 20', `\`${program}\``];
  const head = ['search, first 20, p50 in ms', `on ${number(small)}`, `on ${number(large)}`];
  return `${versionOf(program)}\n\n${table([...head, ...others, ...others.map((name) => `${name} / ours`)], rows)}`;
}

const versionOf = (program: string): string =>
  spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout?.split('\n')[0] ?? '';

/**
 * As a person would ask in SQL: each word somewhere in the message. The newest 20 and no more; or the 20 that hold the words most
 * often for their length, as ours are ranked.
 */
function likeOn(store: Store) {
  const db = new Database(store.file, { readonly: true });
  const wordsOf = (query: string) => (query.startsWith('"') ? [query.replaceAll('"', '')] : query.split(' '));
  const held = (words: string[]) => words.map(() => 'blocks LIKE ?').join(' AND ');
  const like = (words: string[]) => words.map((word) => `%${word}%`);
  return {
    newest: (query: string) => {
      const words = wordsOf(query);
      return db
        .prepare(`SELECT id, blocks FROM message WHERE ${held(words)} ORDER BY seq DESC LIMIT 20`)
        .all(...like(words));
    },
    ranked: (query: string) => {
      const words = wordsOf(query);
      const often = words.map(() => `(length(blocks) - length(replace(lower(blocks), ?, ''))) * 1.0 / length(blocks)`);
      return db
        .prepare(
          `SELECT id, blocks FROM message WHERE ${held(words)} ORDER BY ${often.join(' + ')} DESC, seq DESC LIMIT 20`,
        )
        .all(...like(words), ...words);
    },
    close: () => db.close(),
  };
}

/** How many lines hold the longest word, in any case of letters. It reads everything: only the end tells it which are the newest. */
function searchFiles(program: string, query: string, texts: string): number {
  const longest = query.startsWith('"')
    ? query.replaceAll('"', '')
    : query.split(' ').reduce((a, b) => (b.length > a.length ? b : a));
  const flags = program === 'rg' ? ['-i', '-F', '-c', '--no-messages'] : ['-r', '-i', '-F', '-c'];
  return spawnSync(program, [...flags, '--', longest, texts], { maxBuffer: 1 << 28 }).stdout.length;
}

function lists(): string {
  const sizes = [500, 50_000];
  const root = mkdtempSync(join(tmpdir(), 'ccchat-bench-lists-'));
  const stores = sizes.map((size) => {
    const store = openStore(join(root, `${size}`, 'ccchat.db'));
    store.transaction(() => {
      const { rare, below } = corpus(11);
      for (let index = 0; index < size; index++) {
        const title = `${rare[below(rare.length)]} ${rare[below(rare.length)]} ${index}`;
        const thread = store.threads.create({ cwd: `/projects/${index % 8}`, title });
        store.messages.append({
          thread: thread.id,
          role: 'user',
          via: 'prompt',
          blocks: [{ type: 'text', text: title }],
        });
      }
    });
    return store;
  });
  const acts: Record<string, (store: Store, size: number) => unknown> = {
    'first 50': (store) => store.threads.list({ limit: 50 }),
    'first 50 of a folder': (store) => store.threads.list({ cwd: '/projects/7', limit: 50 }),
    'tenth page of 50': (store) => store.threads.list({ limit: 50, offset: 450 }),
    'the latest of a folder': (store) => store.threads.latest('/projects/7'),
    'by words of the title': (store, size) => store.threads.list({ query: ` ${size - 1}`, limit: 50 }),
    'by words that no title has': (store) => store.threads.list({ query: 'qqxyzzy', limit: 50 }),
  };
  const [few, many] = stores as [Store, Store];
  const rows = Object.entries(acts).map(([name, act]) => {
    const [a, b] = alternately(
      100,
      () => act(few, sizes[0]!),
      () => act(many, sizes[1]!),
    );
    return [name, ms(a.p50), ms(b.p50), ratio(b.p50 / a.p50)];
  });
  for (const store of stores) store.close();
  rmSync(root, { recursive: true, force: true });
  return table(['list, p50 in ms', ...sizes.map((size) => `${number(size)} threads`), 'ratio'], rows);
}
