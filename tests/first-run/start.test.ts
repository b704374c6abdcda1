// The first start, as a person has it: the shell command in a pseudo-terminal, an empty home, and what can stand in the way.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../src/store/index.ts';
import { bundle } from '../support/bundle.ts';
import { openScreen, repository, type Screen } from '../support/screen.ts';
import { walkTour } from '../support/tour-walk.ts';
import { removeTree } from '../support/world.ts';

const realClaude = process.env.CCCHAT_CLAUDE ?? path.join(repository, 'node_modules/.bin/claude');
const patient = 240_000;
let program: string;
let root: string;
let screens: Screen[] = [];

beforeAll(async () => {
  program = await bundle('src/cli/main.ts');
});
beforeEach(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), 'ccchat-first-')));
  for (const name of ['home', 'work', 'tmp']) mkdirSync(path.join(root, name));
});
afterEach(async () => {
  for (const screen of screens) await screen.close();
  screens = [];
  await removeTree(root);
});

async function open(args: readonly string[], env: NodeJS.ProcessEnv = {}, size = { columns: 100, rows: 30 }) {
  const screen = await openScreen({
    command: [process.execPath, program, ...args],
    cwd: path.join(root, 'work'),
    ...size,
    env: {
      HOME: path.join(root, 'home'),
      TMPDIR: path.join(root, 'tmp'),
      PATH: '/usr/bin:/bin',
      LANG: 'C.UTF-8',
      CCCHAT_CLAUDE: realClaude,
      ...env,
    },
  });
  screens.push(screen);
  return screen;
}

function script(name: string, text: string): string {
  const file = path.join(root, name);
  writeFileSync(file, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  return file;
}

/** The real program, but who is signed in is a file, signing in makes it, and every call is written down. */
function claudeWithAccount(): { file: string; calls: () => string[] } {
  const account = path.join(root, 'account');
  const log = path.join(root, 'calls');
  const file = script(
    'claude',
    `echo "$*" >> ${log}
case "$1 $2" in
  'auth status') if [ -e ${account} ]; then echo '{"loggedIn":true,"authMethod":"claude.ai"}'; else echo '{"loggedIn":false,"authMethod":"none"}'; exit 1; fi ;;
  'auth login') echo 'Welcome! Press Enter to sign in.'; read answer; touch ${account} ;;
  *) exec ${realClaude} "$@" ;;
esac`,
  );
  return { file, calls: () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []) };
}

