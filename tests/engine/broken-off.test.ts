// A turn that broke off, brought back by another `claude`: nobody hears or sees a word that neither the person nor the model said.
import { existsSync, readFileSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import type { Script } from '../../src/demo/model.ts';
import { plainText } from '../../src/store/text.ts';
import type { ThreadId } from '../../src/store/types.ts';
import { type Bench, eventually, openBench, shownTexts, waitingCommand } from '../support/engine.ts';
import { startOther } from '../support/other-process.ts';
import { toldModel } from '../support/told-model.ts';
import { claudeProcesses } from '../support/world.ts';

let bench: Bench;
afterEach(() => bench.close());

const told = toldModel();
const script: Script = (request) => {
  if (request.opening === 'fail') return [{ error: 400, message: 'no' }];
  const isMute =
    request.opening.startsWith('mute') && request.calls.length === request.opening.split('tool').length - 1;
  return isMute ? [{ stall: true }] : told(request);
};
const open = () =>
  openBench({ script, env: { CLAUDE_CODE_MAX_RETRIES: '0' }, engine: { defaults: { allowedTools: ['Bash'] } } });

const recorded = (thread: ThreadId, what: string) =>
  eventually(() => {
    const file = bench.engine.turns(thread)[0]?.transcript;
    return file && existsSync(file) && readFileSync(file, 'utf8').includes(what);
  }, `${what} in the transcript`);
/** What every first prompt brings along. */
const listed = (thread: ThreadId) => recorded(thread, '"skill_listing"');
const answered = (thread: ThreadId) => recorded(thread, '"tool_result"');
const killed = async () => {
  for (const { pid } of claudeProcesses(bench.world)) process.kill(pid, 'SIGKILL');
};

async function goesOn(thread: ThreadId, prompt: string) {
  expect(await bench.engine.prompt(thread, 'say next')).toMatchObject({ state: 'done', text: 'next' });
  const messages = bench.engine.messages(thread);
  const prompts = messages.filter(({ role }) => role === 'user').map(({ blocks }) => plainText(blocks));
  expect(prompts).toEqual([prompt, 'say next']);
  expect(messages.every(({ blocks }) => blocks.length > 0)).toBe(true);
  const shown = shownTexts(bench.world.model.requests.filter(({ kind }) => kind === 'turn').at(-1)!);
  for (const all of [messages, shown])
    expect(JSON.stringify(all)).not.toMatch(/No response requested|Continue from where you left off|No answer/);
  expect(shown.at(-1)).toEqual(['user', 'say next']);
}

it.each([
  { when: 'before its first word', prompt: 'mute', seen: listed, end: killed },
  { when: 'before a word after its tool', prompt: 'mute && tool echo hi', seen: answered, end: killed },
  { when: 'in a tool', prompt: `tool ${waitingCommand}`, seen: () => bench.saw('tool.start'), end: killed },
  {
    when: 'after the model failed',
    prompt: 'fail',
    seen: () => bench.saw('turn.end'),
    end: () => bench.reopen(),
  },
])('a turn whose claude ended $when', async ({ prompt, seen, end }) => {
  bench = await open();
  const thread = bench.thread();
  const turn = bench.engine.prompt(thread, prompt);
  await seen(thread);
  await end();
  await turn;
  await goesOn(thread, prompt);
});

it('a turn whose ccchat was killed', async () => {
  bench = await open();
  const thread = bench.thread();
  const other = await startOther(bench.world);
  other.tell({ do: 'prompt', thread, text: 'slow 20' });
  await eventually(
    () => other.events.some((event) => event.type === 'text.preview' && event.text.includes('Paragraph')),
    'its words',
  );
  await other.kill();
  await eventually(() => claudeProcesses(bench.world).length === 0, 'its claude gone too');
  await bench.reopen();
  await goesOn(thread, 'slow 20');
});
