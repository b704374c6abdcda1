// Each broken set-up is named, with the one thing that mends it.
import { describe, expect, it } from 'vitest';
import {
  checkClaude,
  checkConfig,
  checkDatabase,
  checkHooks,
  checkNative,
  checkNode,
  checkTerminal,
  compareVersions,
  type TerminalFacts,
} from '../../src/cli/checks.ts';
import { checkLines } from '../../src/cli/commands/doctor.ts';
import type { Shell } from '../../src/cli/shell.ts';
import type { ClaudeReport } from '../../src/engine/inspect.ts';
import { StoreError } from '../../src/store/types.ts';
import { collector } from './hand-made-shell.ts';

const usable: Extract<ClaudeReport, { kind: 'usable' }> = {
  kind: 'usable',
  path: '/bin/claude',
  version: '2.1.197',
  signIn: { kind: 'signed-in', how: 'api_key' },
};
const terminal: TerminalFacts = {
  isTTY: true,
  inputIsTTY: true,
  columns: 80,
  rows: 24,
  colour: 2,
  term: 'xterm-256color',
  noColour: false,
};
const unconfigured = {
  problems: [],
  places: new Map(),
  files: { person: '/h/.config/ccchat/config.json', project: null },
};
const fine = { kind: 'fine' as const, threads: 2, messages: 9, bytes: 1_048_576, openTo: null };

describe('a good set-up', () => {
  it.each([
    [checkNode('20.19.0'), 'Node 20.19.0'],
    [checkNode('24.0.1'), 'Node 24.0.1'],
    [checkNative({ name: 'node-pty', error: null }), 'node-pty loads and works'],
    [checkClaude(usable)[0]!, 'claude 2.1.197 at /bin/claude'],
    [checkClaude(usable)[1]!, 'signed in (api_key)'],
    [checkHooks({ error: null }), 'claude can report to ccchat on loopback'],
    [checkTerminal(terminal), 'xterm-256color, 80 × 24, 256 colours'],
    [checkTerminal({ ...terminal, noColour: true }), 'xterm-256color, 80 × 24, no colour (NO_COLOR)'],
    [checkDatabase({ file: '/d/ccchat.db', check: { kind: 'absent' } }), 'none yet; it will be /d/ccchat.db'],
    [checkDatabase({ file: '/d/ccchat.db', check: fine }), '/d/ccchat.db: 2 threads, 9 messages, 1.0 MB'],
    [
      checkConfig({ HOME: '/h' }, unconfigured, () => true),
      'nothing is set: all defaults (/h/.config/ccchat/config.json)',
    ],
    [checkConfig({ CCCHAT_HOME: '/d' }, unconfigured, () => true), 'CCCHAT_HOME=/d'],
  ])('%j', (check, says) => {
    expect(check).toMatchObject({ state: 'ok', says, mend: null });
  });
});

describe('what is wrong', () => {
  it.each([
    [checkNode('20.18.3'), 'broken', 'Install Node'],
    [checkNode('18.20.0'), 'broken', 'Install Node'],
    [checkNative({ name: 'better-sqlite3', error: 'NODE_MODULE_VERSION 115' }), 'broken', 'npm rebuild better-sqlite3'],
    [checkClaude({ kind: 'unusable', says: 'no claude', next: 'Install it' })[0]!, 'broken', 'Install it'],
    [checkClaude({ ...usable, signIn: { kind: 'signed-out', next: 'Sign in' } })[1]!, 'broken', 'Sign in'],
    [checkClaude({ ...usable, signIn: { kind: 'unknown', says: 'x', next: 'See' } })[1]!, 'warning', 'See'],
    [checkHooks({ error: 'EPERM' }), 'broken', '127.0.0.1'],
    [checkTerminal({ ...terminal, isTTY: false }), 'warning', 'ccchat send'],
    [checkTerminal({ ...terminal, inputIsTTY: false }), 'warning', 'ccchat send'],
    [checkTerminal({ ...terminal, term: 'dumb' }), 'warning', 'TERM='],
    [checkTerminal({ ...terminal, term: undefined }), 'warning', 'TERM='],
    [checkTerminal({ ...terminal, columns: 39 }), 'warning', '40 × 10'],
    [checkTerminal({ ...terminal, rows: 9 }), 'warning', '40 × 10'],
    [checkDatabase({ file: '/d', check: { ...fine, openTo: '/d' } }), 'warning', 'chmod go= /d'],
    [
      checkDatabase({
        file: '/d',
        check: { kind: 'broken', error: new StoreError('newer', 'newer', 'Update ccchat') },
      }),
      'broken',
      'Update ccchat',
    ],
    [checkConfig({ CCCHAT_HMOE: '/d' }, unconfigured, () => true), 'warning', 'CCCHAT_HOME'],
    [checkConfig({ CCCHAT_CWD: '/gone' }, unconfigured, () => false), 'broken', 'name a folder'],
    [checkConfig({ CCCHAT_LOG: '/gone/log' }, unconfigured, (name) => name !== '/gone'), 'broken', 'Make the folder'],
  ])('%j is %s', (check, state, mend) => {
    expect(check.state).toBe(state);
    expect(check.mend).toContain(mend);
    expect(check.says).not.toBe('');
  });

  it('is broken at the width of a terminal, what runs over below where it began', () => {
    const narrow = (columns: number) => ({ out: { ...collector(true).output, columns } }) as Shell;
    const checks = [checkNode('24.0.0'), checkHooks({ error: 'EPERM' })];
    expect(checkLines(checks, narrow(50))).toEqual([
      '✓ node   Node 24.0.0',
      '✗ hooks  nothing on this machine can reach a',
      '         server on 127.0.0.1: EPERM',
      '         Allow local connections to 127.0.0.1',
      '         (firewall, sandbox).',
    ]);
    for (const columns of [20, 40, 80]) {
      const long = checkLines([checkNative({ name: 'node-pty', error: `/a${'/long'.repeat(40)}` })], narrow(columns));
      expect(long.filter((line) => line.length > Math.max(columns, 22))).toEqual([]);
    }
  });

  it('is said below what it is about', () => {
    const shell = { out: collector().output } as Shell;
    expect(checkLines([checkNode('24.0.0'), checkHooks({ error: 'EPERM' })], shell)).toEqual([
      '✓ node   Node 24.0.0',
      '✗ hooks  nothing on this machine can reach a server on 127.0.0.1: EPERM',
      '         Allow local connections to 127.0.0.1 (firewall, sandbox).',
    ]);
  });
});

it.each([
  ['20.19.0', '20.19.0', 0],
  ['20.9.0', '20.19.0', -1],
  ['22.0.0', '20.19.0', 1],
  ['20.19.1', '20.19.0', 1],
])('%s against %s', (a, b, sign) => {
  expect(Math.sign(compareVersions(a, b))).toBe(sign);
});
