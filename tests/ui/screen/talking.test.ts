import { afterEach, describe, expect, it } from 'vitest';
import { closeChats, openChat, ready } from '../../support/chat-screen.ts';

afterEach(closeChats);

const composerOf = (rows: string[]) => rows.findLast((row) => row.startsWith('› ')) ?? '';

describe('talking', () => {
  it('sends with Enter, shows the reply as it comes and leaves both in the scrollback', async () => {
    const chat = await openChat();
    await chat.waitFor(ready);
    chat.type('say Hello **bold** world');
    await chat.waitFor('› say Hello **bold** world');
    chat.press('enter');
    await chat.waitFor(/✓ .*out/);
    expect(chat.text()).toContain('Hello bold world');
    expect(chat.text()).not.toContain('talks to your own claude');
    expect(chat.bytes()).not.toMatch(/\x1b\[[23]J/);
  });

  it('queues what is sent while a turn runs, and runs it next', async () => {
    const chat = await openChat();
    await chat.waitFor(ready);
    chat.type('tool ./nap\r');
    await chat.waitFor('Bash  ./nap');
    chat.type('say the second\r');
    await chat.waitFor(/say the second · next turn/);
    chat.wakeUp();
    await chat.waitFor((screen) => (screen.everything().match(/✓ /g) ?? []).length === 2);
    expect(chat.everything()).toMatch(/The tool is done[\s\S]*the second/);
  });

  it('takes the last queued message back with ↑ on an empty composer', async () => {
    const chat = await openChat();
    await chat.waitFor(ready);
    chat.type('tool ./nap\r');
    await chat.waitFor('Bash  ./nap');
    chat.type('first\r');
    await chat.waitFor('first · next turn');
    chat.press('up');
    await chat.waitFor((screen) => composerOf(screen.rows()).includes('first'));
    expect(chat.text()).not.toContain('next turn');
  });

  it('steers with Ctrl+S and shows the way of the steer; absorbed, it stands in the conversation', async () => {
    const chat = await openChat();
    await chat.waitFor(ready);
    chat.type('tool ./nap\r');
    await chat.waitFor('Bash  ./nap');
    chat.type('use the other file');
    chat.press('ctrl+s');
    await chat.waitFor(/use the other file · accepted/);
    chat.wakeUp();
    await chat.waitFor(/↳ use the other file {2}steer/);
    await chat.waitFor('The tool is done');
    expect(chat.text()).not.toContain('use the other file ·');
  });

  it('interrupts and delivers with a second Ctrl+S on an empty composer', async () => {
    const chat = await openChat();
    await chat.waitFor(ready);
    chat.type('tool ./nap\r');
    await chat.waitFor('Bash  ./nap');
    chat.type('say stop it');
    chat.press('ctrl+s');
    await chat.waitFor('accepted');
    chat.press('ctrl+s');
    await chat.waitFor(/■ interrupted[\s\S]*stop it[\s\S]*✓/, { within: 'everything' });
  });

  it('interrupts with Esc; draft and queue stay', async () => {
    const chat = await openChat();
    await chat.waitFor(ready);
    chat.type('tool ./nap\r');
    await chat.waitFor('Bash  ./nap');
    chat.type('queued one\r');
    await chat.waitFor('queued one · next turn');
    chat.type('my draft');
    await chat.waitFor('› my draft');
    chat.press('esc');
    await chat.waitFor('interrupted');
    await chat.waitFor(/queued one · paused/);
    expect(chat.text()).toContain('› my draft');
  });

  it('shows a shell command while it runs, and Esc stops it', async () => {
    const chat = await openChat();
    await chat.waitFor(ready);
    chat.type('!echo begun; sleep 300\r');
    await chat.waitFor(/^! echo begun; sleep 300 · [1-9]s · Esc stops it$/m);
    chat.type('a draft');
    await chat.waitFor('› a draft');
    chat.press('esc');
    await chat.waitFor(/! echo begun; sleep 300\n.*begun\n.*✗ ended by a signal/);
    await chat.waitFor('› a draft');
    expect(chat.text()).not.toContain('stops it');
  });

  it('runs a shell command with !', async () => {
    const chat = await openChat();
    await chat.waitFor(ready);
    chat.type('!echo from-the-shell\r');
    await chat.waitFor(/! echo from-the-shell\n.*from-the-shell/);
  });

  it('makes new lines with Ctrl+J, Alt+Enter and backslash Enter, and pastes without sending', async () => {
    const chat = await openChat();
    await chat.waitFor(ready);
    chat.type('one');
    chat.press('ctrl+j');
    chat.type('two');
    chat.press('alt+enter');
    chat.type('three\\');
    chat.press('enter');
    chat.paste('four\nfive');
    await chat.waitFor(/› one\n {2}two\n {2}three\n {2}four\n {2}five/);
  });

  it('goes round the permission modes with Shift+Tab, and never to bypass', async () => {
    const chat = await openChat();
    await chat.waitFor(ready);
    for (const mode of ['accept-edits', 'plan', 'read-only', 'ask']) {
      chat.press('shift+tab');
      await chat.waitFor((screen) => screen.rows().some((row) => row.includes(`· ${mode} ·`)));
    }
  });

  it('clears the draft with Ctrl+C, leaves with a second one, and says how to come back', async () => {
    const chat = await openChat();
    await chat.waitFor(ready);
    chat.type('say hi\r');
    await chat.waitFor('✓');
    chat.type('draft');
    await chat.waitFor('› draft');
    chat.press('ctrl+c');
    await chat.waitFor('again leaves');
    expect(chat.text()).toContain(ready);
    chat.press('ctrl+c');
    await chat.waitFor(/ccchat --resume \w+/);
    expect((await chat.exit).code).toBe(0);
  });

  it('is not cut short by a Ctrl+C more while it leaves', async () => {
    const chat = await openChat();
    await chat.waitFor(ready);
    chat.type('say hi\r');
    await chat.waitFor('✓');
    chat.press('ctrl+d');
    await chat.waitFor(/ccchat --resume \w+/);
    chat.kill('SIGINT');
    expect(await chat.exit).toEqual({ code: 0, signal: 0 });
  });

  it('says before it leaves what would end with it, as long as that is true', async () => {
    const chat = await openChat();
    await chat.waitFor(ready);
    chat.type('tool ./nap\r');
    await chat.waitFor('Bash  ./nap');
    chat.press('ctrl+c');
    await chat.waitFor('again leaves, and ends 1 turn');
    chat.press('esc');
    await chat.waitFor(/■ interrupted[\s\S]*Say something/);
    expect(chat.text()).not.toContain('ends 1 turn');
    chat.press('ctrl+c');
    await chat.waitFor('again leaves');
    chat.type('x');
    await chat.waitFor('› x');
    expect(chat.text()).not.toContain('again leaves');
  });

  it('keeps a draft through a kill', async () => {
    const chat = await openChat();
    await chat.waitFor(ready);
    chat.type('not sent yet');
    await chat.waitFor('› not sent yet');
    chat.kill('SIGTERM');
    await chat.exit;
    const again = await chat.again();
    await again.waitFor('› not sent yet');
  });

  it('takes a thread up again with its last turns', async () => {
    const chat = await openChat();
    await chat.waitFor(ready);
    chat.type('say remember me\r');
    await chat.waitFor('✓');
    chat.press('ctrl+d');
    await chat.exit;
    await chat.waitFor(/--resume \w+/);
    const id = /--resume (\w+)/.exec(chat.text())![1]!;
    const again = await chat.again(['--resume', id]);
    await again.waitFor(ready);
    expect(again.text()).toMatch(/◆ .*\n\n› say remember me\n\nremember me/);
  });
});
