// The pure readers: screens as they were seen on both versions, dialogs, keys, failures, versions, arguments.
import { expect, test } from 'vitest';
import { claudeArguments } from '../../src/engine/claude/arguments.ts';
import { suggestionOf } from '../../src/engine/claude/asks.ts';
import { type Dialog, dialogOn, isToolPermission, stepsTo } from '../../src/engine/claude/dialogs.ts';
import { endingOf, type Standing } from '../../src/engine/claude/ending.ts';
import { childEnvironment } from '../../src/engine/claude/environment.ts';
import { failureOf } from '../../src/engine/claude/failures.ts';
import { clearing, sameText, typingOf } from '../../src/engine/claude/keyboard.ts';
import { compareVersions } from '../../src/engine/claude/program.ts';
import {
  inputLine,
  looksBusy,
  outputOf,
  replyOn,
  retryOn,
  type ScreenView,
  saysSignedOut,
  showsEmptyBox,
} from '../../src/engine/claude/screen.ts';
import { takeSettings, withHooks } from '../../src/engine/claude/settings-folder.ts';
import { emulateTerminal } from '../../src/engine/claude/terminal.ts';
import { unknownCommand } from '../../src/engine/claude/unknown-command.ts';

/** `_` marks the cursor. */
function screen(text: string): ScreenView {
  const lines = text.replace(/^\n/, '').split('\n');
  const row = lines.findIndex((line) => line.includes('_'));
  const column = lines[row]!.indexOf('_');
  return { lines: lines.map((line) => line.replace('_', '').trimEnd()), cursor: { row, column } };
}

const streamingOld = screen(`
[Accessible screen reader mode: on]
you: something long
claude: The short history

Every river starts as something
Herding…   ( 2s  ·  17 tokens )
Tip: Start with small features
esc to interrupt
● high · /effort
_`);
const streamingNew = screen(`
you: something long
claude: The short history

- one…
- two
manual mode on  ·  esc to interrupt
effort: medium · /effort
$_`);
const idleNew = screen(`
you: hello
claude: Hi there.
Sautéed for 1m 0s · done 8:07 AM
manual mode on
effort: medium · /effort
$_`);

test('the running reply, without what the program says around it', () => {
  expect(replyOn(streamingOld)).toBe('The short history\n\nEvery river starts as something');
  expect(replyOn(streamingNew)).toBe('The short history\n\n- one…\n- two');
  expect(replyOn(idleNew)).toBe('Hi there.');
  expect(replyOn(screen('you: run it\ntool: Bash (ls)\nRunning…\nesc to interrupt\n_'))).toBeNull();
  expect(replyOn(screen('claude: old\nyou: new\nHerding…\nesc to interrupt\n_'))).toBeNull();
  expect(replyOn(screen('Claude Code v2\n● high · /effort\n_'))).toBeNull();
  const before = 'you: one\nclaude: First.\nBaked for 1m 2s\nyou: two\n';
  const below = 'Herding… (2s · 3 tokens)\nTip: rest\nesc to interrupt\n● high · /effort\n_';
  expect(replyOn(screen(`${before}claude: Sec\n${below}`))).toBe('Sec');
  expect(replyOn(screen(`${before}${below}`))).toBeNull();
  expect(replyOn(screen(`${before}claude: Second.\nBaked for 0s\n● high · /effort\n_`))).toBe('Second.');
  const stopped = 'you: one\nclaude: Fir\nInterrupted · What should Claude do instead?\nyou: two\n';
  expect(replyOn(screen(`${stopped}claude: Sec\n${below}`))).toBe('Sec');
});

