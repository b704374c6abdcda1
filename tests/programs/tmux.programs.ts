// Inside a real tmux, which wraps its rows at once and tells of a new size up to a quarter of a second later: whatever sizes the window
// has, the conversation stands there once and whole, and the live region once, below it. What moves may leave a stray row: a frame can be
// on its way when the size changes.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { chatWorld, closeChats, fillThread, program } from '../support/chat-screen.ts';
import { eventually } from '../support/engine.ts';

afterEach(closeChats);

const TURNS = 30;
const turns = Array.from({ length: TURNS }, (_, index) => [`› prompt ${index + 1}`, `reply ${index + 1}`]).flat();

async function inTmux(seed: number) {
  const world = await chatWorld({ charsPerSecond: 300 });
  const socket = path.join(world.root, 'tmux');
  const tmux = (...args: string[]) =>
    execFileSync('tmux', ['-S', socket, ...args], { env: world.env, encoding: 'utf8', stdio: 'pipe' });
  const thread = fillThread(world, TURNS);
  const command = `${process.execPath} ${await program()} --resume ${thread}; echo LEFT; sleep 600`;
  tmux('-f', '/dev/null', 'new-session', '-d', '-s', 'chat', '-x', '100', '-y', '40', command);
  const all = () => tmux('capture-pane', '-p', '-J', '-S', '-5000', '-t', 'chat').trimEnd();
  const found = (mark: RegExp) => all().match(mark)?.length ?? 0;
  const resize = (columns: number, rows: number) =>
    tmux('resize-window', '-t', 'chat', '-x', String(columns), '-y', String(rows));
  let state = seed;
  const next = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  return {
    all,
    type: (text: string) => tmux('send-keys', '-t', 'chat', '-l', text),
    press: (...keys: string[]) => tmux('send-keys', '-t', 'chat', ...keys),
    wakeUp: () => writeFileSync(path.join(world.cwd, 'go'), ''),
    until: (what: RegExp) => eventually(() => what.test(all()), `${what}`),
    /** Sizes from small to large in any order, faster than they are told or slowly enough that each is painted; then one that has room for everything. */
    async storm(columns: readonly [number, number], rows: readonly [number, number]): Promise<void> {
      const between = ([from, to]: readonly [number, number]) => from + Math.floor(next() * (to - from));
      for (let change = 0; change < 20; change += 1) {
        resize(between(columns), between(rows));
        await pause([0, 10, 40, 900][Math.floor(next() * 4)]!);
      }
      resize(100, 120);
      await pause(800);
      resize(100, 40);
    },
    /** Each of these is there, and every turn of before once. */
    async kept(...marks: RegExp[]): Promise<void> {
      await eventually(() => marks.every((mark) => found(mark) > 0), `all of ${marks.join(' ')}`);
      expect(all().match(/^(?:› prompt|reply) \d+$/gm)).toEqual(turns);
    },
    /** The same, and each of these once. */
    async whole(...marks: RegExp[]): Promise<void> {
      const once = () => marks.every((mark) => found(mark) === 1);
      await eventually(once, `once each of ${marks.join(' ')}`).catch(() => expect(all()).toBe(marks.join(' ')));
      expect(all().match(/^(?:› prompt|reply) \d+$/gm)).toEqual(turns);
    },
    close: () => tmux('kill-server'),
  };
}

it.each([1, 2])('stays whole through a storm of sizes at every stage, seed %i', { timeout: 180_000 }, async (seed) => {
  const chat = await inTmux(seed);
  try {
    await chat.until(/Say something/);
    chat.type(
      'a draft that is long enough to wrap more than once when the window gets as narrow as forty columns: done',
    );
    await chat.until(/: done/);
    await chat.storm([30, 120], [8, 50]);
    await chat.whole(/a draft that is long/g, /· ask ·/g);
    chat.press('C-c');
    await chat.until(/Say something/);
    chat.type('long 10');
    chat.press('Enter');
    await chat.until(/Paragraph \d/);
    await chat.storm([60, 110], [30, 46]);
    const paragraphs = Array.from({ length: 10 }, (_, index) => new RegExp(`Paragraph ${index + 1} of`, 'g'));
    await chat.kept(/› long 10/g, ...paragraphs, /✓ [1-9]/g, /Say something/g);
    chat.type('tool ./nap');
    chat.press('Enter');
    await chat.until(/Bash {2}\.\/nap/);
    chat.type('say the follow-up');
    chat.press('Enter');
    await chat.until(/say the follow-up ·/);
    chat.type('the steering text');
    chat.press('C-s');
    await chat.until(/the steering text · accepted/);
    await chat.storm([30, 120], [12, 50]);
    await chat.kept(/say the follow-up/g, /the steering text/g, /Bash {2}\.\/nap/g, /Enter queues/g);
    chat.wakeUp();
    await chat.until(/\nthe follow-up\n✓[\s\S]*Say something/);
    chat.type('ask ./tidy up');
    chat.press('Enter');
    await chat.until(/❯ 1\./);
    await chat.storm([30, 120], [14, 50]);
    await chat.whole(/Run this command\?/g, /Allow once/g, /Deny and say why/g);
    chat.press('n');
    await chat.until(/Answer: denied[\s\S]*✓[\s\S]*Say something/);
    chat.press('C-p');
    await chat.until(/type to filter/);
    await chat.storm([30, 120], [10, 50]);
    chat.press('Escape');
    await chat.whole(/Answer: denied/g, /Say something/g, /› ask \.\/tidy up/g, /› tool \.\/nap/g);
    chat.press('C-d');
    await chat.until(/Back to this thread: ccchat --resume \w+\nLEFT/);
  } finally {
    chat.close();
  }
});
