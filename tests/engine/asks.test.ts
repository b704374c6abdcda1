import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench } from '../support/engine.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

const file = (name: string) => path.join(bench.world.cwd, name);

async function asked(prompt: string) {
  const thread = bench.thread();
  const turn = bench.engine.prompt(thread, prompt);
  const { ask } = await bench.saw('permission.asked');
  return { thread, turn, ask };
}

describe('a permission', () => {
  it('shows what will happen and lets it happen when allowed', async () => {
    const { thread, turn, ask } = await asked('write out.txt: hello there');
    expect(ask).toMatchObject({ kind: 'permission', tool: 'Write', input: { file_path: file('out.txt') } });
    expect(ask.toolUse).not.toBeNull();
    expect(bench.engine.status(thread)).toMatchObject({ status: 'waiting', asks: [{ id: ask.id }] });
    expect(existsSync(file('out.txt'))).toBe(false);
    bench.engine.answer(thread, ask.id, { kind: 'allow' });
    expect((await turn).state).toBe('done');
    expect(readFileSync(file('out.txt'), 'utf8')).toBe('hello there\n');
    expect(bench.engine.turns(thread)[0]!.paths).toEqual([file('out.txt')]);
  });

  it('is not asked again when allowed for always', async () => {
    const { thread, turn, ask } = await asked('write a.txt: one');
    expect(ask.suggestions.length).toBeGreaterThan(0);
    bench.engine.answer(thread, ask.id, { kind: 'allow', always: ask.suggestions });
    await turn;
    await bench.engine.prompt(thread, 'write b.txt: two');
    expect(readFileSync(file('b.txt'), 'utf8')).toBe('two\n');
    expect(bench.events.filter(({ type }) => type === 'permission.asked')).toHaveLength(1);
  });

  it.each([
    { name: 'denied', comment: undefined },
    { name: 'denied with a comment', comment: 'use a better name' },
  ])('changes nothing when $name', async ({ comment }) => {
    const { thread, turn, ask } = await asked('write bad.txt: no');
    bench.engine.answer(thread, ask.id, { kind: 'deny', comment });
    expect((await turn).state).toBe('done');
    expect(existsSync(file('bad.txt'))).toBe(false);
    const results = bench.world.model.requests.at(-1)!.results;
    expect(results[0]).toMatchObject({ is_error: true });
    if (comment) expect(JSON.stringify(results[0])).toContain(comment);
    expect(() => bench.engine.answer(thread, ask.id, { kind: 'allow' })).toThrow(/not open any more/);
  });
});

describe('a question', () => {
  it.each(['Green', 'more of a teal, really'])('is answered with %s', async (choice) => {
    const thread = bench.thread();
    const turn = bench.engine.prompt(thread, 'ask me something');
    const { ask } = await bench.saw('question.asked');
    if (ask.kind !== 'question') throw new Error('not a question');
    expect(ask.questions[0]!.options.map(({ label }) => label)).toEqual(['Blue', 'Green', 'Red']);
    bench.engine.answer(thread, ask.id, { kind: 'choose', answers: { [ask.questions[0]!.question]: choice } });
    expect((await turn).text).toContain(choice);
  });
});
