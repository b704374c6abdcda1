import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isBoundary } from '../../../src/ui/composer/boundaries.ts';
import {
  type BufferAction,
  type BufferState,
  bufferImages,
  bufferReducer,
  bufferText,
  emptyBuffer,
  freshBuffer,
  type Motion,
  rawText,
} from '../../../src/ui/composer/buffer.ts';
import { composerView } from '../../../src/ui/composer/view.ts';
import { textWidth } from '../../../src/ui/text/width.ts';
import { plainTheme, unicodeText } from './support.ts';

/** `|` is the cursor. */
function draft(marked: string): BufferState {
  const at = marked.indexOf('|');
  const text = marked.replace('|', '');
  const before = text.slice(0, at).split('\n');
  const state = freshBuffer(emptyBuffer, text);
  return { ...state, cursor: { line: before.length - 1, offset: before.at(-1)!.length } };
}

function marked(state: BufferState): string {
  const { line, offset } = state.cursor;
  const lines = state.lines.map((each) => each.text);
  lines[line] = `${lines[line]!.slice(0, offset)}|${lines[line]!.slice(offset)}`;
  return lines.join('\n');
}

const apply = (state: BufferState, ...actions: BufferAction[]) => actions.reduce(bufferReducer, state);
const typed = (text: string): BufferAction[] => [...text].map((character) => ({ type: 'insert', text: character }));
const move = (by: Motion): BufferAction => ({ type: 'move', by });
const remove = (by: Motion): BufferAction => ({ type: 'delete', by });
const cut = (by: Motion): BufferAction => ({ type: 'cut', by });
const row = (by: -1 | 1, columns: number): BufferAction => ({ type: 'move-row', by, columns });

describe('editing', () => {
  test.each<[string, BufferAction, string]>([
    ['a|c', { type: 'insert', text: 'b' }, 'ab|c'],
    ['a|c', { type: 'insert', text: '\n' }, 'a\n|c'],
    ['ab|', { type: 'insert', text: '\r\nx\u0000\u001b[31my' }, 'ab\nx[31my|'],
    ['👍|', { type: 'insert', text: '🏽' }, '👍🏽|'],
    ['🇩|🇫🇷', { type: 'insert', text: '🇪' }, '🇩🇪|🇫🇷'],
    ['x|\u0301', { type: 'insert', text: 'e' }, 'xe\u0301|'],
    ['a👨‍👩‍👧‍👦|', remove('left'), 'a|'],
    ['|👨‍👩‍👧‍👦b', remove('right'), '|b'],
    ['e\u0301|', remove('left'), '|'],
    ['a\n|b', remove('left'), 'a|b'],
    ['a|\nb', remove('right'), 'a|b'],
    ['|a', remove('left'), '|a'],
    ['a|', remove('right'), 'a|'],
    ['one two-three|', move('word-left'), 'one two-|three'],
    ['one two-|three', move('word-left'), 'one |two-three'],
    ['|one two', move('word-right'), 'one| two'],
    ['one| two', move('word-right'), 'one two|'],
    ['a\n|b', move('word-left'), 'a|\nb'],
    ['a|\nb', move('word-right'), 'a\n|b'],
    ['你好世界|', move('word-left'), '你好|世界'],
    ['|你好世界', move('word-right'), '你好|世界'],
    ['naïve café|', move('word-left'), 'naïve |café'],
    ['שלום עולם|', move('word-left'), 'שלום |עולם'],
    ['ab\ncd|ef\ng', move('line-start'), 'ab\n|cdef\ng'],
    ['ab\ncd|ef\ng', move('line-end'), 'ab\ncdef|\ng'],
    ['ab\ncd|ef\ng', move('draft-start'), '|ab\ncdef\ng'],
    ['ab\ncd|ef\ng', move('draft-end'), 'ab\ncdef\ng|'],
    ['git commit -m "x y|"', cut('blank-word-left'), 'git commit -m "x |"'],
    ['foo/bar-baz|', cut('blank-word-left'), '|'],
    ['foo/bar-baz|', cut('word-left'), 'foo/bar-|'],
    ['one |two three', cut('word-right'), 'one | three'],
    ['ab|cd\nef', cut('line-end'), 'ab|\nef'],
    ['ab|\nef', cut('line-end'), 'ab|ef'],
    ['ab\ncd|ef', cut('line-start'), 'ab\n|ef'],
    ['ab\n|ef', cut('line-start'), 'ab|ef'],
  ])('%j, %j: %j', (before, action, after) => {
    expect(marked(apply(draft(before), action))).toBe(after);
  });
});