describe('nobody is signed in', () => {
  it(
    'one question; Enter is the demo, and the whole tour is one key a step',
    async () => {
      const screen = await open([]);
      await screen.waitFor(/^claude [\d.]+ is here, but nobody is signed in\.$/m);
      expect(screen.text()).toMatch(/d {2}try the demo[\s\S]*s {2}sign in[\s\S]*c {2}open the chat[\s\S]*q {2}quit/);
      screen.press('enter');
      await walkTour(screen);
      screen.press('ctrl+d');
      expect(await screen.exit).toMatchObject({ code: 0 });
      await screen.waitFor('nothing of it is left');
      expect(readdirSync(path.join(root, 'tmp')).filter((name) => name.startsWith('ccchat-demo'))).toEqual([]);
      expect(existsSync(path.join(root, 'home/.local/share/ccchat/ccchat.db'))).toBe(false);
      expect(readdirSync(path.join(root, 'work'))).toEqual([]);
    },
    patient,
  );

  it('is asked in whole words in a narrow window', async () => {
    const screen = await open([], {}, { columns: 40, rows: 20 });
    await screen.waitFor('q  quit');
    expect(screen.text()).toMatch(/^ {2}d {2}try the demo: a scripted model, no\n {5}account, no network \(Enter\)$/m);
    screen.press('q');
    expect(await screen.exit).toMatchObject({ code: 0 });
  });

  it('without the tour the demo is plain, says so, and /tour begins it; nothing of it is to be resumed', async () => {
    const screen = await open(['demo', '--no-tour']);
    await screen.waitFor(/in its demo: claude with a scripted model[\s\S]*› Say something/);
    expect(screen.text()).not.toContain('Tour 1');
    screen.type('hello\r');
    await screen.waitFor('Tea? Ask me what this place is');
    screen.type('/tour\r');
    await screen.waitFor(/Tour 1 of 8[\s\S]*› What is this place\?/);
    screen.press('ctrl+c', 'ctrl+d');
    expect(await screen.exit).toMatchObject({ code: 0 });
    await screen.waitFor('nothing of it is left. `ccchat` opens the real thing');
    expect(screen.everything()).not.toContain('--resume');
  });

  it('q leaves, and so does Ctrl+C', async () => {
    for (const key of ['q', 'ctrl+c']) {
      const screen = await open([]);
      await screen.waitFor('q  quit');
      screen.press(key);
      expect(await screen.exit).toMatchObject({ code: 0 });
    }
  });

  it('s hands the terminal to claude, then the chat is there; the next start asks nobody', async () => {
    const { file, calls } = claudeWithAccount();
    const screen = await open([], { CCCHAT_CLAUDE: file });
    await screen.waitFor('s  sign in');
    screen.press('s');
    await screen.waitFor('Welcome! Press Enter to sign in.');
    screen.press('enter');
    await screen.waitFor('Say something, or ? for keys');
    screen.press('ctrl+d');
    expect(await screen.exit).toMatchObject({ code: 0 });
    const asked = () => calls().filter((call) => call.startsWith('auth status')).length;
    expect(asked()).toBe(2);

    const again = await open([], { CCCHAT_CLAUDE: file });
    await again.waitFor('Say something, or ? for keys');
    again.press('ctrl+d');
    expect(await again.exit).toMatchObject({ code: 0 });
    expect(asked()).toBe(2);
  });

  it('a sign-in that came to nothing asks again', async () => {
    const file = script(
      'claude',
      `case "$1 $2" in 'auth status') echo '{"loggedIn":false}'; exit 1 ;; 'auth login') echo 'no luck' ;; *) exec ${realClaude} "$@" ;; esac`,
    );
    const screen = await open([], { CCCHAT_CLAUDE: file });
    await screen.waitFor('q  quit');
    screen.press('s');
    await screen.waitFor(/no luck[\s\S]*nobody is signed in[\s\S]*q {2}quit/);
    screen.press('q');
    expect(await screen.exit).toMatchObject({ code: 0 });
  });

  it('c opens the chat anyway', async () => {
    const screen = await open([]);
    await screen.waitFor('c  open the chat');
    screen.press('c');
    await screen.waitFor('Say something, or ? for keys');
    screen.press('ctrl+d');
    expect(await screen.exit).toMatchObject({ code: 0 });
  });
});

