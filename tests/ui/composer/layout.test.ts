import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clustersFrom, isBoundary } from '../../../src/ui/composer/boundaries.ts';
import { noChips } from '../../../src/ui/composer/chips.ts';
import {
  carryRows,
  columnAt,
  glyphOf,
  type Line,
  offsetAt,
  rowAt,
  rowStarts,
} from '../../../src/ui/composer/layout.ts';
import { unicodeLine } from './support.ts';

const rows = (text: string, columns: number) => {
  const starts = rowStarts({ text }, columns, noChips);
  return starts.map((start, index) => text.slice(start, starts[index + 1] ?? text.length));
};

describe('rows of a line', () => {
  test.each<[string, number, string[]]>([
    ['', 10, ['']],
    ['one two three', 8, ['one two ', 'three']],
    ['one two three', 7, ['one two ', 'three']],
    ['exactlyten', 10, ['exactlyten']],
    ['exactlyten ', 10, ['exactlyten ', '']],
    ['exactlyten  x', 10, ['exactlyten ', ' x']],
    ['abcdefghijklm', 5, ['abcde', 'fghij', 'klm']],
    ['go abcdefghijklm', 5, ['go ', 'abcde', 'fghij', 'klm']],
    ['漢字漢字漢', 4, ['漢字', '漢字', '漢']],
    ['a漢字漢', 4, ['a漢', '字漢']],
    ['read 漢字漢字', 8, ['read 漢', '字漢字']],
    ['e\u0301e\u0301e\u0301', 2, ['e\u0301e\u0301', 'e\u0301']],
    ['👨‍👩‍👧‍👦👍', 2, ['👨‍👩‍👧‍👦', '👍']],
  ])('%j in %i columns', (text, columns, expected) => {
    expect(rows(text, columns)).toEqual(expected);
  });

  test('rows cover the line, begin at boundaries and fit', () => {
    fc.assert(
      fc.property(unicodeLine, fc.integer({ min: 2, max: 30 }), (text, columns) => {
        const starts = rowStarts({ text }, columns, noChips);
        expect(rows(text, columns).join('')).toBe(text);
        for (const [index, start] of starts.entries()) {
          expect(isBoundary(text, start)).toBe(true);
          const end = starts[index + 1] ?? text.length;
          expect(end >= start).toBe(true);
          const shown = text.slice(start, end).replace(/[ \t]$/, '');
          const width = [...clustersFrom(shown, 0)].reduce(
            (sum, part) => sum + glyphOf(part.text, columns, noChips).width,
            0,
          );
          expect(width).toBeLessThanOrEqual(columns);
        }
      }),
      { numRuns: 1000 },
    );
  });

  test('a place has one row and one column, and the column leads back to it', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'b', ' ', '漢', 'é'), maxLength: 60 }),
        fc.integer({ min: 4, max: 20 }),
        (text, columns) => {
          const line: Line = { text };
          const starts = rowStarts(line, columns, noChips);
          for (let at = 0; at <= text.length; at++) {
            const row = rowAt(starts, at);
            const column = columnAt(text, starts[row]!, at, columns, noChips);
            expect(offsetAt(line, row, column, columns, noChips)).toBe(at);
          }
        },
      ),
    );
  });

  test('rows carried over an edit are those of a fresh layout', () => {
    fc.assert(
      fc.property(
        fc.array(unicodeLine, { maxLength: 6 }).map((parts) => parts.join(' ')),
        unicodeLine,
        fc.nat(),
        fc.nat(),
        fc.integer({ min: 2, max: 24 }),
        (text, inserted, a, b, columns) => {
          const at = (seed: number) => {
            let place = seed % (text.length + 1);
            while (!isBoundary(text, place)) place++;
            return place;
          };
          const [from, to] = [at(a), at(b)].sort((x, y) => x - y) as [number, number];
          const old: Line = { text };
          rowStarts(old, columns, noChips);
          const edited: Line = { text: text.slice(0, from) + inserted + text.slice(to) };
          carryRows(old, edited, from, to, noChips);
          expect(rowStarts(edited, columns, noChips)).toEqual(rowStarts({ text: edited.text }, columns, noChips));
        },
      ),
      { numRuns: 3000 },
    );
  });
});
