// Going back, coming forward and deleting are said once each.
import { afterEach, expect, it } from 'vitest';
import { closeChats, openChat, ready } from '../../support/chat-screen.ts';

afterEach(closeChats);

it('says a revert, an unrevert and a deletion once', async () => {
  const chat = await openChat();
  const notices = () => chat.everything().match(/^· .*/gm) ?? [];
  await chat.waitFor(ready);
  chat.type('say one\r');
  await chat.waitFor('✓');
  await chat.waitFor(ready);
  chat.type('/revert last\r');
  await chat.waitFor(/Reverted[\s\S]*› say one/);
  chat.press('ctrl+c');
  chat.type('/unrevert\r');
  await chat.waitFor('Brought back');
  chat.type('/delete\r');
  await chat.waitFor('Delete “');
  chat.press('y');
  await chat.waitFor(/This thread is deleted[\s\S]*New thread[\s\S]*Say something/);
  await chat.quiet();
  expect(notices()).toEqual([
    '· Reverted: what came after is out of the conversation',
    '· Brought back what was reverted',
    '· This thread is deleted',
  ]);
});
