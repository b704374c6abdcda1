// Whatever else stands in a transcript, while its turn runs and after its process died: no crash, and no turn is lost.
import { appendFileSync, readFileSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { plainText } from '../../src/store/text.ts';
import type { ThreadId } from '../../src/store/types.ts';
import { type Bench, eventually, openBench } from '../support/engine.ts';
import { startOther } from '../support/other-process.ts';
import { claudeProcesses } from '../support/world.ts';

let bench: Bench;
afterEach(() => bench.close());

/** Lines that nobody wrote on purpose, and some that came before. */
function garble(file: string): void {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  const late = JSON.stringify({ type: 'user', uuid: 'no-such', parentUuid: 'never-came', message: { role: 'user' } });
  const texts = [
    '{"type":"user","mess',
    'null',
    '[[[',
    '{"type":"never-heard-of","uuid":"x"}',
    late,
    ...lines.toReversed(),
  ];
  const huge = JSON.stringify({
    type: 'attachment',
    uuid: 'huge',
    attachment: { content: 'x'.repeat(10 * 1024 * 1024) },
  });
  appendFileSync(file, `${texts.join('\n')}\n${huge}\n`);
  appendFileSync(file, Buffer.from([0xff, 0xfe, 0xc3, 0x28, 10, 0, 10]));
}

const fileOf = (thread: ThreadId) => eventually(() => bench.engine.turns(thread).at(-1)?.transcript, 'the transcript');
const said = (thread: ThreadId) => bench.engine.messages(thread).map(({ role, blocks }) => [role, plainText(blocks)]);

it('while the turn runs', async () => {
  bench = await openBench({ engine: { defaults: { allowedTools: ['Bash'] } } });
  const thread = bench.thread();
  const work = `please run \`echo kept; ${bench.waitingCommand}\``;
  const turn = bench.engine.prompt(thread, work);
  await bench.saw('tool.start');
  garble(await fileOf(thread));
  bench.letGo();
  expect(await turn).toMatchObject({ state: 'done', text: 'done' });
  expect(said(thread).map(([role]) => role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
  expect(said(thread)[0]).toEqual(['user', work]);
  expect((await bench.engine.prompt(thread, 'Remember the codeword: Gannet. Reply OK.')).text).toBe('OK');
  await bench.reopen();
  expect((await bench.engine.prompt(thread, 'What was the codeword?')).text).toBe('Gannet');
});

it('after ccchat and claude died in the middle of a turn', async () => {
  bench = await openBench({ engine: { defaults: { allowedTools: ['Bash'] } } });
  const other = await startOther(bench.world);
  const thread = bench.thread();
  other.tell({ do: 'prompt', thread, text: 'Remember the codeword: Gannet. Reply OK.' });
  await other.done('prompt');
  other.tell({ do: 'prompt', thread, text: `please run \`${bench.waitingCommand}\`` });
  await other.saw('tool.start');
  const file = await fileOf(thread);
  await other.kill();
  await eventually(() => claudeProcesses(bench.world).length === 0, 'its claude gone too');
  garble(file);
  appendFileSync(file, readFileSync(file, 'utf8').split('\n')[0]!.slice(0, -20));
  await bench.reopen();
  expect(bench.engine.turns(thread).map(({ state }) => state)).toEqual(['done', 'lost']);
  expect(said(thread).slice(0, 3)).toEqual([
    ['user', 'Remember the codeword: Gannet. Reply OK.'],
    ['assistant', 'OK'],
    ['user', `please run \`${bench.waitingCommand}\``],
  ]);
  expect((await bench.engine.prompt(thread, 'What was the codeword?')).text).toBe('Gannet');
});
