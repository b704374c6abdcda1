// The door is closed to strangers, nothing private lies around, and no `claude` outlives whoever drives it.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { startHookServer } from '../../src/engine/claude/hook-server.ts';
import type { Hook } from '../../src/engine/claude/hooks.ts';
import { openLog, silentLog } from '../../src/engine/log.ts';
import { claudeProcesses } from '../support/world.ts';
import { type Driver, makeDriver } from './driver.ts';

let driver: Driver | undefined;
afterEach(async () => {
  await driver?.close();
  driver = undefined;
});

test('the hook server answers only a POST on its path with its secret, for a session it knows', async () => {
  const server = await startHookServer(silentLog);
  const heard: Hook[] = [];
  server.listen('mine', (hook) => {
    heard.push(hook);
    return { fine: true };
  });
  const body = JSON.stringify({ hook_event_name: 'Stop', prompt_id: 'p', last_assistant_message: 'x' });
  const headers = server.headers('mine');
  const call = async (change: { url?: string; method?: string; headers?: Record<string, string>; body?: string }) => {
    const init = {
      method: change.method ?? 'POST',
      headers: { ...headers, ...change.headers },
      body: change.body ?? body,
    };
    const answer = await fetch(
      change.url ?? server.url,
      init.method === 'GET' ? { ...init, body: undefined } : init,
    ).catch(() => null);
    return answer?.status ?? 0;
  };
  expect(await call({})).toBe(200);
  expect(heard).toHaveLength(1);
  const refused: Parameters<typeof call>[0][] = [
    { method: 'GET' },
    { method: 'PUT' },
    { url: `${server.url}/more` },
    { url: server.url.replace('/hook', '/') },
    { headers: { 'x-ccchat-secret': '' } },
    { headers: { 'x-ccchat-secret': 'f'.repeat(64) } },
    { headers: { 'x-ccchat-secret': headers['x-ccchat-secret']!.slice(0, -1) } },
    { headers: { 'x-ccchat-session': 'other' } },
    { headers: { origin: 'http://example.com' } },
    { url: server.url.replace('127.0.0.1', 'localhost') },
  ];
  for (const change of refused) expect([change, await call(change)].at(1)).not.toBe(200);
  expect(await call({ body: 'no json' })).toBe(400);
  expect(heard).toHaveLength(1);
  expect(server.url).not.toContain(headers['x-ccchat-secret']);
  server.forget('mine');
  expect(await call({})).not.toBe(200);
  await server.close();
  expect(await call({})).toBe(0);
});

test('the settings file is private, goes with its session, and keeps the user’s own settings and hooks', async () => {
  driver = await makeDriver();
  const { world } = driver;
  const folders = () =>
    readdirSync(tmpdir()).filter((name) => name.startsWith(`ccchat-${process.getuid!()}-${process.pid}-`));
  const before = folders();
  const mark = path.join(world.root, 'their-hook-ran');
  const own = { hooks: { Stop: [{ hooks: [{ type: 'command', command: `touch ${mark}` }] }] }, cleanupPeriodDays: 7 };
  const session = await driver.start({ extraArgs: ['--settings', JSON.stringify(own)] });
  const [folder] = folders().filter((name) => !before.includes(name));
  const dir = path.join(tmpdir(), folder!);
  const file = path.join(dir, `${session.id}.json`);
  expect(statSync(dir).mode & 0o777).toBe(0o700);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const settings = JSON.parse(readFileSync(file, 'utf8'));
  expect(settings.cleanupPeriodDays).toBe(7);
  expect(settings.hooks.Stop).toHaveLength(2);
  expect((await driver.turn(session, 'hello')).state).toBe('done');
  await driver.until('their own hook', () => existsSync(mark));
  await session.close();
  expect(existsSync(file)).toBe(false);
  await driver.agent.close();
  expect(existsSync(dir)).toBe(false);
});

test('what the model is sent does not mention the hooks, not even after a compaction', async () => {
  driver = await makeDriver();
  const session = await driver.start();
  await driver.turn(session, 'run `echo hi`');
  await driver.turn(session, '/compact', 'command');
  await driver.turn(session, 'hello again');
  const sent = JSON.stringify(driver.world.model.requests.map(({ body }) => body));
  expect(sent).not.toContain('127.0.0.1');
  expect(sent).not.toContain('x-ccchat');
});

test('close leaves no claude, in the middle of a tool as well', async () => {
  driver = await makeDriver();
  const [one, two] = await Promise.all([driver.start(), driver.start()]);
  driver.mark();
  await one.submit('run `sleep 9`');
  await driver.next('tool.start');
  expect(claudeProcesses(driver.world).length).toBeGreaterThanOrEqual(2);
  await Promise.all([one.close(), two.close()]);
  await driver.until('no claude', () => claudeProcesses(driver!.world).length === 0);
});

test('no claude outlives a driver that is killed', async () => {
  driver = await makeDriver();
  const { world } = driver;
  const program = path.join(world.root, 'driver.mts');
  const source = path.resolve(import.meta.dirname, '../../src/engine');
  writeFileSync(
    program,
    `import { createClaudeAgent } from ${JSON.stringify(`${source}/claude/index.ts`)};
     import { silentLog } from ${JSON.stringify(`${source}/log.ts`)};
     const agent = createClaudeAgent({ env: process.env, log: silentLog });
     const setup = { cwd: ${JSON.stringify(world.cwd)}, mode: 'ask', allowedTools: [], deniedTools: [], mcpConfig: [], extraArgs: [] };
     const session = await agent.start(setup, [], () => {});
     await session.submit('count slowly to 900');
     console.log(session.pid);`,
  );
  const tsx = path.resolve(import.meta.dirname, '../../node_modules/tsx/dist/loader.mjs');
  const child = spawn(process.execPath, ['--import', tsx, program], {
    env: world.env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const pid = await new Promise<number>((resolve) =>
    child.stdout.once('data', (data) => resolve(Number(String(data)))),
  );
  expect(claudeProcesses(world).map((one) => one.pid)).toContain(pid);
  child.kill('SIGKILL');
  await driver.until('no claude', () => !claudeProcesses(world).some((one) => one.pid === pid));
});

test('the log cuts texts, counts the rest, and never holds a secret', async () => {
  driver = await makeDriver();
  const file = path.join(driver.world.root, 'debug.log');
  const log = openLog({ CCCHAT_LOG: file });
  log.write('test', { text: 'x'.repeat(1_000), apiKey: 'sk-1', nested: { 'x-ccchat-secret': 'abc', ok: [1, 'two'] } });
  log.close();
  log.write('test', 'after close');
  const [line, ...rest] = readFileSync(file, 'utf8').trim().split('\n');
  expect(rest).toEqual([]);
  const { channel, data } = JSON.parse(line!);
  expect(channel).toBe('test');
  expect(data.text).toBe(`${'x'.repeat(200)}… (+800 characters)`);
  expect(JSON.stringify(data)).not.toMatch(/sk-1|abc/);
  expect(data.nested.ok).toEqual([1, 'two']);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});
