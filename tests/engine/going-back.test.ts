import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MessageId, ThreadId } from '../../src/store/types.ts';
import { type Bench, openBench, shownTexts } from '../support/engine.ts';

const words = ['Ash', 'Birch', 'Cedar', 'Date', 'Elm'];
const promptOf = (word: string) => `Remember the codeword: ${word}. Reply OK.`;
const question = 'What was the codeword?';

let bench: Bench;
let thread: ThreadId;
let prompts: MessageId[];

beforeAll(async () => {
  bench = await openBench({ engine: { poolSize: 4 } });
  thread = bench.thread({ title: 'trees' });
  for (const word of words) await bench.engine.prompt(thread, promptOf(word));
  prompts = bench.engine.messages(thread).flatMap(({ id, role }) => (role === 'user' ? [id] : []));
});
afterAll(() => bench.close());

const userTexts = () =>
  shownTexts(bench.world.model.requests.at(-1)!).flatMap(([role, text]) => (role === 'user' ? [text] : []));

describe('a five-turn thread', () => {
  it.each(words.map((word, index) => ({ word, index })))(
    'forks after turn $index and knows exactly that much',
    async ({ word, index }) => {
      const { engine } = bench;
      const fork = engine.fork(thread, prompts[index]);
      expect(fork).toMatchObject({ parent: thread, messages: 2 * (index + 1), status: 'idle' });
      expect(await engine.prompt(fork.id, question)).toMatchObject({ state: 'done', text: word, error: null });
      expect(userTexts()).toEqual([...words.slice(0, index + 1).map(promptOf), question]);
      expect(engine.get(thread).messages).toBe(10);
    },
  );

  it('lists its forks by name', () => {
    expect(bench.engine.children(thread).map(({ title }) => title)).toEqual([
      'trees (fork)',
      'trees (fork 2)',
      'trees (fork 3)',
      'trees (fork 4)',
      'trees (fork 5)',
    ]);
  });

  it('reverts to each turn, gives its prompt back, and comes back', () => {
    const { engine } = bench;
    for (const [index, word] of words.entries()) {
      const reverted = engine.revert(thread, prompts[index]!);
      expect(reverted.text).toBe(promptOf(word));
      expect(reverted.thread.messages).toBe(2 * index);
      expect(engine.unrevert(thread).messages).toBe(10);
    }
    expect(() => engine.unrevert(thread)).toThrow(/nothing was reverted/);
  });

  it('comes back after a revert and a new turn, and the new turn is not lost either', async () => {
    const { engine } = bench;
    engine.revert(thread, prompts[2]!);
    expect((await engine.prompt(thread, question)).text).toBe('Birch');
    expect(engine.get(thread).messages).toBe(6);
    expect(engine.unrevert(thread).messages).toBe(10);
    expect((await engine.prompt(thread, question)).text).toBe('Elm');
    expect(engine.unrevert(thread).messages).toBe(6);
    expect(engine.unrevert(thread).messages).toBe(12);
  });

  it('runs two forks of one point at the same time', async () => {
    const { engine } = bench;
    const forks = [engine.fork(thread, prompts[0]), engine.fork(thread, prompts[0])];
    await Promise.all(forks.map(({ id }, index) => engine.prompt(id, promptOf(`Fork${index}`))));
    const answers = await Promise.all(forks.map(({ id }) => engine.prompt(id, question)));
    expect(answers.map(({ text }) => text)).toEqual(['Fork0', 'Fork1']);
  });

  it('means the whole turn at any of its messages', () => {
    const { engine } = bench;
    const reply = engine.messages(thread)[3]!;
    expect(engine.fork(thread, reply.id).messages).toBe(4);
    expect(engine.revert(thread, reply.id)).toMatchObject({ text: promptOf('Birch'), thread: { messages: 2 } });
    engine.unrevert(thread);
  });
});
