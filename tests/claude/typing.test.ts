// Text reaches the model exactly as it was typed, whatever it begins with and however long it is.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rules } from '../../src/demo/model.ts';
import type { AgentSession } from '../../src/engine/agent.ts';
import { typeable } from '../../src/engine/claude/keyboard.ts';
import { type Driver, lastUserTexts, makeDriver } from './driver.ts';

let driver: Driver;
let session: AgentSession;
beforeAll(async () => {
  driver = await makeDriver({
    script: rules([{ when: 'sleep now', reply: [{ tool: 'Bash', input: { command: 'sleep 4' } }] }]),
  });
  writeFileSync(path.join(driver.world.cwd, 'notes.txt'), 'some notes\n');
  session = await driver.start();
});
afterAll(() => driver.close());

const exact: [string, string][] = [
  ['quotes and backslashes', `"double" 'single' \`back\` \\n \\\\ $HOME $(id) %s \\`],
  ['emoji', 'wave 👋🏽 family 👩‍👩‍👧‍👦 flag 🇩🇪 heart ❤️'],
  ['CJK', '你好，世界。これはテストです。안녕하세요'],
  ['combining marks', 'Z\u0351\u036Ba\u0363\u0308lgo and e\u0302\u0323 done'],
  ['right to left', 'שלום עולם مرحبا'],
  ['leading spaces', '   three before'],
  ['! first', '!echo this must not run'],
  ['! first, many lines', '!one\ntwo\nthree\nfour\nfive'],
  ['# first', '# A heading\n\nand text'],
  ['@ first', '@notes.txt says what?'],
  ['a path first', '/etc/hosts is a file'],
  ['HTML', '<b>bold</b> &amp; <system>no</system>'],
  ['a prompt mark first', '> quoted\n$ not a shell'],
  ['2,000 lines', Array.from({ length: 2_000 }, (_, index) => `line ${index}`).join('\n')],
  ['100 kB', `start ${'0123456789 abcdefghij '.repeat(4_800)}end`],
];

test.each(exact)('%s', async (_, text) => {
  const end = await driver.turn(session, text);
  expect(end.state).toBe('done');
  expect(lastUserTexts(driver.world).at(-1)?.normalize('NFC')).toBe(text.trimEnd().normalize('NFC'));
  expect(driver.prompts().map((event) => event.text.trimEnd())).toEqual([text.trimEnd()]);
});

test.each(['/cost', '/compact what', '/nothing known', '/etc', ' /cost', '/'])(
  '%s as text is no command',
  async (text) => {
    const requests = driver.world.model.requests.length;
    const end = await driver.turn(session, text);
    expect(end.state).toBe('done');
    expect(driver.world.model.requests.length).toBe(requests + 1);
    expect(lastUserTexts(driver.world).at(-1)?.trim()).toBe(text.trim());
    expect(driver.prompts()).toMatchObject([{ text }]);
  },
);

test('a tab arrives as four spaces, as in claude itself; the person’s own words stay as they were', async () => {
  await driver.turn(session, 'a\tb\n\tindented');
  expect(lastUserTexts(driver.world).at(-1)).toBe('a    b\n    indented');
  expect(driver.prompts()).toMatchObject([{ text: 'a\tb\n\tindented' }]);
});

test('what cannot be typed is left out, a false end of paste included', async () => {
  await driver.turn(session, 'before\x1b[201~\r\nafter\x07\x00 \x1b[31mred\x9b end');
  expect(lastUserTexts(driver.world).at(-1)).toBe('before\nafter [31mred end');
  expect(typeable('lone \ud800 half')).toBe('lone \ufffd half');
});

test('a steer that begins with / or ! reaches the model as text too', async () => {
  driver.mark();
  await session.submit('sleep now');
  await driver.next('tool.start');
  await session.steer('/cost');
  await session.steer('!echo no');
  await driver.next('end');
  expect(driver.since('steer').map(({ text, state }) => [text, state])).toEqual([
    ['/cost', 'accepted'],
    ['!echo no', 'accepted'],
    ['/cost', 'absorbed'],
    ['!echo no', 'absorbed'],
  ]);
  expect(driver.world.model.requests.at(-1)!.steers.map((text) => text.replace(/^[\s\u200b]+/, ''))).toEqual([
    '/cost',
    '!echo no',
  ]);
});