describe('up and down', () => {
  test('keep the column across shorter rows and wide characters', () => {
    const start = draft('hello wor|ld\nab\n漢字漢字漢字漢字');
    const down = apply(start, row(1, 40));
    expect(marked(down)).toBe('hello world\nab|\n漢字漢字漢字漢字');
    expect(marked(apply(down, row(1, 40)))).toBe('hello world\nab\n漢字漢字漢|字漢字');
    expect(marked(apply(down, row(1, 40), row(-1, 40), row(-1, 40)))).toBe(marked(start));
  });

  test('go through the rows of a wrapped line', () => {
    const start = draft('one two th|ree four');
    expect(marked(apply(start, row(-1, 8)))).toBe('on|e two three four');
    expect(marked(apply(start, row(1, 8)))).toBe('one two three fo|ur');
    expect(apply(start, row(-1, 8), row(-1, 8)).cursor.offset).toBe(2);
  });

  test('stay put at the first and last row, as the same value', () => {
    const start = draft('on|e');
    expect(apply(start, row(-1, 8))).toBe(start);
    expect(apply(start, row(1, 8))).toBe(start);
  });
});

describe('cut and put back', () => {
  test('cuts in a row are one, in reading order', () => {
    const state = apply(draft('one two three|'), cut('word-left'), cut('word-left'), { type: 'yank' });
    expect(marked(state)).toBe('one two three|');
    const forwards = apply(draft('|one two three'), cut('word-right'), cut('word-right'), move('line-end'), {
      type: 'yank',
    });
    expect(marked(forwards)).toBe(' threeone two|');
  });

  test('a motion between starts a new cut, and yank-older goes back through them and round', () => {
    const two = apply(draft('one two|'), cut('word-left'), move('line-start'), cut('line-end'));
    expect(two.cuts).toEqual(['one ', 'two']);
    const older = { type: 'yank-older' } as const;
    expect(marked(apply(two, { type: 'yank' }))).toBe('one |');
    expect(marked(apply(two, { type: 'yank' }, older))).toBe('two|');
    expect(marked(apply(two, { type: 'yank' }, older, older))).toBe('one |');
    expect(apply(two, { type: 'yank' }, move('left'), older).yanked).toBe(null);
  });

  test('survive into the next draft, chips written out', () => {
    const pasted = apply(emptyBuffer, { type: 'paste', text: 'x\n'.repeat(20) }, cut('line-start'));
    const next = apply(freshBuffer(pasted), { type: 'yank' });
    expect(bufferText(next)).toBe('x\n'.repeat(20));
    expect(rawText(next)).toBe('x\n'.repeat(20));
  });
});

describe('undo and redo', () => {
  const undo = { type: 'undo' } as const;
  const redo = { type: 'redo' } as const;

  test('take back a word of typing at a time, and bring it back', () => {
    const state = apply(emptyBuffer, ...typed('one two three'));
    expect(marked(apply(state, undo))).toBe('one two |');
    expect(marked(apply(state, undo, undo))).toBe('one |');
    expect(marked(apply(state, undo, undo, undo))).toBe('|');
    expect(marked(apply(state, undo, undo, undo, undo))).toBe('|');
    expect(marked(apply(state, undo, undo, redo))).toBe('one two |');
    expect(marked(apply(state, undo, ...typed('x'), redo))).toBe('one two x|');
  });

  test('deletions in a row are one step', () => {
    const state = apply(draft('abc|'), remove('left'), remove('left'));
    expect(marked(apply(state, undo))).toBe('abc|');
  });

  test('a motion ends the step', () => {
    const state = apply(emptyBuffer, ...typed('ab'), move('left'), ...typed('x'));
    expect(marked(apply(state, undo))).toBe('a|b');
  });
});

