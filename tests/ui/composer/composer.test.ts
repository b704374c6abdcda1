import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isBoundary } from '../../../src/ui/composer/boundaries.ts';
import {
  type ComposerContext,
  type ComposerEvent,
  composerPicture,
  draftOf,
  emptyComposer,
  isEmpty,
  textOf,
} from '../../../src/ui/composer/composer.ts';
import { fileList } from '../../../src/ui/composer/files.ts';
import { keyEvent } from '../../../src/ui/keys/events.ts';
import { commandNames, defaultKeymap, keymapFrom } from '../../../src/ui/keys/index.ts';
import { textWidth } from '../../../src/ui/text/width.ts';
import { feed, plainTheme, type Session, typing, unicodePiece, unicodeText } from './support.ts';

const ESC = '\u001b';
const UP = `${ESC}[A`;
const DOWN = `${ESC}[B`;
const history = ['newest', 'two\nlines', 'oldest'];
const picture = ({ state }: Session, width = 40) => composerPicture(state, { width, maxRows: 6, theme: plainTheme });

describe('sending', () => {
  test('Enter takes the draft out and gives it to the host', () => {
    const { state, effects } = typing('hello 漢字 👍🏽\r');
    expect(effects).toEqual([{ type: 'send', text: 'hello 漢字 👍🏽', images: [] }]);
    expect(isEmpty(state)).toBe(true);
  });

  test.each([
    ['nothing', '\r'],
    ['blanks', '  \r'],
  ])('%s is not sent', (_, bytes) => {
    expect(typing(bytes).effects).toEqual([]);
  });

  test.each([
    ['Ctrl+J', 'a\nb'],
    ['Alt+Enter', `a${ESC}\rb`],
    ['Shift+Enter', `a${ESC}[13;2ub`],
    ['\\ Enter', 'a\\\rb'],
  ])('%s makes a new line', (_, bytes) => {
    const { state, effects } = typing(bytes);
    expect(effects).toEqual([]);
    expect(textOf(state)).toBe('a\nb');
  });

  test('an escaped backslash at the end is sent as it is', () => {
    expect(typing('a\\\\\r').effects).toEqual([{ type: 'send', text: 'a\\\\', images: [] }]);
  });

  test('Ctrl+S steers with what is typed, and with nothing when nothing is', () => {
    expect(typing('use tabs\u0013').effects).toEqual([{ type: 'steer', text: 'use tabs', images: [] }]);
    expect(typing('use tabs\u0013\u0013').effects[1]).toEqual({ type: 'steer', text: '', images: [] });
    expect(isEmpty(typing('use tabs\u0013').state)).toBe(true);
  });

  test('pastes go out in full, images as mentions', () => {
    const large = 'x\n'.repeat(50);
    const { effects } = feed(
      [{ type: 'paste', text: large }, { type: 'attach-image', path: '/tmp/shot 1.png' }, keyEvent('enter')],
      typing('see '),
    );
    expect(effects).toEqual([{ type: 'send', text: `see ${large} @"/tmp/shot 1.png" `, images: ['/tmp/shot 1.png'] }]);
  });
});

