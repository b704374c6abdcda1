import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Block, Message, SearchOptions } from '../../src/store/index.ts';
import { snippet } from '../../src/store/snippet.ts';
import { type OpenStore, say, temporaryStore, text } from './support.ts';

const found = (store: OpenStore, query: string, options?: SearchOptions) =>
  store.search.find(query, options).map((hit) => hit.message);
const hitWords = (marked: string) => [...marked.matchAll(/\u0002(.*?)\u0003/g)].map((match) => match[1]);

describe('what is found by what', () => {
  const table: [query: string, inText: string, marked: string | null][] = [
    ['thermostat', 'the Thermostat is off', 'Thermostat'],
    ['thermo', 'the Thermostat is off', 'Thermo'],
    ['mosta', 'the Thermostat is off', 'mosta'],
    ['THERMOSTAT', 'a thermostat', 'thermostat'],
    ['cafe', 'the Café is open', 'Café'],
    ['café', 'the CAFE is open', 'CAFE'],
    ['Cafe\u0301', 'the café', 'café'],
    ['off thermostat', 'the thermostat is off', 'thermostat'],
    ['河口', 'この河口は広い', '河口'],
    ['口は広', 'この河口は広い', '口は広'],
    ['河', 'この河口は広い', '河'],
    ['개발', '한국어개발자입니다', '개발'],
    ['한국'.normalize('NFD'), '한국어', '한국'],
    ['한국', '한국어'.normalize('NFD'), '한국'.normalize('NFD')],
    ['がき', 'かきがおいしい', null],
    ['数据库', '这个数据库很大', '数据库'],
    ['go', 'let it go now', 'go'],
    ['x', 'solve for x please', 'x'],
    ['ä', 'Ä wie Ärger', 'Ä'],
    ['q7', 'the aq7b thing', 'q7'],
    ['🐑', 'three 🐑 here', '🐑'],
    ['c++', 'written in C++ mostly', 'C++'],
    ['c++', 'written in C mostly', null],
    ['=>', 'const f = (x) => x', '=>'],
    ['foo.bar(', 'call foo.bar(1)', 'foo.bar('],
    ['foo.bar(', 'foo bar', null],
    ['src/store/search.ts', 'see src/store/search.ts:12', 'src/store/search.ts'],
    ['100%', 'it is 100% done', '100%'],
    ['100%', 'it is 1000 done', null],
    ['a_b', 'let a_b = 1', 'a_b'],
    ['a_b', 'let axb = 1', null],
    ['"is off"', 'the thermostat is off', 'is off'],
    ['"off is"', 'the thermostat is off', null],
    ['"is off', 'the thermostat is\n   off', 'is off'],
    ['is the "stat', 'the thermostat is off', 'is'],
    ['say("hi")', 'then say("hi") twice', 'say("hi")'],
    ['AND', 'salt and pepper', 'and'],
    ['NOT near(', 'do not go near( here', 'not'],
    ['text:hi', 'the text:hi thing', 'text:hi'],
    ['"hi*"', 'wild hi* card', 'hi*'],
    ['hith*', 'a hitherto long word', 'hith'],
    ['igh*', 'a high hill', null],
    ['^start', 'a ^start of it', '^start'],
    ['it\u0000s', 'there it s', 'it'],
  ];
  test.each(table)('%j in %j', (query, inText, marked) => {
    const store = temporaryStore();
    const thread = store.threads.create({ cwd: '/' }).id;
    say(store, thread, 'nothing of the kind', 'assistant');
    const message = say(store, thread, inText);
    const hits = store.search.find(query);
    if (marked === null) return expect(hits.map((hit) => hit.message)).toEqual([]);
    expect(hits.map((hit) => hit.message)).toEqual([message.id]);
    expect(hitWords(hits[0]!.snippet)).toContain(marked);
  });

  test('no input is a syntax error, and empty input finds nothing', () => {
    const store = temporaryStore();
    say(store, store.threads.create({ cwd: '/' }).id, 'some words, "quotes" (and) signs * ^ : - + \\');
    for (const empty of ['', '   ', '""', '"', '\0']) expect(store.search.find(empty)).toEqual([]);
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary', maxLength: 20 }),
          fc.stringMatching(/^[ "*()^:+\-\\%_{}a-cäNOTAD河]{0,15}$/),
        ),
        (query) => {
          for (const hit of store.search.find(query)) expect(hit.snippet).toContain('\u0002');
        },
      ),
      { numRuns: 300 },
    );
  });

  test('any part of a text that is long enough finds it', () => {
    const store = temporaryStore();
    const thread = store.threads.create({ cwd: '/' }).id;
    const words = fc.array(
      fc.constantFrom('naïve', 'Straße', 'src/a-b.ts', '河口会議', '한국어', 'x = y;', 'Ωmega', 'tail'),
      { minLength: 2, maxLength: 6 },
    );
    fc.assert(
      fc.property(words, fc.nat(), fc.integer({ min: 3, max: 12 }), (parts, from, length) => {
        const whole = parts.join(' ');
        const message = say(store, thread, whole);
        const chars = [...whole];
        const start = from % Math.max(1, chars.length - length);
        const part = chars
          .slice(start, start + length)
          .join('')
          .trim();
        fc.pre([...part].length >= 3);
        expect(found(store, `"${part}"`, { limit: 10_000 })).toContain(message.id);
      }),
      { numRuns: 100 },
    );
  });
});