describe('chips', () => {
  const large = Array.from({ length: 32 }, (_, line) => `line ${line}`).join('\n');
  const paste = (text: string): BufferAction => ({ type: 'paste', text });

  test('a large paste folds, is one character to every key, and is sent in full', () => {
    const state = apply(draft('see |.'), paste(large));
    const { lines } = composerView(state, { width: 60, maxRows: 9, theme: plainTheme });
    expect(lines).toEqual(['› see [Pasted text #1 +32 lines].']);
    expect(bufferText(state)).toBe(`see ${large}.`);
    expect(bufferText(apply(state, move('left'), remove('right')))).toBe('see .');
    expect(bufferText(apply(state, remove('left')))).toBe('see .');
    expect(bufferText(apply(state, remove('left'), { type: 'undo' }))).toBe(`see ${large}.`);
  });

  test.each([
    ['nine lines stay', 'x\n'.repeat(8), 0],
    ['ten lines fold', 'x\n'.repeat(9), 1],
    ['999 characters stay', 'x'.repeat(999), 0],
    ['1,000 characters fold', 'x'.repeat(1000), 1],
  ])('%s', (_, text, count) => {
    expect(apply(emptyBuffer, paste(text)).chips.size).toBe(count);
  });

  test('expands at the cursor, from either side, and folds again by undo', () => {
    const state = apply(draft('|'), paste(large));
    const expanded = apply(state, { type: 'expand-chip' });
    expect(rawText(expanded)).toBe(large);
    expect(rawText(apply(state, move('left'), { type: 'expand-chip' }))).toBe(large);
    expect(rawText(apply(expanded, { type: 'undo' })).length).toBe(1);
    expect(apply(draft('no chip|'), { type: 'expand-chip' })).toEqual(draft('no chip|'));
  });

  test('an emoji whose second half looks like a chip is none', () => {
    const state = apply(emptyBuffer, paste(large), ...typed('🐀'));
    expect(bufferText(state)).toBe(`${large}🐀`);
    expect(bufferText(apply(state, { type: 'expand-chip' }))).toBe(`${large}🐀`);
  });

  test('a lone surrogate from outside never becomes one', () => {
    const state = apply(emptyBuffer, paste(large), { type: 'insert', text: '\udc00' });
    expect(bufferText(state)).toBe(`${large}\ufffd`);
  });

  test('images are numbered, counted and sent as mentions that stand apart', () => {
    const image = (path: string): BufferAction => ({ type: 'attach-image', path });
    const state = apply(draft('compare|!'), image('/tmp/a.png'), image('/tmp/with space.png'));
    const { lines } = composerView(state, { width: 60, maxRows: 9, theme: plainTheme });
    expect(lines).toEqual(['› compare[Image #1][Image #2]!']);
    expect(bufferText(state)).toBe('compare @/tmp/a.png @"/tmp/with space.png" !');
    expect(bufferImages(state)).toEqual(['/tmp/a.png', '/tmp/with space.png']);
    expect(bufferImages(apply(state, remove('left')))).toEqual(['/tmp/a.png']);
  });
});

