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

/** New versions of `claude` let agents work in the background. */
it('shows what a subagent does below the tool that started it, or that it goes on in the background', async () => {
  const chat = await openChat();
  await chat.waitFor(ready);
  chat.type('agent ./nap\r');
  const below = /○ \S+ {2}Look around[^\n]*\n\s{2,}\S+ Bash {2}\.\/nap/;
  const behind = /Look around[^\n]*\n +└ works in the background[\s\S]*\n1 agent in the background ·/;
  await chat.waitFor((screen) => below.test(screen.text()) || behind.test(screen.text()));
  chat.wakeUp();
  await chat.waitFor('The subagent is done.');
  await chat.waitFor((screen) => !screen.text().includes('1 agent in the background'));
});
