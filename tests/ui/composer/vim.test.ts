import { describe, expect, test } from 'vitest';
import { composerPicture, emptyComposer, textOf } from '../../../src/ui/composer/composer.ts';
import { feed, plainTheme, type Session, typing } from './support.ts';

const ESC = '\u001b';
const REDO = '\u0012';

/** `|` is the cursor; keys are pressed in normal mode. */
function start(marked: string, keys: string): Session {
  const at = marked.indexOf('|');
  const text = marked.replace('|', '');
  const before = text.slice(0, at).split('\n');
  const fresh = emptyComposer({ keys: 'vim', text });
  const cursor = { line: before.length - 1, offset: before.at(-1)!.length };
  const placed = { ...fresh, buffer: { ...fresh.buffer, cursor }, vim: { ...fresh.vim!, mode: 'normal' as const } };
  let session: Session = { state: placed, effects: [] };
  for (const key of keys.split(/(?=\u001b)|(?<=\u001b)/)) session = typing(key, session);
  return session;
}

function marked({ state }: Session): string {
  const { line, offset } = state.buffer.cursor;
  const lines = state.buffer.lines.map((each) => each.text);
  lines[line] = `${lines[line]!.slice(0, offset)}|${lines[line]!.slice(offset)}`;
  return lines.join('\n');
}

describe('motions', () => {
  test.each<[string, string, string]>([
    ['ab|c', 'h', 'a|bc'],
    ['|abc', 'h', '|abc'],
    ['a|bc', 'l', 'ab|c'],
    ['ab|c', 'l', 'ab|c'],
    ['|abcd', '3l', 'abc|d'],
    ['👨‍👩‍👧‍👦|x', 'h', '|👨‍👩‍👧‍👦x'],
    ['a|b\ncd', 'j', 'ab\nc|d'],
    ['ab\nc|d', 'k', 'a|b\ncd'],
    ['|one two-three', 'w', 'one |two-three'],
    ['one |two-three', 'w', 'one two|-three'],
    ['|one two-three four', 'W', 'one |two-three four'],
    ['|one two-three four', '2W', 'one two-three |four'],
    ['one\n|two', 'b', '|one\ntwo'],
    ['o|ne\n\ntwo', 'w', 'one\n|\ntwo'],
    ['one two-thr|ee', 'b', 'one two-|three'],
    ['one two-thr|ee', 'B', 'one |two-three'],
    ['|one two', 'e', 'on|e two'],
    ['on|e two', 'e', 'one tw|o'],
    ['one tw|o', 'ge', 'on|e two'],
    ['  ab|c', '0', '|  abc'],
    ['  ab|c', '^', '  |abc'],
    ['|abc\nd', '$', 'ab|c\nd'],
    ['a\nb\n|c', 'gg', '|a\nb\nc'],
    ['|a\nb\nc', 'G', 'a\nb\n|c'],
    ['|a\nb\nc', '2G', 'a\n|b\nc'],
    ['|a,b,c', 'f,', 'a|,b,c'],
    ['|a,b,c', '2f,', 'a,b|,c'],
    ['|a,b,c', 't,', '|a,b,c'],
    ['|a,b,c', 'f,;', 'a,b|,c'],
    ['|a,b,c', 'f,;,', 'a|,b,c'],
    ['a,b,|c', 'F,', 'a,b|,c'],
    ['a,b,c|d', 'T,', 'a,b,|cd'],
    ['|abc', 'fz', '|abc'],
    ['|f(a, (b))', '%', 'f(a, (b)|)'],
    ['f(a, (b)|)', '%', 'f|(a, (b))'],
    ['a|\nb\n\nc', '}', 'a\nb\n|\nc'],
    ['a\n\nb\n|c', '{', 'a\n|\nb\nc'],
    ['|漢字 テスト', 'w', '漢字 |テスト'],
  ])('%j %s %j', (before, keys, after) => {
    expect(marked(start(before, keys))).toBe(after);
  });
});