const motions: Motion[] = [
  'left',
  'right',
  'word-left',
  'word-right',
  'blank-word-left',
  'line-start',
  'line-end',
  'draft-start',
  'draft-end',
];
const motion = fc.constantFrom(...motions);
const anyAction: fc.Arbitrary<BufferAction> = fc.oneof(
  unicodeText.map((text): BufferAction => ({ type: 'insert', text })),
  unicodeText.map((text): BufferAction => ({ type: 'paste', text })),
  fc.constant<BufferAction>({ type: 'paste', text: 'large\n'.repeat(12) }),
  fc.constant<BufferAction>({ type: 'attach-image', path: '/tmp/ä b.png' }),
  motion.map((by): BufferAction => ({ type: 'move', by })),
  motion.map((by): BufferAction => ({ type: 'delete', by })),
  motion.map((by): BufferAction => ({ type: 'cut', by })),
  fc.record({
    type: fc.constant('move-row' as const),
    by: fc.constantFrom<(1 | -1)[]>(1, -1),
    columns: fc.integer({ min: 2, max: 40 }),
  }),
  fc.constantFrom<BufferAction[]>(
    { type: 'yank' },
    { type: 'yank-older' },
    { type: 'undo' },
    { type: 'redo' },
    { type: 'expand-chip' },
  ),
);
const actions = fc.array(anyAction, { maxLength: 40 });

describe('whatever is done', () => {
  test('the cursor stands between two clusters, and the picture fits', () => {
    fc.assert(
      fc.property(actions, fc.integer({ min: 4, max: 60 }), fc.integer({ min: 1, max: 8 }), (list, width, maxRows) => {
        let state = emptyBuffer;
        for (const action of list) {
          state = bufferReducer(state, action);
          const { line, offset } = state.cursor;
          const text = state.lines[line]?.text;
          expect(text).toBeDefined();
          expect(isBoundary(text!, offset)).toBe(true);
          expect(state.lines.every((each) => !each.text.includes('\n'))).toBe(true);
        }
        const view = composerView(state, { width, maxRows, theme: plainTheme, placeholder: 'say something' });
        expect(view.lines.length).toBeLessThanOrEqual(maxRows);
        expect(view.lines.length).toBeGreaterThan(view.cursor.row);
        expect(view.cursor.column).toBeLessThan(width);
        for (const shown of view.lines) expect(textWidth(shown)).toBeLessThan(width);
      }),
      { numRuns: 600 },
    );
  });

  test('undoing everything gives the empty draft, redoing everything gives it all back', () => {
    const edits = actions.map((list) => list.filter((action) => action.type !== 'undo' && action.type !== 'redo'));
    fc.assert(
      fc.property(edits, (list) => {
        const state = apply(emptyBuffer, ...list);
        const steps = state.undo.length;
        const undone = apply(state, ...Array<BufferAction>(steps).fill({ type: 'undo' }));
        expect(rawText(undone)).toBe('');
        const redone = apply(undone, ...Array<BufferAction>(steps).fill({ type: 'redo' }));
        expect(rawText(redone)).toBe(rawText(state));
      }),
      { numRuns: 300 },
    );
  });

  test('plain typing and deleting is what it is on a string of clusters', () => {
    const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
    fc.assert(
      fc.property(unicodeText, (text) => {
        const clean = bufferText(freshBuffer(emptyBuffer, text));
        const grown = apply(emptyBuffer, ...typed(clean));
        expect(bufferText(grown)).toBe(clean);
        const without = [...segmenter.segment(clean)]
          .slice(0, -1)
          .map((part) => part.segment)
          .join('');
        expect(bufferText(apply(grown, remove('left')))).toBe(without);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a draft of 100 kB', () => {
  test.each([
    ['one line', 'lorem ipsum '.repeat(8334)],
    ['one line of Chinese', '我喜欢编程'.repeat(20_000)],
    ['2,000 lines', 'lorem ipsum dolor sit amet consectetur adipiscing\n'.repeat(2000)],
  ])('%s: a key lays out a few rows and shares the other lines', (_, text) => {
    const view = (state: BufferState) => composerView(state, { width: 80, maxRows: 10, theme: plainTheme });
    const start = apply(
      emptyBuffer,
      { type: 'set-text', text },
      { type: 'move-to', position: { line: 0, offset: 50 } },
    );
    view(start);
    const next = bufferReducer(start, { type: 'insert', text: 'x' });
    expect(next.lines.slice(1).every((line, index) => line === start.lines[index + 1])).toBe(true);
    const picture = view(next);
    const fresh = view({ ...next, lines: next.lines.map((line) => ({ ...line })) });
    expect(picture).toEqual(fresh);
  });
});