describe('something else stands in the way', () => {
  it('no claude: the one command that installs it, and the demo with the one of development', async () => {
    const screen = await open([], { CCCHAT_CLAUDE: '' });
    await screen.waitFor('claude is not installed');
    expect(screen.text()).toContain('npm install -g @anthropic-ai/claude-code');
    expect(screen.text()).not.toContain('sign in:');
    screen.press('d');
    await screen.waitFor('Tour 1 of 8');
    screen.press('esc');
    await screen.waitFor((one) => !one.text().includes('Tour 1'));
    screen.press('ctrl+d');
    expect(await screen.exit).toMatchObject({ code: 0 });
  });

  it('without any claude old threads are read, searched, branched and exported; what cannot be sent stays a draft', async () => {
    const data = path.join(root, 'home/data');
    const store = openStore(path.join(data, 'ccchat.db'));
    const { id } = store.threads.create({ cwd: path.join(root, 'work'), title: 'About beavers' });
    const say = (role: 'user' | 'assistant', text: string) =>
      store.messages.append({
        thread: id,
        turn: null,
        role,
        via: role === 'user' ? 'prompt' : null,
        blocks: [{ type: 'text', text }],
      });
    say('user', 'Who builds dams?');
    say('assistant', 'The beaver builds dams.');
    store.close();
    const env = { CCCHAT_HOME: data, CCCHAT_CLAUDE: '', PATH: '/usr/bin:/bin' };
    const screen = await open([], env);
    const overlay = (name: string) =>
      screen.waitFor((one) => one.terminal.buffer.active.type === 'alternate' && one.text().includes(name));
    const back = () => screen.waitFor((one) => one.terminal.buffer.active.type === 'normal');
    await screen.waitFor(/claude is not installed[\s\S]*c {2}open the chat/);
    screen.press('c');
    await screen.waitFor('Say something, or ? for keys');
    screen.type('hello beaver\r');
    await screen.waitFor(/✗ failed[\s\S]*npm install -g @anthropic-ai\/claude-code[\s\S]*› hello beaver/);
    screen.press('ctrl+c');
    screen.press('ctrl+f');
    await overlay('Search');
    screen.type('beaver');
    await overlay('About beavers');
    screen.press('enter');
    await screen.waitFor(
      ({ terminal }) => terminal.buffer.active.type === 'alternate' && !screen.text().includes('Search'),
    );
    await overlay('The beaver builds dams.');
    screen.press('esc');
    await back();
    await screen.waitFor('The beaver builds dams.');
    screen.type('/fork\r');
    await screen.waitFor('a fork of About beavers');
    screen.press('ctrl+t');
    await overlay('1 fork');
    screen.press('esc');
    await back();
    screen.press('ctrl+p');
    await overlay('Threads');
    screen.press('esc');
    await back();
    screen.type('/export beavers.md\r');
    await screen.waitFor('beavers.md');
    await screen.waitFor(() => existsSync(path.join(root, 'work/beavers.md')));
    screen.press('ctrl+d');
    expect(await screen.exit).toMatchObject({ code: 0 });
    const after = openStore(path.join(data, 'ccchat.db'));
    expect(after.threads.list({}).map(({ messages }) => messages)).toEqual([2, 2]);
    after.close();
  });

  it('what could not be sent is the draft of the next start, and no thread is made of it', async () => {
    const env = { CCCHAT_HOME: path.join(root, 'home/data'), CCCHAT_CLAUDE: '' };
    const screen = await open([], env);
    await screen.waitFor('c  open the chat');
    screen.press('c');
    await screen.waitFor('Say something, or ? for keys');
    screen.type('hello beaver\r');
    await screen.waitFor(/✗ failed[\s\S]*› hello beaver/);
    screen.type(' again');
    await screen.waitFor('› hello beaver again');
    screen.kill('SIGTERM');
    await screen.exit;
    const next = await open([], env);
    await next.waitFor('c  open the chat');
    next.press('c');
    await next.waitFor('› hello beaver again');
    next.press('enter');
    await next.waitFor(/claude is not installed[\s\S]*✗ failed[\s\S]*› hello beaver again/);
    next.press('ctrl+c', 'ctrl+d');
    expect(await next.exit).toMatchObject({ code: 0 });
    expect(next.everything()).not.toContain('--resume');
    const store = openStore(path.join(root, 'home/data/ccchat.db'));
    expect(store.threads.list({})).toEqual([]);
    store.close();
  });

  it('an old claude is named with the way to a newer one', async () => {
    const screen = await open([], { CCCHAT_CLAUDE: script('old', 'echo "1.0.3 (Claude Code)"') });
    await screen.waitFor(/claude 1\.0\.3 is too old[\s\S]*npm install -g/);
    screen.press('q');
    await screen.exit;
  });

  it('no terminal', () => {
    for (const args of [[], ['demo']]) {
      const { status, stderr } = spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' });
      expect(status).toBe(1);
      expect(stderr).toBe('ccchat: the chat needs a terminal. In scripts use `ccchat send`.\n');
    }
  });

  it('a Node that is too old', () => {
    const pretend = `Object.defineProperty(process.versions, 'node', { value: '18.20.4' }); require(${JSON.stringify(path.join(repository, 'bin/ccchat'))})`;
    const { status, stderr } = spawnSync(process.execPath, ['-e', pretend], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: 'ccchat: Node 18.20.4 is too old. Install Node 20.19 or newer.\n',
    });
  });

  it('a window that is too small says so, and is a chat as soon as it is not', async () => {
    const screen = await open(['demo'], {}, { columns: 18, rows: 4 });
    await screen.waitFor('Window too small');
    await screen.resize(80, 24);
    await screen.waitFor('Tour 1 of 8');
  });
});

