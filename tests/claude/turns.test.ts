// A turn from prompt to end on the real program: text, tools, steers, interruptions, and a conversation brought back.
import { afterEach, expect, test } from 'vitest';
import { rules } from '../../src/demo/model.ts';
import { defaultScript } from '../../src/demo/scripts.ts';
import { type Driver, makeDriver, messageOf } from './driver.ts';

let driver: Driver | undefined;
afterEach(async () => {
  await driver?.close();
  driver = undefined;
});

test('a plain turn: prompt, preview, exact text, end; then a second one in the same process', async () => {
  driver = await makeDriver();
  const session = await driver.start();
  const place = session.place;
  const end = await driver.turn(session, 'count slowly to 20');
  expect(end).toMatchObject({ state: 'done', stopReason: 'end_turn', error: null });
  expect(driver.prompts()).toMatchObject([{ text: 'count slowly to 20' }]);
  const text = Array.from({ length: 20 }, (_, index) => index + 1).join('\n\n');
  expect(driver.since('block').map(({ block }) => block)).toMatchObject([{ type: 'text', text }]);
  const previews = driver.since('preview').map((event) => event.text);
  expect(previews.length).toBeGreaterThan(0);
  for (const preview of previews) expect(preview).toMatch(/^[\d\s]+$/);
  expect(session.place.offset).toBeGreaterThan(place.offset);
  expect(session.place.transcript).toContain(session.id);

  await driver.turn(session, 'Remember the codeword: Beaver. Reply OK.');
  const answer = await driver.turn(session, 'What was the codeword?');
  expect(answer.state).toBe('done');
  expect(driver.since('block').at(-1)?.block).toEqual({ type: 'text', text: 'Beaver' });
  expect(session.backgroundTasks).toBe(0);
});

test('a tool turn: start, result, and the reply after it', async () => {
  driver = await makeDriver();
  const session = await driver.start();
  const end = await driver.turn(session, 'run `echo one` and `echo two`');
  expect(end.state).toBe('done');
  const started = driver.since('tool.start');
  expect(started.map(({ input }) => input.command)).toEqual(['echo one', 'echo two']);
  const ended = driver.since('tool.end').map(({ id, block }) => [id, block.type === 'tool_result' && block.content]);
  expect(new Map(ended as [string, string][])).toEqual(
    new Map([
      [started[0]!.id, 'one'],
      [started[1]!.id, 'two'],
    ]),
  );
  expect(driver.since('block').at(-1)?.block).toEqual({ type: 'text', text: 'done' });
});

test('steers during a tool are accepted and absorbed in the same turn, in order', async () => {
  driver = await makeDriver();
  const session = await driver.start();
  driver.mark();
  await session.submit('run `sleep 4`');
  await driver.next('tool.start');
  await session.steer('make it blue');
  await session.steer('and\nround');
  expect(driver.since('steer').map(({ text, state }) => [text, state])).toEqual([
    ['make it blue', 'accepted'],
    ['and\nround', 'accepted'],
  ]);
  expect((await driver.next('end')).state).toBe('done');
  const absorbed = driver.since('steer').filter(({ state }) => state === 'absorbed');
  expect(absorbed.map(({ text }) => text)).toEqual(['make it blue', 'and\nround']);
  expect(driver.since('end')).toHaveLength(1);
  const last = driver.world.model.requests.at(-1)!;
  expect(last.steers).toEqual(['make it blue', 'and\nround']);
});

test('a steer that comes as the turn ends runs as a turn of its own, once', async () => {
  driver = await makeDriver({
    script: rules([{ when: 'slow', reply: [{ text: 'x'.repeat(60), charsPerSecond: 20 }] }], defaultScript),
  });
  const session = await driver.start();
  driver.mark();
  await session.submit('slow');
  await driver.next('preview');
  await session.steer('one more thing');
  await driver.until('two ends', () => driver!.since('end').length === 2);
  expect(driver.prompts().map(({ text }) => text)).toEqual(['slow', 'one more thing']);
  expect(driver.since('end').map(({ state }) => state)).toEqual(['done', 'done']);
  expect(driver.since('steer').map(({ state }) => state)).toEqual(['accepted', 'ran']);
  const order = driver.events
    .filter((event) => (event.type === 'prompt' && event.blocks) || event.type === 'end')
    .map(({ type }) => type);
  expect(order).toEqual(['prompt', 'end', 'prompt', 'end']);
});

