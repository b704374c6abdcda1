// The tour, walked as a newcomer does: read the hint, press the one key it names, see what happened. Used by the tests and by
// `npm run newcomer`.
import type { Screen } from './screen.ts';

export interface Stop {
  readonly name: string;
  /** The screen must say so before the key is pressed. */
  readonly hint: RegExp;
  readonly key: string;
  /** And this afterwards, on the screen or above it. */
  readonly seen: RegExp;
}

export const stops: readonly Stop[] = [
  {
    name: 'stream',
    hint: /Tour 1 of 8 Enter[\s\S]*What is this place\?/,
    key: 'enter',
    seen: /Ask me to taste something/,
  },
  { name: 'tool', hint: /Tour 2 of 8 Enter[\s\S]*Taste all the teas/, key: 'enter', seen: /taste\.sh/ },
  { name: 'steer', hint: /Tour 3 of 8 Ctrl\+S[\s\S]*Only the green ones/, key: 'ctrl+s', seen: /taste\.sh green/ },
  { name: 'queue', hint: /Tour 4 of 8 Enter[\s\S]*Write the winner/, key: 'enter', seen: /The best is[\s\S]*longjing/ },
  { name: 'permission', hint: /Tour 5 of 8 y/, key: 'y', seen: /It is in notes\.md now/ },
  { name: 'revert', hint: /Tour 6 of 8 Enter[\s\S]*\/revert last/, key: 'enter', seen: /Went back|Reverted/ },
  { name: 'fork', hint: /Tour 7 of 8 Enter[\s\S]*\/fork/, key: 'enter', seen: /a fork of/ },
  { name: 'search', hint: /Tour 8 of 8 Enter[\s\S]*\/search longjing/, key: 'enter', seen: /longjing/i },
];

export type Snap = (name: string) => Promise<void>;

/** From the first hint to the last; resolves on the chat's own screen, with the tour over. */
export async function walkTour(screen: Screen, snap: Snap = async () => {}): Promise<void> {
  for (const [index, stop] of stops.entries()) {
    await screen.waitFor(stop.hint);
    await snap(`tour-${index + 1}-${stop.name}`);
    if (stop.name === 'permission') await screen.waitFor(/❯ 1\. Allow once/);
    screen.press(stop.key);
    if (stop.name === 'search') await screen.waitFor(() => screen.terminal.buffer.active.type === 'alternate');
    await screen.waitFor(stop.seen, { within: 'everything' });
    if (stop.name === 'search') await screen.waitFor(/longjing[\s\S]*longjing/i);
    await snap(`tour-${index + 1}-${stop.name}-done`);
  }
  screen.press('esc');
  await screen.waitFor(() => screen.terminal.buffer.active.type === 'normal');
  await screen.waitFor(/That was the tour/);
  await snap('tour-9-over');
}
