// Every operation on threads, three ways: the typed API, the shell, and the slash command where there is one. Each way works on a thread
// of its own made alike, and what comes out is the same.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListFilter } from '../../src/engine/api.ts';
import { openEngine } from '../../src/engine/index.ts';
import type { ImportReport, Stats } from '../../src/engine/thread-tools.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { plainText } from '../../src/store/text.ts';
import type { Block, MessageId, ThreadId } from '../../src/store/types.ts';
import { parseCommand } from '../../src/ui/commands/catalogue.ts';
import type { CommandHost } from '../../src/ui/commands/host.ts';
import { runCommand } from '../../src/ui/commands/run.ts';
import type { Overlay } from '../../src/ui/overlay.ts';
import { send, type TalkingHost } from '../../src/ui/screen/talking.ts';
import { stripStyles } from '../../src/ui/text/styled.ts';
import { createTheme } from '../../src/ui/theme.ts';
import { type Ran, runByHand } from '../cli/hand-made-shell.ts';
import { type Bench, openBench } from '../support/engine.ts';
import { pressed } from '../ui/overlays/support.ts';

let bench: Bench;
let store: Store;
beforeAll(async () => {
  bench = await openBench({ engine: { defaults: { model: 'default' } } });
  store = openStore(path.join(bench.world.data, 'ccchat.db'));
});
afterAll(async () => {
  store.close();
  await bench.close();
});

/** A slash command of the project, which claude knows as its own. */
function makeCommand(): void {
  const folder = path.join(bench.world.cwd, '.claude', 'commands');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'greet.md'), 'Say good morning to $ARGUMENTS.\n');
}

const text = (words: string): Block[] => [{ type: 'text', text: words }];

/** A thread of two turns: one that talks, one that works. */
function made(title = 'Made'): ThreadId {
  const { world } = bench;
  return store.transaction(() => {
    const { id } = store.threads.create({ cwd: world.cwd, title });
    const turn = (prompt: string, rest: (add: (role: 'assistant' | 'tool', blocks: Block[]) => void) => void) => {
      const { id: own } = store.turns.create({ thread: id });
      const usage = { inputTokens: 10, outputTokens: 5, cacheReadTokens: 0, cacheWriteTokens: 0 };
      store.messages.append({ thread: id, turn: own, role: 'user', via: 'prompt', blocks: text(prompt) });
      rest((role, blocks) =>
        store.messages.append({
          thread: id,
          turn: own,
          role,
          blocks,
          model: role === 'assistant' ? 'claude-made-up' : null,
          usage: role === 'assistant' ? usage : null,
        }),
      );
      store.turns.update(own, { state: 'done', endedAt: Date.now(), durationMs: 2000, stopReason: 'end_turn' });
    };
    turn('Where is the albatross?', (add) => add('assistant', text('On the mast.')));
    turn('Write it down.', (add) => {
      const file = path.join(world.cwd, 'albatross.txt');
      const todos = [
        { content: 'Write', status: 'completed' },
        { content: 'Read', status: 'pending' },
      ];
      add('assistant', [
        { type: 'tool_use', id: `${id}w`, name: 'Write', input: { file_path: file, content: 'mast\n' } },
        { type: 'tool_use', id: `${id}t`, name: 'TodoWrite', input: { todos } },
      ]);
      add('tool', [
        { type: 'tool_result', tool_use_id: `${id}w`, content: 'File created successfully' },
        { type: 'tool_result', tool_use_id: `${id}t`, content: 'ok' },
      ]);
      add('assistant', text('Written.'));
    });
    return id;
  });
}

const shell = (argv: string[]): Promise<Ran> => {
  const { world } = bench;
  return runByHand(argv, {
    env: world.env,
    cwd: world.cwd,
    now: Date.now,
    openEngine: (options) => openEngine({ ...options, claude: world.claude, warmSpare: false }),
  });
};

async function ok(...argv: string[]): Promise<Ran> {
  const ran = await shell(argv);
  if (ran.code !== 0) throw new Error(`ccchat ${argv.join(' ')} ended with ${ran.code}: ${ran.err}`);
  return ran;
}
const json = async <T>(...argv: string[]): Promise<T> => JSON.parse((await ok(...argv, '--json')).out) as T;