describe('the demo', () => {
  it(
    'gives way to whoever types, answers them, and plays the tour again',
    async () => {
      const screen = await open(['demo']);
      await screen.waitFor(/Tour 1 of 8[\s\S]*› What is this place\?/);
      screen.type('hello');
      await screen.waitFor('› hello');
      expect(screen.text()).not.toContain('What is this place?');
      screen.press('enter');
      await screen.waitFor('Tea? Ask me what this place is');
      await screen.waitFor(/Tour 2 of 8[\s\S]*› Taste all the teas/);
      screen.press('esc');
      await screen.waitFor((one) => !one.text().includes('Tour 2'));
      screen.type('what is the meaning of life?\r');
      await screen.waitFor(/not in my script/);
      screen.type('taste the black ones\r');
      await screen.waitFor(/The best is darjeeling/);
      screen.type('/tour\r');
      await screen.waitFor(/Tour 1 of 8[\s\S]*› What is this place\?/);
    },
    patient,
  );

  it(
    'survives whatever a newcomer types: stray keys, other threads, free text, the wrong key, Esc; then plays again',
    async () => {
      const screen = await open(['demo']);
      const tour = (step: number, says: string) => screen.waitFor(new RegExp(`Tour ${step} of 8 ${says}`));
      const offers = (step: number, key: string, words: string) => tour(step, `${key}[\\s\\S]*› ${words}`);
      await offers(1, 'Enter', 'What is this place');
      screen.press('x');
      await tour(1, 'Ctrl\\+C clears what you typed');
      screen.press('ctrl+c');
      await tour(1, 'Tab brings the words');
      screen.press('tab');
      await offers(1, 'Enter', 'What is this place');
      screen.press('?');
      await screen.waitFor(() => screen.terminal.buffer.active.type === 'alternate');
      screen.press('esc');
      await offers(1, 'Enter', 'What is this place');
      screen.press('enter');

      await offers(2, 'Enter', 'Taste all the teas');
      screen.type('/new\r');
      await tour(2, 'Tab goes back to the thread of the tour');
      screen.press('tab');
      await offers(2, 'Enter', 'Taste all the teas');
      screen.type('hello\r');
      await screen.waitFor('Tea? Ask me what this place is');
      await offers(2, 'Enter', 'Taste all the teas');
      screen.press('enter');

      await offers(3, 'Ctrl\\+S', 'Only the green ones');
      screen.press('enter');
      await screen.waitFor(/Only the green ones[\s\S]*Tour 3 of 8 Ctrl\+S[\s\S]*› Only the green ones/);
      screen.press('esc');
      await offers(2, 'Enter', 'Taste all the teas');
      screen.press('enter');
      await offers(3, 'Ctrl\\+S', 'Only the green ones');
      screen.press('ctrl+s');
      await offers(4, 'Enter', 'Write the winner');
      screen.press('enter');

      await screen.waitFor(/❯ 1\. Allow once/);
      await tour(5, 'y');
      screen.press('x');
      await screen.waitFor(/Alt\+A answers · what you typed stays[\s\S]*Tour 5 of 8 Alt\+A goes to the question/);
      screen.press('alt+a');
      await tour(5, 'y allows it once');
      screen.press('y');
      await screen.waitFor(/It is in notes\.md now/, { within: 'everything' });
      await tour(6, 'Ctrl\\+C clears what you typed');
      screen.press('ctrl+c');
      await tour(6, 'Tab');
      screen.press('tab');
      await offers(6, 'Enter', '/revert last');
      screen.press('enter');
      await offers(7, 'Enter', '/fork');
      expect(screen.everything()).not.toContain('in the middle of a turn');
      screen.press('enter');
      await offers(8, 'Enter', '/search longjing');
      screen.press('enter');
      await screen.waitFor(/longjing[\s\S]*longjing/i);
      screen.press('esc');
      await screen.waitFor('That was the tour');

      screen.type('/tour\r');
      await walkTour(screen);
    },
    patient,
  );

  it(
    'Esc leaves the tour and keeps what was typed; while a turn runs it interrupts first, and /tour leaves at once',
    async () => {
      const screen = await open(['demo']);
      const gone = () => screen.waitFor((one) => !/Tour \d of 8/.test(one.text()));
      await screen.waitFor('Tour 1 of 8');
      screen.type('my own words');
      await screen.waitFor(/Tour 1 of 8 Ctrl\+C[\s\S]*Esc leaves the tour/);
      screen.press('esc');
      await gone();
      expect(screen.text()).toContain('› my own words');
      screen.press('ctrl+c');
      screen.type('/tour\r');
      await screen.waitFor(/Tour 1 of 8[\s\S]*› What is this place\?/);
      screen.press('enter');
      await screen.waitFor(/Tour 2 of 8 Enter/);
      screen.press('enter');
      await screen.waitFor(/Tour 3 of 8 Ctrl\+S[\s\S]*\/tour leaves the\s+tour/);
      screen.type('/tour\r');
      await gone();
      expect(screen.text()).toContain('taste.sh');
      screen.press('esc');
      await screen.waitFor(/Interrupted/i);
    },
    patient,
  );
});
