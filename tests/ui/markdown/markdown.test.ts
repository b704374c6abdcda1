import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { createMarkdownStream, loadLanguages, renderMarkdown, renderPreview } from '../../../src/ui/markdown/index.ts';
import { isHarmless } from '../../../src/ui/text/sanitise.ts';
import { OpenStyles, parseStyled, stripStyles } from '../../../src/ui/text/styled.ts';
import { textWidth } from '../../../src/ui/text/width.ts';
import { createTheme } from '../../../src/ui/theme.ts';
import { anyWidth, hostileText } from '../text/arbitraries.ts';

const theme = createTheme({ name: 'dark' });
const bare = createTheme({ name: 'plain', attributes: 'off', links: 'shown' });
const styled = (text: string, width = 80) => renderMarkdown(text, { width, theme });
const plain = (text: string, width = 80) => styled(text, width).map(stripStyles);

function expectGood(lines: readonly string[], width: number): void {
  for (const line of lines) {
    expect(textWidth(line), JSON.stringify(line)).toBeLessThanOrEqual(width);
    expect(isHarmless(line), JSON.stringify(line)).toBe(true);
    const open = new OpenStyles();
    for (const { code } of parseStyled(line).marks) open.apply(code);
    expect(open.opening(), JSON.stringify(line)).toBe('');
  }
}

describe('blocks', () => {
  it.each<[string, string, string[]]>([
    ['headings', '# One\n\n## Two\ntext', ['One', '', 'Two', '', 'text']],
    ['emphasis', '**b** *i* ~~s~~ `c`', ['b i s c']],
    ['single newlines stay', 'one\ntwo', ['one', 'two']],
    ['nested lists', '- a\n  - b\n    - c\n- d', ['• a', '  ◦ b', '    ▪ c', '• d']],
    ['numbers line up', '9. a\n10. b', [' 9. a', '10. b']],
    ['tasks', '- [x] a\n- [ ] b', ['✓ a', '○ b']],
    ['loose lists', '- a\n\n- b', ['• a', '', '• b']],
    ['code in a list', '- a\n\n  ```\n  x\n  ```', ['• a', '', '    x']],
    ['code in a tight list', '1. a\n   ```\n   x\n   ```\n2. b', ['1. a', '     x', '2. b']],
    ['quotes', '> a\n>\n> > b', ['│ a', '│', '│ │ b']],
    ['rules', 'a\n\n---\n\nb', ['a', '', '─'.repeat(24), '', 'b']],
    ['code keeps its spaces', '```\n  a\n\n    b\n```', ['    a', '', '      b']],
    ['indented code', '    a = 1', ['  a = 1']],
    ['html is text', '<div>\n<b>x</b>\n</div>', ['<div>', '<b>x</b>', '</div>']],
    ['inline html is text, breaks break', 'a<br>b <kbd>K</kbd>', ['a', 'b <kbd>K</kbd>']],
    ['entities', '&lt;a&gt; &amp; &#65; &unknown;', ['<a> & A &unknown;']],
    ['entities cannot smuggle escapes', '&#27;[2J &#x9b;x &#8238;', ['&#27;[2J &#x9b;x &#8238;']],
    ['formulas stay', '$a_1*b*c$ and \\(x_1\\) cost $5 or $6', ['$a_1*b*c$ and \\(x_1\\) cost $5 or $6']],
    ['display formulas stay', '$$\na_1 * b_2 * c\n$$', ['$$', 'a_1 * b_2 * c', '$$']],
    ['escapes', '\\*not\\*', ['*not*']],
    ['an unfinished fence', '```ts\nconst a = 1', ['  const a = 1']],
  ])('%s', (_, text, expected) => expect(plain(text)).toEqual(expected));

  it('hangs wrapped list items under their words', () => {
    expect(plain('- one two three four', 10)).toEqual(['• one two', '  three', '  four']);
  });

  it('wraps long code under its own indent', () => {
    expect(plain('```\n    const value = compute(first, second)\n```', 30)).toEqual([
      '      const value = compute(',
      '        first, second)',
    ]);
  });

  it('marks levels and code where there is no style to tell them', () => {
    expect(renderMarkdown('## Two\n\n`x` [a](https://e.org)', { width: 40, theme: bare })).toEqual([
      '## Two',
      '',
      '`x` a (https://e.org)',
    ]);
  });

  it('colours diff fences', () => {
    const lines = styled('```diff\n-a\n+b\n c\n```');
    expect(lines[0]).toContain(theme.removed('-a'));
    expect(lines[1]).toContain(theme.added('+b'));
    expect(lines[2]).toBe('   c');
  });
});

