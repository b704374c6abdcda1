import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  boundaryAtOrAfter,
  clustersFrom,
  isBoundary,
  nextBoundary,
  previousBoundary,
} from '../../../src/ui/composer/boundaries.ts';
import { wordEndAfter, wordStartBefore } from '../../../src/ui/composer/words.ts';
import { unicodeLine } from './support.ts';

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const boundaries = (text: string) => [...[...segmenter.segment(text)].map((part) => part.index), text.length];

const lines = fc
  .oneof(unicodeLine, fc.string({ unit: 'grapheme', maxLength: 60 }), fc.string({ unit: 'binary', maxLength: 60 }))
  .filter((line) => !/[\p{Surrogate}\r\n]/u.test(line));

describe('cluster boundaries', () => {
  test('looking around a place gives what segmenting the whole line gives', () => {
    fc.assert(
      fc.property(lines, (text) => {
        const all = boundaries(text);
        for (const [index, at] of all.entries()) {
          expect(nextBoundary(text, at)).toBe(all[index + 1] ?? text.length);
          expect(previousBoundary(text, at)).toBe(all[index - 1] ?? 0);
        }
        for (let at = 0; at <= text.length; at++) {
          expect(boundaryAtOrAfter(text, at)).toBe(all.find((boundary) => boundary >= at));
          expect(isBoundary(text, at)).toBe(all.includes(at));
        }
      }),
      { numRuns: 2000 },
    );
  });

  test('clusters come one by one from any boundary', () => {
    fc.assert(
      fc.property(lines, fc.nat(), (text, seed) => {
        const all = boundaries(text);
        const from = all[seed % all.length]!;
        const found = [...clustersFrom(text, from)];
        expect(found.map((cluster) => cluster.index)).toEqual(all.filter((at) => at >= from && at < text.length));
        expect(found.map((cluster) => cluster.text).join('')).toBe(text.slice(from));
      }),
      { numRuns: 500 },
    );
  });

  test('a chip is a cluster of its own, whatever stands around it', () => {
    const text = 'a\udc00\u0301b🐀\udc01👍';
    expect([...clustersFrom(text, 0)].map((cluster) => cluster.text)).toEqual([
      'a',
      '\udc00',
      '\u0301',
      'b',
      '🐀',
      '\udc01',
      '👍',
    ]);
    expect(nextBoundary(text, 1)).toBe(2);
    expect(previousBoundary(text, 2)).toBe(1);
    expect(previousBoundary(text, 6)).toBe(4);
  });

  test('a line of 100,000 clusters without a space is looked at only nearby', () => {
    const family = '👨‍👩‍👧‍👦'.repeat(20_000);
    let at = family.length;
    for (let step = 0; step < 50; step++) at = previousBoundary(family, at);
    expect(at).toBe(family.length - 50 * '👨‍👩‍👧‍👦'.length);
  });
});

test('a word never ends inside a cluster, whatever the dictionary says', () => {
  expect(wordStartBefore('漢\u0e33', 2)).toBe(0);
  expect(wordEndAfter('漢\u0e33 x', 0)).toBe(2);
});
