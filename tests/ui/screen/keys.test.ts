// Every key of the design's table that the other files do not press already, on the program in a pseudo-terminal.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
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

/** A PNG of one pixel. */
const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** The whole draft, as the editor gets it. */
const copyingEditor = { 'editor.sh': '#!/bin/sh\ncp "$1" "$HOME/draft.txt"\nprintf "from the editor" > "$1"\n' };

describe('the composer', () => {
  it('finds a prompt of before with Ctrl+R and takes it', async () => {
    const chat = await openChat();
    await chat.waitFor(ready);
    await said(chat, 'say alpha one', 'say beta two');
    chat.press('ctrl+r');
    await chat.waitFor('history:');
    chat.type('alph');
    await chat.waitFor((screen) => screen.rows().some((row) => row.includes('say alpha one') && !row.startsWith('›')));
    chat.press('enter');
    await chat.waitFor((screen) => screen.rows().findLast((row) => row.startsWith('› ')) === '› say alpha one');
  });

  it('walks through earlier prompts with ↑ and comes back to the draft with ↓', async () => {
    const chat = await openChat();
    await chat.waitFor(ready);
    await said(chat, 'say alpha', 'say beta');
    chat.press('up');
    await chat.waitFor((screen) => screen.rows().findLast((row) => row.startsWith('› ')) === '› say beta');
    chat.press('up');
    await chat.waitFor((screen) => screen.rows().findLast((row) => row.startsWith('› ')) === '› say alpha');
    chat.press('down', 'down');
    await chat.waitFor(ready);
  });

  it('edits the draft in $EDITOR with Ctrl+G', async () => {
    const chat = await openChat([], {
      files: copyingEditor,
      env: { EDITOR: 'sh -c \'exec "$HOME/editor.sh" "$0"\'' },
    });
    await chat.waitFor(ready);
    chat.type('before the editor');
    await chat.waitFor('› before the editor');
    chat.press('ctrl+g');
    await chat.waitFor('› from the editor');
    expect(readFileSync(path.join(chat.home, 'draft.txt'), 'utf8')).toBe('before the editor');
    chat.type(' and on');
    await chat.waitFor('› from the editor and on');
  });

  it('folds a large paste to a chip and sends all of it', async () => {
    const chat = await openChat();
    await chat.waitFor(ready);
    chat.type('say ');
    chat.paste(Array.from({ length: 40 }, (_, index) => `pasted line ${index + 1}`).join('\n'));
    await chat.waitFor('› say [Pasted text #1 +40 lines]');
    chat.press('enter');
    await chat.waitFor('✓');
    await chat.waitFor('pasted line 40', { within: 'everything' });
  });

  it('opens a chip with Alt+E', async () => {
    const chat = await openChat();
    await chat.waitFor(ready);
    chat.paste(Array.from({ length: 11 }, (_, index) => `row ${index + 1}`).join('\n'));
    await chat.waitFor('[Pasted text #1 +11 lines]');
    chat.press('alt+e');
    await chat.waitFor(/^\s*row 11$/m);
  });

  it('takes an image by its pasted path and mentions it to the agent', async () => {
    const chat = await openChat();
    writeFileSync(path.join(chat.work, 'picture.png'), Buffer.from(onePixel, 'base64'));
    await chat.waitFor(ready);
    chat.type('look at ');
    chat.paste(path.join(chat.work, 'picture.png'));
    await chat.waitFor('› look at [Image #1]');
    chat.press('enter');
    await chat.waitFor(/You said: look at [\s\S]*✓/);
    const { body } = chat.world.model.requests.at(-1)!;
    expect(JSON.stringify(body.messages)).toContain('"type":"image"');
  });

  it('has vim keys when one wants them', async () => {
    const chat = await openChat([], { env: { CCCHAT_VIM: 'true' } });
    await chat.waitFor(ready);
    chat.type('ione two three');
    await chat.waitFor('one two three');
    chat.press('esc');
    await chat.quiet(100);
    chat.type('0dw');
    await chat.waitFor((screen) =>
      screen.rows().some((row) => row.trimEnd().endsWith(' two three') && !row.includes('one')),
    );
    chat.type('A four');
    await chat.waitFor('two three four');
  });

  it('has the keys of the keymap file, and names what it cannot use', async () => {
    const chat = await openChat([], {
      files: { '.config/ccchat/keymap.json': JSON.stringify({ threads: 'ctrl+y', sned: 'enter' }) },
    });
    await chat.waitFor('There is no command "sned".');
    await chat.waitFor(ready);
    await chat.waitFor('Ctrl+Y threads');
    chat.press('ctrl+y');
    await chat.waitFor(onAlternate);
    chat.press('esc');
    await chat.waitFor(onMain);
  });

  it('keeps each thread’s draft when one goes to another and back', async () => {
    const chat = await openChat();
    await chat.waitFor(ready);
    await said(chat, 'say one');
    chat.type('/new\r');
    await chat.waitFor('new thread');
    await said(chat, 'say two');
    chat.type('draft for two');
    await chat.waitFor('› draft for two');
    const goTo = async (title: string) => {
      chat.press('ctrl+p');
      await chat.waitFor(onAlternate);
      chat.type(title);
      await chat.waitFor((screen) => screen.rows().some((row) => /^›\s{2,}/.test(row) && row.includes(title)));
      chat.press('enter');
      await chat.waitFor(onMain);
    };
    await goTo('say one');
    await chat.waitFor(ready);
    chat.type('draft for one');
    await chat.waitFor('› draft for one');
    await goTo('say two');
    await chat.waitFor('› draft for two');
    await goTo('say one');
    await chat.waitFor('› draft for one');
  });
});