test('busy, retrying, signed out', () => {
  expect([streamingOld, streamingNew, idleNew].map(looksBusy)).toEqual([true, true, false]);
  expect(retryOn(screen('you: x\nAPI error  · Retrying in 2s · attempt 2/10\nesc to interrupt\n_'))).toEqual({
    reason: 'API error',
    attempt: 2,
    of: 10,
  });
  expect(retryOn(screen('Connection dropped (ECONNRESET) · retrying in 5s · attempt 4/10\n$_'))?.attempt).toBe(4);
  expect(retryOn(streamingOld)).toBeNull();
  expect(saysSignedOut(screen('manual mode on\nNot logged in · Run /login\neffort: medium · /effort\n$_'))).toBe(true);
  expect(saysSignedOut(streamingNew)).toBe(false);
});

test('the input box: empty, with text, with a mark, on the ordinary screen', () => {
  expect(inputLine(screen('● high · /effort\n_'))).toBe('');
  expect(inputLine(screen('● high · /effort\nhello_'))).toBe('hello');
  expect(inputLine(screen('effort: medium · /effort\n$  hello_'))).toBe('hello');
  const ordinary = (text: string) => screen(`${'─'.repeat(20)}\n❯ ${text}\n${'─'.repeat(20)}\n  ? for shortcuts\n_`);
  expect(inputLine(ordinary('hello'))).toBe('hello');
  expect(inputLine(ordinary('Try "edit app.ts"'))).toBe('');
  expect(showsEmptyBox(ordinary(''))).toBe(true);
  expect(showsEmptyBox(idleNew)).toBe(true);
  expect(showsEmptyBox(screen('● high · /effort\n_'))).toBe(true);
  expect(showsEmptyBox(screen('Check the changelog\n_'))).toBe(false);
  expect(showsEmptyBox(screen('● high · /effort\nhello_'))).toBe(false);
});

test('a command that claude does not know', () => {
  expect(unknownCommand('/foo', 'Unknown command: /foo')?.text).toBe('claude knows no command /foo.');
  expect(
    unknownCommand('/foo a b', 'Unknown command: /foo. Did you mean /loop?\nArgs from unknown skill: a b')?.text,
  ).toBe('claude knows no command /foo. Did you mean /loop?');
  for (const other of ['', 'Unknown command: /bar', 'Args from unknown skill: /foo', 'It said "Unknown command: /foo"'])
    expect(unknownCommand('/foo', other)).toBeNull();
});

test('what a command printed', () => {
  expect(outputOf(screen('you: /compact\n  ⎿   Not enough messages.\n● high · /effort\n_'), '/compact')).toBe(
    'Not enough messages.',
  );
  expect(outputOf(screen('claude: x\nUnknown command: /foo. Did you mean /loop?\n● high · /effort\n_'), '/foo')).toBe(
    'Unknown command: /foo. Did you mean /loop?',
  );
  const afterTurn = (printed: string) => screen(`claude: x\nBaked for 1s\n${printed}\n● high · /effort\n_`);
  expect(outputOf(afterTurn('Unknown command: /foo'), '/foo')).toBe('Unknown command: /foo');
  expect(outputOf(afterTurn('Unknown command: /foo'), '/compact')).toBeNull();
  expect(outputOf(afterTurn('you: /cost\nNothing.\nWorked for 0s'), '/cost')).toBe('Nothing.');
  expect(outputOf(afterTurn(''), '/foo')).toBeNull();
  expect(outputOf(idleNew, '/compact')).toBeNull();
});

const trust = screen(`
[Accessible screen reader mode: on]
Permission Required: Accessing workspace:
/tmp/work
Security guide
y. Yes, I trust this folder
n. No, exit
Enter y/n:_
Enter to confirm · Esc to cancel`);

