// The reply of the real `claude` grows in every turn, also when it says what the one before said; that one is never taken for it.
import { afterEach, expect, test } from 'vitest';
import { toldModel } from '../support/told-model.ts';
import { type Driver, makeDriver, messageOf } from './driver.ts';

let driver: Driver | undefined;
afterEach(async () => {
  await driver?.close();
  driver = undefined;
});

const said = (length: number) =>
  Array.from(
    { length },
    (_, index) =>
      `Paragraph ${index + 1} of the long answer, with bold words and a few more to fill the line up to its end.`,
  ).join('\n');

const letters = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, '');

/** Since the mark the running reply was shown from its beginning on, longer and longer; how often depends on the machine. */
function expectGrowing(whole: string): void {
  const texts = driver!.since('preview').map(({ text }) => letters(text));
  expect(texts[0]!.length).toBeLessThan(letters(whole).length);
  expect(new Set(texts).size).toBeGreaterThan(1);
  expect(texts.filter((text) => !letters(whole).startsWith(text))).toEqual([]);
}

test('the same prompt again and again, and a longer one', async () => {
  driver = await makeDriver({ script: toldModel() });
  const session = await driver.start();
  for (const length of [2, 2, 2, 3]) {
    await driver.turn(session, `slow ${length}`);
    expectGrowing(said(length));
  }
});

test('what was said before it was brought back', async () => {
  driver = await makeDriver({ script: toldModel() });
  const prefix = [
    messageOf('user', [{ type: 'text', text: 'slow 1' }]),
    messageOf('assistant', [{ type: 'text', text: said(1) }]),
  ];
  const session = await driver.start({}, prefix);
  await driver.turn(session, 'slow 1');
  expectGrowing(said(1));
});

test('the same words before and after a tool, and those of the turn before', async () => {
  driver = await makeDriver({ script: toldModel() });
  const session = await driver.start();
  for (const _ of [1, 2]) {
    await driver.turn(session, 'slow 1 && tool echo one && slow 1');
    const lengths = driver.since('preview').flatMap(({ text }) => (text.startsWith('Para') ? [text.length] : []));
    const again = lengths.findIndex((length, index) => length < lengths[index - 1]!);
    expect(lengths[0]).toBeLessThan(lengths[again - 1]!);
    expect(lengths[again]).toBeLessThan(lengths.at(-1)!);
  }
});

test('it grows on while a steer waits, and so does the turn that the steer begins', async () => {
  driver = await makeDriver({ script: toldModel() });
  const session = await driver.start();
  driver.mark();
  await session.submit('slow 3');
  await driver.next('preview');
  await session.steer('slow 1');
  driver.mark();
  await driver.next('end');
  expect(driver.since('preview').length).toBeGreaterThan(1);
  driver.mark();
  await driver.next('end');
  expectGrowing(said(1));
});
