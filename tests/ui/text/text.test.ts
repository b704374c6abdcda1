import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { duration, elapsed, tokens } from '../../../src/text/figures.ts';
import { isHarmless, oneLine, sanitise, sanitiseColoured } from '../../../src/ui/text/sanitise.ts';
import { OpenStyles, parseStyled, splitStyled, stripStyles } from '../../../src/ui/text/styled.ts';
import { padBoth, padEnd, padStart, slice, truncate } from '../../../src/ui/text/truncate.ts';
import { clusters, textWidth } from '../../../src/ui/text/width.ts';
import { wrap } from '../../../src/ui/text/wrap.ts';
import { anyWidth, harmlessText, hostileText } from './arbitraries.ts';

const red = (text: string) => `\x1b[31m${text}\x1b[39m`;
const link = (text: string) => `\x1b]8;;https://e.org\x07${text}\x1b]8;;\x07`;
const openAtEnd = (line: string) => {
  const open = new OpenStyles();
  for (const { code } of parseStyled(line).marks) open.apply(code);
  return open.opening();
};

describe('width', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['日本', 4],
    ['👩‍💻', 2],
    ['🇩🇪', 2],
    ['e\u0301', 1],
    [red('ab'), 2],
    [link('日'), 2],
    ['❤️', 2],
  ])('%j is %i columns', (text, width) => expect(textWidth(text)).toBe(width));

  it('of a text is the sum over its clusters', () => {
    fc.assert(
      fc.property(harmlessText, (text) => {
        const plain = text.replaceAll('\n', ' ');
        expect(clusters(plain).reduce((sum, { width }) => sum + width, 0)).toBe(textWidth(plain));
      }),
    );
  });
});

describe('wrap', () => {
  it.each([
    ['words', 'the quick brown fox', 10, ['the quick', 'brown fox']],
    ['exactly full lines', 'abcde fghij', 5, ['abcde', 'fghij']],
    ['a word longer than a line', 'abcdefghij', 4, ['abcd', 'efgh', 'ij']],
    ['a long word after a short one', 'ab cdefghij', 4, ['ab', 'cdef', 'ghij']],
    ['empty lines', 'a\n\nb', 5, ['a', '', 'b']],
    ['leading spaces stay', '  ab cd', 5, ['  ab', 'cd']],
    ['CJK without spaces', '日本語の段落', 6, ['日本語', 'の段落']],
    ['no closing mark at a line start', '日本語。段落', 6, ['日本', '語。段', '落']],
    ['no opening mark at a line end', '日本「語」段', 6, ['日本', '「語」', '段']],
    ['Korean by words', '한국어 단어', 8, ['한국어', '단어']],
    ['emoji never cut', '👩‍💻👩‍💻👩‍💻', 5, ['👩‍💻👩‍💻', '👩‍💻']],
    ['a hyphen between letters', 'well-known fact', 6, ['well-', 'known', 'fact']],
    ['options stay whole', 'use --resume', 8, ['use', '--resume']],
  ])('%s', (_, text, width, expected) => expect(wrap(text, width)).toEqual(expected));

  it('hangs an indent', () => {
    expect(wrap('one two three', 8, { first: '- ', rest: '  ' })).toEqual(['- one', '  two', '  three']);
  });

  it('keeps a prefix from eating the line', () => {
    for (const line of wrap('日本', 4, { first: '          ' })) expect(textWidth(line)).toBeLessThanOrEqual(4);
  });

  it('closes and reopens styles and links at the break', () => {
    expect(wrap(red('ab cd'), 2)).toEqual([red('ab'), red('cd')]);
    expect(wrap(link('ab cd'), 2)).toEqual([link('ab'), link('cd')]);
  });

  it('carries a style over a newline', () => expect(wrap(red('ab\ncd'), 9)).toEqual([red('ab'), red('cd')]));

  it('keeps all spaces when it cuts', () => {
    expect(wrap('a    b    c', 4, { mode: 'cut' }).join('')).toBe('a    b    c');
  });

  it('fits, closes what it opens, and loses nothing but white space', () => {
    fc.assert(
      fc.property(harmlessText, anyWidth, fc.constantFrom('words', 'cut'), (text, width, mode) => {
        const styled = text.replace(/word/g, red('word')).replace(/中文/g, link('中文'));
        const lines = wrap(styled, width, { mode: mode as 'words' | 'cut' });
        for (const line of lines) {
          expect(textWidth(line)).toBeLessThanOrEqual(width);
          expect(openAtEnd(line)).toBe('');
        }
        const bare = (part: string) => part.replace(/\s/g, '');
        expect(bare(stripStyles(lines.join('')))).toBe(bare(text));
        if (mode === 'cut') expect(stripStyles(lines.join(''))).toBe(text.replaceAll('\n', ''));
      }),
      { numRuns: 400 },
    );
  });
});

