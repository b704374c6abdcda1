// Everything that can go wrong with a turn or a start: one clear failure, a state, nothing left behind, and a next turn that works.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { rules } from '../../src/demo/model.ts';
import { defaultScript } from '../../src/demo/scripts.ts';
import { AgentError, type AgentSetup } from '../../src/engine/agent.ts';
import { createClaudeAgent } from '../../src/engine/claude/index.ts';
import { silentLog } from '../../src/engine/log.ts';
import { claudeProcesses } from '../support/world.ts';
import { type Driver, makeDriver } from './driver.ts';

let driver: Driver | undefined;
afterEach(async () => {
  await driver?.close();
  driver = undefined;
});

test('400, 401, 429, 529: the turn fails with a code, words and a next step; then the next one works', async () => {
  driver = await makeDriver();
  const session = await driver.start();
  const codes: Record<string, string> = {
    400: 'invalid-request',
    401: 'authentication',
    429: 'rate-limit',
    529: 'overloaded',
  };
  for (const [status, code] of Object.entries(codes)) {
    const end = await driver.turn(session, `error ${status}`);
    expect(end).toMatchObject({ state: 'failed', error: { code } });
    expect(end.error!.text.length).toBeGreaterThan(10);
    expect(end.error!.next.length).toBeGreaterThan(10);
    expect(driver.prompts()).toMatchObject([{ text: `error ${status}` }]);
    expect(driver.since('end')).toHaveLength(1);
  }
  expect((await driver.turn(session, 'hello again')).state).toBe('done');
});

test('a dropped connection: claude says that it tries again, and gives up when told to', async () => {
  driver = await makeDriver({ env: { CLAUDE_CODE_MAX_RETRIES: '1' } });
  const session = await driver.start();
  const end = await driver.turn(session, 'drop');
  expect(end.state).toBe('failed');
  expect(end.error!.code).toMatch(/^(connection|failed|server-error)$/);
  expect(driver.since('end')).toHaveLength(1);
  expect((await driver.turn(session, 'hello again')).state).toBe('done');
});

test('a dropped connection that comes back: retries are told, the turn is done', async () => {
  driver = await makeDriver({
    script: rules([{ when: 'flaky', times: 2, reply: [{ drop: true }] }], [{ text: 'There you are.' }]),
  });
  const session = await driver.start();
  const end = await driver.turn(session, 'flaky');
  expect(end.state).toBe('done');
  expect(driver.since('notice').filter(({ code }) => code === 'retrying').length).toBeGreaterThan(0);
  expect(driver.since('block').at(-1)?.block).toEqual({ type: 'text', text: 'There you are.' });
});

test('a stalled stream is noticed once, not failed; interrupting ends it', async () => {
  driver = await makeDriver({ agent: { stallMs: 2_000 } });
  const session = await driver.start();
  driver.mark();
  await session.submit('stall');
  const notice = await driver.next('notice', ({ code }) => code === 'stalled');
  expect(notice.next).toBeTruthy();
  expect(driver.since('end')).toEqual([]);
  await session.interrupt();
  expect(driver.since('end')).toMatchObject([{ state: 'interrupted' }]);
  expect(driver.since('notice').filter(({ code }) => code === 'stalled')).toHaveLength(1);
  expect((await driver.turn(session, 'hello again')).state).toBe('done');
});

test('claude killed while it streams, in a tool, while idle: one exit, and the session says it is gone', async () => {
  driver = await makeDriver();
  const scenes: [string, 'preview' | 'tool.start' | null][] = [
    ['count slowly to 500', 'preview'],
    ['run `sleep 9`', 'tool.start'],
    ['', null],
  ];
  for (const [prompt, moment] of scenes) {
    const session = await driver.start();
    driver.mark();
    if (moment) {
      await session.submit(prompt);
      await driver.next(moment);
    }
    process.kill(session.pid, 'SIGKILL');
    await driver.next('exit');
    expect(session.alive).toBe(false);
    expect(driver.since('exit')).toHaveLength(1);
    await expect(session.submit('anyone there?')).rejects.toMatchObject({ code: 'agent-exited' });
    await session.close();
  }
  expect((await driver.turn(await driver.start(), 'hello again')).state).toBe('done');
});

test('a turn whose process was lost is read from its transcript', async () => {
  driver = await makeDriver({
    script: rules([
      { when: 'twice', reply: [{ tool: 'Bash', input: { command: 'echo kept' } }], after: [{ stall: true }] },
    ]),
  });
  const session = await driver.start();
  const { transcript, offset } = session.place;
  driver.mark();
  await session.submit('twice');
  await driver.next('tool.end');
  process.kill(session.pid, 'SIGKILL');
  await driver.next('exit');
  const recovered = await driver.agent.recover(transcript, offset);
  expect(recovered).toMatchObject({ accepted: true, finished: false });
  expect(recovered.events.map(({ type }) => type)).toEqual(expect.arrayContaining(['prompt', 'block', 'tool.end']));
});

test('claude missing, too old, broken, signed out, folder gone: each with its code and a next step', async () => {
  driver = await makeDriver();
  const { world } = driver;
  const fake = (name: string, says: string) => {
    const file = path.join(world.root, name);
    writeFileSync(file, `#!/bin/sh\necho '${says}'\n`, { mode: 0o755 });
    return file;
  };
  const setup: AgentSetup = {
    cwd: world.cwd,
    mode: 'ask',
    allowedTools: [],
    deniedTools: [],
    mcpConfig: [],
    extraArgs: [],
  };
  const failure = async (options: { claude?: string; env?: NodeJS.ProcessEnv; setup?: Partial<AgentSetup> }) => {
    const agent = createClaudeAgent({ claude: options.claude, env: { ...world.env, ...options.env }, log: silentLog });
    const error: unknown = await agent.start({ ...setup, ...options.setup }, [], () => {}).catch((caught) => caught);
    await agent.close();
    expect(error).toBeInstanceOf(AgentError);
    expect((error as AgentError).next.length).toBeGreaterThan(10);
    return (error as AgentError).code;
  };
  expect(await failure({ env: { CCCHAT_CLAUDE: undefined, PATH: '/nowhere' } })).toBe('claude-missing');
  expect(await failure({ claude: '/nowhere/claude' })).toBe('claude-missing');
  expect(await failure({ claude: fake('old', '1.0.44 (Claude Code)') })).toBe('claude-too-old');
  expect(await failure({ claude: fake('odd', 'hello') })).toBe('claude-broken');
  expect(await failure({ env: { ANTHROPIC_API_KEY: undefined } })).toBe('signed-out');
  expect(await failure({ setup: { cwd: path.join(world.root, 'gone') } })).toBe('no-folder');
  expect(await failure({ setup: { extraArgs: ['--nonsense'] } })).toBe('agent-exited');
  expect(await failure({ setup: { extraArgs: ['--settings', '/nowhere.json'] } })).toBe('bad-settings');
  expect(claudeProcesses(world)).toEqual([]);
});

test('typing into a busy session, and commands that would part it from its thread, are refused', async () => {
  driver = await makeDriver({ script: rules([{ when: 'wait', reply: [{ stall: true }] }], defaultScript) });
  const session = await driver.start();
  await expect(session.submit('/clear', 'command')).rejects.toMatchObject({ code: 'not-here' });
  await expect(session.submit('  \n ')).rejects.toMatchObject({ code: 'empty' });
  await session.submit('wait');
  await expect(session.submit('me too')).rejects.toMatchObject({ code: 'busy' });
});
