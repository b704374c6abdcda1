// The search language, alone and through the engine and the shell.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseQuery } from '../../src/engine/search-query.ts';
import type { Block, MessageId, Role, ThreadId } from '../../src/store/types.ts';
import { createSearch } from '../../src/ui/overlays/search.ts';
import { createTheme } from '../../src/ui/theme.ts';
import { collector } from '../cli/hand-made-shell.ts';
import { middle, page, pressed, typed } from '../ui/overlays/support.ts';
import { type Desk, openDesk } from './support.ts';

const now = new Date(2026, 2, 10, 15, 30).getTime();
const day = (year: number, month: number, date: number) => new Date(year, month - 1, date).getTime();
const folders = ['/home/me/work/ccchat', '/home/me/work/parser', '/srv/parser-old'];
const parse = (query: string) => parseQuery(query, { now, cwd: '/home/me', folders: () => folders });

describe('a query', () => {
  it.each([
    ['plain words', { text: 'plain words', filter: {} }],
    ['"a phrase" and begin*', { text: '"a phrase" and begin*', filter: {} }],
    ['http://x error: a:b', { text: 'http://x error: a:b', filter: {} }],
    ['"role:you is quoted"', { text: '"role:you is quoted"', filter: {} }],
    ['ROLE:You hello', { text: 'hello', filter: { roles: ['user'] } }],
    ['role:you,claude role:tool', { text: '', filter: { roles: ['user', 'assistant', 'tool'] } }],
    ['tool:Bash rm', { text: 'rm', filter: { tool: 'Bash' } }],
    ['after:2026-03-01', { text: '', filter: { after: day(2026, 3, 1) } }],
    ['after:2026 before:2026-02', { text: '', filter: { after: day(2026, 1, 1), before: day(2026, 2, 1) } }],
    ['before:today', { text: '', filter: { before: day(2026, 3, 10) } }],
    ['after:yesterday', { text: '', filter: { after: day(2026, 3, 9) } }],
    ['after:36h', { text: '', filter: { after: now - 36 * 3600_000 } }],
    ['after:2W', { text: '', filter: { after: now - 14 * 86_400_000 } }],
    ['after:"2026-03-01 09:30"', { text: '', filter: { after: new Date(2026, 2, 1, 9, 30).getTime() } }],
    ['folder:ccchat x', { text: 'x', filter: { folders: [folders[0]] } }],
    ['folder:parser', { text: '', filter: { folders: [folders[1]] } }],
    ['folder:pars', { text: '', filter: { folders: [folders[1], folders[2]] } }],
    ['folder:./work', { text: '', filter: { folders: [folders[0], folders[1]] } }],
    ['folder:"/srv/parser-old"', { text: '', filter: { folders: [folders[2]] } }],
  ])('%s', (query, expected) => {
    expect(parse(query)).toEqual(expected);
  });

  it.each([
    ['role:cat', 'role:cat is nobody who speaks'],
    ['role:', 'role: has no value'],
    ['tool:""', 'tool: has no value'],
    ['after:soon', 'after:soon is no date'],
    ['before:2026-02-30', 'before:2026-02-30 is no date'],
    ['after:2026-13', 'after:2026-13 is no date'],
    ['after:2026-03-05 before:2026-03-01', 'after: is not earlier than before:'],
    ['folder:nowhere', 'no thread is in a folder like "nowhere"'],
    ['folder:/nowhere', 'no thread is in a folder like "/nowhere"'],
    ['role:constructor', 'role:constructor is nobody who speaks'],
  ])('%s is refused', (query, message) => {
    expect(() => parse(query)).toThrow(expect.objectContaining({ code: 'bad-input', message }));
  });
});