describe('ranking and pages', () => {
  test('words before parts of words, fitting before long-winded, each message once, pages without gaps', () => {
    const store = temporaryStore();
    const thread = store.threads.create({ cwd: '/' }).id;
    const long = say(store, thread, `beaver ${'and many other words about dams '.repeat(20)}`);
    const inside = say(store, thread, 'the superbeavers');
    const short = say(store, thread, 'beaver beaver');
    const all = found(store, 'beaver');
    expect(all).toEqual([short.id, long.id, inside.id]);
    expect(all.flatMap((_, offset) => found(store, 'beaver', { limit: 1, offset }))).toEqual(all);
    expect(found(store, 'beaver', { offset: 3 })).toEqual([]);
    expect(found(store, 'beaver', { limit: 0 })).toEqual([]);
  });

  test('many hits come in one order, whatever the page: the word most often for its length first, the newest of equals first', () => {
    const store = temporaryStore();
    const thread = store.threads.create({ cwd: '/' }).id;
    const often = (times: number) => `${'otter '.repeat(times)}${'pond '.repeat(20 - times)}`;
    const said = store.transaction(() =>
      Array.from({ length: 150 }, (_, index) => ({
        times: 1 + (index % 10),
        id: say(store, thread, often(1 + (index % 10))).id,
      })),
    );
    const ranked = said
      .map((one, index) => ({ ...one, index }))
      .sort((a, b) => b.times - a.times || b.index - a.index)
      .map(({ id }) => id);
    expect(found(store, 'otter', { limit: 200 })).toEqual(ranked);
    const pages = [0, 1, 2, 3, 4, 5, 6, 7].map((page) => found(store, 'otter', { limit: 20, offset: page * 20 }));
    expect(pages.flat()).toEqual(ranked);
  });

  test('too many to rank: the newest first; a telling word beside a common one ranks', () => {
    const store = temporaryStore();
    const thread = store.threads.create({ cwd: '/' }).id;
    const messages: Message[] = [];
    store.transaction(() => {
      for (let n = 0; n < 2_100; n++)
        messages.push(say(store, thread, n % 700 === 5 ? `common rare ${'x '.repeat(n)}` : 'common'));
    });
    const newest = messages.slice(-20).map((message) => message.id);
    expect(found(store, 'common')).toEqual(newest.reverse());
    expect(found(store, 'common rare')).toEqual([messages[5]!.id, messages[705]!.id, messages[1405]!.id]);
    expect(found(store, 'common', { limit: 5_000 })).toHaveLength(2_100);
  });
});