interface Screen {
  readonly notices: string[];
  readonly composed: string;
  readonly thread: ThreadId | null;
  /** What the overlay that was opened shows. */
  view(): string;
  overlay: Overlay | null;
}

/** Types a slash command on a thread, as the chat would carry it out. */
async function slash(thread: ThreadId, command: string): Promise<Screen> {
  const { engine, world } = bench;
  const screen = {
    notices: [] as string[],
    composed: '',
    thread: thread as ThreadId | null,
    overlay: null as Overlay | null,
  };
  const theme = createTheme({ name: 'dark' });
  const host: CommandHost = {
    engine,
    cwd: world.cwd,
    get thread() {
      return screen.thread;
    },
    overlays: { engine, theme, thread, cwd: world.cwd, home: world.home, now: Date.now },
    needThread: () => thread,
    settings: () => engine.get(thread).settings,
    setSettings: (settings) => void engine.update(thread, { settings }),
    openOverlay: (overlay) => {
      screen.overlay = overlay;
    },
    notice: (level, words, next) => void screen.notices.push([level, words, next].filter(Boolean).join(' | ')),
    compose: (words) => {
      screen.composed = words;
    },
    switchTo: (to) => {
      screen.thread = to;
    },
    setTheme() {},
    copy() {},
    attach: async () => {},
    tour() {},
    quit() {},
  };
  await runCommand(parseCommand(command)!, host);
  expect(screen.notices.filter((notice) => notice.startsWith('error'))).toEqual([]);
  return {
    ...screen,
    view: () => {
      const lines = screen.overlay?.view({ columns: 160, rows: 60 }).lines ?? [];
      return lines.map(stripStyles).join('\n');
    },
  };
}

/** Types something on a thread and presses Enter, as the chat would take it. */
async function typed(thread: ThreadId, words: string): Promise<void> {
  const { engine, world } = bench;
  const told: string[] = [];
  const host: TalkingHost = {
    engine,
    commands: {} as CommandHost,
    needThread: () => thread,
    viewed: () => null,
    giveBack: (text) => told.push(`given back: ${text}`),
    notice: (level, text) => told.push(`${level}: ${text}`),
  };
  expect(engine.get(thread).cwd).toBe(world.cwd);
  await send(host, words);
  expect(told).toEqual([]);
}

/** What a thread says, without the names that differ between threads made alike. */
const line = (thread: ThreadId) =>
  bench.engine.messages(thread).map(({ role, via, blocks }) => [role, via, plainText(blocks)]);
const at = (thread: ThreadId, index: number): MessageId => bench.engine.messages(thread)[index]!.id;

