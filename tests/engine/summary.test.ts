import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bench, openBench, shownTexts } from '../support/engine.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench({ engine: { longThreadChars: 30_000 } });
});
afterAll(() => bench.close());

const shown = () => shownTexts(bench.world.model.requests.at(-1)!).map(([, text]) => text);

describe('a summary', () => {
  it('is made by the model, marked as such, stands for what came before, and deletes nothing', async () => {
    const { engine, world } = bench;
    const thread = bench.thread();
    world.model.script = ({ prompt }) => [
      { text: prompt.startsWith('Summarise') ? 'We spoke of otters.' : `said ${prompt}` },
    ];
    for (let turn = 1; turn <= 12; turn++) await engine.prompt(thread, `turn ${turn}`);
    const before = engine.messages(thread);
    const summary = await engine.summarize(thread);
    expect(summary).toMatchObject({ role: 'summary', blocks: [{ type: 'text', text: 'We spoke of otters.' }] });
    expect(engine.messages(thread)).toEqual([...before, summary]);
    await engine.prompt(thread, 'and now?');
    expect(shown()[0]).toContain('We spoke of otters.');
    expect(shown()).not.toContain('turn 2');
    expect(shown().filter((text) => /^turn \d+$/.test(text))).toHaveLength(10);
    expect(shown().at(-1)).toBe('and now?');
    await engine.prompt(thread, 'still there?');
    expect(shown()).toContain('and now?');
  });

  it('has nothing to say about an empty thread', async () => {
    await expect(bench.engine.summarize(bench.thread())).rejects.toMatchObject({ code: 'nothing-to-do' });
  });
});

describe('a long thread', () => {
  it('is brought back as a digest and its last ten turns, and the database keeps everything', async () => {
    const { engine, world } = bench;
    const thread = bench.thread();
    world.model.script = () => [{ text: 'x'.repeat(2_500), charsPerSecond: 1_000_000 }];
    for (let turn = 1; turn <= 14; turn++) await engine.prompt(thread, `turn ${turn}`);
    await bench.reopen();
    await bench.engine.prompt(thread, 'and now?');
    const prompts = shown().filter((text) => /^turn \d+$/.test(text));
    expect(prompts).toEqual(Array.from({ length: 10 }, (_, index) => `turn ${index + 5}`));
    expect(shown()[0]).toMatch(/left out because it is long[\s\S]*User: turn 4/);
    expect(bench.engine.messages(thread)).toHaveLength(30);
  });
});
