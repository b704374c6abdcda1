// Nothing that a model, a tool or a title says can drive the terminal it is printed on.

import { describe, expect, it } from 'vitest';
import { padEnd, truncate } from '../../src/cli/columns.ts';
import { errorLine, exitCodeOf, personLine, UsageError } from '../../src/cli/errors.ts';
import { packageFolder } from '../../src/cli/package-folder.ts';
import { firstLines, oneLine, sanitise, sentence, wrapWords } from '../../src/cli/text.ts';
import { toolDetail, toolLine } from '../../src/cli/tools.ts';
import { type Advice, methods } from '../../src/engine/advice.ts';
import { AgentError } from '../../src/engine/agent.ts';
import { EngineError } from '../../src/engine/api.ts';
import { StoreError } from '../../src/store/types.ts';
import { age } from '../../src/text/figures.ts';
import { nextStep } from '../../src/ui/text/advice.ts';

describe('sanitise', () => {
  it.each([
    ['plain\ttext\n', 'plain\ttext\n'],
    ['\x1b[31mred\x1b[0m', 'red'],
    ['\x1b]0;title\x07after', 'after'],
    ['\x1b]52;c;cGF5\x1b\\after', 'after'],
    ['\x1bPq#0\x1b\\after', 'after'],
    ['\x1b[2J\x1b[Hgone', 'gone'],
    ['a\rb', 'ab'],
    ['a\r\nb', 'a\nb'],
    ['\x9b31mC1', 'C1'],
    ['\u202egnp.exe', 'gnp.exe'],
    ['hid\u{e0041}den', 'hidden'],
    ['bell\x07 back\x08', 'bell back'],
    ['日本語 👩‍👩‍👧 é', '日本語 👩‍👩‍👧 é'],
  ])('%j becomes %j', (text, expected) => {
    expect(sanitise(text)).toBe(expected);
  });
});

describe('one line', () => {
  it('folds white space', () => expect(oneLine(' a\n\tb  c ')).toBe('a b c'));
  it('cuts by columns, never through a character', () => {
    expect(truncate('日本語の題', 5)).toBe('日本…');
    expect(truncate('👩‍👩‍👧👩‍👩‍👧', 3)).toBe('👩‍👩‍👧…');
    expect(truncate('short', 5)).toBe('short');
    expect(padEnd('日本', 6)).toBe('日本  ');
  });
  it('is broken by columns, between words where it can be', () => {
    expect(wrapWords('a bb ccc', 4)).toEqual(['a bb', 'ccc']);
    expect(wrapWords('日本語の題 x', 4)).toEqual(['日本', '語の', '題 x']);
  });
  it('ends as a sentence', () => {
    expect(['a', 'a.', 'a?', '', 'a (b)', 'a (b.)'].map(sentence)).toEqual(['a.', 'a.', 'a?', '', 'a (b).', 'a (b.)']);
    expect(personLine('claude ended (signal 9)', 'Send it again')).toBe(
      'ccchat: claude ended (signal 9). Send it again.',
    );
  });
});

describe('figures', () => {
  it('says how long ago', () => {
    expect([0, 61_000, 7_200_000, 172_800_000].map((ms) => age(0, ms))).toEqual(['now', '1 min', '2 h', '2 d']);
    expect(age(0, 40 * 86_400_000)).toBe('1970-01-01');
  });
  it('counts the lines it leaves out', () => {
    expect(firstLines('1\n2\n3\n4', 2)).toBe('1\n2\n… 2 more lines');
    expect(firstLines('1\n2\n3', 2)).toBe('1\n2\n… 1 more line');
    expect(firstLines('1\n2', 2)).toBe('1\n2');
  });
});

describe('tools in words', () => {
  it('names what a call is about', () => {
    expect(toolLine('Bash', { command: 'ls\n-la' })).toBe('Bash: ls -la');
    expect(toolLine('TodoWrite', { todos: [] })).toBe('TodoWrite');
  });
  it('shows a change as a diff and a command whole', () => {
    expect(toolDetail('Edit', { file_path: '/a', old_string: 'x', new_string: 'y\nz' })).toBe(
      '  /a\n  - x\n  + y\n  + z',
    );
    expect(toolDetail('Bash', { command: 'a &&\nb\x1b[2J', description: 'why' })).toBe('  $ a &&\n  b\n  (why)');
  });
});

describe('errors', () => {
  it.each([
    [
      new EngineError('not-found', 'There is no thread x', 'Try `ccchat list`'),
      'There is no thread x. Try `ccchat list`.',
    ],
    [new AgentError('missing', 'claude is not there', 'Install it'), 'claude is not there. Install it.'],
    [new StoreError('busy', 'locked', 'Try again.'), 'locked. Try again.'],
    [new Error('two\nlines'), 'two lines. If this stays,'],
    ['a string', 'a string.'],
    [
      Object.assign(
        new Error('/x/node_modules/better-sqlite3/build/Release/better_sqlite3.node: NODE_MODULE_VERSION 1'),
        {
          code: 'ERR_DLOPEN_FAILED',
        },
      ),
      `better-sqlite3 is not built for this Node, ${process.version}. Run \`npm rebuild\` in ${packageFolder()}.`,
    ],
    [
      new Error('Failed to load native module: pty.node, checked: build/Release'),
      'node-pty is not built for this Node',
    ],
  ])('%s', (error, expected) => {
    const line = errorLine(error);
    expect(line).toContain(expected);
    expect(line).toMatch(/^ccchat: [^\n]*$/);
  });

  it('say what to do in the words of whoever is told: commands, methods, or what is done in the chat', () => {
    for (const to of Object.keys(methods) as Advice['to'][]) {
      const error = new EngineError('busy', 'It is so', { to, thread: 'k3x9' });
      expect(errorLine(error)).toMatch(/^ccchat: It is so\. .*`ccchat \w+/);
      expect(error.next).not.toMatch(/ccchat|\/\w/);
      expect(nextStep(error)).not.toMatch(/ccchat|followUp|null/);
      expect(nextStep(error)).not.toBe(error.next);
    }
    expect(nextStep(new EngineError('agent', 'x', 'As it is.'))).toBe('As it is.');
  });

  it('tell wrong usage from failure', () => {
    expect([exitCodeOf(new UsageError('a', 'b')), exitCodeOf(new Error('a'))]).toEqual([2, 1]);
  });
});