test('dialogs are known by where the cursor waits, and named', () => {
  expect(dialogOn(trust)).toMatchObject({
    name: 'trust',
    takes: 'line',
    options: [
      { key: 'y', label: 'Yes, I trust this folder' },
      { key: 'n', label: 'No, exit' },
      { key: 'esc', label: 'Cancel' },
    ],
  });
  const named = (text: string) => dialogOn(screen(`${text}\ny. Yes\nn. No\nEnter y/n:_`))?.name;
  expect(named('Do you want to use this API key?')).toBe('api-key');
  expect(named('WARNING: Claude Code running in Bypass Permissions mode')).toBe('bypass-warning');
  expect(named('Select login method:')).toBe('sign-in');
  expect(named('Resume from summary or resume full session as is?')).toBe('resume-summary');
  expect(named('Switch model?')).toBe('unknown');
  const permission = dialogOn(
    screen('tool: Write (a)\nPermission Required: Create file\n1. Yes\n2. No\nSelect with numbers [1-2]. Then Enter:_'),
  );
  expect(isToolPermission(permission as Dialog)).toBe(true);
  expect(isToolPermission(dialogOn(trust)!)).toBe(false);
});

test('a reply that talks like a dialog is none', () => {
  expect(dialogOn(streamingOld)).toBeNull();
  expect(dialogOn(idleNew)).toBeNull();
  expect(dialogOn(screen('claude: y. Yes\nn. No\nEnter y/n:\nEsc to cancel\n● high · /effort\n_'))).toBeNull();
});

test('a list without keys is chosen from by moving its mark', () => {
  const list = screen(
    ' Accessing workspace:\n _❯ No, exit\n   Yes, I trust this folder\n\n Enter to confirm · Esc to cancel',
  );
  const dialog = dialogOn(list);
  expect(dialog).toMatchObject({ name: 'trust', takes: 'mark' });
  expect(dialog!.options.map(({ key, label }) => `${key} ${label}`)).toEqual([
    '1 No, exit',
    '2 Yes, I trust this folder',
    'esc Cancel',
  ]);
  expect([stepsTo(list, '1'), stepsTo(list, '2'), stepsTo(list, '3')]).toEqual([0, 1, null]);
});

test('how a text is typed', () => {
  const pieces = (text: string, version = '2.1.326') => typingOf(text, version, 'idle').pieces;
  expect(pieces('hello')).toEqual(['\x1b[200~hello\x1b[201~']);
  expect(pieces('!ls')).toEqual(['x', '\x1b[200~!ls\x1b[201~', '\x01', '\x04']);
  expect(pieces('end\\').at(-1)).toBe(' ');
  expect(pieces('/cost')[0]).toContain('\0/cost');
  expect(pieces('/cost', '2.1.197')[0]).toBe('\x1b[200~\n\n\n/cost\x1b[201~');
  expect(pieces('/etc/hosts')).toEqual(['\x1b[200~/etc/hosts\x1b[201~']);
  expect(sameText(' a\tb \n', 'a    b')).toBe(true);
  expect(sameText('a', 'b')).toBe(false);
  expect(clearing(1).startsWith('\x15\x1b[F')).toBe(true);
});

test('how a turn ends when nothing says so', () => {
  const submission = { text: 'x', expected: 'x', as: 'text', taken: true, begun: true } as const;
  const at = (change: Partial<Standing>) => {
    const standing = { submission, open: true, stopped: null, interrupting: false, stillMs: 60_000, ...change };
    const ending = endingOf(standing, () => 'blocked by a hook');
    return ending?.how === 'turn'
      ? `${ending.end.state} ${ending.end.error?.text ?? ''}`.trim()
      : (ending?.how ?? null);
  };
  expect(at({ stopped: 'done' })).toBe('done');
  expect(at({ stopped: 'done', stillMs: 100 })).toBeNull();
  expect(at({ interrupting: true, stillMs: 700 })).toBe('interrupted');
  expect(at({ stopped: { error: 'rate_limit', said: 'too much' } })).toBe('failed too much');
  expect(at({})).toBe('failed blocked by a hook');
  expect(at({ stillMs: 2_000 })).toBeNull();
  expect(at({ submission: { ...submission, taken: false } })).toBeNull();
  expect(at({ open: false, submission: { ...submission, as: 'command' } })).toBe('command');
});