describe('looking', () => {
  it('list and get', async () => {
    const id = made('Listed');
    const [api] = bench.engine.list({ query: 'Listed' });
    const [printed] = await json<{ id: string; title: string; messages: number; status: string }[]>(
      'list',
      '--query',
      'Listed',
    );
    expect(printed).toMatchObject({ id, title: api?.title, messages: api?.messages, status: api?.status });
    for (const word of ['threads', 'list']) expect((await slash(id, `/${word} Listed`)).view()).toContain('Listed');
    const { settings, extra, pinned, archived } = bench.engine.get(id);
    expect(await json('status', id)).toMatchObject({
      thread: { id, title: 'Listed', settings, extra, pinned, archived },
    });
    expect((await slash(id, '/status')).view()).toContain('Listed');
  });

  it('list, filtered and paged', async () => {
    const ids = [made('Filtered'), made('Filtered'), made('Filtered')] as const;
    bench.engine.update(ids[0], { pinned: true });
    bench.engine.inbox.pause(ids[1]);
    bench.engine.followUp(ids[1], 'later');
    const listed = async (filter: ListFilter, ...argv: string[]) => {
      const api = bench.engine.list({ query: 'Filtered', ...filter }).map(({ id }) => id);
      const printed = await json<{ id: ThreadId }[]>('list', '--query', 'Filtered', ...argv);
      expect(printed.map(({ id }) => id)).toEqual(api);
      return api;
    };
    const all = await listed({});
    expect(all).toHaveLength(3);
    expect(await listed({ pinned: true }, '--pinned')).toEqual([ids[0]]);
    expect(await listed({ status: 'queued' }, '--status', 'queued')).toEqual([ids[1]]);
    expect(
      await listed({ status: 'idle', limit: 1, offset: 1 }, '--status', 'idle', '--limit', '1', '--offset', '1'),
    ).toEqual(all.filter((id) => id !== ids[1]).slice(1, 2));
    expect(await listed({ limit: 1, offset: 1 }, '--limit', '1', '--offset', '1')).toEqual(all.slice(1, 2));
    expect(await listed({ cwd: bench.world.cwd }, '--here')).toEqual(all);
    bench.engine.update(ids[2], { archived: true });
    expect(await listed({})).toEqual(all.filter((id) => id !== ids[2]));
    expect(await listed({ archived: true }, '--archived')).toEqual([ids[2]]);
    expect((await ok('list', '--query', 'Filtered', '--pinned')).out).toMatch(/ {2}pinned {2}Filtered {2}/);
    for (const { id } of bench.engine.inbox.list(ids[1])) bench.engine.inbox.remove(id);
    expect((await shell(['list', '--status', 'asleep'])).code).toBe(2);
  });

  it('status', async () => {
    const id = made();
    const { status, turn } = bench.engine.status(id);
    expect(await json('status', id)).toMatchObject({ status, turn: { id: turn?.id, state: 'done' } });
    expect((await slash(id, '/status')).view()).toContain('idle');
  });

  it('messages and message', async () => {
    const id = made();
    const printed = await json<{ messages: { id: MessageId; blocks: Block[] }[] }>('show', id, '--limit', '2');
    const api = bench.engine.messages(id, { limit: 2 });
    expect(printed.messages.map(({ id: own, blocks }) => ({ id: own, blocks }))).toEqual(
      api.map(({ id: own, blocks }) => ({ id: own, blocks })),
    );
    expect(bench.engine.message(api[0]!.id)).toEqual(api[0]);
    const [earlier] = bench.engine.messages(id, { limit: 1, offset: 2 });
    const paged = await json<{ messages: { id: MessageId }[] }>('show', id, '--limit', '1', '--offset', '2');
    expect(paged.messages.map((message) => message.id)).toEqual([earlier!.id]);
    const { id: own, role, blocks } = bench.engine.message(earlier!.id);
    expect(await json('show', id, '--message', own)).toMatchObject({ id: own, role, blocks });
    expect((await ok('show', id, '--message', own)).out).toContain('▸ Write');
    expect((await slash(id, '/show')).view()).toContain('Written.');
    expect((await slash(id, `/show ${at(id, 0)}`)).view()).toContain('Where is the albatross?');
    const near = `${own.slice(0, -1)}${own.endsWith('a') ? 'b' : 'a'}`;
    const unknown = await shell(['show', id, '--message', near]);
    expect(unknown).toEqual({
      code: 1,
      out: '',
      err: `ccchat: there is no message "${near}" in thread ${id}. Did you mean ${own}?\n`,
    });
  });

  it('todo', async () => {
    const id = made();
    const todos = bench.engine.todo(id);
    expect(todos.map(({ text: words, state }) => [words, state])).toEqual([
      ['Write', 'done'],
      ['Read', 'pending'],
    ]);
    expect(await json('todo', id)).toEqual(todos);
    expect((await ok('todo', id)).out).toBe('☑ Write\n☐ Read\n');
    const view = (await slash(id, '/todo')).view();
    for (const { text: words } of todos) expect(view).toContain(words);
  });

  it('diff, of everything and of a turn', async () => {
    const id = made();
    const [change] = bench.engine.diff(id);
    expect(change).toMatchObject({ path: 'albatross.txt', kind: 'created', additions: 1, deletions: 0 });
    expect(await json('diff', id)).toMatchObject([{ path: 'albatross.txt', patch: change!.patch }]);
    expect((await ok('diff', id)).out).toBe(change!.patch);
    expect((await ok('diff', id, '--stat')).out).toBe('albatross.txt  +1 -0  created\n1 file changed, +1 -0\n');
    const first = at(id, 0);
    expect(bench.engine.diff(id, { to: first })).toEqual([]);
    expect(await json('diff', id, '--to', first)).toEqual([]);
    expect(await json('diff', id, '--at', first)).toEqual([]);
    expect(await json('diff', id, '--last')).toHaveLength(1);
    expect(bench.engine.diff(id, { turn: bench.engine.turns(id)[1]!.id })).toHaveLength(1);
    for (const [range, options] of [
      ['', {}],
      ['last', { turn: bench.engine.turns(id)[1]!.id }],
      [at(id, 4), { from: at(id, 4), to: at(id, 4) }],
      [`${first} to ${at(id, 4)}`, { from: first, to: at(id, 4) }],
    ] as const) {
      expect(bench.engine.diff(id, options)).toMatchObject([{ path: 'albatross.txt' }]);
      expect((await slash(id, `/diff ${range}`)).view()).toContain('albatross.txt');
    }
    expect((await slash(id, `/diff ${first}`)).view()).not.toContain('albatross.txt');
    expect(await json('diff', id, '--from', first, '--to', at(id, 4))).toHaveLength(1);
    expect((await shell(['diff', id, '--last', '--at', first])).code).toBe(2);
  });

  it('search, everywhere and in one thread', async () => {
    const id = made('Sought');
    const api = bench.engine.search('albatross', { thread: id });
    const printed = await json<{ message: MessageId }[]>('search', 'albatross', '--thread', id);
    expect(printed.map(({ message }) => message)).toEqual(api.map(({ message }) => message));
    expect(api.length).toBeGreaterThan(0);
    expect((await slash(id, '/search albatross')).view()).toContain('albatross');
    expect(api.length).toBeGreaterThan(1);
    const paged = await json<{ message: MessageId }[]>(
      'search',
      'albatross',
      '--thread',
      id,
      '--limit',
      '1',
      '--offset',
      '1',
    );
    expect(paged.map(({ message }) => message)).toEqual([api[1]!.message]);
  });

  it('stats', async () => {
    const id = made('Counted');
    const stats = bench.engine.stats({ thread: id });
    expect(stats.total).toMatchObject({ turns: 2, inputTokens: 30, outputTokens: 15, durationMs: 4000, messages: 6 });
    expect(stats.models).toMatchObject([{ model: 'claude-made-up', turns: 2, outputTokens: 15 }]);
    expect(stats.threads).toMatchObject([{ thread: id, title: 'Counted', turns: 2 }]);
    expect(stats.folders).toMatchObject([{ cwd: bench.world.cwd, messages: 6 }]);
    expect(stats.days).toHaveLength(1);
    expect(await json<Stats>('stats', '--thread', id)).toEqual(stats);
    const { out } = await ok('stats', '--thread', id, '--by', 'model');
    expect(out.split('\n')[1]).toMatch(/^claude-made-up +2 +30 +15 +4 s {2}█{16}$/);
    const view = (await slash(id, '/stats')).view();
    expect(view).toMatch(/claude-made-up +2 +30 +15 +4\.0s/);
    expect(view).toMatch(/This thread +2 +30 +15 +4\.0s/);
    const fork = bench.engine.fork(id);
    expect(bench.engine.stats({ thread: fork.id }).total.messages).toBe(0);
    expect((await shell(['stats', '--after', 'soon'])).code).toBe(2);
  });
});

