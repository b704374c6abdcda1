// A `claude` without a screen-reader mode: live text from its hook, dialogs from the ordinary screen, everything else the same.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type Driver, makeDriver } from './driver.ts';

let driver: Driver | undefined;
afterEach(async () => {
  await driver?.close();
  driver = undefined;
});

test('text, tools, permissions, steers and interruptions work without the screen reader', async () => {
  driver = await makeDriver({ agent: { preview: 'hook' } });
  const session = await driver.start();
  const end = await driver.turn(session, 'something long');
  expect(end.state).toBe('done');
  const previews = driver.since('preview').map(({ text }) => text);
  expect(previews.length).toBeGreaterThan(0);
  const text = driver.since('block').at(-1)!.block;
  for (const preview of previews) expect(text.type === 'text' && text.text.startsWith(preview)).toBe(true);

  driver.mark();
  await session.submit('write out.txt: hello');
  driver.agent.answer((await driver.asked('permission')).id, { kind: 'allow' });
  expect((await driver.next('end')).state).toBe('done');
  expect(existsSync(path.join(driver.world.cwd, 'out.txt'))).toBe(true);

  driver.mark();
  await session.submit('run `sleep 5`');
  await driver.next('tool.start');
  await session.steer('make it blue');
  expect(await session.withdraw()).toEqual(['make it blue']);
  await session.steer('make it red');
  expect((await driver.next('end')).state).toBe('done');
  expect(driver.since('steer').at(-1)).toMatchObject({ text: 'make it red', state: 'absorbed' });

  driver.mark();
  await session.submit('count slowly to 500');
  await driver.next('preview');
  await session.interrupt();
  expect(driver.since('end')).toMatchObject([{ state: 'interrupted' }]);
  expect((await driver.turn(session, 'hello again')).state).toBe('done');
});

test('the trust question on the ordinary screen', async () => {
  driver = await makeDriver({ trusted: false, agent: { preview: 'hook' } });
  const starting = driver.start();
  const ask = await driver.asked('dialog');
  expect(ask.name).toBe('trust');
  driver.agent.answer(ask.id, { kind: 'key', key: ask.options.find(({ label }) => /trust/i.test(label))!.key });
  expect((await driver.turn(await starting, 'hello')).state).toBe('done');
});
