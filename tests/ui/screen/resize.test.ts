import { afterEach, describe, expect, it } from 'vitest';
import { type ChatScreen, closeChats, onAlternate, openChat, ready, soon } from '../../support/chat-screen.ts';

afterEach(closeChats);

const widths = [80, 61, 43, 97, 40, 120, 55, 80];

/** Nothing of an older live region is left: every mark of one stands exactly once. */
function expectNoGhosts(chat: ChatScreen, marks: readonly RegExp[]): void {
  const everything = chat.everything();
  for (const mark of marks) expect(everything.match(mark)?.length ?? 0, `${mark} in\n${everything}`).toBe(1);
}

/** Faster than anything can be painted, then slowly enough that every width is. */
async function storm(chat: ChatScreen, rows: readonly number[] = [24]): Promise<void> {
  for (const pause of [20, 200]) {
    for (const [index, width] of widths.entries()) {
      await chat.resize(width, rows[index % rows.length]!);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  await chat.resize(44, 24);
  await new Promise((resolve) => setTimeout(resolve, 300));
}

describe('resizing', () => {
  it('while idle with a long draft leaves one composer and all of the scrollback', async () => {
    const chat = await openChat();
    await chat.waitFor(ready);
    chat.type('say the first answer that must stay\r');
    await chat.waitFor('✓');
    chat.type('a draft that is long enough to wrap more than once when the window gets as narrow as forty columns');
    await chat.waitFor('forty columns');
    await storm(chat);
    await chat.quiet(400);
    await soon(() => expectNoGhosts(chat, [/a draft that is long/g, /ask · /g, /the first answer that must stay\n✓/g]));
    chat.type('!');
    await chat.waitFor('columns!');
    await soon(() => expectNoGhosts(chat, [/a draft that is long/g, /ask · /g]));
  });

  it('while a permission waits', async () => {
    const chat = await openChat();
    await chat.waitFor(ready);
    chat.type('ask ./tidy all-the-things-with-a-long-name --and-flags=that-need-room --to=wrap-in-forty-columns\r');
    await chat.waitFor('❯ 1.');
    await storm(chat);
    await chat.quiet(400);
    await soon(() => expectNoGhosts(chat, [/Run this command\?/g, /Allow once/g, /ask · /g]));
  });

  it('in height leaves the scrollback and one live region', async () => {
    const chat = await openChat();
    await chat.waitFor(ready);
    chat.type('say the answer\r');
    await chat.waitFor('✓');
    for (const rows of [12, 30, 8, 24, 10, 40, 24]) {
      await chat.resize(80, rows);
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    await chat.quiet(400);
    await soon(() => expectNoGhosts(chat, [/the answer\n✓/g, /ask · /g, /Say something/g]));
  });

  it('with an overlay open, and back', async () => {
    const chat = await openChat();
    await chat.waitFor(ready);
    chat.type('say the answer\r');
    await chat.waitFor('✓');
    chat.press('ctrl+p');
    await chat.waitFor(onAlternate);
    await storm(chat);
    await chat.resize(50, 20);
    chat.press('esc');
    await chat.waitFor(ready);
    await chat.quiet(400);
    await soon(() => expectNoGhosts(chat, [/the answer\n✓/g, /Say something/g]));
  });

  it('says so when the window is too small, and comes back', async () => {
    const chat = await openChat();
    await chat.waitFor(ready);
    await chat.resize(15, 4);
    await chat.waitFor('Window too');
    await chat.resize(40, 12);
    await chat.waitFor(ready);
    expect(chat.rows().every((row) => row.length <= 40)).toBe(true);
  });
});
