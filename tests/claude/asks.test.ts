// Permissions, questions and dialogs on the real program: asked once, answered once, nothing confirmed that nobody chose.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { AgentError } from '../../src/engine/agent.ts';
import { type Driver, makeDriver } from './driver.ts';

let driver: Driver | undefined;
afterEach(async () => {
  await driver?.close();
  driver = undefined;
});

const inWork = (name: string) => path.join(driver!.world.cwd, name);

test('allowed once: the tool runs; it asks again the next time', async () => {
  driver = await makeDriver();
  const session = await driver.start();
  for (const round of ['one', 'two']) {
    driver.mark();
    await session.submit(`write ${round}.txt: hello`);
    const ask = await driver.asked('permission');
    expect(ask).toMatchObject({ tool: 'Write', input: { file_path: inWork(`${round}.txt`), content: 'hello\n' } });
    expect(ask.toolUse).toBe((await driver.next('tool.start')).id);
    expect(existsSync(inWork(`${round}.txt`))).toBe(false);
    driver.agent.answer(ask.id, { kind: 'allow' });
    driver.agent.answer(ask.id, { kind: 'deny' });
    expect((await driver.next('end')).state).toBe('done');
    expect(readFileSync(inWork(`${round}.txt`), 'utf8')).toBe('hello\n');
  }
});

test('allowed always, by claude’s own suggestion: not asked again', async () => {
  driver = await makeDriver();
  const session = await driver.start();
  driver.mark();
  await session.submit('write one.txt: hello');
  const ask = await driver.asked('permission');
  expect(ask.suggestions.map(({ label }) => label)).toEqual(['Accept edits from now on for this session']);
  driver.agent.answer(ask.id, { kind: 'allow', always: ask.suggestions });
  await driver.next('end');
  const end = await driver.turn(session, 'write two.txt: hello');
  expect(end.state).toBe('done');
  expect(driver.since('asked')).toEqual([]);
  expect(existsSync(inWork('two.txt'))).toBe(true);
});

test('denied, and denied with a comment that the model reads', async () => {
  driver = await makeDriver();
  const session = await driver.start();
  for (const comment of [undefined, 'use another name']) {
    driver.mark();
    await session.submit('write no.txt: hello');
    const ask = await driver.asked('permission');
    driver.agent.answer(ask.id, { kind: 'deny', comment });
    expect((await driver.next('end')).state).toBe('done');
    expect(driver.since('tool.end')[0]!.block).toMatchObject({ is_error: true });
    expect(driver.world.model.requests.at(-1)!.said(comment ?? 'denied')).toBe(true);
  }
  expect(existsSync(inWork('no.txt'))).toBe(false);
});

test('denied with an interruption, and interrupted while it waits: the turn ends, nothing ran', async () => {
  driver = await makeDriver();
  const session = await driver.start();
  driver.mark();
  await session.submit('write no.txt: hello');
  driver.agent.answer((await driver.asked('permission')).id, { kind: 'deny', interrupt: true });
  expect((await driver.next('end')).state).toBe('interrupted');
  driver.mark();
  await session.submit('write no.txt: hello');
  const ask = await driver.asked('permission');
  await session.interrupt();
  expect(driver.since('end')).toMatchObject([{ state: 'interrupted' }]);
  await driver.next('unasked', ({ id }) => id === ask.id);
  expect(existsSync(inWork('no.txt'))).toBe(false);
  expect((await driver.turn(session, 'hello again')).state).toBe('done');
});

test('a permission that waits long, while the person goes on typing, is still there to be answered', async () => {
  driver = await makeDriver();
  const session = await driver.start();
  driver.mark();
  await session.submit('write late.txt: hello');
  const ask = await driver.asked('permission');
  const steered = session.steer('by the way');
  await new Promise((resolve) => setTimeout(resolve, 8_000));
  expect(driver.since('asked')).toHaveLength(1);
  expect(driver.since('unasked')).toEqual([]);
  expect(driver.since('steer')).toEqual([]);
  expect(existsSync(inWork('late.txt'))).toBe(false);
  driver.agent.answer(ask.id, { kind: 'allow' });
  await steered;
  await driver.next('end');
  expect(existsSync(inWork('late.txt'))).toBe(true);
});

test.each(['Green', 'rather violet, please'])('a question answered with %s', async (choice) => {
  driver = await makeDriver();
  const session = await driver.start();
  driver.mark();
  await session.submit('ask me something');
  const ask = await driver.asked('question');
  const [question] = ask.questions;
  expect(question).toMatchObject({ header: 'Colour', multiSelect: false });
  expect(question!.options.map(({ label }) => label)).toEqual(['Blue', 'Green', 'Red']);
  driver.agent.answer(ask.id, { kind: 'choose', answers: { [question!.question]: choice } });
  expect((await driver.next('end')).state).toBe('done');
  expect(driver.world.model.requests.at(-1)!.said(choice)).toBe(true);
});

test('an untrusted folder: asked by name; trusted, it goes on', async () => {
  driver = await makeDriver({ trusted: false });
  const starting = driver.start();
  const ask = await driver.asked('dialog');
  expect(ask).toMatchObject({ name: 'trust' });
  expect(ask.text).toContain(driver.world.cwd);
  const yes = ask.options.find(({ label }) => /trust/i.test(label))!;
  driver.agent.answer(ask.id, { kind: 'key', key: yes.key });
  const session = await starting;
  expect((await driver.turn(session, 'hello')).state).toBe('done');
});

test('an untrusted folder that is not trusted: a clear end', async () => {
  driver = await makeDriver({ trusted: false });
  const starting = driver.start().catch((error: unknown) => error);
  const ask = await driver.asked('dialog');
  driver.agent.answer(ask.id, { kind: 'key', key: ask.options.find(({ label }) => /^No/.test(label))!.key });
  const error = (await starting) as AgentError;
  expect(error).toBeInstanceOf(AgentError);
  expect(error.code).toBe('not-trusted');
});

test('a new API key: asked by name; accepted, it goes on', async () => {
  driver = await makeDriver({ approvedKey: false });
  const starting = driver.start();
  const ask = await driver.asked('dialog');
  expect(ask).toMatchObject({ name: 'api-key' });
  driver.agent.answer(ask.id, { kind: 'key', key: ask.options.find(({ label }) => /^Yes/.test(label))!.key });
  const session = await starting;
  expect((await driver.turn(session, 'hello')).state).toBe('done');
});

test('the warning before asking nothing, and giving up at it', async () => {
  driver = await makeDriver({ env: { IS_SANDBOX: '1' } });
  const giveUp = new AbortController();
  const { agent, events, world } = driver;
  const setup = {
    cwd: world.cwd,
    mode: 'bypass',
    allowedTools: [],
    deniedTools: [],
    mcpConfig: [],
    extraArgs: [],
  } as const;
  const starting = agent
    .start(
      { ...setup, allowedTools: [], deniedTools: [], mcpConfig: [], extraArgs: [] },
      [],
      (event) => events.push(event),
      giveUp.signal,
    )
    .catch((error: unknown) => error);
  expect(await driver.asked('dialog')).toMatchObject({ name: 'bypass-warning' });
  giveUp.abort();
  expect(((await starting) as Error).name).toBe('AbortError');
});