describe('truncate, slice and pad', () => {
  it.each([
    ['abcdef', 4, 'end', 'abc…'],
    ['abcdef', 4, 'start', '…def'],
    ['abcdefgh', 5, 'middle', 'ab…gh'],
    ['日本語', 4, 'end', '日…'],
    ['abc', 3, 'end', 'abc'],
    ['abc', 1, 'end', '…'],
    ['abc', 0, 'end', ''],
    ['👩‍💻x', 2, 'end', '…'],
  ] as const)('truncate(%j, %i, %s)', (text, width, at, expected) => expect(truncate(text, width, at)).toBe(expected));

  it('closes a style it cuts through', () => expect(truncate(red('abcdef'), 4)).toBe(`${red('abc')}…`));

  it('slices by columns', () => {
    expect(slice('a日b', 0, 2)).toBe('a');
    expect(slice('a日b', 1, 3)).toBe('日');
    expect(slice(red('abcd'), 1, 3)).toBe(red('bc'));
  });

  it('never gives more than asked', () => {
    fc.assert(
      fc.property(
        harmlessText,
        fc.integer({ min: 0, max: 60 }),
        fc.constantFrom('end', 'start', 'middle'),
        (text, width, at) => {
          const cut = truncate(red(text.replaceAll('\n', ' ')), width, at as 'end');
          expect(textWidth(cut)).toBeLessThanOrEqual(width);
          expect(openAtEnd(cut)).toBe('');
        },
      ),
    );
  });

  it('pads by columns', () => {
    expect([padEnd('日', 4), padStart('日', 4), padBoth('日', 5)]).toEqual(['日  ', '  日', ' 日  ']);
  });

  it('splits at offsets, each piece on its own', () => {
    expect(splitStyled(`a${red('bcd')}e`, [2, 3])).toEqual([`a${red('b')}`, red('c'), `${red('d')}e`]);
  });
});

describe('sanitise', () => {
  it.each([
    ['clears the screen', 'a\x1b[2Jb', 'ab'],
    ['sets the title', 'a\x1b]0;evil\x07b', 'ab'],
    ['sets the clipboard', '\x1b]52;c;aGk=\x1b\\x', 'x'],
    ['a one-byte CSI', 'a\x9b31mb', 'ab'],
    ['a device string', '\x1bP$q\x1b\\x', 'x'],
    ['reset', 'a\x1bcb', 'ab'],
    ['charset', 'a\x1b(0b', 'ab'],
    ['a lone escape', 'a\x1b', 'a'],
    ['bell and backspace', 'a\x07\x08b', 'ab'],
    ['overrides', 'a\u202eb\u2066c', 'abc'],
    ['tabs', 'a\tb\n\tc', 'a   b\n    c'],
    ['windows lines', 'a\r\nb', 'a\nb'],
    ['progress bars', '10%\r50%\r100%\n', '100%\n'],
    ['a tag message', 'a\u{e0068}\u{e0069}', 'a'],
    ['a half character', 'a\ud800b', 'a\ufffdb'],
    ['an OSC without an end takes its line only', 'a\x1b]0;x\nkept', 'a\nkept'],
    ['colours', red('a'), 'a'],
  ])('%s', (_, text, expected) => expect(sanitise(text)).toBe(expected));

  it('leaves honest characters', () => {
    const honest = 'é 👩‍💻 🏴󠁧󠁢󠁥󠁮󠁧󠁿 مرحبا — “x” ❤️';
    expect(sanitise(honest)).toBe(honest);
  });

  it('keeps colours of tools and nothing else', () => {
    expect(sanitiseColoured('\x1b[1;31ma\x1b[0m\x1b[2J')).toBe('\x1b[1;31ma\x1b[0m');
    expect(sanitiseColoured('\x1b[5;8mx')).toBe('x');
    expect(sanitiseColoured('\x1b[38;5;999mx')).toBe('x');
    expect(sanitiseColoured('\x1b[31ma\nb')).toBe(`${red('a')}\n${red('b')}`);
    expect(sanitiseColoured('\x1b]8;;http://evil\x07x\x1b]8;;\x07')).toBe('x');
  });

  it('makes one line', () => expect(oneLine(' a\n\tb\x1b[2J  c ')).toBe('a b c'));

  it('leaves nothing that acts on a terminal, and is stable', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const plain = sanitise(text);
        for (const line of plain.split('\n')) expect(isHarmless(line)).toBe(true);
        expect(plain.includes('\x1b')).toBe(false);
        expect(sanitise(plain)).toBe(plain);
        for (const line of sanitiseColoured(text).split('\n')) {
          expect(isHarmless(line)).toBe(true);
          expect(openAtEnd(line)).toBe('');
        }
      }),
      { numRuns: 600 },
    );
  });
});

it('says figures briefly', () => {
  expect([400, 12_340, 65_000, 3_720_000].map(duration)).toEqual(['0.4s', '12.3s', '1m 05s', '1h 02m']);
  expect([900, 12_900, 65_900].map(elapsed)).toEqual(['0s', '12s', '1m 05s']);
  expect([812, 4_240, 31_400, 1_300_000].map(tokens)).toEqual(['812', '4.2k', '31k', '1.3M']);
});
