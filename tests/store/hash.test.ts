import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Block, messageHash, type Role, rootHash } from '../../src/store/index.ts';
import { temporaryStore, text } from './support.ts';

const tool = (more: object): Block[] => [{ type: 'tool_result', tool_use_id: 't', ...more } as Block];

describe('the same to the model, the same hash', () => {
  const same: [string, string | Block[], string | Block[]][] = [
    ['a string and one text block', 'hi', text('hi')],
    ['a tool result as a string and as blocks', tool({ content: 'x' }), tool({ content: text('x') })],
    ['a tool result that says it is no error', tool({ content: 'x', is_error: false }), tool({ content: 'x' })],
    ['no content of a tool result and an empty one', tool({}), tool({ content: [] })],
    [
      'keys in another order',
      [{ type: 'tool_use', id: '1', name: 'Bash', input: { a: 1, b: { c: 2, d: 3 } } }],
      [{ input: { b: { d: 3, c: 2 }, a: 1 }, name: 'Bash', id: '1', type: 'tool_use' }],
    ],
    ['a mark for the cache', 'hi', [{ type: 'text', text: 'hi', cache_control: { type: 'ephemeral' } } as Block]],
    [
      'another signature of a thought',
      [{ type: 'thinking', thinking: 'hm', signature: 'a' }],
      [{ type: 'thinking', thinking: 'hm', signature: 'b' }],
    ],
    ['a field that is undefined', 'hi', [{ type: 'text', text: 'hi', more: undefined } as Block]],
  ];
  test.each(same)('%s', (_, a, b) => expect(messageHash(rootHash, 'user', a)).toBe(messageHash(rootHash, 'user', b)));
});

describe('not the same to the model, another hash', () => {
  const different: [string, [Role, string | Block[]], [Role, string | Block[]]][] = [
    ['text', ['user', 'hi'], ['user', 'hi ']],
    ['role', ['user', 'hi'], ['assistant', 'hi']],
    ['one block or two', ['user', 'ab'], ['user', [...text('a'), ...text('b')]]],
    ['order of blocks', ['user', [...text('a'), ...text('b')]], ['user', [...text('b'), ...text('a')]]],
    ['an error', ['tool', tool({ content: 'x' })], ['tool', tool({ content: 'x', is_error: true })]],
    ['which call it answers', ['tool', tool({ content: 'x' })], ['tool', tool({ content: 'x', tool_use_id: 'u' })]],
    ['text that looks like structure', ['user', '"},{"'], ['user', [...text('"'), ...text('"')]]],
  ];
  test.each(different)('%s', (_, a, b) => expect(messageHash(rootHash, ...a)).not.toBe(messageHash(rootHash, ...b)));
  test('another parent', () => expect(messageHash(rootHash, 'user', 'hi')).not.toBe(messageHash('x', 'user', 'hi')));
});

/** Written apart from the code under test, for plain text only. */
const naive = (line: { role: string; words: string }[]) =>
  line.reduce(
    (parent, { role, words }) =>
      createHash('sha256')
        .update(`${parent}\n["${role}",[{"text":${JSON.stringify(words)},"type":"text"}]]`)
        .digest('base64url'),
    createHash('sha256').update('ccchat').digest('base64url'),
  );

test('the hash of a head is that of its whole line, whichever thread or database it is in', () => {
  const stores = [temporaryStore(), temporaryStore()];
  const said = fc.record({
    role: fc.constantFrom('user' as const, 'assistant' as const),
    words: fc.string({ unit: 'grapheme' }),
  });
  fc.assert(
    fc.property(fc.array(said, { minLength: 1, maxLength: 8 }), (line) => {
      const heads = stores.map((store) => {
        const thread = store.threads.create({ cwd: '/' }).id;
        return line.map(({ role, words }) => store.messages.append({ thread, role, blocks: text(words) })).at(-1)!;
      });
      expect(heads.map((head) => head.hash)).toEqual([naive(line), naive(line)]);
    }),
    { numRuns: 50 },
  );
});

test('a hidden message leaves the hash as it was', () => {
  const store = temporaryStore();
  const thread = store.threads.create({ cwd: '/' }).id;
  const first = store.messages.append({ thread, role: 'user', blocks: text('a') });
  const hidden = store.messages.append({ thread, role: 'shell', hidden: true, blocks: text('ls') });
  const next = store.messages.append({ thread, role: 'user', blocks: text('b') });
  expect(hidden).toMatchObject({ hash: first.hash, depth: 2, hidden: true });
  expect(next.hash).toBe(messageHash(first.hash, 'user', 'b'));
  expect(store.messages.get(hidden.id)).toEqual(hidden);
});