describe('commands for the host', () => {
  test.each([
    ['\u001b', 'interrupt'],
    ['\u0014', 'tree'],
    ['\u0006', 'search'],
    ['\u0010', 'threads'],
    ['\u000f', 'reader'],
    ['\u0011', 'queue'],
    [`${ESC}[Z`, 'next-mode'],
    ['?', 'help'],
    ['\u0004', 'leave'],
    ['\u001a', 'suspend'],
    ['\u0016', 'paste-image'],
    [`${ESC}[200~${ESC}[201~`, 'paste-image'],
  ])('%j is %s', (bytes, name) => {
    expect(typing(bytes).effects).toEqual([{ type: 'command', name }]);
  });

  test('Esc leaves the draft alone', () => {
    const { state, effects } = typing(`draft${ESC}`);
    expect(effects).toEqual([{ type: 'command', name: 'interrupt' }]);
    expect(textOf(state)).toBe('draft');
  });

  test('the editor gets the whole text and its result can be undone', () => {
    const session = typing('one\u0007');
    expect(session.effects).toEqual([{ type: 'editor', text: 'one' }]);
    const edited = feed([{ type: 'set-text', text: 'one\ntwo' }], session);
    expect(textOf(edited.state)).toBe('one\ntwo');
    expect(textOf(typing('\u001f', edited).state)).toBe('one');
  });

  test('Ctrl+C clears into history, twice leaves; anything between disarms', () => {
    const cleared = typing('some draft\u0003');
    expect(isEmpty(cleared.state)).toBe(true);
    expect(cleared.state.leaveArmed).toBe(true);
    expect(textOf(typing(UP, cleared).state)).toBe('some draft');
    expect(typing('\u0003', cleared).effects).toEqual([{ type: 'command', name: 'leave' }]);
    expect(typing('x\u0003', cleared).effects).toEqual([]);
    expect(typing('\u0003').effects).toEqual([]);
    expect(typing('\u0003\u0003').effects).toEqual([{ type: 'command', name: 'leave' }]);
  });

  test('a keymap of one’s own is kept', () => {
    const { keymap } = keymapFrom({ send: 'ctrl+enter', newline: 'enter' });
    const { state, effects } = typing(`a\rb${ESC}[13;5u`, undefined, { keymap });
    expect(effects).toEqual([{ type: 'send', text: 'a\nb', images: [] }]);
    expect(isEmpty(state)).toBe(true);
  });
});

describe('history', () => {
  test('↑ on an empty composer takes back what is queued, else the last prompt', () => {
    expect(typing(UP, undefined, { history, queued: 1 }).effects).toEqual([{ type: 'queue-back' }]);
    expect(textOf(typing(UP, undefined, { history }).state)).toBe('newest');
  });

  test('↑ and ↓ walk, rows of a recalled prompt first, and the draft comes back as it was', () => {
    const context = { history };
    const at = (bytes: string) => textOf(typing(bytes, undefined, context).state);
    expect(at(`my draft${UP}`)).toBe('newest');
    expect(at(`my draft${UP}${UP}`)).toBe('two\nlines');
    expect(at(`my draft${UP}${UP}${UP}`)).toBe('two\nlines');
    expect(at(`my draft${UP}${UP}${UP}${UP}`)).toBe('oldest');
    expect(at(`my draft${UP}${UP}${UP}${UP}${UP}${UP}`)).toBe('oldest');
    expect(at(`my draft${UP}${UP}${DOWN}`)).toBe('newest');
    expect(at(`my draft${UP}${UP}${DOWN}${DOWN}`)).toBe('my draft');
    const back = typing(`my draft${ESC}[D${UP}${DOWN}`, undefined, context);
    expect(back.state.buffer.cursor.offset).toBe(7);
    expect(textOf(typing('\u001f', back).state)).toBe('my ');
  });

  test('while walking, the draft that is saved is the one put aside', () => {
    const walking = typing(`my draft${UP}`, undefined, { history });
    expect(draftOf(walking.state)).toBe('my draft');
    expect(textOf(walking.state)).toBe('newest');
  });

  test('an edited recall becomes the draft, and the one put aside goes into history', () => {
    const edited = typing(`my draft${UP}!`, undefined, { history });
    expect(textOf(edited.state)).toBe('newest!');
    expect(draftOf(edited.state)).toBe('newest!');
    expect(edited.state.recent).toEqual(['my draft']);
  });

  test('what was sent in this session comes first, each text once', () => {
    const session = typing('newest\rother\r', undefined, { history });
    const up = (times: number) => textOf(typing(UP.repeat(times), session, { history }).state);
    expect([up(1), up(2), up(3)]).toEqual(['other', 'newest', 'two\nlines']);
  });

  test('↑ inside a draft goes up a row first', () => {
    expect(textOf(typing(`one\ntwo${UP}`, undefined, { history }).state)).toBe('one\ntwo');
    expect(textOf(typing(`one\ntwo${UP}${UP}`, undefined, { history }).state)).toBe('newest');
  });
});

