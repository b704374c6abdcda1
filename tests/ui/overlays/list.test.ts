import { describe, expect, it } from 'vitest';
import { mark, markSnippet, occurrences, spansOf } from '../../../src/ui/overlays/highlight.ts';
import { createList } from '../../../src/ui/overlays/list.ts';
import { codeFences } from '../../../src/ui/overlays/reader-copy.ts';

function numbers(length: number, direction: 'down' | 'up' = 'down') {
  let left = length;
  const reads: number[] = [];
  const list = createList<number>(
    (offset, limit) => {
      const rows = Array.from({ length: Math.max(0, Math.min(limit, left - offset)) }, (_, i) => offset + i);
      reads.push(rows.length);
      return rows;
    },
    { key: String, direction, pageSize: 10 },
  );
  const cut = (to: number) => {
    left = to;
  };
  return { list, reads, cut };
}

describe('a list', () => {
  it.each([0, 1, 9, 10, 11, 99, 100, 101, 12_345])('finds the end of %i rows', (length) => {
    const { list, reads } = numbers(length);
    list.move('bottom', 5);
    expect(list.selected()).toBe(length === 0 ? undefined : length - 1);
    expect(list.length).toBe(length);
    expect(reads.length).toBeLessThan(40);
    expect(list.window(5).map(({ row }) => row)).toEqual(
      Array.from({ length: Math.min(5, length) }, (_, i) => length - Math.min(5, length) + i),
    );
  });

  it('stops at both ends', () => {
    const { list } = numbers(25);
    for (const move of ['up', 'page-up', 'top'] as const) list.move(move, 10);
    expect(list.index).toBe(0);
    for (let i = 0; i < 10; i++) list.move('page-down', 10);
    list.move('down', 10);
    expect(list.index).toBe(24);
    list.move('page-up', 10);
    expect(list.index).toBe(15);
  });

  it('stands the newest at the bottom when it grows upwards', () => {
    const { list } = numbers(25, 'up');
    expect(list.window(4).map(({ row }) => row)).toEqual([3, 2, 1, 0]);
    list.move('up', 4);
    expect(list.index).toBe(1);
    list.move('top', 4);
    expect(list.window(4).map(({ row }) => row)).toEqual([24, 23, 22, 21]);
  });

  it('stays in range when rows go away', () => {
    const { list, cut } = numbers(25);
    list.move('bottom', 5);
    cut(3);
    list.refresh();
    expect(list.selected()).toBe(2);
    cut(0);
    list.refresh();
    expect(list.selected()).toBeUndefined();
    expect(list.window(5)).toEqual([]);
  });
});

describe('marking hits', () => {
  const style = (text: string) => `\x1b[7m${text}\x1b[27m`;

  it('opens again behind a hit what was open before it', () => {
    expect(mark('\x1b[31mred text\x1b[39m end', [[4, 8]], style)).toBe('\x1b[31mred \x1b[39m\x1b[7mtext\x1b[27m end');
    expect(mark('\x1b[31mred text\x1b[39m', [[0, 3]], style)).toBe(
      '\x1b[31m\x1b[39m\x1b[7mred\x1b[27m\x1b[31m text\x1b[39m',
    );
    expect(mark('plain', [], style)).toBe('plain');
  });

  it('keeps characters of two units whole', () => {
    expect(spansOf([0, 2], '😀x')).toEqual([[0, 3]]);
  });

  it('is blind to case unless the query has some', () => {
    expect(occurrences('Abc aBC', 'abc')).toEqual([
      [0, 3],
      [4, 7],
    ]);
    expect(occurrences('Abc abc', 'Abc')).toEqual([[0, 3]]);
    expect(occurrences('İstanbul abc', 'abc')).toEqual([[9, 12]]);
  });

  it('lets nothing of a snippet act', () => {
    expect(markSnippet('a \u0002hit\u0003 \u001b[31mb', (text) => `<${text}>`)).toBe('a <hit> b');
    expect(markSnippet('cut \u0002short', (text) => `<${text}>`)).toBe('cut short');
  });
});

describe('code fences', () => {
  it.each([
    ['```\na\n```', ['a']],
    ['~~~sh\na\n```\nb\n~~~', ['a\n```\nb']],
    ['````md\n```\nx\n```\n````', ['```\nx\n```']],
    ['- item\n  ```js\n  x\n    y\n  ```', ['x\n  y']],
    ['text\n```ts\nopen', ['open']],
    ['```a\n1\n```\n\n```b\n2\n```', ['1', '2']],
    ['no `code` here', []],
  ])('%j', (markdown, codes) => {
    expect(codeFences(markdown).map(({ code }) => code)).toEqual(codes);
  });
});
