// Several things at once: permissions that wait together, and what a subagent does inside its tool.
import { afterEach, expect, it } from 'vitest';
import { closeScreens, scriptedChat } from '../../support/scripted-screen.ts';

afterEach(closeScreens);

const ready = 'Say something';
const active = /❯ 1\./;

it('lists several asks, goes from one to the next with Tab, and answers each its own', async () => {
  const chat = await scriptedChat();
  await chat.waitFor(ready);
  chat.type('asks make one | make two\r');
  await chat.waitFor('1 of 2');
  await chat.waitFor(active);
  expect(chat.text()).toContain('$ make one');
  chat.press('tab');
  await chat.waitFor('2 of 2');
  expect(chat.text()).toContain('$ make two');
  chat.press('n');
  await chat.waitFor((screen) => screen.text().includes('$ make one') && !screen.text().includes(' of 2'));
  await chat.waitFor(active);
  chat.press('y');
  await chat.waitFor('Answers: make one=allow make two=deny');
});

it('shows what a subagent does below the tool that started it', async () => {
  const chat = await scriptedChat();
  await chat.waitFor(ready);
  chat.type('agent ls -la\r');
  await chat.waitFor(/○ \S+ {2}Look around[^\n]*\n\s{2,}\S+ Bash {2}ls -la/);
  await chat.waitFor('The subagent is done.');
  expect(chat.everything().match(/The subagent is done/g)).toHaveLength(1);
});
