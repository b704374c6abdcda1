import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { DialogAsk } from '../../src/engine/agent.ts';
import { plainText } from '../../src/store/text.ts';
import type { ThreadId } from '../../src/store/types.ts';
import { type Bench, eventually, openBench, waitingCommand } from '../support/engine.ts';
import { claudeProcesses } from '../support/world.ts';

let bench: Bench;
afterEach(() => bench.close());

const failures = () => bench.events.flatMap((event) => (event.type === 'turn.end' && event.error ? [event.error] : []));

/** What waits behind a turn that fails waits on. */
function promptWithQueue(thread: ThreadId, text: string) {
  const turn = bench.engine.prompt(thread, text);
  bench.engine.followUp(thread, 'Remember the codeword: Newt. Reply OK.');
  return turn;
}

/** Said once, with what to do; the prompt is in the thread or given back, and what was queued stands there still. */
function toldOnce(thread: ThreadId, { text, kept }: { text: string; kept: 'in the thread' | 'given back' }) {
  expect(failures()).toHaveLength(1);
  expect(failures()[0]).toMatchObject({ text: expect.stringMatching(/\w{3}/), next: expect.stringMatching(/\w{3}/) });
  expect(bench.events.filter((event) => event.type === 'notice' && event.level === 'error')).toEqual([]);
  expect(bench.engine.turns(thread)).toHaveLength(kept === 'in the thread' ? 1 : 0);
  const prompts = bench.engine
    .messages(thread)
    .slice(0, 1)
    .map(({ blocks }) => blocks);
  expect(prompts).toEqual(kept === 'in the thread' ? [[{ type: 'text', text }]] : []);
  const end = bench.events.find((event) => event.type === 'turn.end');
  expect(end).toMatchObject({ returned: kept === 'in the thread' ? null : text });
  expect(bench.engine.status(thread)).toMatchObject({ status: 'queued', paused: true, queue: [{ state: 'queued' }] });
}

/** Whatever happened, the conversation goes on, and what waited runs. */
async function goesOn(thread: ThreadId) {
  expect((await bench.engine.prompt(thread, 'hello again')).state).toBe('done');
  await bench.engine.waitForIdle(thread);
  expect(bench.engine.inbox.list(thread)).toEqual([]);
  expect(await bench.engine.prompt(thread, 'What was the codeword?')).toMatchObject({ state: 'done', text: 'Newt' });
}

describe('the model fails', () => {
  it.each([
    { prompt: 'error 400', code: 'invalid-request' },
    { prompt: 'error 401', code: 'authentication' },
    { prompt: 'error 429', code: 'rate-limit' },
    { prompt: 'error 529', code: 'overloaded' },
    { prompt: 'drop it', code: 'connection' },
  ])('$prompt: one clear failure, nothing lost, and the next turn works', async ({ prompt, code }) => {
    bench = await openBench({ env: { CLAUDE_CODE_MAX_RETRIES: '0' } });
    const thread = bench.thread();
    const result = await promptWithQueue(thread, prompt);
    expect(result).toMatchObject({ state: 'failed', error: { code } });
    await bench.engine.waitForIdle(thread);
    toldOnce(thread, { text: prompt, kept: 'in the thread' });
    await goesOn(thread);
  });

  it('a stalled stream can be interrupted, nothing is lost, and the next turn works', async () => {
    bench = await openBench();
    const thread = bench.thread();
    const turn = promptWithQueue(thread, 'stall now');
    await bench.world.model.waitForRequest('stall now');
    await bench.saw('text.preview');
    await bench.engine.abort(thread);
    expect(await turn).toMatchObject({ state: 'interrupted', error: null });
    expect(bench.engine.messages(thread)[0]!.blocks).toEqual([{ type: 'text', text: 'stall now' }]);
    await goesOn(thread);
  });
});

