// `claude`'s own slash commands: those that make a turn, those that only print, those that open something, those nobody knows.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AgentSession } from '../../src/engine/agent.ts';
import { type Driver, makeDriver } from './driver.ts';

let driver: Driver;
let session: AgentSession;
beforeAll(async () => {
  driver = await makeDriver();
  const commands = path.join(driver.world.cwd, '.claude/commands');
  mkdirSync(commands, { recursive: true });
  writeFileSync(path.join(commands, 'greet.md'), 'Say hello to $ARGUMENTS');
  session = await driver.start();
  await driver.turn(session, 'hello');
});
afterAll(() => driver.close());

const outputs = () =>
  [
    ...driver.since('notice').map(({ text }) => text),
    ...driver.since('inserted').map(({ blocks }) => JSON.stringify(blocks)),
  ].join('\n');

test('a custom command is a turn: the model gets what it stands for', async () => {
  const end = await driver.turn(session, '/greet the world', 'command');
  expect(end.state).toBe('done');
  expect(driver.world.model.requests.at(-1)!.said('Say hello to the world')).toBe(true);
  expect(driver.prompts()).toMatchObject([{ text: '/greet the world' }]);
});

test('a command that prints ends by itself, and the person sees what it printed', async () => {
  const requests = driver.world.model.requests.length;
  const end = await driver.turn(session, '/context', 'command');
  expect(end.state).toBe('done');
  expect(driver.world.model.requests.length).toBe(requests);
  expect(outputs()).toMatch(/context/i);
});

test('a command that opens a panel: it is shown as it stands and closed by the person', async () => {
  driver.mark();
  await session.submit('/cost', 'command');
  const ask = await driver.asked('dialog');
  expect(ask.name).toBe('unknown');
  expect(ask.text).toMatch(/cost/i);
  driver.agent.answer(ask.id, { kind: 'key', key: 'esc' });
  expect((await driver.next('end')).state).toBe('done');
});

test.each([
  ['/zqxjkwv', 'claude knows no command /zqxjkwv.'],
  ['/zqxjkwv words that matter', 'claude knows no command /zqxjkwv.'],
  ['/foo', 'claude knows no command /foo. Did you mean /loop?'],
])('%s, unknown: a failure that names it, no request, no other command', async (command, text) => {
  await driver.turn(session, 'hello');
  const requests = driver.world.model.requests.length;
  const end = await driver.turn(session, command, 'command');
  expect(end).toMatchObject({ state: 'failed', error: { code: 'unknown-command', text } });
  expect(driver.world.model.requests.length).toBe(requests);
  expect(outputs()).toBe('');
});

test('compaction: the summary is told, and the conversation goes on from it', async () => {
  const end = await driver.turn(session, '/compact', 'command');
  expect(end.state).toBe('done');
  expect(driver.since('inserted').some(({ role }) => role === 'summary')).toBe(true);
  expect((await driver.turn(session, 'hello again')).state).toBe('done');
  expect(driver.world.model.requests.at(-1)!.said('The user said')).toBe(true);
});