describe('what keys open', () => {
  it('shows the keys with ?, and only on an empty composer', async () => {
    const chat = await openChat();
    await chat.waitFor(ready);
    chat.press('?');
    await chat.waitFor(onAlternate);
    await chat.waitFor('Ctrl+S');
    chat.press('esc');
    await chat.waitFor(onMain);
    chat.type('why?');
    await chat.waitFor('› why?');
  });

  it('searches everything with Ctrl+F and opens the thread at the turn', async () => {
    const chat = await openChat();
    await chat.waitFor(ready);
    await said(chat, 'say the walrus sleeps', 'say something else');
    chat.type('/new\r');
    await chat.waitFor('new thread');
    chat.press('ctrl+f');
    await chat.waitFor(onAlternate);
    chat.type('walrus');
    await chat.waitFor(/walrus sleeps/);
    chat.press('enter');
    await chat.waitFor((screen) => onAlternate(screen) && screen.text().includes('say the walrus sleeps'));
    chat.press('esc');
    await chat.waitFor(onMain);
    await chat.waitFor('◆ say the walrus sleeps');
  });

  it('shows the family of forks with Ctrl+T and goes to one', async () => {
    const chat = await openChat();
    await chat.waitFor(ready);
    await said(chat, 'say the root');
    chat.type('/fork\r');
    await chat.waitFor('This is a fork of say the root');
    chat.press('ctrl+t');
    await chat.waitFor(onAlternate);
    await chat.waitFor((screen) => (screen.text().match(/say the root/g) ?? []).length >= 2);
    chat.press('home', 'enter');
    await chat.waitFor(onMain);
    await chat.waitFor(/◆ say the root(?! \()/);
  });

  it('reads the whole transcript with Ctrl+O, and with PgUp while a reply streams', async () => {
    const chat = await openChat();
    await chat.waitFor(ready);
    chat.type('think deep thoughts\r');
    await chat.waitFor('✓');
    chat.press('ctrl+o');
    await chat.waitFor(onAlternate);
    await chat.waitFor('deep thoughts');
    chat.press('esc');
    await chat.waitFor(onMain);
    chat.type('slow 40\r');
    await chat.waitFor(/Paragraph \d/);
    chat.press('pageup');
    await chat.waitFor(onAlternate);
    chat.press('esc');
    await chat.waitFor(onMain);
    expect(chat.everything()).not.toContain('interrupted');
    chat.press('esc');
    await chat.waitFor('■ interrupted');
  });

  it('copies the last answer through the terminal', async () => {
    const chat = await openChat();
    await chat.waitFor(ready);
    await said(chat, 'say copy **me**');
    chat.type('/copy\r');
    await chat.waitFor('Copied');
    const data = /\x1b\]52;c;([A-Za-z0-9+/=]+)\x07/.exec(chat.bytes())?.[1] ?? '';
    expect(Buffer.from(data, 'base64').toString('utf8')).toBe('copy **me**');
  });
});

describe('typing', () => {
  it('at speed, while a reply streams and a permission arrives: every character lands', async () => {
    const chat = await openChat([], {
      files: copyingEditor,
      env: { EDITOR: 'sh -c \'exec "$HOME/editor.sh" "$0"\'' },
      charsPerSecond: 1_500,
    });
    await chat.waitFor(ready);
    chat.type('long 12 && ask ./tidy up\r');
    await chat.waitFor(/Paragraph \d/);
    const words = 'yes and no, any answer can wait: nay, a yak can yawn all day 1 2 3 ';
    const typed = words.repeat(Math.ceil(2_000 / words.length)).slice(0, 2_000);
    for (let at = 0; at < typed.length; ) {
      const length = 1 + (at % 5);
      chat.type(typed.slice(at, at + length));
      at += length;
      await new Promise((resolve) => setTimeout(resolve, 4));
    }
    await chat.waitFor('Run this command?');
    expect(chat.everything()).not.toContain('Answer:');
    chat.press('ctrl+g');
    await chat.waitFor('› from the editor');
    expect(readFileSync(path.join(chat.home, 'draft.txt'), 'utf8')).toBe(typed);
  });
});