test('queued steers can be taken back, and nothing of them is left behind', async () => {
  driver = await makeDriver();
  const session = await driver.start();
  driver.mark();
  await session.submit('run `sleep 6`');
  await driver.next('tool.start');
  const long = Array.from({ length: 40 }, (_, index) => `line ${index}`).join('\n');
  await session.steer('first\n\nof all');
  await session.steer(long);
  expect(await session.withdraw()).toEqual(['first\n\nof all', long]);
  expect(await session.withdraw()).toEqual([]);
  await session.interrupt();
  expect(driver.since('end')).toMatchObject([{ state: 'interrupted' }]);
  expect((await driver.turn(session, 'hello again')).state).toBe('done');
  expect(driver.prompts().map(({ text }) => text)).toEqual(['hello again']);
  expect(driver.world.model.requests.some((request) => request.said('of all'))).toBe(false);
});

test('interrupting with a steer in the queue delivers it at once as a turn of its own', async () => {
  driver = await makeDriver();
  const session = await driver.start();
  driver.mark();
  await session.submit('run `sleep 9`');
  await driver.next('tool.start');
  await session.steer('rather this');
  await session.interrupt();
  await driver.until('two ends', () => driver!.since('end').length === 2);
  expect(driver.since('end').map(({ state }) => state)).toEqual(['interrupted', 'done']);
  expect(driver.prompts().map(({ text }) => text)).toEqual(['run `sleep 9`', 'rather this']);
});

test('interrupting while it streams keeps what was said, and the next prompt works', async () => {
  driver = await makeDriver();
  const session = await driver.start();
  driver.mark();
  await session.submit('count slowly to 500');
  await driver.next('preview', ({ text }) => text.includes('3'));
  await session.interrupt();
  expect(driver.since('end')).toMatchObject([{ state: 'interrupted', error: null }]);
  await session.interrupt();
  expect((await driver.turn(session, 'hello again')).state).toBe('done');
  expect(driver.prompts()).toMatchObject([{ text: 'hello again' }]);
});

test('interrupting before the model has said anything, and in a tool', async () => {
  driver = await makeDriver({ script: rules([{ when: 'mute', reply: [{ stall: true }] }], defaultScript) });
  const session = await driver.start();
  driver.mark();
  await session.submit('mute\nand more');
  await driver.world.model.waitForRequest('mute');
  await session.interrupt();
  expect(driver.since('end')).toMatchObject([{ state: 'interrupted' }]);
  driver.mark();
  await session.submit('run `sleep 9`');
  await driver.next('tool.start');
  await session.interrupt();
  expect(driver.since('end')).toMatchObject([{ state: 'interrupted' }]);
  expect(driver.prompts()).toMatchObject([{ text: 'run `sleep 9`' }]);
  const end = await driver.turn(session, 'hello again');
  expect(end.state).toBe('done');
  expect(driver.prompts()).toMatchObject([{ text: 'hello again' }]);
});

test('a conversation that never was in this claude is brought back with its tool calls', async () => {
  driver = await makeDriver();
  const session = await driver.start({}, [
    messageOf('user', [{ type: 'text', text: 'Remember the codeword: Otter. Reply OK.' }]),
    messageOf('assistant', [
      { type: 'text', text: 'OK' },
      { type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command: 'echo hi' } },
    ]),
    messageOf('tool', [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'hi' }]),
    messageOf('assistant', [{ type: 'text', text: 'It says hi.' }]),
  ]);
  expect(driver.events).toEqual([]);
  const end = await driver.turn(session, 'What was the codeword?');
  expect(end.state).toBe('done');
  expect(driver.since('block').at(-1)?.block).toEqual({ type: 'text', text: 'Otter' });
  const sent = driver.world.model.requests.at(-1)!;
  expect(sent.said('{"command":"echo hi"}')).toBe(true);
  expect(sent.said('It says hi.')).toBe(true);
});
