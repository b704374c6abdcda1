// The overlays over real threads: what is renamed, pinned, deleted and brought back in the picker, forked from a hit, and copied in the reader.
import { afterEach, expect, it } from 'vitest';
import { type ChatScreen, closeChats, onAlternate, onMain, openChat, ready } from '../../support/chat-screen.ts';

afterEach(closeChats);

async function said(chat: ChatScreen, ...prompts: string[]): Promise<void> {
  for (const prompt of prompts) {
    const before = (chat.everything().match(/^✓ /gm) ?? []).length;
    chat.type(`${prompt}\r`);
    await chat.waitFor((screen) => (screen.everything().match(/^✓ /gm) ?? []).length === before + 1);
    await chat.waitFor(ready);
  }
}

const copied = (chat: ChatScreen) =>
  [...chat.bytes().matchAll(/\x1b\]52;c;([A-Za-z0-9+/=]+)\x07/g)].map(([, data]) =>
    Buffer.from(data!, 'base64').toString('utf8'),
  );

it('renames, pins, deletes and brings back in the thread picker', async () => {
  const chat = await openChat();
  await chat.waitFor(ready);
  await said(chat, 'say the first');
  chat.type('/new\r');
  await chat.waitFor('new thread');
  await said(chat, 'say the second');
  const titles = async () =>
    (JSON.parse(await chat.ccchat('list', '--json')) as { title: string }[]).map((one) => one.title);
  expect((await titles()).sort()).toEqual(['say the first', 'say the second']);
  chat.press('ctrl+p');
  await chat.waitFor(onAlternate);
  chat.type('first');
  await chat.waitFor(/^›\s.*say the first/m);
  chat.press('ctrl+r');
  await chat.quiet();
  chat.press('ctrl+u');
  chat.type('The old one\r');
  await chat.waitFor('The old one');
  chat.press('ctrl+u');
  chat.type('old one');
  await chat.waitFor(/^›\s.*The old one/m);
  chat.press('ctrl+x');
  await chat.waitFor('Deleted: The old one');
  expect(await titles()).toEqual(['say the second']);
  chat.press('ctrl+z');
  await chat.waitFor('Back again: The old one');
  expect((await titles()).sort()).toEqual(['The old one', 'say the second']);
  chat.press('ctrl+t');
  await chat.waitFor(/★ The old one/);
});

it('forks from a search hit with f, and the model knows what was said up to there', async () => {
  const chat = await openChat();
  await chat.waitFor(ready);
  await said(chat, 'say the walrus sleeps', 'say something else');
  chat.press('ctrl+f');
  await chat.waitFor(onAlternate);
  chat.type('walrus');
  await chat.waitFor(/walrus sleeps/);
  chat.press('tab');
  await chat.quiet();
  chat.press('f');
  await chat.waitFor(onMain);
  await chat.waitFor('◆ say the walrus sleeps (fork)');
  await said(chat, 'say after the fork');
  const request = chat.world.model.requests.at(-1)!;
  expect(request.said('the walrus sleeps')).toBe(true);
  expect(request.said('something else')).toBe(false);
});

it('finds in the reader and copies a block, a turn and a code fence as they were written', async () => {
  const chat = await openChat();
  await chat.waitFor(ready);
  const answer = 'Look at **this**:\n\n```js\nlet a = 1;\n```\n\nand no further.';
  chat.type('say ');
  chat.paste(answer);
  await chat.waitFor('and no further.');
  chat.press('enter');
  await chat.waitFor('✓');
  await chat.waitFor(ready);
  chat.press('ctrl+o');
  await chat.waitFor(onAlternate);
  chat.type('/no further\r');
  await chat.waitFor('n next');
  await chat.waitFor(/^▌ › say Look/m);
  chat.press('esc');
  await chat.waitFor('Y turn');
  chat.press('tab');
  await chat.waitFor(/^▌ Look at this:/m);
  chat.type('y');
  await chat.waitFor(() => copied(chat).at(-1) === answer);
  chat.type('c');
  await chat.waitFor(() => copied(chat).at(-1)?.trim() === 'let a = 1;');
  chat.type('Y');
  await chat.waitFor(() => /say Look at \*\*this\*\*:[\s\S]*and no further/.test(copied(chat).at(-1)!));
  expect(copied(chat).at(-1)!.trimEnd().endsWith(answer)).toBe(true);
});