describe('links', () => {
  const opens = (url: string) => `\x1b]8;;${url}\x07`;
  it('are OSC 8', () => expect(styled('[a](https://e.org/x)')[0]).toContain(opens('https://e.org/x')));
  it('are encoded', () => expect(styled('[a](<https://e.org/ä b>)')[0]).toContain(opens('https://e.org/%C3%A4%20b')));
  it.each(['javascript:alert(1)', 'data:text/html,x', 'vscode://x', 'src/a.ts'])('%s is words only', (url) => {
    const [line] = styled(`[a](${url})`);
    expect(line).not.toContain('\x1b]8;');
    expect(stripStyles(line!)).toBe(`a (${url})`);
  });
  it('show where they go when their text claims otherwise', () => {
    expect(plain('[https://bank.example](https://evil.example)')).toEqual([
      'https://bank.example (https://evil.example)',
    ]);
    expect(plain('[example.org](https://www.example.org/)')).toEqual(['example.org']);
  });
  it('stand for images', () => expect(plain('![A chart](https://e.org/c.png)')).toEqual(['image: A chart']));
  it('stay whole over a break', () => {
    const lines = styled('[aaaa bbbb](https://e.org)', 5);
    for (const line of lines) expect(line).toContain(opens('https://e.org'));
    expect(lines.map(stripStyles)).toEqual(['aaaa', 'bbbb']);
  });
});

describe('tables', () => {
  const table = '| Name | Size | What |\n|:--|--:|:-:|\n| `a` | 1 | x |\n| 日本 | 200 | **yes** |';
  it('align columns by width', () => {
    expect(plain(table)).toEqual(['Name │ Size │ What', '─────┼──────┼─────', 'a    │    1 │  x', '日本 │  200 │ yes']);
  });
  it('wrap cells and then part the rows', () => {
    const lines = plain('| A | B |\n|-|-|\n| one two three four | x |\n| y | z |', 16);
    expect(lines).toEqual([
      'A            │ B',
      '─────────────┼──',
      'one two      │ x',
      'three four   │ ',
      '╌╌╌╌╌╌╌╌╌╌╌╌╌┼╌╌',
      'y            │ z',
    ]);
  });
  it('stack when columns would be too narrow', () => {
    const wide = `| First | Second | Third | Fourth | Fifth |\n|-|-|-|-|-|\n| ${Array(5).fill('something long').join(' | ')} |\n| a | b | | d | e |`;
    const lines = plain(wide, 40);
    expect(lines[0]).toBe('First   something long');
    expect(lines.slice(-5)).toEqual(['', 'First   a', 'Second  b', 'Fourth  d', 'Fifth   e']);
  });
  it('lose no word at any width', () => {
    fc.assert(
      fc.property(
        anyWidth,
        fc.integer({ min: 1, max: 7 }),
        fc.array(fc.array(fc.constantFrom('alpha', 'be ta', '日本語', '🎉 x', '`code`', 'שלום', '')), {
          minLength: 1,
          maxLength: 5,
        }),
        (width, count, cells) => {
          const row = (values: string[]) =>
            `| ${Array.from({ length: count }, (_, index) => values[index] ?? '').join(' | ')} |`;
          const text = [row(Array(count).fill('H')), `|${'-|'.repeat(count)}`, ...cells.map(row)].join('\n');
          const lines = styled(text, width);
          expectGood(lines, width);
          const found = lines.map(stripStyles).join('');
          for (const word of ['日', 'ש', '🎉'])
            expect(found.split(word).length).toBe(
              cells
                .map((values) => values.slice(0, count))
                .join()
                .split(word).length,
            );
        },
      ),
    );
  });
});

