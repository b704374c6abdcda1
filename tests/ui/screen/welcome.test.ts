// The greeting is whole in every window that has a chat.
import { afterEach, expect, it } from 'vitest';
import { closeChats, openChat } from '../../support/chat-screen.ts';

afterEach(closeChats);

it.each([120, 80, 60, 40])('at %i columns every word of the greeting is there', async (columns) => {
  const chat = await openChat([], { columns, rows: 24 });
  await chat.waitFor('Say something');
  const words = chat.text().replace(/\s+/g, ' ');
  expect(words).toContain('ccchat talks to your own claude. Nothing you say is lost.');
  expect(words).toContain('/ commands @ files ! shell Ctrl+P threads Ctrl+F search ? keys');
  expect(chat.text().split('\n›')[0]).not.toContain('…');
});