describe('Ctrl+R', () => {
  const prompts = ['fix the Café test', 'write docs', 'fix the build', 'a\nfix in two lines'];
  const context = { history: prompts };

  test('searches as one types, goes on, and takes', () => {
    const open = typing('\u0012fix', undefined, context);
    expect(picture(open).lines).toEqual(['› history: fix']);
    expect(picture(open).cursor).toEqual({ row: 0, column: 14 });
    expect(picture(open).popup).toEqual(['› fix the Café test', '  fix the build', '  a ⏎ fix in two lines']);
    expect(textOf(typing('\r', open, context).state)).toBe('fix the Café test');
    expect(textOf(typing('\u0012\r', open, context).state)).toBe('fix the build');
    expect(textOf(typing('\u0012\u0012\u0012\u0012\u0013\r', open, context).state)).toBe('fix the build');
    expect(typing('\r', open, context).effects).toEqual([]);
  });

  test('case and accents do not matter, words may stand apart', () => {
    expect(textOf(typing('\u0012TEST cafe\r', undefined, context).state)).toBe('fix the Café test');
  });

  test('closing leaves the draft; taking keeps it in history', () => {
    expect(textOf(typing(`draft\u0012fix${ESC}`, undefined, context).state)).toBe('draft');
    const taken = typing('draft\u0012docs\r', undefined, context);
    expect(textOf(taken.state)).toBe('write docs');
    expect(taken.state.recent).toEqual(['draft']);
    expect(textOf(typing('\u001f', taken).state)).toBe('draft');
  });

  test('nothing found says so, and shortening finds again', () => {
    const lost = typing('\u0012docsx', undefined, context);
    expect(picture(lost).popup).toEqual(['  no prompt like that']);
    expect(textOf(typing('\u007f\r', lost, context).state)).toBe('write docs');
    expect(textOf(typing('draft\u0012zzz\r', undefined, context).state)).toBe('draft');
  });

  test('a key that is not the search’s takes the match and does its work', () => {
    const moved = typing(`\u0012docs${ESC}[D`, undefined, context);
    expect(textOf(moved.state)).toBe('write docs');
    expect(moved.state.buffer.cursor.offset).toBe(9);
  });
});

describe('pasting', () => {
  const paste = (text: string, context: Partial<ComposerContext> = {}) =>
    feed([{ type: 'paste', text }], undefined, context);

  test.each<[string, string, string[]]>([
    ['an absolute path', '/tmp/shot.png', ['/tmp/shot.png']],
    ['an escaped one', '/tmp/my\\ shot.PNG', ['/tmp/my shot.PNG']],
    ['a quoted one', "'/tmp/my shot.jpg' ", ['/tmp/my shot.jpg']],
    ['a file address', 'file:///tmp/my%20shot.webp', ['/tmp/my shot.webp']],
    ['home', '~/shot.gif', ['/home/me/shot.gif']],
    ['a relative one', 'img/shot.jpeg', ['/work/img/shot.jpeg']],
    ['several', '/a/1.png /b/2.png', ['/a/1.png', '/b/2.png']],
    ['a plain name with a space', '/tmp/Screenshot 2026-01-01.png', ['/tmp/Screenshot 2026-01-01.png']],
  ])('%s to an image attaches it', (_, text, paths) => {
    const isFile = (path: string) => paths.includes(path);
    const { state } = paste(text, { isFile });
    expect(picture({ state, effects: [] }, 60).lines[0]).toContain('[Image #1]');
    expect(feed([keyEvent('enter')], { state, effects: [] }).effects).toMatchObject([{ type: 'send', images: paths }]);
  });

  test.each([
    ['text that names one', 'look at /tmp/shot.png please'],
    ['another kind of file', '/tmp/report.pdf'],
    ['two lines', '/tmp/a.png\nis broken'],
  ])('%s stays text', (_, text) => {
    const { state } = paste(text, { isFile: (path) => !path.includes(' ') && path.endsWith('.png') });
    expect(textOf(state)).toBe(text);
    expect(state.buffer.chips.size).toBe(0);
  });

  test('a path that is no file stays text', () => {
    expect(textOf(paste('/tmp/none.png', { isFile: () => false }).state)).toBe('/tmp/none.png');
  });

  test('Enter right behind a paste does not come out of it', () => {
    const { state, effects } = typing(`${ESC}[200~a\rb\r${ESC}[201~`);
    expect(effects).toEqual([]);
    expect(textOf(state)).toBe('a\nb\n');
  });

  test('in a search it is searched for', () => {
    const open = typing('\u0012', undefined, { history });
    expect(feed([{ type: 'paste', text: ' two\nlines ' }], open, { history }).state.search?.query).toBe('two lines');
  });
});

