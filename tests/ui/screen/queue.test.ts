// The queue on the screen: its editor, what other processes put into it, and what a killed chat leaves behind.
import { afterEach, describe, expect, it } from 'vitest';
import { type ChatScreen, closeChats, onAlternate, onMain, openChat, ready } from '../../support/chat-screen.ts';

afterEach(closeChats);

async function busyWith(chat: ChatScreen, ...queued: string[]): Promise<void> {
  await chat.waitFor(ready);
  chat.type('tool ./nap\r');
  await chat.waitFor('Bash  ./nap');
  await queueUp(chat, queued);
}

async function queueUp(chat: ChatScreen, queued: readonly string[]): Promise<void> {
  for (const text of queued) {
    chat.type(`${text}\r`);
    await chat.waitFor(`${text} · next turn`);
  }
}

const rowsWith = (chat: ChatScreen, words: RegExp) =>
  chat
    .rows()
    .map((row) => words.exec(row)?.[0])
    .filter((found) => found !== undefined);

describe('the queue editor', () => {
  it('reorders, edits, deletes and brings back', async () => {
    const chat = await openChat();
    await busyWith(chat, 'say one', 'say two', 'say three');
    chat.press('ctrl+q');
    await chat.waitFor(onAlternate);
    const listed = () => rowsWith(chat, /follow-up +say \w+/).map((row) => row!.split(' ').at(-1));
    await chat.waitFor(() => listed().join() === 'one,two,three');
    chat.type('J');
    await chat.waitFor(() => listed().join() === 'two,one,three');
    chat.type('d');
    await chat.waitFor(() => listed().length === 2);
    chat.type('u');
    await chat.waitFor(() => listed().join() === 'two,one,three');
    chat.type('e');
    await chat.waitFor('edit');
    chat.type(' changed\r');
    await chat.waitFor('say one changed');
    chat.press('esc');
    await chat.waitFor(onMain);
    await chat.waitFor(/» say two · next turn\n» say one changed · next turn\n» say three · next turn/);
  });

  it('pauses and goes on', async () => {
    const chat = await openChat();
    await busyWith(chat, 'say one');
    chat.press('ctrl+q');
    await chat.waitFor(onAlternate);
    chat.type('p');
    await chat.waitFor('paused');
    chat.press('esc');
    await chat.waitFor(/say one · paused/);
    chat.press('esc');
    await chat.waitFor('■ interrupted');
    await chat.waitFor(/say one · paused/);
    chat.press('ctrl+q');
    await chat.waitFor(onAlternate);
    chat.type('p');
    chat.press('esc');
    await chat.waitFor(onMain);
    await chat.waitFor(/› say one {2}follow-up\n\none\n✓/);
  });

  it('makes a follow-up a steer', async () => {
    const chat = await openChat();
    await busyWith(chat, 'look left');
    chat.press('ctrl+q');
    await chat.waitFor(onAlternate);
    chat.type('s');
    await chat.waitFor(/steer +look left/);
    chat.press('esc');
    await chat.waitFor(onMain);
    await chat.waitFor(/↳ look left · (typed|accepted|goes in)/);
  });
});

describe('what was not absorbed', () => {
  it('offers to interrupt and deliver after ten seconds', async () => {
    const chat = await openChat();
    await busyWith(chat);
    chat.type('say hurry');
    chat.press('ctrl+s');
    await chat.waitFor(/↳ say hurry · (typed|accepted|goes in)/);
    await chat.waitFor('↳ say hurry · Ctrl+S again: interrupt and deliver now');
    chat.press('ctrl+s');
    await chat.waitFor(/■ interrupted[\s\S]*hurry\n✓/, { within: 'everything' });
  });
});

describe('other processes', () => {
  it('queue and steer; the screen shows it and the turn takes it', async () => {
    const chat = await openChat();
    await busyWith(chat);
    const [thread] = JSON.parse(await chat.ccchat('list', '--json'));
    await chat.ccchat('queue', thread.id, 'add', 'say from elsewhere');
    await chat.waitFor('» say from elsewhere · next turn');
    await chat.ccchat('steer', thread.id, 'mind the gap');
    await chat.waitFor(/↳ mind the gap · accepted/);
    chat.wakeUp();
    await chat.waitFor(/↳ mind the gap {2}steer/);
    await chat.waitFor(/› say from elsewhere {2}follow-up\n\nfrom elsewhere\n✓/);
  });

  it('show a turn that runs there, and take what is typed here into its queue', async () => {
    const chat = await openChat();
    await chat.waitFor(ready);
    chat.type('say first\r');
    await chat.waitFor('✓');
    await chat.waitFor(ready);
    const [thread] = JSON.parse(await chat.ccchat('list', '--json'));
    const sent = chat.ccchat('send', '--thread', thread.id, 'tool ./nap');
    await chat.waitFor('Enter queues');
    chat.type('say after that\r');
    await chat.waitFor('» say after that · next turn');
    chat.wakeUp();
    expect(await sent).toContain('after that');
    await chat.waitFor(/The tool is done\.[\s\S]*say after that[\s\S]*after that/, { within: 'everything' });
  });
});

describe('a killed chat', () => {
  it('leaves its queue, and the next start runs it, each once', async () => {
    const chat = await openChat();
    await busyWith(chat, 'say one', 'say two');
    chat.kill('SIGKILL');
    await chat.exit;
    const again = await chat.again(['--continue']);
    await again.waitFor(/› tool \.\/nap[\s\S]*\none\n✓[\s\S]*\ntwo\n✓/, { within: 'everything' });
    for (const text of ['tool', 'say one', 'say two'])
      expect(again.everything().match(new RegExp(`^› ${text}`, 'gm')), text).toHaveLength(1);
    expect(again.text()).not.toContain('next turn');
  });
});
