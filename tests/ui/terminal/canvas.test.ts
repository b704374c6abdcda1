import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Delays, openWindow, type Size, type Window } from './window.ts';

const between = (min: number, max: number) => fc.integer({ min, max });
const sizes = (columns: fc.Arbitrary<number>, rows: fc.Arbitrary<number>) => fc.record({ columns, rows });

/** Never so much smaller at once that the region would not fit. */
const moderate = sizes(between(84, 110), between(36, 46));
/** From a window that shows next to nothing to a large one. */
const anything = sizes(between(24, 120), between(6, 50));

const atOnce: fc.Arbitrary<Delays> = fc.constant({ bytes: 0, size: 0, signal: 0 });
const toldLate: fc.Arbitrary<Delays> = fc.record({
  bytes: fc.constant(0),
  size: fc.constant(0),
  signal: between(0, 30),
});
/** Frames are on their way while the window changes, and the program does not know of it yet. */
const allLate: fc.Arbitrary<Delays> = fc.record({ bytes: between(0, 10), size: between(0, 10), signal: between(0, 5) });

interface Step {
  readonly to: Size;
  readonly only: 'columns' | 'rows' | 'both';
  /** Until the next change. */
  readonly gap: number;
  readonly height: number;
  readonly streaming: boolean;
  readonly finished: number;
}

interface Story {
  readonly printed: number;
  readonly delays: Delays;
  readonly steps: readonly Step[];
}

const story = (
  to: fc.Arbitrary<Size>,
  delays: fc.Arbitrary<Delays>,
  finished: fc.Arbitrary<number>,
): fc.Arbitrary<Story> =>
  fc.record({
    printed: fc.constantFrom(0, 3, 20, 300),
    delays,
    steps: fc.array(
      fc.record({
        to,
        only: fc.constantFrom('columns', 'rows', 'both', 'both'),
        gap: fc.constantFrom(0, 1, 16, 33, 150),
        height: between(3, 14),
        streaming: fc.boolean(),
        finished,
      }),
      { minLength: 1, maxLength: 14 },
    ),
  });

/** At the end the window is tall, so that everything that was pushed out of it comes back. */
const tall = [
  { columns: 119, rows: 399 },
  { columns: 120, rows: 400 },
];

function play({ printed, delays, steps }: Story): ReturnType<Window['faults']> {
  const window = openWindow({ columns: 100, rows: 40 }, printed, delays);
  window.frame(7);
  window.pass(100);
  for (const { to, only, gap, height, streaming, finished } of steps) {
    const now = window.size();
    window.resize({
      columns: only === 'rows' ? now.columns : to.columns,
      rows: only === 'columns' ? now.rows : to.rows,
    });
    for (let passed = 0; streaming && passed < gap; passed += 16) {
      window.pass(16);
      window.frame(height);
    }
    if (!streaming) window.pass(gap);
    if (finished > 0) window.print(finished);
    window.frame(height, finished);
  }
  window.pass(400);
  for (const size of tall) {
    window.resize(size);
    window.pass(400);
  }
  const faults = window.faults();
  window.close();
  return faults;
}

const fine = { lost: [], copies: [], region: 'whole' };
const runs = { numRuns: 400, seed: 11 };

describe('a window that changes its size again and again', () => {
  it('shows one whole region below everything finished, whatever is late, where the region fits', () => {
    fc.assert(
      fc.property(story(moderate, allLate, fc.constantFrom(0, 0, 1, 3)), (one) => void expect(play(one)).toEqual(fine)),
      runs,
    );
  });

  it('does so at any size, too, when it is told in time or late', () => {
    fc.assert(
      fc.property(
        story(anything, fc.oneof(atOnce, toldLate), fc.constant(0)),
        (one) => void expect(play(one)).toEqual(fine),
      ),
      runs,
    );
  });

  it('loses nothing and shows a whole region, whatever the sizes and whatever is late', () => {
    fc.assert(
      fc.property(story(anything, allLate, fc.constantFrom(0, 0, 1, 3)), (one) => {
        expect({ ...play(one), copies: [] }).toEqual(fine);
      }),
      runs,
    );
  });
});
