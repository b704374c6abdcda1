import fc from 'fast-check';
import type { Composer, ComposerContext, ComposerEffect, ComposerEvent } from '../../../src/ui/composer/composer.ts';
import { composerReducer, emptyComposer } from '../../../src/ui/composer/composer.ts';
import { noFiles } from '../../../src/ui/composer/files.ts';
import { createDecoder, defaultKeymap } from '../../../src/ui/keys/index.ts';
import { createTheme } from '../../../src/ui/theme.ts';

export const plainTheme = createTheme({ name: 'plain', attributes: 'off' });

/** Everything that has ever broken a text field. */
const pieces = [
  ...'abcXYZ019 ._-/\\"\'()!@#',
  ' ',
  ' ',
  'word',
  '\t',
  '漢',
  '字',
  'カ',
  'ガ',
  '한',
  '\u1112',
  '\u1161',
  '\u11ab',
  'é',
  'e\u0301',
  '\u0301',
  '\u0308',
  '\u200d',
  '\u200c',
  '\ufe0f',
  '👍',
  '👍🏽',
  '👨‍👩‍👧‍👦',
  '🇩',
  '🇪',
  '🇩🇪',
  '❤️',
  '1️⃣',
  'क',
  'क्षि',
  '\u094d',
  'ि',
  'שלום',
  'مرحبا',
  '\u0600',
  '\u06dd',
  '\u{110bd}',
  'ไทย',
  '\u0e33',
  '𝕏',
  '\u{20000}',
  '\u200b',
  '\u202e',
  '\u2028',
  'ﷺ',
];

export const unicodePiece = fc.constantFrom(...pieces);
export const unicodeLine = fc.array(unicodePiece, { maxLength: 40 }).map((parts) => parts.join(''));
export const unicodeText = fc
  .array(fc.oneof({ weight: 9, arbitrary: unicodePiece }, { weight: 1, arbitrary: fc.constant('\n') }), {
    maxLength: 60,
  })
  .map((parts) => parts.join(''));

export const baseContext: ComposerContext = {
  keymap: defaultKeymap,
  width: 40,
  commands: [
    { name: 'new', help: 'begin a new thread', args: '[prompt]', aliases: ['clear'] },
    { name: 'threads', help: 'all threads' },
    { name: 'theme', help: 'colours', args: '[dark | light | plain]' },
    { name: 'steer', help: 'say something to the running turn', args: '<text>' },
    { name: 'tree', help: 'the family of forks' },
  ],
  files: noFiles,
  history: [],
  queued: 0,
  cwd: '/work',
  home: '/home/me',
  isFile: () => true,
};

export interface Session {
  readonly state: Composer;
  readonly effects: readonly ComposerEffect[];
}

/** Types bytes as a terminal sends them; `context` as it is during all of them. */
export function typing(bytes: string, from?: Session, context: Partial<ComposerContext> = {}): Session {
  const decoder = createDecoder();
  return feed([...decoder.push(bytes), ...decoder.flush()], from, context);
}

export function feed(
  events: readonly ComposerEvent[],
  from?: Session,
  context: Partial<ComposerContext> = {},
): Session {
  let state = from?.state ?? emptyComposer();
  const effects: ComposerEffect[] = [];
  for (const event of events) {
    const step = composerReducer(state, event, { ...baseContext, ...context });
    state = step.state;
    effects.push(...step.effects);
  }
  return { state, effects };
}
