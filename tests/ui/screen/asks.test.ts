// Several things at once: permissions that wait together, and what a subagent does inside its tool.
import { afterEach, expect, it } from 'vitest';
import { closeChats, openChat, ready } from '../../support/chat-screen.ts';

afterEach(closeChats);

const active = /❯ 1\./;

it('lists several asks, goes from one to the next with Tab, and answers each its own', async () => {
  const chat = await openChat();
  await chat.waitFor(ready);
  chat.type('read /etc/hostname /etc/hosts\r');
  await chat.waitFor('1 of 2');
  await chat.waitFor(active);
  expect(chat.text()).toContain('? Read /etc/hostname?');
  chat.press('tab');
  await chat.waitFor('2 of 2');
  expect(chat.text()).toContain('? Read /etc/hosts?');
  chat.press('n');
  await chat.waitFor((screen) => screen.text().includes('? Read /etc/hostname?') && !screen.text().includes(' of 2'));
  await chat.waitFor(active);
  chat.press('y');
  await chat.waitFor(/Answers: \/etc\/hostname=allowed \/etc\/hosts=denied/);
});

it('shows what a subagent does below the tool that started it', async () => {
  const chat = await openChat();
  await chat.waitFor(ready);
  chat.type('agent ./nap\r');
  await chat.waitFor(/○ \S+ {2}Look around[^\n]*\n\s{2,}\S+ Bash {2}\.\/nap/);
  chat.wakeUp();
  await chat.waitFor('The subagent is done.');
  expect(chat.everything().match(/The subagent is done/g)).toHaveLength(1);
});