describe('branching', () => {
  it('fork, children and tree', async () => {
    const ids = [made('Family'), made('Family'), made('Family')] as const;
    const [one, two, three] = ids;
    const api = bench.engine.fork(one, at(one, 0));
    const printed = await json<{ id: ThreadId }>('fork', two, '--at', at(two, 0));
    const seen = await slash(three, `/fork ${at(three, 0)}`);
    const forks = [api.id, printed.id, seen.thread!] as const;
    for (const fork of forks) expect(line(fork)).toEqual(line(one).slice(0, 2));
    for (const [index, id] of ids.entries()) {
      const children = bench.engine.children(id);
      expect(children.map((child) => child.id)).toEqual([forks[index]]);
      expect((await json<{ id: ThreadId }[]>('children', id)).map((child) => child.id)).toEqual([forks[index]]);
      const tree = bench.engine.tree(forks[index]!);
      expect(tree).toMatchObject({ thread: { id }, turns: 2, here: false });
      expect(tree.children).toMatchObject([{ thread: { id: forks[index] }, turns: 1, sharedTurns: 1, here: true }]);
      expect(await json('tree', forks[index]!)).toMatchObject({ id, children: [{ id: forks[index], here: true }] });
    }
    const { out } = await ok('tree', one);
    expect(out).toBe(
      `${one} Family ←  2 turns · idle · now\n└─ ${api.id} Family (fork)  1 turn, from turn 1 · idle · now\n`,
    );
    const view = (await slash(one, '/tree')).view();
    expect(view).toContain('Family (fork)');
  });

  it('revert and unrevert', async () => {
    const ids = [made(), made(), made()] as const;
    const before = line(ids[0]);
    const api = bench.engine.revert(ids[0], at(ids[0], 4));
    const printed = await ok('revert', ids[1], at(ids[1], 4));
    const seen = await slash(ids[2], `/revert ${at(ids[2], 4)}`);
    expect([api.text, printed.out.trim(), seen.composed]).toEqual(Array(3).fill('Write it down.'));
    for (const id of ids) expect(line(id)).toEqual(before.slice(0, 2));
    bench.engine.unrevert(ids[0]);
    await ok('unrevert', ids[1]);
    await slash(ids[2], '/unrevert');
    for (const id of ids) expect(line(id)).toEqual(before);
  });
});

