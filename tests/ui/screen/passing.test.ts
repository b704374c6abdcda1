import { expect, it } from 'vitest';
import { Passing } from '../../../src/ui/screen/passing.ts';

function passingAt(clock: { now: number }): Passing {
  return new Passing({ now: () => clock.now, changed: () => {} });
}

it('a passing word goes after a while', () => {
  const clock = { now: 0 };
  const passing = passingAt(clock);
  passing.say('copied');
  expect(passing.hint).toBe('copied');
  clock.now = 4_000;
  expect(passing.hint).toBeNull();
});

it('says what is true by now, and nothing once it is not', () => {
  const clock = { now: 0 };
  const passing = passingAt(clock);
  let turns: number | null = 1;
  passing.say(() => (turns === null ? null : `ends ${turns}`));
  expect(passing.hint).toBe('ends 1');
  turns = 0;
  expect(passing.hint).toBe('ends 0');
  turns = null;
  expect(passing.hint).toBeNull();
  turns = 1;
  clock.now = 4_000;
  expect(passing.hint).toBeNull();
});
