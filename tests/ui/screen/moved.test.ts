// Going back, coming forward and deleting are said once each.
import { afterEach, expect, it } from 'vitest';
import type { MovedTurns } from '../../../src/engine/events.ts';
import type { ThreadId } from '../../../src/store/types.ts';
import { sayMoved } from '../../../src/ui/screen/moved.ts';
import { closeChats, openChat, ready } from '../../support/chat-screen.ts';

afterEach(closeChats);

it('says a revert, an unrevert and a deletion once', async () => {
  const chat = await openChat();
  const notices = () => chat.everything().match(/^· .*/gm) ?? [];
  await chat.waitFor(ready);
  chat.type('say one\r');
  await chat.waitFor('✓');
  await chat.waitFor(ready);
  chat.type('/revert last\r');
  await chat.waitFor(/Reverted[\s\S]*› say one/);
  chat.press('ctrl+c');
  chat.type('/unrevert\r');
  await chat.waitFor('1 turn is back');
  chat.type('/delete\r');
  await chat.waitFor('Delete “');
  chat.press('y');
  await chat.waitFor(/This thread is deleted[\s\S]*New thread[\s\S]*Say something/);
  await chat.quiet();
  expect(notices()).toEqual([
    '· Reverted: 1 turn is out of the conversation',
    '· 1 turn is back',
    '· This thread is deleted',
  ]);
});

const reverted = (back: number, out: number): [string, MovedTurns] => [
  'reverted',
  { back, out, counted: 'all', swaps: true },
];
const unreverted = (back: number, out: number, swaps = true): [string, MovedTurns] => [
  'unreverted',
  { back, out, counted: 'all', swaps },
];

/** Farther than is counted. */
const farther = (reason: string, swaps: boolean): [string, MovedTurns] => [
  reason,
  { back: 90, out: 90, counted: 'some', swaps },
];

it.each([
  [reverted(0, 2), 'Reverted: 2 turns are out of the conversation', '/unrevert brings them back'],
  [reverted(0, 1), 'Reverted: 1 turn is out of the conversation', '/unrevert brings it back'],
  [reverted(0, 0), 'Reverted: what came after is out of the conversation', '/unrevert brings it back'],
  [reverted(1, 2), 'Reverted: 1 turn is back; 2 turns are out', '/unrevert brings them back'],
  [reverted(1, 0), 'Reverted: 1 turn is back', undefined],
  [unreverted(3, 0), '3 turns are back', undefined],
  [unreverted(3, 1), '3 turns are back; 1 turn is out', '/unrevert swaps them again'],
  [unreverted(1, 3), '1 turn is back; 3 turns are out', '/unrevert swaps them again'],
  [unreverted(1, 3, false), '1 turn is back; 3 turns are out', '/unrevert goes on to what left before'],
  [unreverted(0, 2), 'What was reverted is back; 2 turns are out', '/unrevert swaps them again'],
  [unreverted(0, 0), 'What was reverted is back', undefined],
  [farther('reverted', true), 'Reverted: many turns are out of the conversation', '/unrevert brings them back'],
  [farther('unreverted', true), 'Many turns moved', '/unrevert swaps them again'],
  [farther('unreverted', false), 'What was reverted is back: many turns', undefined],
])('says what came and what went: %j', ([reason, moved], text, next) => {
  const said: unknown[] = [];
  const event = {
    type: 'thread.changed',
    thread: 'thread' as ThreadId,
    reason: reason as 'reverted',
    ...moved,
  } as const;
  sayMoved(event, (level, ...words) => said.push([level, ...words]));
  expect(said).toEqual([next === undefined ? ['info', text] : ['info', text, next]]);
});