describe('changing', () => {
  it('create and update', async () => {
    const ids = [made(), made(), made()] as const;
    bench.engine.update(ids[0], { title: 'Renamed' });
    await ok('rename', ids[1], 'Renamed');
    await slash(ids[2], '/rename Renamed');
    for (const id of ids) expect(bench.engine.get(id).title).toBe('Renamed');
    const printed = await json<{ id: ThreadId }>('create', '--title', 'New', '--mode', 'plan', '--extra', '{"mine":1}');
    const { out: bare } = await ok('create');
    for (const [id, title] of [
      [printed.id, 'New'],
      [bare.trim() as ThreadId, null],
    ] as const)
      expect(bench.engine.get(id)).toMatchObject({ id, title, cwd: bench.world.cwd, messages: 0 });
    expect(bench.engine.get(printed.id)).toMatchObject({ settings: { mode: 'plan' }, extra: { mine: 1 } });
    expect((await slash(ids[2], '/create')).thread).toBeNull();
    expect(await shell(['rename', ids[0]])).toEqual({
      code: 2,
      out: '',
      err: `ccchat: "${ids[0]}" is a thread; the title is missing. Give both: the thread, then the title.\n`,
    });
    const created = bench.engine.create({ cwd: bench.world.cwd, title: 'New', extra: { mine: 1 } });
    bench.engine.update(created.id, { pinned: true, archived: true, settings: { model: 'm', mode: 'plan' } });
    expect(bench.engine.get(created.id)).toMatchObject({
      pinned: true,
      archived: true,
      settings: { model: 'm', mode: 'plan' },
      extra: { mine: 1 },
    });
    expect(bench.engine.list({ pinned: true, archived: true }).map(({ id }) => id)).toEqual([created.id]);
  });

  it('update of everything that can be', async () => {
    const ids = [made(), made(), made()] as const;
    const settings = { model: 'made-up', mode: 'plan' } as const;
    bench.engine.update(ids[0], { title: 'Changed', settings, pinned: true, archived: true, extra: { mine: 1 } });
    const argv = ['--title', 'Changed', '--model', 'made-up', '--mode', 'plan', '--pin', '--archive'];
    const printed = await json('update', ids[1], ...argv, '--extra', '{"mine":1}');
    expect(printed).toMatchObject({ id: ids[1], title: 'Changed', settings, pinned: true, extra: { mine: 1 } });
    await slash(ids[2], '/rename Changed');
    await slash(ids[2], '/model made-up');
    await slash(ids[2], '/mode plan');
    const picker = await slash(ids[2], `/threads ${bench.engine.get(ids[2]).title}`);
    expect(picker.view()).toContain('Changed');
    for (const id of ids) expect(bench.engine.get(id)).toMatchObject({ title: 'Changed', settings });
    for (const change of ['pin', 'archive', 'extra {"mine":1}']) await slash(ids[2], `/update ${change}`);
    for (const id of ids)
      expect(bench.engine.get(id)).toMatchObject({ pinned: true, archived: true, extra: { mine: 1 } });
    await ok('update', ids[1], '--no-pin', '--no-archive', '--extra', '{"mine":null,"yours":2}');
    for (const change of ['unpin', 'unarchive', 'extra {"mine":null,"yours":2}'])
      await slash(ids[2], `/update ${change}`);
    for (const id of ids.slice(1)) {
      expect(bench.engine.get(id)).toMatchObject({ pinned: false, archived: false, extra: { yours: 2 } });
      expect(bench.engine.get(id).extra).not.toHaveProperty('mine');
    }
    for (const wrong of [[], ['--mode', 'bypass'], ['--extra', '[1]'], ['--extra', 'no']])
      expect((await shell(['update', ids[1], ...wrong])).code).toBe(2);
  });

  it('delete, undo, and clearing up', async () => {
    const ids = [made('Deleted'), made('Deleted'), made('Deleted')] as const;
    bench.engine.delete(ids[0]);
    await ok('delete', ids[1]);
    const asked = await slash(ids[2], '/delete');
    pressed(asked.overlay!, { columns: 80, rows: 24 }, 'y');
    for (const id of ids) expect(bench.engine.get(id).deletedAt).not.toBeNull();
    const plan = bench.engine.gc({ dryRun: true, days: 0 });
    expect(plan.threads.map(({ thread }) => thread)).toEqual(expect.arrayContaining([...ids]));
    expect(await json('gc', '--days', '0')).toEqual(plan);
    bench.engine.undelete(ids[0]);
    await ok('delete', ids[1], '--undo');
    await slash(ids[2], `/undelete ${ids[2]}`);
    for (const id of ids) expect(bench.engine.get(id).deletedAt).toBeNull();
    expect(bench.engine.gc({ dryRun: true, days: 0 }).threads).toEqual([]);
  });

  it('queue', async () => {
    const ids = [made(), made()] as const;
    for (const id of ids) bench.engine.inbox.pause(id);
    bench.engine.followUp(ids[0], 'later');
    await ok('queue', ids[1], 'add', 'later');
    for (const id of ids) expect(bench.engine.inbox.list(id).map((item) => item.text)).toEqual(['later']);
    for (const id of ids) for (const { id: item } of bench.engine.inbox.list(id)) bench.engine.inbox.remove(item);
  });
});