describe('claude is not as it should be', () => {
  const withoutKey = ({ ANTHROPIC_API_KEY: _, ...env }: NodeJS.ProcessEnv) => env;
  const old = () => {
    const file = path.join(bench.world.root, 'old-claude');
    writeFileSync(file, '#!/bin/sh\necho "1.0.3 (Claude Code)"\n', { mode: 0o755 });
    return file;
  };

  it.each([
    {
      name: 'missing',
      code: 'claude-missing',
      next: /npm install/,
      options: () => ({ claude: undefined, env: { ...bench.world.env, CCCHAT_CLAUDE: '', PATH: bench.world.root } }),
    },
    { name: 'too old', code: 'claude-too-old', next: /npm install/, options: () => ({ claude: old() }) },
    { name: 'signed out', code: 'signed-out', next: /\/login/, options: () => ({ env: withoutKey(bench.world.env) }) },
  ])('$name: said once, the prompt is given back, and the next turn works once it is mended', async (wrong) => {
    bench = await openBench();
    await bench.reopen(wrong.options());
    const thread = bench.thread();
    const result = await promptWithQueue(thread, 'hello?');
    expect(result).toMatchObject({
      state: 'failed',
      error: { code: wrong.code, next: expect.stringMatching(wrong.next) },
    });
    await bench.engine.waitForIdle(thread);
    toldOnce(thread, { text: 'hello?', kept: 'given back' });
    expect(claudeProcesses(bench.world)).toEqual([]);
    await bench.reopen();
    await goesOn(thread);
  });

  it('the folder is not trusted: the question is passed through, and yes goes on', async () => {
    bench = await openBench({ trusted: false });
    const thread = bench.thread();
    const turn = bench.engine.prompt(thread, 'Remember the codeword: Mole. Reply OK.');
    const { ask } = await bench.saw('question.asked');
    expect(ask).toMatchObject({ kind: 'dialog', name: 'trust', text: expect.stringContaining(bench.world.cwd) });
    expect(bench.engine.status(thread).status).toBe('waiting');
    const yes = (ask as DialogAsk).options.find(({ label }) => /yes/i.test(label))!;
    bench.engine.answer(thread, ask.id, { kind: 'key', key: yes.key });
    expect(await turn).toMatchObject({ state: 'done', text: 'OK' });
  });

  it('the folder is not trusted: no ends the turn, said once, and the next one works once it is trusted', async () => {
    bench = await openBench({ trusted: false });
    const thread = bench.thread();
    const turn = promptWithQueue(thread, 'hello?');
    const { ask } = await bench.saw('question.asked');
    const no = (ask as DialogAsk).options.find(({ label }) => /no/i.test(label))!;
    bench.engine.answer(thread, ask.id, { kind: 'key', key: no.key });
    expect(await turn).toMatchObject({ state: 'failed', error: { code: 'not-trusted' } });
    await bench.engine.waitForIdle(thread);
    toldOnce(thread, { text: 'hello?', kept: 'given back' });
    bench.world.trust(bench.world.cwd);
    await goesOn(thread);
  });

  it('the folder is not trusted: with nobody to answer, the turn fails and nothing is left running', async () => {
    bench = await openBench({ trusted: false });
    const thread = bench.thread();
    const turn = bench.engine.prompt(thread, 'hello');
    const { ask } = await bench.saw('question.asked');
    bench.engine.answer(thread, ask.id, { kind: 'deny' });
    expect(await turn).toMatchObject({ state: 'failed', error: { code: 'not-trusted' } });
    await eventually(() => claudeProcesses(bench.world).length === 0, 'no process left');
  });

  it('the folder is not trusted: aborting leaves nothing running', async () => {
    bench = await openBench({ trusted: false });
    const thread = bench.thread();
    const turn = bench.engine.prompt(thread, 'hello');
    await bench.saw('question.asked');
    await bench.engine.abort(thread);
    expect(await turn).toMatchObject({ state: 'interrupted' });
    await eventually(() => claudeProcesses(bench.world).length === 0, 'no process left');
  });

  it('a new API key: the question is passed through', async () => {
    bench = await openBench({ approvedKey: false });
    const thread = bench.thread();
    const turn = bench.engine.prompt(thread, 'Remember the codeword: Vole. Reply OK.');
    const { ask } = await bench.saw('question.asked');
    expect(ask).toMatchObject({ kind: 'dialog', name: 'api-key' });
    const yes = (ask as DialogAsk).options.find(({ label }) => /yes/i.test(label))!;
    bench.engine.answer(thread, ask.id, { kind: 'key', key: yes.key });
    expect(await turn).toMatchObject({ state: 'done', text: 'OK' });
  });
});

describe('claude is killed', () => {
  const kill = () => {
    for (const { pid } of claudeProcesses(bench.world)) process.kill(pid, 'SIGKILL');
  };

  it.each([
    { name: 'while it streams', prompt: 'count slowly to 60', until: () => bench.saw('text.preview') },
    { name: 'in a tool', prompt: `please run \`${waitingCommand}\``, until: () => bench.saw('tool.start') },
  ])('$name: lost, said so, and the next turn has what there was', async ({ prompt, until }) => {
    bench = await openBench({ engine: { defaults: { allowedTools: ['Bash'] } } });
    const thread = bench.thread();
    const turn = promptWithQueue(thread, prompt);
    await until();
    kill();
    expect(await turn).toMatchObject({ state: 'lost', error: { code: 'agent-exited' } });
    await bench.engine.waitForIdle(thread);
    toldOnce(thread, { text: prompt, kept: 'in the thread' });
    const shown = bench.events
      .filter((event) => event.type === 'text.preview')
      .at(-1)
      ?.text.trim();
    const kept = bench.engine.messages(thread).filter(({ role }) => role === 'assistant');
    if (shown) expect(kept.map(({ blocks }) => plainText(blocks))).toEqual([shown]);
    await goesOn(thread);
    expect(bench.world.model.requests.at(-1)!.said(prompt)).toBe(true);
    if (shown) expect(bench.world.model.requests.at(-1)!.said(shown)).toBe(true);
  });

  it('while it idles: there is nothing to say, and the next turn has everything', async () => {
    bench = await openBench();
    const thread = bench.thread();
    await bench.engine.prompt(thread, 'Remember the codeword: Newt. Reply OK.');
    kill();
    await goesOn(thread);
    expect(failures()).toEqual([]);
    expect(bench.events.filter(({ type }) => type === 'notice')).toEqual([]);
  });
});
