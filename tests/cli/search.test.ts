// What a search prints goes through the same cleaning as everything else that somebody else wrote.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Desk, openDesk } from '../threads/support.ts';
import { collector } from './hand-made-shell.ts';

let desk: Desk;
beforeEach(async () => {
  desk = await openDesk();
});
afterEach(() => desk.close());

describe('a hit', () => {
  it.each([false, true])('cannot act on what it is printed on (a terminal: %s)', async (isTTY) => {
    const { id } = desk.store.threads.create({ cwd: desk.root });
    const text = 'see \u202egnp.needle\u202c \x9b31mred now, hid\u{e0041}den';
    desk.store.messages.append({ thread: id, role: 'user', via: 'prompt', blocks: [{ type: 'text', text }] });
    const out = collector(isTTY);
    await desk.run(['search', 'needle'], { out: out.output });
    expect(out.text()).toContain('\n  see gnp.needle red now, hidden\n');
  });
});

it('takes any number of rows to ask for', async () => {
  desk.store.threads.create({ cwd: desk.root, title: 'Only' });
  for (const command of ['list', 'list --offset 1', 'list --status idle', 'search nothing']) {
    const { code, err } = await desk.run([...command.split(' '), '--limit', '9223372036854775807']);
    expect({ command, code, failed: /ccchat:/.test(err) }).toEqual({ command, code: 0, failed: false });
  }
});
