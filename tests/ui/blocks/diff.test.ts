import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffLines, renderDiff } from '../../../src/ui/blocks/index.ts';
import { wordRanges } from '../../../src/ui/blocks/line-diff.ts';
import { isHarmless } from '../../../src/ui/text/sanitise.ts';
import { stripStyles } from '../../../src/ui/text/styled.ts';
import { textWidth } from '../../../src/ui/text/width.ts';
import { createTheme } from '../../../src/ui/theme.ts';
import { hostileText } from '../text/arbitraries.ts';

const theme = createTheme({ name: 'dark' });
const signs = { same: ' ', removed: '-', added: '+' };
const told = (before: string, after: string) => diffLines(before, after).map((line) => signs[line.kind] + line.text);

describe('line diff', () => {
  it.each([
    ['a\nb\nc', 'a\nx\nc', [' a', '-b', '+x', ' c']],
    ['', 'a\nb', ['+a', '+b']],
    ['a\nb\n', '', ['-a', '-b']],
    ['a', 'a', [' a']],
    ['a\nb', 'b\na', ['-a', ' b', '+a']],
  ])('%j → %j', (before, after, expected) => expect(told(before, after)).toEqual(expected));

  it('gives both texts back, and numbers every line', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd', ''), { maxLength: 30 }).map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = diffLines(before, after);
        const lineList = (source: string) => (source === '' ? [] : source.replace(/\n$/, '').split('\n'));
        expect(lines.filter((line) => line.kind !== 'added').map((line) => line.text)).toEqual(lineList(before));
        expect(lines.filter((line) => line.kind !== 'removed').map((line) => line.text)).toEqual(lineList(after));
        for (const line of lines) {
          if (line.kind !== 'added') expect(lineList(before)[line.before - 1]).toBe(line.text);
          if (line.kind !== 'removed') expect(lineList(after)[line.after - 1]).toBe(line.text);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('is the shortest for small changes', () => {
    const lines = Array.from({ length: 3000 }, (_, index) => `line ${index}`);
    const changed = lines.with(10, 'x').with(2900, 'y');
    expect(diffLines(lines.join('\n'), changed.join('\n')).filter((line) => line.kind !== 'same')).toHaveLength(4);
  });

  it('gives up gracefully on texts with nothing in common', () => {
    const one = Array.from({ length: 2000 }, (_, index) => `a${index}`).join('\n');
    const other = Array.from({ length: 2000 }, (_, index) => `b${index}`).join('\n');
    expect(diffLines(one, other)).toHaveLength(4000);
  });

  it('finds the words that changed', () => {
    expect(wordRanges('return day <= 31;', 'return day <= days(x);')).toEqual([[[14, 16]], [[14, 21]]]);
    expect(wordRanges('completely different', 'nothing alike here')).toBeNull();
  });

  it('pairs a removed line with the added one that is like it', () => {
    const lines = diffLines('// note\nreturn a <= 31;', 'return a <= max;');
    expect(lines.map((line) => (line.kind === 'same' ? [] : line.words))).toEqual([[], [[12, 14]], [[12, 15]]]);
  });
});

describe('diff picture', () => {
  const change = { path: 'a.txt', before: 'one\ntwo\nthree', after: 'one\n2\nthree' };
  const shown = (options: Partial<Parameters<typeof renderDiff>[1]> = {}, more = {}) =>
    renderDiff({ ...change, ...more }, { width: 40, theme, ...options });

  it('has signs, and numbers when they are known', () => {
    expect(shown().lines.map((line) => stripStyles(line).trimEnd())).toEqual(['  one', '- two', '+ 2', '  three']);
    expect(shown({}, { firstLine: 41 }).lines.map((line) => stripStyles(line).trimEnd())).toEqual([
      '41   one',
      '42 - two',
      '42 + 2',
      '43   three',
    ]);
  });

  it('tints as one block that does not reach the edge', () => {
    const [, removed, added] = shown().lines;
    expect(textWidth(removed!)).toBe(textWidth(added!));
    expect(textWidth(removed!)).toBeLessThan(40);
  });

  it('leaves out what is far from a change, and counts what it cuts', () => {
    const lines = Array.from({ length: 40 }, (_, index) => String(index));
    const far = { before: lines.join('\n'), after: lines.with(2, 'x').with(35, 'y').join('\n') };
    const picture = shown({ context: 1 }, far);
    expect(picture.lines.map((line) => stripStyles(line).trim())).toEqual([
      '1',
      '- 2',
      '+ x',
      '3',
      '⋯',
      '34',
      '- 35',
      '+ y',
      '36',
    ]);
    expect(shown({ context: 1, most: 4 }, far).hidden).toBe(5);
  });

  it('fits and is harmless whatever the files hold', () => {
    fc.assert(
      fc.property(
        hostileText,
        hostileText,
        fc.integer({ min: 12, max: 90 }),
        fc.constantFrom('a.ts', 'b'),
        (before, after, width, path) => {
          for (const name of ['dark', 'plain'] as const)
            for (const line of renderDiff(
              { path, before, after, firstLine: 7 },
              { width, theme: createTheme({ name }) },
            ).lines) {
              expect(textWidth(line)).toBeLessThanOrEqual(width);
              expect(isHarmless(line)).toBe(true);
            }
        },
      ),
      { numRuns: 300 },
    );
  });
});