test('failures in a person’s words', () => {
  const codes: [string, string, string][] = [
    ['authentication_failed', 'Invalid API key · Fix external API key', 'authentication'],
    ['rate_limit', 'API Error: Request rejected (429)', 'rate-limit'],
    ['server_error', 'API Error: Repeated 529 Overloaded errors.', 'overloaded'],
    ['server_error', 'API Error: 500 Internal server error', 'server-error'],
    ['unknown', 'API Error: 400 The request is not valid.', 'invalid-request'],
    ['unknown', 'API Error: Connection error.', 'connection'],
    ['unknown', 'Prompt is too long', 'too-long'],
    ['unknown', 'Nobody knows', 'failed'],
  ];
  for (const [error, said, code] of codes) expect([said, failureOf(error, said).code]).toEqual([said, code]);
});

test('arguments, environment, settings, versions', () => {
  const setup = {
    cwd: '/',
    mode: 'ask',
    allowedTools: ['Bash(git *)', 'Edit'],
    deniedTools: [],
    mcpConfig: [],
    extraArgs: [],
  } as const;
  const mutable = { ...setup, allowedTools: [...setup.allowedTools], deniedTools: [], mcpConfig: [], extraArgs: [] };
  const spawn = {
    session: { id: 'id', known: 'new' },
    settings: '/s',
    screenReader: true,
    extraArgs: ['--x'],
  } as const;
  expect(claudeArguments(mutable, spawn)).toEqual(
    ['--allowedTools', 'Bash(git *)', 'Edit', '--ax-screen-reader', '--permission-mode', 'default'].concat([
      '--settings',
      '/s',
      '--session-id',
      'id',
      '--x',
    ]),
  );
  const readOnly = claudeArguments(
    { ...mutable, mode: 'read-only' },
    { ...spawn, session: { id: 'id', known: 'resumed' } },
  );
  expect(readOnly).toEqual(expect.arrayContaining(['--tools', 'Read,Glob,Grep,WebFetch,WebSearch', '--resume']));

  const env = childEnvironment({ HOME: '/h', CLAUDECODE: '1', CLAUDE_CODE_ENTRYPOINT: 'cli', ANTHROPIC_API_KEY: 'k' });
  expect(env).toMatchObject({ HOME: '/h', ANTHROPIC_API_KEY: 'k', DISABLE_AUTOUPDATER: '1', TERM: 'xterm-256color' });
  expect(env).not.toHaveProperty('CLAUDECODE');
  expect(env).not.toHaveProperty('CLAUDE_CODE_ENTRYPOINT');

  expect(takeSettings(['--a', '--settings={"x":1}', '--b'], '/')).toEqual({ rest: ['--a', '--b'], own: { x: 1 } });
  const merged = withHooks({ hooks: { Stop: ['theirs'] } }, ['Stop', 'StopFailure'], 'http://u', { h: 'v' });
  expect((merged.hooks as Record<string, unknown[]>).Stop).toHaveLength(2);
  expect(compareVersions('2.1.9', '2.1.78')).toBe(-1);
  expect(compareVersions('2.2.0', '2.1.999')).toBe(1);
  expect(
    suggestionOf({
      type: 'addRules',
      behavior: 'allow',
      destination: 'localSettings',
      rules: [{ toolName: 'Bash', ruleContent: 'npm test' }],
    }).label,
  ).toBe('Allow Bash(npm test) in this folder, for you');
});

test('the last words of a program are on the screen once it has settled, however much came before them', async () => {
  const terminal = emulateTerminal({ changed() {}, reply() {} });
  terminal.write(`${'line after line\r\n'.repeat(100_000)}the last words`);
  expect(terminal.view().lines.at(-1)).not.toBe('the last words');
  await terminal.settled();
  expect(terminal.view().lines.at(-1)).toBe('the last words');
  terminal.close();
  await terminal.settled();
});
