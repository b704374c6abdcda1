import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { DialogAsk } from '../../src/engine/agent.ts';
import { type Bench, eventually, openBench, waitingCommand } from '../support/engine.ts';
import { claudeProcesses } from '../support/world.ts';

let bench: Bench;
afterEach(() => bench.close());

const failures = () => bench.events.flatMap((event) => (event.type === 'turn.end' && event.error ? [event.error] : []));

/** Whatever happened, the conversation goes on. */
async function goesOn(thread: ReturnType<Bench['thread']>) {
  const next = await bench.engine.prompt(thread, 'Remember the codeword: Newt. Reply OK.');
  expect(next).toMatchObject({ state: 'done', text: 'OK' });
}

describe('the model fails', () => {
  it.each([
    { prompt: 'error 400', code: /invalid|request/ },
    { prompt: 'error 401', code: /auth/ },
    { prompt: 'error 429', code: /rate/ },
    { prompt: 'error 529', code: /overload|server/ },
  ])('$prompt: one clear failure, and the next turn works', async ({ prompt, code }) => {
    bench = await openBench();
    const thread = bench.thread();
    const result = await bench.engine.prompt(thread, prompt);
    expect(result).toMatchObject({ state: 'failed', error: { text: expect.any(String), next: expect.any(String) } });
    expect(result.error!.code).toMatch(code);
    expect(failures()).toHaveLength(1);
    expect(bench.engine.messages(thread)[0]!.blocks).toEqual([{ type: 'text', text: prompt }]);
    await goesOn(thread);
  });

  it('a dropped connection: the turn ends, and the next one works', async () => {
    bench = await openBench({ env: { CLAUDE_CODE_MAX_RETRIES: '0' } });
    const thread = bench.thread();
    const result = await bench.engine.prompt(thread, 'drop it');
    expect(['failed', 'done']).toContain(result.state);
    await goesOn(thread);
  });

  it('a stalled stream can be interrupted, and the next turn works', async () => {
    bench = await openBench();
    const thread = bench.thread();
    const turn = bench.engine.prompt(thread, 'stall now');
    await bench.world.model.waitForRequest('stall now');
    await bench.saw('text.preview');
    await bench.engine.abort(thread);
    expect((await turn).state).toBe('interrupted');
    await goesOn(thread);
  });
});

describe('claude is not as it should be', () => {
  it('missing: says how to get it, keeps the prompt out of the thread and gives it back', async () => {
    bench = await openBench();
    const { CCCHAT_CLAUDE: _, ...env } = bench.world.env;
    await bench.reopen({ claude: undefined, env: { ...env, PATH: bench.world.root } });
    const thread = bench.thread();
    const result = await bench.engine.prompt(thread, 'hello?');
    expect(result).toMatchObject({ state: 'failed', error: { code: 'claude-missing' } });
    expect(result.error!.next).toMatch(/npm install/i);
    expect(await bench.saw('turn.end')).toMatchObject({ returned: 'hello?' });
    expect(bench.engine.messages(thread)).toEqual([]);
  });

  it('too old: says so', async () => {
    bench = await openBench();
    const old = path.join(bench.world.root, 'old-claude');
    writeFileSync(old, '#!/bin/sh\necho "1.0.3 (Claude Code)"\n');
    chmodSync(old, 0o755);
    await bench.reopen({ claude: old });
    const result = await bench.engine.prompt(bench.thread(), 'hello?');
    expect(result).toMatchObject({ state: 'failed', error: { code: 'claude-too-old' } });
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
  it.each([
    { name: 'while it streams', prompt: 'count slowly to 60', until: () => bench.saw('text.preview') },
    { name: 'in a tool', prompt: `please run \`${waitingCommand}\``, until: () => bench.saw('tool.start') },
  ])('$name: lost, said so, and the next turn has what there was', async ({ prompt, until }) => {
    bench = await openBench({ engine: { defaults: { allowedTools: ['Bash'] } } });
    const thread = bench.thread();
    const turn = bench.engine.prompt(thread, prompt);
    await until();
    for (const { pid } of claudeProcesses(bench.world)) process.kill(pid, 'SIGKILL');
    expect(await turn).toMatchObject({ state: 'lost', error: { code: 'agent-exited' } });
    expect(bench.engine.messages(thread)[0]!.blocks).toEqual([{ type: 'text', text: prompt }]);
    await goesOn(thread);
    expect(bench.world.model.requests.at(-1)!.said(prompt)).toBe(true);
  });
});
