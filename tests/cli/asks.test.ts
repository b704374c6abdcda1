// A question is decided by what a person answers, never by Enter alone.
import { describe, expect, it } from 'vitest';
import { chosen, deniedLine, describeAsk, permissionAnswer, questionAnswer } from '../../src/cli/asks.ts';
import type { PermissionAsk, Question } from '../../src/engine/agent.ts';

const suggestion = { label: 'allow all edits', update: { mode: 'acceptEdits' } };
const permission: PermissionAsk = {
  kind: 'permission',
  id: 'p',
  tool: 'Bash',
  toolUse: null,
  input: { command: 'rm -r build' },
  suggestions: [suggestion],
};

function answering(replies: (string | null)[]) {
  return async () => {
    if (replies.length === 0) throw new Error('asked once too often');
    return replies.shift() as string | null;
  };
}

describe('a permission', () => {
  it.each([
    [['1'], { kind: 'allow' }],
    [['2'], { kind: 'allow', always: [suggestion] }],
    [['3'], { kind: 'deny' }],
    [['4', 'use trash'], { kind: 'deny', comment: 'use trash' }],
    [['4', ''], { kind: 'deny' }],
    [['', 'yes', '0', '9', '-1', '1.0', ' 1 '], { kind: 'allow' }],
    [[null], { kind: 'deny' }],
  ])('%j', async (replies, answer) => {
    const left = [...replies];
    expect(await permissionAnswer(permission, answering(left))).toEqual(answer);
    expect(left).toEqual([]);
  });

  it('shows the whole command and every choice', () => {
    const text = describeAsk(permission);
    expect(text).toContain('$ rm -r build');
    expect(text.match(/^ {2}\d {2}.*$/gm)).toEqual([
      '  1  allow once',
      '  2  always: allow all edits',
      '  3  deny',
      '  4  deny with a comment',
    ]);
  });

  it('that nobody can answer says what would cover it', () => {
    expect(deniedLine(permission)).toBe(
      'Bash: rm -r build: denied, there is no terminal to ask on. Cover it with --allow Bash or --mode.',
    );
  });
});

describe('a question', () => {
  const question: Question = {
    question: 'Which?',
    header: 'Colour',
    multiSelect: false,
    options: [
      { label: 'Blue', description: '' },
      { label: 'Red', description: '' },
    ],
  };
  it.each([
    [false, '2', 'Red'],
    [false, '3', '3'],
    [false, 'mauve', 'mauve'],
    [false, '1, 2', '1, 2'],
    [true, '1, 2', 'Blue, Red'],
    [true, '2 1', 'Red, Blue'],
    [true, '1 and more', '1 and more'],
  ])('with several choices %s: %j means %j', (multiSelect, reply, answer) => {
    expect(chosen({ ...question, multiSelect }, reply)).toBe(answer);
  });

  it('is asked again until there is an answer, one question after the other', async () => {
    const ask = {
      kind: 'question' as const,
      id: 'q',
      toolUse: null,
      questions: [question, { ...question, question: 'Then?' }],
    };
    expect(await questionAnswer(ask, answering(['', '1', 'my own']))).toEqual({
      kind: 'choose',
      answers: { 'Which?': 'Blue', 'Then?': 'my own' },
    });
    expect(await questionAnswer(ask, answering(['1', null]))).toEqual({ kind: 'deny' });
  });
});
