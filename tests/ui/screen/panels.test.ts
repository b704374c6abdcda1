import { afterEach, describe, expect, it } from 'vitest';
import { closeChats, openChat, ready } from '../../support/chat-screen.ts';

afterEach(closeChats);

const active = /❯ 1\./;

describe('a permission', () => {
  it('shows the whole command and takes y once nobody types', async () => {
    const chat = await openChat();
    await chat.waitFor(ready);
    chat.type('ask ./tidy up\r');
    await chat.waitFor('Run this command?');
    expect(chat.text()).toContain('$ ./tidy up');
    expect(chat.text()).toContain('Always: Allow ');
    await chat.waitFor(active);
    chat.press('y');
    await chat.waitFor('Answer: allowed');
    expect(chat.text()).not.toContain('Run this command?');
  });

  it.each([
    ['n', 'Answer: denied'],
    ['3', 'Answer: denied'],
  ])('takes %s', async (key, answer) => {
    const chat = await openChat();
    await chat.waitFor(ready);
    chat.type('ask ./tidy up\r');
    await chat.waitFor(active);
    chat.press(key);
    await chat.waitFor(answer);
  });

  it('is not asked again after a', async () => {
    const chat = await openChat();
    await chat.waitFor(ready);
    chat.type('ask ./tidy up\r');
    await chat.waitFor(active);
    chat.press('a');
    await chat.waitFor('Answer: allowed');
    await chat.waitFor(ready);
    chat.type('ask ./tidy up && say the end\r');
    await chat.waitFor('the end', { within: 'everything' });
    await chat.waitFor((screen) => screen.everything().match(/Answer: allowed/g)?.length === 2);
  });

  it('is denied with a comment', async () => {
    const chat = await openChat();
    await chat.waitFor(ready);
    chat.type('ask ./tidy up\r');
    await chat.waitFor(active);
    chat.press('c');
    await chat.waitFor('what to do instead');
    chat.type('use npm, not make\r');
    await chat.waitFor('Answer: denied (use npm, not make)');
  });

  it('never takes a key that is typed into the composer', async () => {
    const chat = await openChat([], { charsPerSecond: 1_200 });
    await chat.waitFor(ready);
    chat.type('long 4 && ask ./tidy up\r');
    await chat.waitFor(/Paragraph \d/);
    const words = 'yes and no, any answer can wait: nay, a yak can yawn all day ';
    let typed = '';
    let asked = false;
    for (let round = 0; round < 200 && (!asked || typed.length < 600); round += 1) {
      const char = words[round % words.length]!;
      chat.type(char);
      typed += char;
      await new Promise((resolve) => setTimeout(resolve, 15));
      asked ||= chat.text().includes('Run this command?');
    }
    await chat.waitFor('Run this command?');
    chat.type('END');
    await chat.waitFor('END');
    expect(chat.text()).not.toContain('Answer:');
    chat.press('home');
    const draft = chat
      .rows()
      .slice(
        chat.rows().findIndex((row) => row.startsWith('› ')),
        -1,
      )
      .map((row) => row.slice(2))
      .join(' ');
    expect(`${typed}END`.replace(/\s+/g, '')).toContain(draft.replace(/\s+/g, '').slice(-200));
    chat.press('alt+a');
    await chat.waitFor(active);
    chat.press('y');
    await chat.waitFor('Answer: allowed');
    await chat.waitFor('END');
  });

  it('gives a word that begins with its letters to the composer', async () => {
    const chat = await openChat();
    await chat.waitFor(ready);
    chat.type('ask ./tidy up\r');
    await chat.waitFor(active);
    chat.type('you should not');
    await chat.waitFor('› you should not');
    expect(chat.text()).toContain('Run this command?');
    expect(chat.text()).not.toContain('Answer:');
  });

  it('goes away when the turn is interrupted', async () => {
    const chat = await openChat();
    await chat.waitFor(ready);
    chat.type('ask ./tidy up\r');
    await chat.waitFor(active);
    chat.press('esc');
    await chat.waitFor('stop typing for a second');
    chat.press('esc');
    await chat.waitFor('interrupted');
    expect(chat.text()).not.toContain('Run this command?');
  });
});

describe('a question', () => {
  it('takes a choice, several, and words of one’s own', async () => {
    const chat = await openChat();
    await chat.waitFor(ready);
    chat.type('question\r');
    await chat.waitFor('Which colour?');
    await chat.waitFor(active);
    chat.press('2');
    await chat.waitFor('Which sizes?');
    chat.press('down');
    chat.press('space');
    await chat.waitFor('[x] L');
    chat.press('up', 'space');
    await chat.waitFor('[x] S');
    chat.press('enter');
    await chat.waitFor(/Answer: [\s\S]*"Which colour\?"="Green", "Which\s+sizes\?"="S, L"/);
  });

  it('takes free text', async () => {
    const chat = await openChat();
    await chat.waitFor(ready);
    chat.type('question\r');
    await chat.waitFor(active);
    chat.press('3');
    await chat.waitFor('in your own words');
    chat.type('a warm grey\r');
    await chat.waitFor('Which sizes?');
    chat.press('1', 'enter');
    await chat.waitFor(/Answer: [\s\S]*"Which colour\?"="a warm grey"/);
  });
});