describe('in and out', () => {
  it.each([
    ['markdown', 'md'],
    ['json', 'json'],
    ['html', 'html'],
  ] as const)('export as %s', async (format, extension) => {
    const id = made('Out');
    const api = bench.engine.export(id, format);
    expect((await ok('export', id, '--format', extension)).out).toBe(api);
    const file = path.join(bench.world.root, `shell-${id}.${extension}`);
    await ok('export', id, '-o', file);
    expect(readFileSync(file, 'utf8')).toBe(api);
    expect((await shell(['export', id, '-o', file])).err).toContain('is there already');
    const typed = path.join(bench.world.root, `slash-${id}.${extension}`);
    await slash(id, `/export ${format} ${typed}`);
    expect(readFileSync(typed, 'utf8')).toBe(api);
  });

  it('import of what was exported', async () => {
    const id = made('Around');
    const file = path.join(bench.world.root, 'around.json');
    writeFileSync(file, bench.engine.export(id, 'json'));
    expect(await bench.engine.import({ paths: [file] })).toMatchObject({ created: [], unchanged: 1 });
    expect(await json<ImportReport>('import', file)).toMatchObject({ created: [], unchanged: 1 });
    bench.engine.delete(id);
    bench.engine.gc({ days: 0 });
    const { created } = await json<ImportReport>('import', file);
    expect(created).toHaveLength(1);
    expect((await slash(created[0]!, `/import ${file}`)).notices.at(-1)).toContain('0 new threads, 0 messages');
    bench.engine.delete(created[0]!);
    bench.engine.gc({ days: 0 });
    expect((await slash(made(), `/import ${file}`)).notices.at(-1)).toContain('1 new thread, 6 messages');
    const [again] = bench.engine.list({ query: 'Around' });
    expect(JSON.parse(bench.engine.export(again!.id, 'json')).messages).toEqual(
      JSON.parse(readFileSync(file, 'utf8')).messages,
    );
  });

  it('share and unshare', async () => {
    const ids = [made('Shared'), made('Shared'), made('Shared')] as const;
    const folder = path.join(bench.world.root, 'pages');
    const api = bench.engine.share(ids[0], { folder });
    const printed = await json<{ file: string; url: string }>('share', ids[1], '--folder', folder);
    await slash(ids[2], `/share ${folder}`);
    const typed = bench.engine.get(ids[2]).extra.shared as string;
    const files = [api.file, printed.file, typed];
    const pages = files.map((file, index) => {
      expect(path.dirname(file)).toBe(folder);
      return readFileSync(file, 'utf8')
        .replaceAll(ids[index]!, 'ID')
        .replace(/id="m-\w+"/g, '')
        .replace(/toolu?\w+|ID[wt]/g, '');
    });
    expect(pages[0]).toContain('On the mast.');
    expect(new Set(pages.map((page) => page.length)).size).toBe(1);
    expect(api.url).toBe(`file://${api.file}`);
    expect(bench.engine.unshare(ids[0])).toBe(api.file);
    await ok('unshare', ids[1]);
    await slash(ids[2], '/unshare');
    for (const file of files) expect(existsSync(file)).toBe(false);
    expect((await shell(['unshare', ids[0]])).err).toContain('is not shared');
    expect(path.dirname(bench.engine.share(ids[0]).file)).toBe(path.join(bench.world.data, 'shares'));
    rmSync(path.join(bench.world.data, 'shares'), { recursive: true });
  });

  it('share points out keys first, and refuses without a yes', async () => {
    const id = made('Secret');
    store.messages.append({ thread: id, role: 'user', via: 'prompt', blocks: text(`key AKIA${'A'.repeat(16)}`) });
    expect(bench.engine.secrets(id)).toMatchObject([{ kind: 'AWS access key' }]);
    const folder = path.join(bench.world.root, 'secret');
    const refused = await shell(['share', id, '--folder', folder]);
    expect(refused.code).toBe(1);
    expect(refused.err).toContain('AWS access key: AKIAAAAAAAAA…');
    expect(refused.err).not.toContain('A'.repeat(16));
    expect(existsSync(folder)).toBe(false);
    expect((await shell(['share', id, '--folder', folder, '--yes'])).code).toBe(0);
  });
});

