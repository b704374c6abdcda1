import { describe, expect, test } from 'vitest';
import { commandInfo } from '../../../src/ui/keys/commands.ts';
import {
  type Command,
  canonicalChord,
  chordLabel,
  commandFor,
  commandNames,
  createDecoder,
  defaultKeymap,
  describeKeys,
  type KeyContext,
  keyLabel,
  keymapFrom,
  parseKeymap,
} from '../../../src/ui/keys/index.ts';

function pressing(bytes: string, context: KeyContext, keymap = defaultKeymap): Command | null {
  const decoder = createDecoder();
  const [event] = [...decoder.push(bytes), ...decoder.flush()];
  return event === undefined ? null : commandFor(keymap, context, event);
}

describe('the keys of the design', () => {
  test.each<[string, string, KeyContext, Command | null]>([
    ['Enter', '\r', 'composer', 'send'],
    ['Ctrl+S', '\u0013', 'composer', 'steer'],
    ['Ctrl+S on nothing', '\u0013', 'empty', 'steer'],
    ['Esc', '\u001b', 'composer', 'interrupt'],
    ['Esc on proposals', '\u001b', 'completion', 'completion-close'],
    ['Esc in an overlay', '\u001b', 'overlay', 'overlay-close'],
    ['↑ on an empty composer', '\u001b[A', 'empty', 'take-back'],
    ['↑ in a draft', '\u001b[A', 'composer', 'up'],
    ['Ctrl+Q', '\u0011', 'empty', 'queue'],
    ['Ctrl+T', '\u0014', 'composer', 'tree'],
    ['Ctrl+F', '\u0006', 'composer', 'search'],
    ['Ctrl+P', '\u0010', 'empty', 'threads'],
    ['Ctrl+O', '\u000f', 'empty', 'reader'],
    ['PgUp', '\u001b[5~', 'composer', 'reader'],
    ['Ctrl+R', '\u0012', 'composer', 'history-search'],
    ['Ctrl+G', '\u0007', 'composer', 'editor'],
    ['Shift+Tab', '\u001b[Z', 'composer', 'next-mode'],
    ['Shift+Tab on proposals', '\u001b[Z', 'completion', 'next-mode'],
    ['Ctrl+J', '\n', 'composer', 'newline'],
    ['Alt+Enter', '\u001b\r', 'composer', 'newline'],
    ['Shift+Enter', '\u001b[13;2u', 'composer', 'newline'],
    ['Ctrl+C', '\u0003', 'composer', 'clear'],
    ['Ctrl+C on nothing', '\u0003', 'empty', 'clear'],
    ['Ctrl+D on nothing', '\u0004', 'empty', 'leave'],
    ['Ctrl+D in a draft', '\u0004', 'composer', 'delete-right'],
    ['? on nothing', '?', 'empty', 'help'],
    ['? in a draft', '?', 'composer', null],
    ['a letter', 'a', 'composer', null],
    ['a letter meant for the panel', 'y', 'panel', 'panel-allow'],
    ['a letter the panel does not know', 'x', 'panel', null],
  ])('%s', (_, bytes, context, expected) => {
    expect(pressing(bytes, context)).toBe(expected);
  });

  test('no chord stands twice in one place, and each is spelled the one way', () => {
    const seen = new Map<string, Command>();
    for (const name of commandNames) {
      const { context, chords } = commandInfo(name);
      for (const chord of chords) {
        expect(canonicalChord(chord), chord).toBe(chord);
        const place = `${context} ${chord}`;
        expect(seen.get(place), `${place}: ${name}`).toBeUndefined();
        seen.set(place, name);
      }
    }
  });
});