describe('changes', () => {
  test.each<[string, string, string]>([
    ['a|bc', 'x', 'a|c'],
    ['ab|c', 'x', 'a|b'],
    ['|abcd', '2x', '|cd'],
    ['ab|c', 'X', 'a|c'],
    ['|one two', 'dw', '|two'],
    ['one |two\nthree', 'dw', 'one| \nthree'],
    ['|one two three', '2dw', '|three'],
    ['|one two three', 'd2w', '|three'],
    ['|one two', 'de', '| two'],
    ['one tw|o', 'db', 'one |o'],
    ['one |two', 'd$', 'one| '],
    ['one |two', 'D', 'one| '],
    ['one |two', 'd0', '|two'],
    ['a|b(c)d', 'dt(', 'a|(c)d'],
    ['a|b(c)d', 'df(', 'a|c)d'],
    ['a\n|b\nc', 'dd', 'a\n|c'],
    ['a\nb\n|c', 'dd', 'a\n|b'],
    ['|a', 'dd', '|'],
    ['|a\nb\nc', '2dd', '|c'],
    ['|a\nb\nc', 'dj', '|c'],
    ['a\nb\n|c', 'dk', '|a'],
    ['a\n|b\nc', 'dG', '|a'],
    ['a\n|b\nc', 'dgg', '|c'],
    ['a|bc', 'rx', 'a|xc'],
    ['|abc', '2rx', 'x|xc'],
    ['ab|c', '2rx', 'ab|c'],
    ['|aBc', '3~', 'Ab|C'],
    ['|a\n  b', 'J', 'a| b'],
    ['|abc', 'xp', 'b|ac'],
    ['a|bc', 'xP', 'a|bc'],
    ['|a\nb', 'ddp', 'b\n|a'],
    ['a\n|b', 'ddP', '|b\na'],
    ['|a\nb', 'yyp', 'a\n|a\nb'],
    ['|a\nb', 'yy2p', 'a\n|a\na\nb'],
    ['|one two', 'yw$p', 'one twoone| '],
    ['o|ne two', 'yiwP', 'on|eone two'],
  ])('%j %s %j', (before, keys, after) => {
    expect(marked(start(before, keys))).toBe(after);
  });
});

describe('text objects', () => {
  test.each<[string, string, string]>([
    ['one tw|o three', 'diw', 'one | three'],
    ['one tw|o three', 'daw', 'one |three'],
    ['one tw|o', 'daw', 'on|e'],
    ['one a-|b c', 'diW', 'one | c'],
    ['say "he|llo" now', 'di"', 'say "|" now'],
    ['say "he|llo" now', 'da"', 'say |now'],
    ['s|ay "hello" now', 'di"', 'say "|" now'],
    ["it('a|b')", "di'", "it('|')"],
    ['f(a, (b|), c)', 'di(', 'f(a, (|), c)'],
    ['f(a|, (b), c)', 'dib', 'f(|)'],
    ['f(a|, (b), c)', 'da)', '|f'],
    ['x = {\n  a|: 1\n}', 'di{', 'x = {|}'],
    ['[1, |2]', 'di]', '[|]'],
    ['a|\nb\n\nc', 'dap', '|c'],
    ['a|\nb\n\nc', 'dip', '|\nc'],
  ])('%j %s %j', (before, keys, after) => {
    expect(marked(start(before, keys))).toBe(after);
  });
});