describe('with the model', { timeout: 120_000 }, () => {
  it('prompt, from the API, the shell, the composer and as a stream', async () => {
    const ids = [made(), made(), made(), made()] as const;
    const said = 'What did the bird do?';
    expect(await bench.engine.prompt(ids[0], said)).toMatchObject({ state: 'done' });
    await ok('send', '--thread', ids[1], said);
    await typed(ids[3], said);
    for await (const event of bench.engine.promptStream(ids[2], said))
      if (event.type === 'turn.end') expect(event.state).toBe('done');
    const [first, ...others] = ids.map(line);
    for (const other of others) expect(other).toEqual(first);
    expect(first).toHaveLength(8);
  });

  it('command, all three ways', async () => {
    const ids = [made(), made(), made()] as const;
    makeCommand();
    expect(await bench.engine.command(ids[0], '/greet the mate')).toMatchObject({ state: 'done' });
    const { out } = await ok('command', '--thread', ids[1], '/greet', 'the', 'mate');
    expect(out).toContain('Say good morning to the mate');
    await typed(ids[2], '/greet the mate');
    const [first, ...others] = ids.map(line);
    for (const [index, other] of others.entries()) expect({ index, said: other }).toEqual({ index, said: first });
    expect(first![6]).toEqual(['user', 'prompt', '/greet the mate']);
    expect(first!.length).toBeGreaterThan(7);
    const seen = bench.world.model.requests.filter(({ body }) =>
      JSON.stringify(body.messages).includes('Say good morning to the mate'),
    );
    expect(seen.length).toBeGreaterThanOrEqual(3);
    const unknown = await shell(['command', '--thread', ids[1], '/nosuchcommand']);
    expect(unknown).toMatchObject({ code: 1, out: '' });
    expect(unknown.err).toContain('ccchat: claude knows no command /nosuchcommand.');
  });

  it('shell, all three ways, with and without the model seeing it', async () => {
    const ids = [made(), made(), made()] as const;
    const command = 'echo albatross; pwd; exit 3';
    const output = `albatross\n${bench.world.cwd}\n`;
    const api = await bench.engine.shell(ids[0], command);
    const printed = await shell(['shell', '--thread', ids[1], command]);
    await typed(ids[2], `!${command}`);
    expect(api).toMatchObject({ role: 'shell', hidden: false, agent: { exitCode: 3 } });
    expect(printed).toMatchObject({ code: 3, out: output });
    for (const id of ids) {
      expect(line(id).at(-1)).toEqual(['shell', null, `${command}\n${output}`]);
      const said = (await ok('show', id, '--limit', '1')).out;
      expect(said).toMatch(/^shell \w+ \(exit 3\)$/m);
      expect(said).toContain(`$ ${command}\n  albatross\n  ${bench.world.cwd}\n`);
    }
    await bench.engine.shell(ids[0], 'echo secret', { hidden: true });
    const hidden = await ok('shell', '--thread', ids[1], '--hidden', '--json', 'echo', 'secret');
    expect(JSON.parse(hidden.out)).toMatchObject({ role: 'shell' });
    await typed(ids[2], '!!echo secret');
    for (const id of ids) {
      expect(bench.engine.messages(id).at(-1)).toMatchObject({ role: 'shell', hidden: true });
      await bench.engine.prompt(id, `What did you see in ${id}?`);
      const asked = bench.world.model.requests
        .map(({ body }) => JSON.stringify(body.messages))
        .findLast((text) => text.includes(`What did you see in ${id}?`))!;
      expect(asked).toContain('echo albatross');
      expect(asked).not.toContain('secret');
    }
    for (const format of ['markdown', 'html'] as const)
      for (const fact of ['exit 3', 'kept from the model']) expect(bench.engine.export(ids[0], format)).toContain(fact);
  });

  it('abort, all three ways', async () => {
    const ids = [made(), made(), made()] as const;
    const ways: ((id: ThreadId) => Promise<unknown>)[] = [
      (id) => bench.engine.abort(id),
      async (id) => expect(await json('abort', id)).toMatchObject({ state: 'interrupted' }),
      (id) => slash(id, '/abort'),
    ];
    for (const [index, id] of ids.entries()) {
      bench.engine.update(id, { settings: { allowedTools: ['Bash'] } });
      const turn = bench.engine.prompt(id, `Run \`${bench.waitingCommand}\``);
      await bench.saw('tool.start', (event) => event.thread === id);
      await ways[index]!(id);
      expect(await turn).toMatchObject({ state: 'interrupted' });
      expect(bench.engine.status(id)).toMatchObject({ status: 'idle', turn: { state: 'interrupted' } });
    }
    const said = await Promise.all(ids.map((id) => shell(['abort', id])));
    for (const { code, err } of said) {
      expect(code).toBe(1);
      expect(err).toMatch(/^ccchat: .*\n$/);
    }
  });

  it('summarize, all three ways', async () => {
    const ids = [made(), made(), made()] as const;
    const api = await bench.engine.summarize(ids[0]);
    const printed = await json<{ role: string; text: string }>('summarize', ids[1]);
    await slash(ids[2], '/summarize');
    expect(printed).toMatchObject({ role: 'summary', text: plainText(api.blocks) });
    for (const id of ids) {
      expect(line(id)).toHaveLength(7);
      expect(line(id).at(-1)).toEqual(['summary', null, plainText(api.blocks)]);
    }
  });

  it('init, all three ways', async () => {
    const ids = [made(), made(), made()] as const;
    expect(await bench.engine.init(ids[0])).toMatchObject({ state: 'done' });
    await ok('init', ids[1]);
    await slash(ids[2], '/init');
    for (const id of ids) {
      expect(bench.engine.turns(id).at(-1)?.state).toBe('done');
      expect(line(id)[6]).toEqual(['user', 'prompt', '/init']);
    }
    expect(
      bench.world.model.requests.filter(({ body }) => JSON.stringify(body.messages).includes('CLAUDE.md')),
    ).not.toEqual([]);
  });
});

describe('unknown names', () => {
  it.each(['todo', 'diff', 'tree', 'export', 'share', 'unshare', 'summarize', 'init', 'children', 'show'])(
    '%s says so in one line with what is near',
    async (command) => {
      made('Near miss');
      const { code, out, err } = await shell([command, 'Near mis']);
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(err).toMatch(/^ccchat: there is no thread "Near mis"\. Did you mean .*Near miss.*\?\n$/);
    },
  );
});
