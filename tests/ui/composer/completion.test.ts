import { describe, expect, test } from 'vitest';
import { bufferReducer, emptyBuffer } from '../../../src/ui/composer/buffer.ts';
import { completionFor, type Word, wordAt } from '../../../src/ui/composer/completion.ts';
import { composerPicture, textOf } from '../../../src/ui/composer/composer.ts';
import { fileList } from '../../../src/ui/composer/files.ts';
import { fuzzyMatch, rank } from '../../../src/ui/composer/fuzzy.ts';
import { completionView } from '../../../src/ui/composer/popup.ts';
import { textWidth } from '../../../src/ui/text/width.ts';
import { baseContext, feed, plainTheme, typing } from './support.ts';

const files = fileList(
  [
    'README.md',
    'package.json',
    'src/ui/composer/buffer.ts',
    'src/ui/composer/composer.ts',
    'src/ui/composer/completion.ts',
    'src/engine/api.ts',
    'docs/my notes.md',
    'docs/図',
    'tests/ui/composer/buffer.test.ts',
    'CHANGELOG.md',
  ],
  1,
);

describe('fuzzy matching', () => {
  test.each<[string, string, number[] | null]>([
    ['', 'abc', []],
    ['abc', 'abc', [0, 1, 2]],
    ['cmp', 'src/ui/composer/completion.ts', [16, 18, 19]],
    ['buf', 'src/ui/composer/buffer.ts', [16, 17, 18]],
    ['suc', 'src/ui/composer', [0, 4, 7]],
    ['fB', 'fooBar', [0, 3]],
    ['xyz', 'abc', null],
    ['ba', 'ab', null],
  ])('%j in %j', (query, text, hits) => {
    expect(fuzzyMatch(query, text)?.hits ?? null).toEqual(hits);
  });

  test.each<[string, string[]]>([
    ['buffer', ['src/ui/composer/buffer.ts', 'tests/ui/composer/buffer.test.ts']],
    ['comp', ['src/ui/composer/', 'tests/ui/composer/', 'src/ui/composer/composer.ts']],
    ['readme', ['README.md']],
    ['bufte', ['tests/ui/composer/buffer.test.ts']],
    ['ca', ['src/ui/composer/', 'CHANGELOG.md']],
    ['notes', ['docs/my notes.md']],
  ])('%j finds first', (query, best) => {
    const found = rank(query, files.entries, (entry) => entry.path, 20).map((match) => match.item.path);
    if (query === 'ca') expect(found).toContain('CHANGELOG.md');
    else expect(found.slice(0, best.length).toSorted()).toEqual(best.toSorted());
  });
});

describe('the word at the cursor', () => {
  const at = (text: string): Word | null => wordAt(bufferReducer(emptyBuffer, { type: 'set-text', text }));
  test.each<[string, Partial<Word> | null]>([
    ['/', { kind: 'command', query: '', from: 0, to: 1 }],
    ['/thr', { kind: 'command', query: 'thr', from: 0, to: 4 }],
    ['/theme da', { kind: 'argument', query: 'da', command: 'theme', from: 7 }],
    ['/etc/hosts', null],
    ['say /thr', null],
    ['line\n/thr', null],
    ['@', { kind: 'file', query: '', from: 0 }],
    ['see @src/ui', { kind: 'file', query: 'src/ui', from: 4 }],
    ['see @"docs/my no', { kind: 'file', query: 'docs/my no', from: 4 }],
    ['line\n@x', { kind: 'file', query: 'x', line: 1 }],
    ['好。@x', { kind: 'file', query: 'x' }],
    ['me@example', null],
    ['@a b', null],
    ['@"a" b', null],
  ])('%j', (text, expected) => {
    if (expected === null) expect(at(text)).toBe(null);
    else expect(at(text)).toMatchObject(expected);
  });
});

