import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { closeChats, onAlternate, openChat, ready } from '../../support/chat-screen.ts';

afterEach(closeChats);

describe('several threads', () => {
  it('go on while another is on view; a bell and a mark say when one is done', async () => {
    const chat = await openChat();
    await chat.waitFor(ready);
    chat.type('tool ./nap\r');
    await chat.waitFor('Bash  ./nap');
    chat.type('/new\r');
    await chat.waitFor(/1 running · new thread/);
    chat.mark();
    chat.type('say in the second thread\r');
    await chat.waitFor('in the second thread');
    chat.wakeUp();
    await chat.waitFor('1 done');
    await chat.waitFor((screen) => screen.bytes().includes('\x1b]2;✓ '));
    expect(chat.bytes().replace(/\x1b\][^\x07]*\x07/g, '')).toContain('\x07');
  });

  it('call when the terminal has lost the focus, and not while one looks', async () => {
    const chat = await openChat();
    await chat.waitFor(ready);
    chat.mark();
    const bells = () =>
      chat
        .bytes()
        .replace(/\x1b\][^\x07]*\x07/g, '')
        .split('\x07').length - 1;
    chat.type('say one\r');
    await chat.waitFor('✓');
    await chat.waitFor(ready);
    expect(bells()).toBe(0);
    chat.raw('\x1b[O');
    chat.type('say two\r');
    await chat.waitFor((screen) => (screen.everything().match(/✓/g) ?? []).length === 2);
    await chat.waitFor(() => bells() === 1);
  });

  it('each keep their draft', async () => {
    const chat = await openChat();
    await chat.waitFor(ready);
    chat.type('say one\r');
    await chat.waitFor('✓');
    chat.type('a draft for the first');
    await chat.waitFor('› a draft for the first');
    chat.press('ctrl+p');
    await chat.waitFor(onAlternate);
    chat.press('esc');
    await chat.waitFor('› a draft for the first');
  });
});

describe('long threads', () => {
  it('show their end, say what is above, and cost no more a key than short ones', async () => {
    const chat = await openChat([], { turns: 5_000 });
    await chat.waitFor(/messages above: Ctrl\+O/, { within: 'everything' });
    await chat.waitFor(ready);
    expect(chat.everything()).toContain('reply 5000');
    expect(chat.everything()).not.toContain('reply 4900\n');
    await chat.quiet();
    chat.mark();
    chat.type('x');
    await chat.waitFor('› x');
    await chat.quiet();
    const long = chat.bytes().length;
    const short = await openChat([], { turns: 10 });
    await short.waitFor(ready);
    await short.quiet();
    short.mark();
    short.type('x');
    await short.waitFor('› x');
    await short.quiet();
    expect(Math.abs(long - short.bytes().length)).toBeLessThan(20);
  });
});

describe('other terminals', () => {
  it('get no colour with NO_COLOR', async () => {
    const chat = await openChat(['--mode', 'accept-edits'], { env: { NO_COLOR: '1' } });
    await chat.waitFor(ready);
    chat.type(`write ${chat.work}/a.ts && edit ${chat.work}/a.ts\r`);
    await chat.waitFor('Edited.');
    expect(chat.bytes()).not.toMatch(/\x1b\[(3[0-7]|4[0-7]|9[0-7]|38;|48;)/);
  });

  it('get plain lines for a screen reader: nothing is ever redrawn', async () => {
    const chat = await openChat([], { env: { CCCHAT_SCREEN_READER: '1' } });
    await chat.waitFor('plain lines');
    chat.type('tool ls\r');
    await chat.waitFor('claude: The tool is done.');
    expect(chat.text()).toContain('tool: Bash ls');
    chat.type('ask touch made\r');
    await chat.waitFor('y: allow once');
    chat.type('n use npm\r');
    await chat.waitFor('claude: Answer: denied (use npm)');
    chat.type('!echo begun > begun; sleep 300\r');
    await chat.waitFor(() => existsSync(path.join(chat.work, 'begun')));
    chat.press('ctrl+c');
    await chat.waitFor('ended by a signal');
    expect(chat.bytes()).not.toMatch(/\x1b\[/);
    chat.press('ctrl+d');
    expect((await chat.exit).code).toBe(0);
  });
});
