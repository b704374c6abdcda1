import { describe, expect, it } from 'vitest';
import { stripStyles } from '../../../src/ui/text/styled.ts';
import {
  backgroundFromEnv,
  colourLevel,
  createTheme,
  detectTheme,
  parseBackgroundReply,
  type Style,
  type Theme,
} from '../../../src/ui/theme.ts';

const styles = (theme: Theme): Style[] => [
  ...Object.values(theme).filter((value): value is Style => typeof value === 'function' && value !== theme.link),
  ...Object.values(theme.syntax),
];

describe('themes', () => {
  it.each([0, 1, 2, 3] as const)('at level %i close what they open', (level) => {
    for (const name of ['dark', 'light', 'plain'] as const)
      for (const style of styles(createTheme({ name, level }))) {
        expect(stripStyles(style('x'))).toBe('x');
        expect(style('')).toBe('');
      }
  });

  it('have no colour when plain', () => {
    const colours = /\x1b\[(?:[0-9;]*;)?(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])(?:;|m)/;
    for (const style of styles(createTheme({ name: 'plain' }))) expect(style('x')).not.toMatch(colours);
    for (const style of styles(createTheme({ name: 'dark', level: 0 }))) expect(style('x')).not.toMatch(colours);
    for (const style of styles(createTheme({ name: 'plain', attributes: 'off' }))) expect(style('x')).toBe('x');
  });

  it('nest: bold inside dim ends as dim, not as bold', () => {
    const theme = createTheme({ name: 'dark' });
    expect(theme.dim(`a${theme.bold('b')}c`)).toBe('\x1b[2ma\x1b[1mb\x1b[22m\x1b[2mc\x1b[22m');
  });

  it('keep added and removed apart without red and green', () => {
    for (const name of ['dark', 'light'] as const)
      for (const level of [1, 2, 3] as const) {
        const theme = createTheme({ name, level });
        expect(theme.added('x')).not.toBe(theme.removed('x'));
        for (const style of [theme.added, theme.removed])
          expect(style('x')).not.toMatch(/\x1b\[(?:[39][12]|4[12]|10[12])m/);
      }
  });

  it('show addresses where links cannot be followed', () => {
    expect(createTheme({ name: 'dark', links: 'shown' }).link('a', 'https://e.org')).toBe('a (https://e.org)');
    expect(createTheme({ name: 'dark', links: 'shown' }).link('https://e.org', 'https://e.org')).toBe('https://e.org');
  });
});

describe('detection', () => {
  it.each([
    [{ TERM: 'xterm-256color' }, 2],
    [{ TERM: 'xterm' }, 1],
    [{ TERM: 'xterm-256color', COLORTERM: 'truecolor' }, 3],
    [{ TERM: 'xterm-kitty' }, 3],
    [{ TERM: 'dumb' }, 0],
    [{ TERM: 'xterm-256color', NO_COLOR: '1' }, 0],
    [{ TERM: 'xterm-256color', NO_COLOR: '' }, 2],
    [{ TERM: 'xterm', FORCE_COLOR: '3' }, 3],
    [{ TERM: 'xterm-256color', FORCE_COLOR: '0' }, 0],
    [{}, 0],
  ])('%j has level %i', (env, level) => expect(colourLevel({ env, isTTY: true })).toBe(level));

  it('gives pipes nothing', () => {
    const theme = detectTheme({ env: { TERM: 'xterm-256color' }, isTTY: false });
    expect(theme.bold(theme.accent('x'))).toBe('x');
  });

  it.each([
    [{ TERM: 'xterm-256color' }, null, 'dark'],
    [{ TERM: 'xterm-256color', COLORFGBG: '0;15' }, null, 'light'],
    [{ TERM: 'xterm-256color', COLORFGBG: '0;15' }, 'dark', 'dark'],
    [{ TERM: 'xterm-256color', NO_COLOR: '1' }, 'light', 'plain'],
  ] as const)('%j on %s is %s', (env, background, name) => {
    expect(detectTheme({ env, isTTY: true, background }).name).toBe(name);
  });

  it('obeys the person, but for colour that is not wanted', () => {
    expect(detectTheme({ env: { TERM: 'xterm' }, isTTY: true, background: 'dark' }, 'light').name).toBe('light');
    expect(detectTheme({ env: { TERM: 'xterm', NO_COLOR: '1' }, isTTY: true }, 'light').good('x')).toBe('x');
  });

  it('links only where they are known to work', () => {
    const links = (env: Record<string, string>) =>
      detectTheme({ env, isTTY: true }).link('a', 'https://e.org').includes('\x1b]8;');
    expect(links({ TERM: 'xterm-256color', VTE_VERSION: '7200' })).toBe(true);
    expect(links({ TERM: 'xterm-kitty' })).toBe(true);
    expect(links({ TERM: 'xterm-256color' })).toBe(false);
    expect(links({ TERM: 'screen-256color', TMUX: '/x', VTE_VERSION: '7200' })).toBe(false);
    expect(links({ TERM: 'tmux-256color', TMUX: '/x', TERM_PROGRAM: 'tmux', TERM_PROGRAM_VERSION: '3.5a' })).toBe(true);
  });

  it.each([
    ['\x1b]11;rgb:0000/0000/0000\x1b\\', 'dark'],
    ['\x1b]11;rgb:ffff/ffff/eeee\x07', 'light'],
    ['\x1b]11;rgb:1e/1e/2e\x07', 'dark'],
    ['\x1b]11;#fafafa\x07', 'light'],
    ['\x1b]11;rgba:ffff/ffff/ffff/ffff\x07', 'light'],
    ['\x1b]10;rgb:ffff/ffff/ffff\x07', null],
    ['\x1b]11;rgb:zz/00/00\x07', null],
    ['', null],
  ])('reads %j as %s', (reply, expected) => expect(parseBackgroundReply(reply)).toBe(expected));

  it.each([
    ['15;0', 'dark'],
    ['0;15', 'light'],
    ['0;default;7', 'light'],
    ['12;8', 'dark'],
    ['x', null],
  ])('COLORFGBG %s is %s', (value, expected) => expect(backgroundFromEnv({ COLORFGBG: value })).toBe(expected));
});