describe('through the engine and the shell', () => {
  let desk: Desk;
  let ids: Record<'a' | 'b', ThreadId>;
  const said = {} as Record<string, MessageId>;

  beforeEach(async () => {
    desk = await openDesk();
    const { threads, messages } = desk.store;
    ids = {
      a: threads.create({ cwd: '/work/alpha', title: 'Alpha' }).id,
      b: threads.create({ cwd: '/work/beta', title: 'Beta' }).id,
    };
    const add = (name: string, thread: ThreadId, role: Role, blocks: Block[], at: string) => {
      const via = role === 'user' ? 'prompt' : null;
      said[name] = messages.append({ thread, role, via, blocks, createdAt: Date.parse(at) }).id;
    };
    const text = (words: string): Block[] => [{ type: 'text', text: words }];
    add('asked', ids.a, 'user', text('deploy the dead letter queue'), '2026-01-05T12:00:00Z');
    add(
      'ran',
      ids.a,
      'assistant',
      [{ type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'deploy now' } }],
      '2026-01-05T12:01:00Z',
    );
    add('answered', ids.a, 'assistant', text('the letter is dead; redeployed'), '2026-01-05T12:02:00Z');
    add('other', ids.b, 'user', text('deployment of 東京 notes'), '2026-02-05T12:00:00Z');
  });
  afterEach(() => desk.close());

  it.each([
    ['"dead letter"', ['asked']],
    ['deploy* role:you', ['asked', 'other']],
    ['deploy* before:2026-02-01', ['asked', 'ran']],
    ['deploy', ['asked', 'ran', 'other', 'answered']],
    ['deploy folder:beta', ['other']],
    ['tool:Bash', ['ran']],
    ['tool:Bash queue', []],
    ['after:2026-02-01', ['other']],
    ['role:claude', ['answered', 'ran']],
    ['東京', ['other']],
    ['folder:/work role:you', ['other', 'asked']],
  ])('%s finds the same in both', async (query, expected) => {
    const found = desk.engine.search(query);
    expect(found.map(({ message }) => message).sort()).toEqual(expected.map((name) => said[name]).sort());
    const printed = await desk.json<{ message: MessageId; at: string }[]>('search', query);
    expect(printed).toEqual(found.map((hit) => ({ ...hit, at: new Date(hit.at).toISOString() })));
  });

  it('looks inside one thread', async () => {
    expect((await desk.json<unknown[]>('search', 'deploy*', '--thread', ids.b)).length).toBe(1);
    expect((await desk.json<unknown[]>('search', 'deploy*', '--limit', '1')).length).toBe(1);
  });

  it('takes an argument with spaces among others as a phrase', async () => {
    const found = await desk.json<{ message: MessageId }[]>('search', 'dead letter', 'role:you');
    expect(found.map(({ message }) => message)).toEqual([said.asked]);
    expect(await desk.json('search', 'letter dead', 'role:you')).toEqual([]);
  });

  it('prints where it was said, with the words marked on a terminal', async () => {
    const { out } = await desk.run(['search', '"dead letter"'], { now: () => Date.parse('2026-01-06T12:00:00Z') });
    expect(out).toBe(`${ids.a} Alpha  you ${said.asked} · 1 d · /work/alpha\n  deploy the dead letter queue\n`);
    const { Chalk } = await import('chalk');
    const screen = collector(true);
    await desk.run(['search', '"dead letter"'], { out: { ...screen.output, style: new Chalk({ level: 1 }) } });
    expect(screen.text()).toContain('deploy the \x1b[1m\x1b[33mdead letter\x1b[39m\x1b[22m queue');
  });

  it('says in the search screen what is wrong with a filter, at every letter of it', () => {
    const context = {
      engine: desk.engine,
      theme: createTheme({ name: 'dark' }),
      thread: ids.a,
      cwd: '/',
      home: '/',
      now: Date.now,
    };
    const overlay = createSearch(context);
    for (const letter of 'role:yu') typed(overlay, middle, letter);
    expect(page(overlay, middle)).toContain('role:yu is nobody who speaks');
    pressed(overlay, middle, 'backspace');
    typed(overlay, middle, 'ou');
    expect(page(overlay, middle)).toContain('Alpha');
  });

  it('says so when nothing is found, and what is wrong with a filter', async () => {
    expect(await desk.run(['search', 'zebra'])).toEqual({ code: 0, out: '', err: 'Nothing found.\n' });
    const { code, err } = await desk.run(['search', 'role:cat', 'x']);
    expect(code).toBe(1);
    expect(err).toBe(
      'ccchat: role:cat is nobody who speaks. Use role:you, role:claude, role:tool, role:summary or role:shell.\n',
    );
  });
});
