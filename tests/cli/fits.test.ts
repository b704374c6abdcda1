// What the shell prints fits the window, wide characters included; in a pipe nothing is cut.
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import stringWidth from 'string-width';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEngine } from '../../src/engine/index.ts';
import { openStore } from '../../src/store/store.ts';
import type { ThreadId } from '../../src/store/types.ts';
import { collector, runByHand } from './hand-made-shell.ts';

const titles = [
  '検索の設計について会議しましょう、そして文章を変更します',
  'A title of the usual length, in English',
  '👩‍👩‍👧‍👦 🐑',
];

let home: string;
let folder: string;
let root: ThreadId;
beforeAll(() => {
  home = realpathSync(mkdtempSync(path.join(tmpdir(), 'ccchat-fits-')));
  folder = path.join(home, 'projects', 'a-folder-with-a-rather-long-name');
  mkdirSync(folder, { recursive: true });
  const store = openStore(path.join(home, 'data', 'ccchat.db'));
  const usage = { inputTokens: 123_456, outputTokens: 7_890, cacheReadTokens: 0, cacheWriteTokens: 0 };
  for (const title of titles) {
    const { id } = store.threads.create({ cwd: folder, title });
    root ??= id;
    const turn = store.turns.create({ thread: id });
    const say = (role: 'user' | 'assistant', text: string) =>
      store.messages.append({
        thread: id,
        turn: turn.id,
        role,
        via: role === 'user' ? 'prompt' : null,
        blocks: [{ type: 'text', text }],
        ...(role === 'assistant' ? { usage, model: 'claude-of-some-long-name-4-8-20260101' } : {}),
      });
    say('user', `the albatross ${title} ${'and words that go on '.repeat(6)}`);
    const head = say('assistant', `${title} の検索 albatross ${title}`);
    store.turns.update(turn.id, { state: 'done', endedAt: Date.now(), durationMs: 45_296_000 });
    if (id !== root) continue;
    store.threads.update(id, { pinned: true });
    store.threads.create({ cwd: folder, title: `${title} (fork)`, head: head.id, parent: id, forkedAt: head.id });
  }
  store.close();
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

async function printed(columns: number | null, ...argv: string[]): Promise<string[]> {
  const env = { HOME: home, CCCHAT_HOME: path.join(home, 'data') };
  const out = collector(columns !== null, columns ?? 80);
  const { code, err } = await runByHand(argv, {
    env,
    cwd: folder,
    now: Date.now,
    out: out.output,
    openEngine: (options) => openEngine({ ...options, env, warmSpare: false }),
  });
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return out.text().split('\n');
}

const commands = ['list', 'tree', 'children', 'search albatross', 'search 検索', 'stats'];

describe.each([120, 80, 60, 40])('%i columns', (columns) => {
  it.each(commands)('%s', async (command) => {
    const named = [...command.split(' '), ...(/^(?:tree|children)$/.test(command) ? [root] : [])];
    const lines = await printed(columns, ...named);
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.filter((line) => stringWidth(line) > columns)).toEqual([]);
  });

  it.each(['list', 'send', 'queue', 'search', 'stats'])('%s --help', async (command) => {
    const lines = await printed(columns, command, '--help');
    const examples = lines.indexOf('Examples:');
    const own = lines.slice(2, examples < 0 ? undefined : examples);
    expect(own.filter((line) => stringWidth(line) > columns)).toEqual([]);
  });
});

it('shows the end of a folder, from home on', async () => {
  const lines = await printed(80, 'list');
  expect(lines.join('\n')).toContain('-long-name');
  expect((await printed(120, 'list')).join('\n')).toContain('~/projects/a-folder-with-a-rather-long-name');
});

it('cuts nothing in a pipe', async () => {
  for (const argv of [['list'], ['search', 'albatross']]) {
    const text = (await printed(null, ...argv)).join('\n');
    for (const title of titles) expect(text).toContain(title);
    expect(text).toContain(folder);
  }
});