describe('where it is found', () => {
  function family(store: OpenStore) {
    const parent = store.threads.create({ cwd: '/a', title: 'parent' }).id;
    const shared = say(store, parent, 'shared beaver');
    const fork = store.threads.create({ cwd: '/b', head: shared.id, parent, forkedAt: shared.id }).id;
    const mine = say(store, parent, 'parent beaver');
    const its = say(store, fork, 'fork beaver');
    return { parent, fork, shared: shared.id, mine: mine.id, its: its.id };
  }

  test('in the thread it was written in; inside one thread, whatever that can reach', () => {
    const store = temporaryStore();
    const { parent, fork, shared, mine, its } = family(store);
    const where = Object.fromEntries(store.search.find('beaver').map((hit) => [hit.message, hit.thread]));
    expect(where).toEqual({ [shared]: parent, [mine]: parent, [its]: fork });
    expect(found(store, 'beaver', { thread: fork }).sort()).toEqual([shared, its].sort());
    expect(found(store, 'beaver', { thread: parent }).sort()).toEqual([shared, mine].sort());
    expect(found(store, 'beaver', { cwd: '/b' }).sort()).toEqual([shared, its].sort());
    expect(store.search.find('beaver', { cwd: '/b' }).every((hit) => hit.cwd === '/b')).toBe(true);
  });

  test('a line that was left is still found; a deleted thread is not, but a fork keeps what it shares', () => {
    const store = temporaryStore();
    const { parent, fork, shared, mine, its } = family(store);
    store.threads.revert(parent, null);
    expect(found(store, 'beaver', { thread: parent }).sort()).toEqual([shared, mine].sort());
    store.threads.delete(parent);
    const hits = store.search.find('beaver');
    expect(hits.map((hit) => [hit.message, hit.thread]).sort()).toEqual(
      [
        [shared, fork],
        [its, fork],
      ].sort(),
    );
    expect(found(store, 'beaver', { thread: parent })).toEqual([]);
    store.threads.undelete(parent);
    expect(found(store, 'beaver').sort()).toEqual([shared, mine, its].sort());
  });

  test('by role, tool and time', () => {
    const store = temporaryStore();
    const thread = store.threads.create({ cwd: '/' }).id;
    const add = (role: Message['role'], blocks: Block[], createdAt: number) =>
      store.messages.append({ thread, role, blocks, createdAt }).id;
    const asked = add('user', text('list the beavers'), 1_000);
    const called = add(
      'assistant',
      [{ type: 'tool_use', id: 't', name: 'Bash', input: { command: 'ls beavers' } }],
      2_000,
    );
    const result = add(
      'tool',
      [{ type: 'tool_result', tool_use_id: 't', content: text('beavers.txt by "Bash"') }],
      3_000,
    );
    add('assistant', [{ type: 'thinking', thinking: 'secret beavers' }], 4_000);
    expect(found(store, 'beavers').sort()).toEqual([asked, called, result].sort());
    expect(found(store, 'beavers', { roles: ['user', 'tool'] }).sort()).toEqual([asked, result].sort());
    expect(found(store, 'beavers', { tool: 'Bash' })).toEqual([called]);
    expect(found(store, 'beavers', { after: 2_000, before: 3_000 })).toEqual([called]);
    expect(found(store, 'beavers', { roles: [] })).toEqual([]);
  });
});

describe('snippets', () => {
  const table: [text: string, terms: string[], marked: string][] = [
    ['one\n\ntwo   three', ['two'], 'one \u0002two\u0003 three'],
    ['aaa', ['a', 'aa'], '\u0002aa\u0003\u0002a\u0003'],
    ['nothing here', ['zebra'], 'nothing here'],
    ['İstanbul ve Ankara', ['istanbul', 'ankara'], '\u0002İstanbul\u0003 ve \u0002Ankara\u0003'],
    ['e\u0301te\u0301 chaud', ['ete'], '\u0002e\u0301te\u0301\u0003 chaud'],
  ];
  test.each(table)('%j', (source, terms, marked) => expect(snippet(source, terms)).toBe(marked));

  test('is short, shows a hit, and never cuts a character in two', () => {
    fc.assert(
      fc.property(fc.nat({ max: 400 }), fc.constantFrom('🐑', '👩‍👩‍👧', 'é', 'wide 河'), (before, filler) => {
        const shown = snippet(`${filler.repeat(before)} needle ${filler.repeat(200)}`, ['needle']);
        expect(hitWords(shown)).toEqual(['needle']);
        expect(shown.length).toBeLessThan(220);
        expect(() => encodeURIComponent(shown)).not.toThrow();
      }),
    );
  });
});