describe('chords', () => {
  test.each([
    ['ctrl+s', 'ctrl+s'],
    ['Ctrl+S', 'ctrl+s'],
    ['Control-S', 'ctrl+s'],
    ['C-x', 'ctrl+x'],
    ['shift+ctrl+z', 'ctrl+shift+z'],
    ['Cmd+Z', 'super+z'],
    ['cmd+z', 'super+z'],
    ['option+left', 'alt+left'],
    ['Return', 'enter'],
    ['escape', 'esc'],
    ['PgUp', 'pageup'],
    ['F12', 'f12'],
    ['ctrl++', 'ctrl++'],
    ['ctrl+-', 'ctrl+-'],
    ['+', '+'],
    ['?', '?'],
    ['é', 'é'],
    ['Alt+A', 'alt+a'],
    ['A', 'shift+a'],
    ['space', 'space'],
    ['', null],
    ['ctrl+', null],
    ['hyper+x', null],
    ['ctrl+ctrl+x', null],
    ['ctrl+banana', null],
    ['f99', null],
  ])('%j is %j', (written, expected) => {
    expect(canonicalChord(written)).toBe(expected);
  });

  test.each([
    ['ctrl+s', 'Ctrl+S'],
    ['alt+left', 'Alt+←'],
    ['up', '↑'],
    ['ctrl++', 'Ctrl++'],
    ['pageup', 'PgUp'],
    ['shift+super+z', 'Shift+Cmd+Z'],
  ])('%s reads %s', (chord, label) => {
    expect(chordLabel(chord)).toBe(label);
    expect(canonicalChord(label)).toBe(chord);
  });
});

describe('a keymap of one’s own', () => {
  test('binds, adds, unbinds', () => {
    const { keymap, problems } = keymapFrom({ steer: 'alt+s', newline: ['Ctrl+J', 'ctrl+enter'], help: [] });
    expect(problems).toEqual([]);
    expect(pressing('\u001bs', 'composer', keymap)).toBe('steer');
    expect(pressing('\u0013', 'composer', keymap)).toBe(null);
    expect(pressing('\u001b[13;5u', 'composer', keymap)).toBe('newline');
    expect(pressing('?', 'empty', keymap)).toBe(null);
    expect(keyLabel(keymap, 'steer')).toBe('Alt+S');
    expect(keyLabel(keymap, 'help')).toBe('');
  });

  test('a chord taken from a default leaves it the others, and says when none is left', () => {
    const { keymap, problems } = keymapFrom({ editor: 'ctrl+s', undo: 'ctrl+a' });
    expect(pressing('\u0013', 'composer', keymap)).toBe('editor');
    expect(pressing('\u0001', 'composer', keymap)).toBe('undo');
    expect(keymap.chords.get('line-start')).toEqual(['home']);
    expect(problems).toEqual([{ command: 'steer', message: '"editor" took Ctrl+S: "steer" has no key left.' }]);
  });

  test.each<[string, unknown, RegExp]>([
    ['an unknown command', { 'new-line': 'ctrl+j' }, /There is no command "new-line"\./],
    ['a near miss', { History_Search: 'ctrl+j' }, /Did you mean "history-search"\?/],
    ['a bad chord', { steer: 'ctrl+banana' }, /"ctrl\+banana" is not a chord/],
    ['not a string', { steer: 7 }, /7 is not a chord/],
    ['two of one’s own', { steer: 'alt+x', editor: 'alt+x' }, /Alt\+X is already bound to "steer"\./],
    ['a list', ['steer'], /must be an object/],
  ])('names %s', (_, overrides, message) => {
    const { problems } = keymapFrom(overrides);
    expect(problems.map((problem) => problem.message).join('\n')).toMatch(message);
  });

  test('a command whose chords are all bad keeps its defaults', () => {
    expect(pressing('\u0013', 'composer', keymapFrom({ steer: 'nonsense+x' }).keymap)).toBe('steer');
  });

  test('broken JSON is a problem, not an exception', () => {
    const { keymap, problems } = parseKeymap('{ steer: ');
    expect(keymap).toBe(defaultKeymap);
    expect(problems[0]?.message).toMatch(/not valid JSON/);
    expect(pressing('\u001bs', 'composer', parseKeymap('{"steer":"alt+s"}').keymap)).toBe('steer');
  });
});

describe('the help', () => {
  test('names every command that has a key, once, as the keymap has it', () => {
    const { keymap } = keymapFrom({ steer: 'alt+s', editor: [] });
    const groups = describeKeys(keymap);
    const listed = groups.flatMap((group) => group.keys.map((entry) => entry.command));
    const expected = commandNames.filter((name) => name !== 'editor' && commandInfo(name).context !== 'overlay');
    expect(listed.toSorted()).toEqual([...expected].toSorted());
    expect(groups[0]?.keys.find((entry) => entry.command === 'steer')?.keys).toEqual(['Alt+S']);
    expect(groups.map((group) => group.title)).toContain('Editing');
  });
});
