// Wrong usage is one line and exit code 2, said before anything is opened.
import { describe, expect, it } from 'vitest';
import { oneSlipApart } from '../../src/cli/commands/chat.ts';
import { parseQueue } from '../../src/cli/commands/queue.ts';
import { endToolLists, splitTools } from '../../src/cli/options.ts';
import { runByHand } from './hand-made-shell.ts';

describe('wrong usage', () => {
  it.each([
    [['send']],
    [['send', '']],
    [['send', '-']],
    [['send', '--thread', 'a', '--new', 'hi']],
    [['send', '--mode', 'yolo', 'hi']],
    [['send', '--read-only', '--mode', 'bypass', 'hi']],
    [['send', '--pool-size', '0', 'hi']],
    [['send', '--idle-minutes', 'soon', 'hi']],
    [['send', '--unknown', 'hi']],
    [['list', '--limit', 'all']],
    [['list', 'surplus']],
    [['queue', 'abc', 'add']],
    [['queue', 'abc', 'edit', 'x', 'text']],
    [['queue', 'abc', 'rm', '0']],
    [['queue', 'abc', 'move', '1']],
    [['queue', 'abc', 'rm', '1', '2']],
    [['queue', 'abc', 'sort']],
    [['steer']],
    [['revert']],
    [['rename', 'abc', ' ']],
    [['--resume', 'abc', '--continue']],
    [['lst']],
    [['--no-such-option']],
  ])('%j', async (argv) => {
    const { code, out, err } = await runByHand(argv);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/^ccchat: [^\n]+[.)?]\n$/);
    expect(err).not.toContain('the engine was opened');
  });

  it('names the command whose help to read', async () => {
    expect((await runByHand(['send', '--unknown', 'hi'])).err).toContain('See `ccchat send --help`');
    expect((await runByHand(['--unknown'])).err).toContain('See `ccchat --help`');
  });

  it('offers the command that was meant', async () => {
    expect((await runByHand(['forkk'])).err).toContain('Did you mean `ccchat fork`?');
  });

  it.each([
    ['send', 'sned', true],
    ['list', 'lst', true],
    ['list', 'lists', true],
    ['list', 'lisp', true],
    ['list', 'list', false],
    ['list', 'hello', false],
    ['status', 'statsu', true],
  ])('%s and %s are one slip apart: %s', (a, b, expected) => {
    expect(oneSlipApart(a, b)).toBe(expected);
  });
});

describe('the chat without a terminal', () => {
  it('is refused and names `send`', async () => {
    const { code, err } = await runByHand(['hello']);
    expect(code).toBe(1);
    expect(err).toBe('ccchat: the chat needs a terminal. In scripts use `ccchat send`.\n');
  });
});

describe('help and version', () => {
  it('leaves a sentence that begins with help to the chat', async () => {
    expect((await runByHand(['help', 'me', 'please'])).err).toContain('the chat needs a terminal');
  });

  it.each([[['--help']], [['send', '--help']], [['help']], [['help', 'queue']], [['help', 'ls']], [['--version']]])(
    '%j prints and exits 0',
    async (argv) => {
      const { code, out, err } = await runByHand(argv);
      expect({ code, err }).toEqual({ code: 0, err: '' });
      expect(out).not.toBe('');
    },
  );

  it('names every command of the contract', async () => {
    const { out } = await runByHand(['--help']);
    const commands = 'send list show fork revert unrevert steer queue abort rename delete children status doctor';
    for (const command of commands.split(' ')) expect(out).toMatch(new RegExp(`^  ${command}\\b`, 'm'));
  });
});

describe('--allow and --deny', () => {
  it.each([
    ['Bash', ['Bash']],
    ['Bash,Edit', ['Bash', 'Edit']],
    ['Bash Edit', ['Bash', 'Edit']],
    ['Bash(git log:*),Edit', ['Bash(git log:*)', 'Edit']],
    ['Bash(a, b) mcp__x__y', ['Bash(a, b)', 'mcp__x__y']],
    [' , ', []],
  ])('%j lists %j', (list, tools) => {
    expect(splitTools(list)).toEqual(tools);
  });

  it.each([
    [
      ['send', '--allow', 'Bash', 'Edit', 'do it'],
      ['send', '--allow', 'Bash', '--allow', 'Edit', 'do it'],
    ],
    [
      ['send', '--allow', 'Bash', 'do it'],
      ['send', '--allow', 'Bash', 'do it'],
    ],
    [
      ['send', '--allow', 'Bash', 'do it', 'Edit'],
      ['send', '--allow', 'Bash', 'do it', 'Edit'],
    ],
    [
      ['send', '--deny', 'Bash(rm:*)', 'Write', '--json', 'x'],
      ['send', '--deny', 'Bash(rm:*)', '--deny', 'Write', '--json', 'x'],
    ],
    [
      ['send', '--', '--allow', 'Bash', 'Edit'],
      ['send', '--', '--allow', 'Bash', 'Edit'],
    ],
    [
      ['send', '--allow=Bash', 'Edit'],
      ['send', '--allow=Bash', 'Edit'],
    ],
  ])('%j is read as %j', (argv, read) => {
    expect(endToolLists(argv)).toEqual(read);
  });
});

describe('queue', () => {
  it.each([
    [[], undefined, { verb: 'list' }],
    [['abc'], 'abc', { verb: 'list' }],
    [['add', 'more', 'tests'], undefined, { verb: 'add', words: ['more', 'tests'] }],
    [['abc', 'add', 'x'], 'abc', { verb: 'add', words: ['x'] }],
    [['abc', 'edit', '2', 'y', 'z'], 'abc', { verb: 'edit', n: 2, words: ['y', 'z'] }],
    [['rm', '1'], undefined, { verb: 'rm', n: 1 }],
    [['abc', 'move', '3', '1'], 'abc', { verb: 'move', n: 3, to: 1 }],
  ])('%j', (words, ref, action) => {
    expect(parseQueue(words)).toEqual({ ref, action });
  });
});