describe('highlighting', () => {
  const code = '```ts\nconst a: string = "x"; // note\n```';
  beforeAll(() => loadLanguages(`${code}\n- ~~~python\n> \`\`\`rust`));
  it('colours known languages', () => {
    const [line] = styled(code);
    expect(line).toContain(theme.syntax.keyword('const'));
    expect(line).toContain(theme.syntax.string('"x"'));
    expect(line).toContain(theme.syntax.comment('// note'));
    expect(stripStyles(line!)).toBe('  const a: string = "x"; // note');
  });
  it('leaves unknown languages plain', () => expect(styled('```nosuch\nconst\n```')).toEqual(['  const']));
  it('changes no character', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (text) => {
        const source = text.replace(/[`~\r\t]/g, '').trimEnd();
        const lines = renderMarkdown(`~~~ts\n${source}\n~~~`, { width: 10_000, theme }).map(stripStyles);
        expect(lines.map((line) => line.slice(2)).join('\n')).toBe(source.split('\n').join('\n'));
      }),
    );
  });
});

describe('any text', () => {
  it('fits, is harmless, and closes what it opens', () => {
    fc.assert(
      fc.property(hostileText, anyWidth, (text, width) => expectGood(styled(text, width), width)),
      { numRuns: 600 },
    );
    fc.assert(
      fc.property(hostileText, anyWidth, (text, width) => expectGood(renderPreview(text, { width, theme }), width)),
    );
  });

  it('keeps every letter and digit', () => {
    const letters = (text: string) => [...text.normalize('NFC').matchAll(/[\p{L}\p{N}]/gu)].join('');
    const words = fc.array(
      fc.constantFrom('alpha', '日本', '한국', 'ok9', ' ', '\n', '\n\n', '- ', '> ', '# ', '**', '_', ' | ', '(', ')'),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(words, anyWidth, (parts, width) => {
        const text = parts.join('');
        expect(letters(plain(text, width).join(''))).toBe(letters(text));
      }),
      { numRuns: 400 },
    );
  });
});

describe('a growing text', () => {
  const whole = (text: string, width: number) => renderMarkdown(text, { width, theme });
  const document = (kilobytes: number) => {
    const part = `## Section\n\nSome *words* in a paragraph that is long enough to wrap once or twice on a screen of this width, I think.\n\n- one\n- two\n  - three\n\n\`\`\`ts\n${'const a = 1;\n'.repeat(10)}\`\`\`\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n> quoted\n\n1. first\n\n2. second\n\n`;
    return part.repeat(Math.ceil((kilobytes * 1024) / part.length));
  };

  it.each([1, 7, 64, 1000])('ends as if it had come whole, in pieces of %i', (size) => {
    const text = document(2);
    const stream = createMarkdownStream({ width: 60, theme });
    let frame = stream.update('');
    for (let end = size; end < text.length + size; end += size) frame = stream.update(text.slice(0, end));
    expect([...frame.done, ...frame.tail]).toEqual(whole(text, 60));
  });

  it('ends as if it had come whole, whatever it is', () => {
    const pieces = fc.array(
      fc.constantFrom(
        'word ',
        'more',
        '\n',
        '\n\n',
        '- item\n',
        '1. item\n',
        '```\ncode\n```\n',
        '```js\nopen\n',
        '> quote\n',
        '# head\n',
        '| a | b |\n|---|---|\n| 1 | 2 |\n',
        '**',
        '`',
        '  ',
        '\t',
        '日本',
        '<div>\n',

        '---\n',
        '\r\n',
        '\x1b[2J',
      ),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(pieces, fc.constantFrom(20, 60), (parts, width) => {
        const stream = createMarkdownStream({ width, theme });
        let text = '';
        let frame = stream.update(text);
        for (const part of parts) {
          text += part;
          const before = [...frame.done];
          frame = stream.update(text);
          expect(frame.done.slice(0, before.length)).toEqual(before);
          expectGood([...frame.done, ...frame.tail], width);
        }
        expect([...frame.done, ...frame.tail].map((line) => stripStyles(line).trim()).filter(Boolean)).toEqual(
          whole(text, width)
            .map((line) => stripStyles(line).trim())
            .filter(Boolean),
        );
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['many blocks', document(100)],
    ['one fence', `\`\`\`ts\n${'const a = 1;\n'.repeat(8000)}\`\`\`\n`],
    ['one paragraph', 'word '.repeat(20_000)],
    ['one list', '- an item of some length\n'.repeat(4000)],
    ['with tabs', document(100).replaceAll('  - ', '\t- ')],
  ])('costs in proportion to its length: %s', (_, text) => {
    const stream = createMarkdownStream({ width: 80, theme });
    for (let end = 200; end < text.length + 200; end += 200) stream.update(text.slice(0, end));
    expect(stream.lexed).toBeLessThanOrEqual(text.length * 16);
  });

  it('keeps a formula whole while it comes', () => {
    const stream = createMarkdownStream({ width: 40, theme });
    const text = 'before\n\n$$\na_1 * b\n- c * d_2\n$$\n\nafter\n';
    for (let end = 1; end <= text.length; end++) stream.update(text.slice(0, end));
    const frame = stream.update(text);
    expect([...frame.done, ...frame.tail]).toEqual(['before', '', '$$', 'a_1 * b', '- c * d_2', '$$', '', 'after']);
  });

  it('renders finished blocks once', () => {
    const stream = createMarkdownStream({ width: 80, theme });
    const first = stream.update('# A\n\npara\n\nnext').done;
    const again = stream.update('# A\n\npara\n\nnext words').done;
    expect(again).toBe(first);
    expect(first.map(stripStyles)).toContain('A');
  });

  it('starts anew when the text is another', () => {
    const stream = createMarkdownStream({ width: 80, theme });
    stream.update('# A\n\npara\n\nnext');
    const frame = stream.update('other');
    expect([...frame.done, ...frame.tail]).toEqual(['other']);
  });
});

describe('preview', () => {
  it('wraps and keeps list indents', () => {
    expect(renderPreview('Intro\n- one two three\n', { width: 10, theme }).map(stripStyles)).toEqual([
      'Intro',
      '• one two',
      '  three',
    ]);
  });
  it('lets a paragraph stand apart from the list before it', () => {
    const shown = renderPreview('- one\n  more\n- two\nAnd then\n1. three', { width: 40, theme }).map(stripStyles);
    expect(shown).toEqual(['• one', '  more', '• two', '', 'And then', '1. three']);
  });
  it('shows only the last rows', () => {
    const text = Array.from({ length: 5000 }, (_, index) => `line ${index}`).join('\n');
    expect(renderPreview(text, { width: 40, theme, rows: 3 })).toEqual(['line 4997', 'line 4998', 'line 4999']);
  });
  it('fills the rows from one endless line too', () => {
    expect(renderPreview('word '.repeat(10_000), { width: 20, theme, rows: 4 })).toHaveLength(4);
  });
});
