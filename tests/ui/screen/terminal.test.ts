import { afterEach, describe, expect, it } from 'vitest';
import { closeScreens, type ScriptedChat, scriptedChat } from '../../support/scripted-screen.ts';

afterEach(closeScreens);

const ready = 'Say something';

/** Private modes that were switched on and not off again. */
function modesLeft(bytes: string): string[] {
  const on = new Set<string>();
  for (const [, mode, how] of bytes.matchAll(/\x1b\[\?(\d+)([hl])/g)) {
    if (how === 'h') on.add(mode!);
    else on.delete(mode!);
  }
  on.delete('25');
  return [...on];
}

function expectRestored(chat: ScriptedChat): void {
  const bytes = chat.bytes();
  expect(modesLeft(bytes)).toEqual([]);
  expect(bytes.lastIndexOf('\x1b[?25h')).toBeGreaterThan(bytes.lastIndexOf('\x1b[?25l'));
  expect(bytes.split('\x1b[>1u').length).toBe(bytes.split('\x1b[<u').length);
  expect(bytes.lastIndexOf('\x1b[>4m')).toBeGreaterThan(bytes.lastIndexOf('\x1b[>4;1m'));
}

describe('the terminal is given back', () => {
  it.each([
    ['SIGTERM', 143],
    ['SIGHUP', 129],
    ['SIGINT', 130],
  ])('after %s while a turn runs', async (signal, code) => {
    const chat = await scriptedChat();
    await chat.waitFor(ready);
    chat.type('tool 60000 sleep 60\r');
    await chat.waitFor('Bash  sleep 60');
    chat.kill(signal);
    expect((await chat.exit).code).toBe(code);
    expectRestored(chat);
    expect(chat.text()).not.toContain('Enter queues');
  });

  it('after a crash, with the reason on the screen', async () => {
    const chat = await scriptedChat([], { env: { CRASH_ON: 'say crash' } });
    await chat.waitFor(ready);
    chat.type('say crash\r');
    expect((await chat.exit).code).not.toBe(0);
    await chat.waitFor('crashed on purpose');
    expectRestored(chat);
    expect(chat.text()).not.toContain('Enter queues');
  });

  it('after leaving from an overlay', async () => {
    const chat = await scriptedChat();
    await chat.waitFor(ready);
    chat.press('ctrl+p');
    await chat.waitFor((screen) => screen.terminal.buffer.active.type === 'alternate');
    chat.kill('SIGTERM');
    await chat.exit;
    expectRestored(chat);
  });

  it('on Ctrl+Z, and taken again afterwards', async () => {
    const chat = await scriptedChat();
    await chat.waitFor(ready);
    chat.type('a draft');
    await chat.waitFor('› a draft');
    chat.mark();
    chat.press('ctrl+z');
    await chat.waitFor((screen) => /\x1b\[\?2004l[\s\S]*\x1b\[\?2004h/.test(screen.bytes()));
    await chat.waitFor('› a draft');
    chat.type(' goes on');
    await chat.waitFor('› a draft goes on');
  });
});

describe('overlays', () => {
  it('open on the alternate screen, close with Esc, and leave the scrollback as it was', async () => {
    const chat = await scriptedChat();
    await chat.waitFor(ready);
    chat.type('say one\r');
    await chat.waitFor('✓');
    await chat.waitFor(ready);
    const before = chat.everything();
    for (const key of ['ctrl+p', 'ctrl+f', 'ctrl+t', 'ctrl+o', 'ctrl+q', '?', 'pageup']) {
      chat.press(key);
      await chat.waitFor((screen) => screen.terminal.buffer.active.type === 'alternate');
      chat.press('esc');
      await chat.waitFor((screen) => screen.terminal.buffer.active.type === 'normal');
      await chat.waitFor(ready);
      expect(chat.everything()).toBe(before);
    }
    expect(chat.bytes()).not.toMatch(/\x1b\[[23]J/);
  });

  it('let a turn go on; what it said is there afterwards', async () => {
    const chat = await scriptedChat();
    await chat.waitFor(ready);
    chat.type('tool 400 sleep 1\r');
    await chat.waitFor('Bash  sleep 1');
    chat.press('ctrl+p');
    await chat.waitFor((screen) => screen.terminal.buffer.active.type === 'alternate');
    await chat.waitFor((screen) => /\x1b\]2;tool 400[^\x07]*\x07(?![\s\S]*\x1b\]2;… )/.test(screen.bytes()));
    chat.press('esc');
    await chat.waitFor('The tool is done.');
    await chat.waitFor(ready);
  });

  it('picks a turn to go back to with Esc twice on an idle, empty composer', async () => {
    const chat = await scriptedChat();
    await chat.waitFor(ready);
    chat.type('say one\r');
    await chat.waitFor('✓');
    await chat.waitFor(ready);
    chat.press('esc');
    await chat.waitFor('Esc again');
    chat.press('esc');
    await chat.waitFor((screen) => screen.terminal.buffer.active.type === 'alternate');
    chat.press('enter');
    await chat.waitFor((screen) => screen.terminal.buffer.active.type === 'normal');
    await chat.waitFor('› say one');
    await chat.waitFor('Reverted');
  });
});

describe('counts', () => {
  it('streams with few bytes and without clearing', async () => {
    const chat = await scriptedChat([], { env: { WORD_MS: '12' } });
    await chat.waitFor(ready);
    chat.mark();
    chat.type('long 30\r');
    await chat.waitFor('Paragraph 30');
    await chat.waitFor('✓');
    const bytes = chat.bytes();
    const words = 30 * 17;
    expect(bytes).not.toMatch(/\x1b\[[23]J/);
    expect(bytes.length / words).toBeLessThan(200);
  });
});
