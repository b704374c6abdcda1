import { afterEach, describe, expect, it } from 'vitest';
import {
  type ChatScreen,
  chatWorld,
  closeChats,
  onAlternate,
  onMain,
  openChat,
  program,
  ready,
} from '../../support/chat-screen.ts';
import { openScreen } from '../../support/screen.ts';

afterEach(closeChats);

/** On in every terminal: wrapping, the cursor. */
const usual = ['7', '25'];

/** Private modes that are not as they were before. */
function modesLeft(bytes: string): string[] {
  const on = new Set(usual);
  for (const [, mode, how] of bytes.matchAll(/\x1b\[\?(\d+)([hl])/g)) {
    if (how === 'h') on.add(mode!);
    else on.delete(mode!);
  }
  return [...usual.filter((mode) => !on.has(mode)), ...[...on].filter((mode) => !usual.includes(mode))];
}

function expectRestored(chat: ChatScreen): void {
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
    const chat = await openChat();
    await chat.waitFor(ready);
    chat.type('tool ./nap\r');
    await chat.waitFor('Bash  ./nap');
    chat.kill(signal);
    expect((await chat.exit).code).toBe(code);
    expectRestored(chat);
    expect(chat.text()).not.toContain('Enter queues');
  });

  it('after a crash, with the reason on the screen', async () => {
    const thrower = "process.on('SIGUSR2',()=>{throw(Error('crashed%20on%20purpose'))})";
    const chat = await openChat([], { env: { NODE_OPTIONS: `--import data:text/javascript,${thrower}` } });
    await chat.waitFor(ready);
    chat.type('tool ./nap\r');
    await chat.waitFor('Bash  ./nap');
    chat.kill('SIGUSR2');
    expect((await chat.exit).code).not.toBe(0);
    await chat.waitFor('crashed on purpose');
    expectRestored(chat);
    expect(chat.text()).not.toContain('Enter queues');
  });

  it('after leaving from an overlay', async () => {
    const chat = await openChat();
    await chat.waitFor(ready);
    chat.press('ctrl+p');
    await chat.waitFor(onAlternate);
    chat.kill('SIGTERM');
    await chat.exit;
    expectRestored(chat);
  });

  it('on Ctrl+Z to the shell, and taken again with fg', async () => {
    const world = await chatWorld();
    const env = { ...world.env, PS1: 'shell> ', CHAT: `${process.execPath} ${await program()}` };
    const shell = await openScreen({ command: ['bash', '--norc', '--noprofile', '-i'], cwd: world.cwd, env });
    try {
      await shell.waitFor('shell>');
      shell.type('$CHAT\r');
      await shell.waitFor(ready);
      shell.type('a draft');
      await shell.waitFor('› a draft');
      shell.press('ctrl+z');
      await shell.waitFor(/Stopped[\s\S]*shell>/);
      expect(modesLeft(shell.bytes())).toEqual(['2004']);
      expect(shell.text()).not.toContain('› a draft');
      shell.type('echo $((20 + 3))\r');
      await shell.waitFor(/^23$/m);
      shell.type('fg\r');
      await shell.waitFor('› a draft');
      shell.type(' goes on');
      await shell.waitFor('› a draft goes on');
    } finally {
      await shell.close();
    }
  });
});

describe('overlays', () => {
  it('open on the alternate screen, close with Esc, and leave the scrollback as it was', async () => {
    const chat = await openChat();
    await chat.waitFor(ready);
    chat.type('say one\r');
    await chat.waitFor('✓');
    await chat.waitFor(ready);
    const before = chat.everything();
    for (const key of ['ctrl+p', 'ctrl+f', 'ctrl+t', 'ctrl+o', 'ctrl+q', '?', 'pageup']) {
      chat.press(key);
      await chat.waitFor(onAlternate);
      chat.press('esc');
      await chat.waitFor(onMain);
      await chat.waitFor(ready);
      expect(chat.everything()).toBe(before);
    }
    expect(chat.bytes()).not.toMatch(/\x1b\[[23]J/);
  });

  it('let a turn go on; what it said is there afterwards', async () => {
    const chat = await openChat();
    await chat.waitFor(ready);
    chat.type('tool ./nap\r');
    await chat.waitFor('Bash  ./nap');
    chat.press('ctrl+p');
    await chat.waitFor(onAlternate);
    chat.wakeUp();
    await chat.waitFor((screen) => /\x1b\]2;tool [^\x07]*\x07(?![\s\S]*\x1b\]2;… )/.test(screen.bytes()));
    chat.press('esc');
    await chat.waitFor('The tool is done.');
    await chat.waitFor(ready);
  });

  it('picks a turn to go back to with Esc twice on an idle, empty composer', async () => {
    const chat = await openChat();
    await chat.waitFor(ready);
    chat.type('say one\r');
    await chat.waitFor('✓');
    await chat.waitFor(ready);
    chat.press('esc');
    await chat.waitFor('Esc again');
    chat.press('esc');
    await chat.waitFor(onAlternate);
    chat.press('enter');
    await chat.waitFor(onMain);
    await chat.waitFor('› say one');
    await chat.waitFor('Reverted');
  });
});

describe('counts', () => {
  it('goes on with a thread of 2,000 turns, streams with few bytes and frames, and never clears', async () => {
    const chat = await openChat([], { turns: 2_000, charsPerSecond: 500 });
    await chat.waitFor(ready);
    chat.mark();
    chat.type('long 30\r');
    await chat.waitFor(/Paragraph 30[\s\S]*✓ [1-9]/);
    const bytes = chat.bytes();
    const words = 30 * 20;
    expect(bytes).not.toMatch(/\x1b\[[23]J/);
    expect(bytes.length / words).toBeLessThan(200);
    expect(bytes.split('\x1b[?2026h').length / words).toBeLessThan(2);
    const request = chat.world.model.requests.at(-1)!;
    for (const text of ['prompt 1', 'reply 1', 'prompt 2000', 'reply 2000'])
      expect(request.said(text), text).toBe(true);
  });
});