describe('insert mode', () => {
  test.each<[string, string, string]>([
    ['a|b', `ix${ESC}`, 'a|xb'],
    ['a|b', `ax${ESC}`, 'ab|x'],
    ['  a|b', `Ix${ESC}`, '  |xab'],
    ['|ab', `Ax${ESC}`, 'ab|x'],
    ['|ab\nc', `ox${ESC}`, 'ab\n|x\nc'],
    ['ab\n|c', `Ox${ESC}`, 'ab\n|x\nc'],
    ['|one two', `cwx${ESC}`, '|x two'],
    ['|one two three', `2cwx${ESC}`, '|x three'],
    ['one |two', `Cx${ESC}`, 'one |x'],
    ['a\n|b\nc', `ccx${ESC}`, 'a\n|x\nc'],
    ['say "he|llo"', `ci"x${ESC}`, 'say "|x"'],
    ['|abc', `sx${ESC}`, '|xbc'],
  ])('%j %j %j', (before, keys, after) => {
    expect(marked(start(before, keys))).toBe(after);
  });

  test('a session is one change to undo and redo', () => {
    expect(marked(start('|one two', `cwx y z${ESC}u`))).toBe('|one two');
    expect(textOf(start('|one two', `cwx y z${ESC}u${REDO}`).state)).toBe('x y z two');
    expect(marked(start('|abcd', 'xxxuu'))).toBe('a|bcd'.replace('a|b', '|b'));
  });

  test.each<[string, string, string]>([
    ['|one two three', 'dw.', '|three'],
    ['|abcdef', 'x..', '|def'],
    ['|one two', `cwx${ESC}w.`, 'x |x'],
    ['|a\nb', `A;${ESC}j.`, 'a;\nb|;'],
    ['|a', `ob${ESC}.`, 'a\nb\n|b'],
    ['|abcd', 'rxl.', 'x|xcd'],
    ['|one two three four', 'dw2.', '|four'],
    ['|a b', `cwx${ESC}w.u`, 'x |b'],
  ])('. does it again: %j %j %j', (before, keys, after) => {
    expect(marked(start(before, keys))).toBe(after);
  });
});

describe('beside the other keys', () => {
  test('a fresh composer types; Esc goes to normal mode, Esc again interrupts', () => {
    const typed = typing('hello', { state: emptyComposer({ keys: 'vim' }), effects: [] });
    expect(textOf(typed.state)).toBe('hello');
    const normal = typing(ESC, typed);
    expect(normal.effects).toEqual([]);
    expect(normal.state.vim?.mode).toBe('normal');
    expect(typing(ESC, normal).effects).toEqual([{ type: 'command', name: 'interrupt' }]);
  });

  test('Esc in the middle of a command drops it', () => {
    expect(marked(start('|one two', `d${ESC}w`))).toBe('one |two');
  });

  test('Enter sends from normal mode and typing goes on in insert mode', () => {
    const sent = start('|hello', '\r');
    expect(sent.effects).toEqual([{ type: 'send', text: 'hello', images: [] }]);
    expect(sent.state.vim?.mode).toBe('insert');
  });

  test('k on the first row and j on the last walk through history', () => {
    const normal = start('|draft', '');
    const older = typing('k', normal, { history: ['old'] });
    expect(textOf(older.state)).toBe('old');
    expect(textOf(typing('j', older, { history: ['old'] }).state)).toBe('draft');
    expect(typing('k', start('|', ''), { queued: 2 }).effects).toEqual([{ type: 'queue-back' }]);
  });

  test('keys that mean nothing type nothing, ? on nothing shows the keys', () => {
    expect(textOf(start('|abc', 'qz?').state)).toBe('abc');
    expect(start('|', '?').effects).toEqual([{ type: 'command', name: 'help' }]);
  });

  test('what was cut is there for Ctrl+Y, and in the next draft, chips written out', () => {
    const large = 'x\n'.repeat(20);
    const pasted = feed([{ type: 'paste', text: large }], { state: emptyComposer({ keys: 'vim' }), effects: [] });
    const cutting = typing('x', typing(ESC, pasted));
    expect(textOf(cutting.state)).toBe('');
    const next = feed([{ type: 'open-draft', text: '' }], cutting);
    expect(textOf(typing('\u0019', next).state)).toBe(large);
    expect(textOf(typing('P', typing(ESC, next)).state)).toBe(large);
  });

  test('in normal mode the cursor stands on the last character', () => {
    const view = composerPicture(start('|abc', '$').state, { width: 20, maxRows: 3, theme: plainTheme });
    expect(view.cursor.column).toBe(4);
  });
});