describe('proposals as one types', () => {
  const context = { files };
  const popup = (bytes: string) => {
    const session = typing(bytes, undefined, context);
    return composerPicture(session.state, { width: 60, maxRows: 5, theme: plainTheme }).popup;
  };

  test('commands with their help, the best first', () => {
    expect(popup('/')).toHaveLength(5);
    expect(popup('/t').map((row) => row.trim().split(/\s+/)[0])).toEqual(['›', '/theme', '/threads', '/steer']);
    expect(popup('/th')[0]).toMatch(/^› \/theme \[dark \| light \| plain\] +colours$/);
    expect(popup('/cl')[0]).toMatch(/^› \/new \(clear\) \[prompt\] +begin a new thread$/);
    expect(popup('/nothing-like-it')).toEqual([]);
  });

  test.each<[string, string, string]>([
    ['Tab takes it', '/thr\t', '/threads '],
    ['↓ Tab takes the next', '/t\u001b[B\t', '/theme '],
    ['↑ goes round', '/t\u001b[A\t', '/steer '],
    ['a file', 'see @buf\t', 'see @src/ui/composer/buffer.ts '],
    ['Enter takes a file', 'see @buf\r', 'see @src/ui/composer/buffer.ts '],
    ['a file with a space is quoted', '@notes\t', '@"docs/my notes.md" '],
    ['a name without an ASCII ending is quoted', '@図\t', '@"docs/図" '],
    ['inside quotes', '@"my no\t', '@"docs/my notes.md" '],
    ['a folder leaves the word open', '@engi\t', '@src/engine/'],
    ['and on into it', '@engi\tapi\t', '@src/engine/api.ts '],
    ['an argument', '/theme l\t', '/theme light '],
    ['a space that is there is not doubled', '@buf x\u001b[D\u001b[D\t\t', '@src/ui/composer/buffer.ts x'],
  ])('%s', (_, bytes, expected) => {
    expect(textOf(typing(bytes, undefined, context).state)).toBe(expected);
  });

  test.each<[string, string, string | null]>([
    ['Enter runs what is begun', '/thr\r', '/threads'],
    ['also with optional arguments', '/ne\r', '/new'],
    ['what must have an argument is completed only', '/ste\r', null],
    ['a guess is not run in place of what was typed', '/ree\r', '/ree'],
    ['unless it was chosen', '/ree\u001b[B\u001b[A\r', '/tree'],
    ['an alias runs the command', '/clear\u001b[B\u001b[A\r', '/new'],
    ['an exact name', '/tree\r', '/tree'],
    ['arguments are sent as typed', '/theme dark\r', '/theme dark'],
    ['a command without its argument', '/theme \r', '/theme '],
    ['an argument that was chosen', '/theme \u001b[B\r', '/theme light'],
  ])('%s', (_, bytes, sent) => {
    const { effects } = typing(bytes, undefined, context);
    expect(effects.map((effect) => (effect.type === 'send' ? effect.text : effect.type))).toEqual(
      sent === null ? [] : [sent],
    );
  });

  test('Esc closes them for that word only, and does not interrupt', () => {
    const closed = typing('see @bu\u001b', undefined, context);
    expect(closed.state.completion).toBe(null);
    expect(closed.effects).toEqual([{ type: 'refresh-files' }]);
    const on = typing('f', closed, context);
    expect(on.state.completion).toBe(null);
    expect(typing(' @bu', on, context).state.completion).not.toBe(null);
    expect(typing('\t', on, context).state.completion).not.toBe(null);
    expect(typing('\u001b', on, context).effects).toEqual([{ type: 'command', name: 'interrupt' }]);
  });

  test('moving into a word opens nothing, moving out closes', () => {
    const open = typing('@buf', undefined, context);
    expect(open.state.completion).not.toBe(null);
    const out = typing('\u001b[H', open, context);
    expect(out.state.completion).toBe(null);
    expect(typing('\u001b[F', out, context).state.completion).toBe(null);
  });

  test('files that come in while the word stands open are proposed', () => {
    const waiting = typing('@buf');
    expect(waiting.state.completion).toBe(null);
    expect(feed([{ type: 'files-changed' }], waiting, context).state.completion?.proposals[0]?.label).toBe(
      'src/ui/composer/buffer.ts',
    );
  });

  test('files are asked for once, when @ is typed', () => {
    expect(typing('see @buf').effects).toEqual([{ type: 'refresh-files' }]);
  });
});

describe('the rows of proposals', () => {
  const many = fileList(
    Array.from({ length: 300 }, (_, index) => `some/rather/long/path/名前/to/a/file-${index}.ts`),
    1,
  );
  const word: Word = { kind: 'file', line: 0, from: 0, to: 5, query: 'file' };

  test.each([4, 12, 20, 40, 80])('fit %i columns and 8 rows, wherever the choice stands', (width) => {
    const completion = completionFor(word, { commands: [], files: many }, null)!;
    for (let selected = 0; selected < completion.proposals.length; selected++) {
      const rows = completionView({ ...completion, selected }, { width, maxRows: 8, theme: plainTheme });
      expect(rows).toHaveLength(8);
      expect(rows.filter((row) => row.startsWith('›'))).toHaveLength(1);
      for (const row of rows) expect(textWidth(row)).toBeLessThan(Math.max(width, 5));
    }
  });

  test('of a long path the end is kept; of a command the start', () => {
    const completion = completionFor({ ...word, query: 'file-42' }, { commands: [], files: many }, null)!;
    expect(completionView(completion, { width: 24, maxRows: 8, theme: plainTheme })[0]).toBe('› …名前/to/a/file-42.ts');
    const commands = completionFor({ ...word, kind: 'command', query: '' }, { ...baseContext }, null)!;
    expect(completionView(commands, { width: 24, maxRows: 8, theme: plainTheme })[2]).toBe('  /theme [dar…  colours');
  });

  test('what matched is marked', () => {
    const marking = { ...plainTheme, hit: (text: string) => `<${text}>` };
    const completion = completionFor({ ...word, query: 'buf' }, { commands: [], files }, null)!;
    const rows = completionView({ ...completion, selected: 1 }, { width: 80, maxRows: 8, theme: marking });
    expect(rows[0]).toBe('  src/ui/composer/<buf>fer.ts');
  });
});

describe('100,000 files', () => {
  const many = fileList(
    Array.from({ length: 100_000 }, (_, index) => `packages/p${index % 97}/src/module-${index}/index${index % 7}.ts`),
    1,
  );

  test('a word that grows looks only at what matched before', () => {
    const word: Word = { kind: 'file', line: 0, from: 0, to: 2, query: 'm' };
    const first = completionFor(word, { commands: [], files: many }, null)!;
    const second = completionFor({ ...word, query: 'm4242' }, { commands: [], files: many }, first)!;
    expect(second.narrowed!.entries.length).toBeLessThan(first.narrowed!.entries.length / 10);
    expect(second.proposals[0]?.label).toContain('module-4242');
    const fresh = completionFor({ ...word, query: 'm4242' }, { commands: [], files: many }, null)!;
    expect(second.proposals).toEqual(fresh.proposals);
  });
});