describe('drafts of other threads', () => {
  test('a fresh one has no undo into the old one but keeps what was cut', () => {
    const other = feed([{ type: 'open-draft', text: 'other' }], typing('secret\u0015'));
    expect(textOf(typing('\u001f', other).state)).toBe('other');
    expect(textOf(typing('\u0019', other).state)).toBe('othersecret');
  });
});

const chordEvents = commandNames
  .flatMap((name) => defaultKeymap.chords.get(name) ?? [])
  .map((chord): ComposerEvent => {
    const parts = chord.split('+');
    const has = (name: string) => parts.slice(0, -1).includes(name);
    const modifiers = { ctrl: has('ctrl'), alt: has('alt'), shift: has('shift'), super: has('super') };
    return keyEvent(parts.at(-1) || '+', modifiers);
  });

describe('whatever is pressed', () => {
  const event: fc.Arbitrary<ComposerEvent> = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...chordEvents) },
    {
      weight: 4,
      arbitrary: fc
        .oneof(unicodePiece, fc.constantFrom(...'/@thbuf!?dwcyxpgG0$ei"()'))
        .map((text) => keyEvent(text, {}, text)),
    },
    { weight: 1, arbitrary: unicodeText.map((text): ComposerEvent => ({ type: 'paste', text })) },
    { weight: 1, arbitrary: unicodeText.map((text): ComposerEvent => ({ type: 'set-text', text })) },
    fc.constantFrom<ComposerEvent[]>(
      { type: 'files-changed' },
      { type: 'paste', text: '/tmp/a.png' },
      { type: 'set-keys', keys: 'vim' },
      { type: 'set-keys', keys: 'plain' },
      { type: 'focus', focused: true },
    ),
  );
  const files = fileList(['src/buffer.ts', 'README.md', 'docs/my notes.md'], 1);

  test.each(['plain', 'vim'] as const)('the picture fits and the cursor stands on a boundary: %s keys', (keys) => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60 }), fc.integer({ min: 6, max: 80 }), (events, width) => {
        let session: Session = { state: emptyComposer({ keys }), effects: [] };
        for (const each of events) {
          session = feed([each], session, { files, history, width, queued: 0 });
          const { line, offset } = session.state.buffer.cursor;
          expect(isBoundary(session.state.buffer.lines[line]!.text, offset)).toBe(true);
          const shown = composerPicture(session.state, { width, maxRows: 5, theme: plainTheme });
          expect(shown.lines.length).toBeLessThanOrEqual(5);
          expect(shown.popup.length).toBeLessThanOrEqual(8);
          expect(shown.cursor.row).toBeLessThan(shown.lines.length);
          expect(shown.cursor.column).toBeLessThan(width);
          for (const row of [...shown.lines, ...shown.popup]) expect(textWidth(row)).toBeLessThan(width);
        }
      }),
      { numRuns: 250 },
    );
  });

  test('typed text is in the draft, in what was sent, or in the history: never gone', () => {
    const words = fc.array(fc.constantFrom('alpha', 'beta', 'gamma', 'delta'), { minLength: 1, maxLength: 6 });
    const keys = fc.constantFrom(UP, DOWN, '\u0003', '\u0012', '\r', '\u0013', '\u0007', ESC);
    fc.assert(
      fc.property(fc.array(fc.tuple(words, keys), { maxLength: 8 }), (steps) => {
        let session: Session | undefined;
        const sent: string[] = [];
        const seen: string[] = [];
        for (const [list, key] of steps) {
          if (session?.state.search) session = typing(ESC, session, { history });
          const word = `${list.join('-')}#${seen.length}`;
          seen.push(word);
          session = typing(`${ESC}[1;5F${word} `, session, { history });
          session = typing(key, session, { history });
          sent.push(...session.effects.flatMap((effect) => (effect.type === 'send' ? [effect.text] : [])));
        }
        if (session === undefined) return;
        const { state } = session;
        const everything = [textOf(state), draftOf(state), ...state.recent, ...sent].join('\n');
        for (const word of seen) expect(everything).toContain(word);
      }),
    );
  });
});
