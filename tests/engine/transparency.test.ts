// The same conversation typed into bare `claude`, kept in a pooled process, and brought back from the database for every turn:
// the model must be shown the same thing each time.
import { afterEach, expect, it } from 'vitest';
import type { ModelRequest } from '../../src/demo/model.ts';
import { startBareClaude } from '../support/bare-claude.ts';
import { type Bench, openBench } from '../support/engine.ts';
import { claudeProcesses } from '../support/world.ts';

let bench: Bench;
afterEach(() => bench.close());

const prompts = [
  'Remember the codeword: Wren. Reply OK.',
  'please run `echo feather`',
  'think, please',
  'What was the codeword?',
];

/** Ids and dates aside: tool calls are named by their order. */
function comparable(requests: readonly ModelRequest[]) {
  const ids = new Map<string, string>();
  const nameOf = (id: string) => {
    if (!ids.has(id)) ids.set(id, `tool ${ids.size}`);
    return ids.get(id)!;
  };
  return requests.map(({ body }) => {
    const { system, tools, messages } = body;
    const text = JSON.stringify({ system, tools, messages }, (key, value) => {
      if (key === 'cache_control' || key === 'signature') return undefined;
      if ((key === 'id' || key === 'tool_use_id') && typeof value === 'string') return nameOf(value);
      return value;
    });
    return JSON.parse(
      text
        .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'UUID')
        .replaceAll(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, 'TIME')
        .replaceAll(/cc_version=[\w.]+; cc_entrypoint=\w+;( cch=\w+;)?/g, 'BILLING'),
    ) as { system: unknown; tools: unknown; messages: unknown[] };
  });
}

it('is not noticed by the model, pool hit and revival alike', { timeout: 180_000 }, async () => {
  bench = await openBench({ engine: { defaults: { allowedTools: ['Bash'] } } });
  const { world } = bench;
  const take = () => world.model.requests.splice(0);

  const bare = await startBareClaude(world, ['--permission-mode', 'default', '--allowedTools', 'Bash']);
  for (const prompt of prompts) await bare.turn(prompt);
  await bare.close();
  const expected = comparable(take());

  const pooled = bench.thread();
  for (const prompt of prompts) expect((await bench.engine.prompt(pooled, prompt)).state).toBe('done');
  expect(comparable(take())).toEqual(expected);

  const revived = bench.thread();
  for (const prompt of prompts) {
    expect((await bench.engine.prompt(revived, prompt)).state).toBe('done');
    await bench.reopen();
  }
  expect(claudeProcesses(world)).toEqual([]);
  expect(comparable(take())).toEqual(expected);
});
