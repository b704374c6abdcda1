// Importing what was said elsewhere: branches become forks, nothing comes twice, what has grown goes on, what is broken is named.
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Agent, AgentEvent, PastStep } from '../../src/engine/agent.ts';
import type { Core } from '../../src/engine/core.ts';
import { importThreads } from '../../src/engine/import/index.ts';
import type { ImportReport } from '../../src/engine/thread-tools.ts';
import { plainText } from '../../src/store/text.ts';
import type { ThreadId } from '../../src/store/types.ts';
import { type Desk, openDesk } from './support.ts';
import { transcript } from './transcripts.ts';

let desk: Desk;
beforeEach(async () => {
  desk = await openDesk();
});
afterEach(() => desk.close());

const projects = (name: string) => desk.file(`home/.claude/projects/-made-up/${name}.jsonl`);
const said = (thread: ThreadId) => desk.engine.messages(thread).map(({ role, blocks }) => [role, plainText(blocks)]);
const threads = () => desk.engine.list().map(({ id }) => id);

function plain(name = 'plain') {
  const made = transcript(name);
  made.prompt('first question');
  made.reply('first answer');
  made.end();
  made.prompt('second question');
  made.tool('Bash', { command: 'false' }, 'it failed', 'failed');
  made.tool('Write', { file_path: '/made/up/a.txt', content: 'a' }, 'File created successfully');
  made.reply('second answer');
  made.end();
  return made;
}

describe('one session', () => {
  it('becomes a thread with its turns, times, folder, title and search', async () => {
    plain().write(projects('plain'));
    const report = await desk.engine.import();
    expect(report).toMatchObject({ files: 1, turns: 2, messages: 8, unreadable: [], interrupted: false });
    const [id] = report.created as [ThreadId];
    expect(desk.engine.get(id)).toMatchObject({ title: 'first question', cwd: '/made/up', parent: null, messages: 8 });
    expect(desk.engine.messages(id).map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'user',
      'assistant',
      'tool',
      'assistant',
      'tool',
      'assistant',
    ]);
    const turns = desk.engine.turns(id);
    expect(turns.map(({ state, durationMs, paths }) => ({ state, durationMs, paths }))).toEqual([
      { state: 'done', durationMs: 2000, paths: [] },
      { state: 'done', durationMs: 6000, paths: ['/made/up/a.txt'] },
    ]);
    expect(new Date(desk.engine.get(id).updatedAt).toISOString()).toBe('2026-01-01T00:00:10.000Z');
    expect(desk.engine.search('"second answer"').map(({ thread }) => thread)).toEqual([id]);
    expect(desk.engine.diff(id).map(({ path }) => path)).toEqual(['a.txt']);
  });

  it('comes only once, whether its file is the same or only looks new', async () => {
    const file = plain().write(projects('plain'));
    await desk.engine.import();
    expect(await desk.engine.import()).toMatchObject({ created: [], messages: 0, unchanged: 1 });
    appendFileSync(file, '{"type":"mode","mode":"default"}\n');
    expect(await desk.engine.import()).toMatchObject({ created: [], continued: [], messages: 0, unchanged: 1 });
    expect(threads()).toHaveLength(1);
  });

  it('goes on where its file has grown, also from the middle of a reply', async () => {
    const made = plain();
    made.prompt('third question');
    const cut = made.lines.length + 1;
    made.raw({
      type: 'assistant',
      message: { id: 'msg_x', role: 'assistant', content: [{ type: 'text', text: 'half' }], stop_reason: null },
    });
    made.raw({
      type: 'assistant',
      message: { id: 'msg_x', role: 'assistant', content: [{ type: 'text', text: 'whole' }], stop_reason: 'end_turn' },
    });
    made.end();
    const whole = [...made.lines];
    made.lines.length = cut;
    made.write(projects('plain'));
    const [id] = (await desk.engine.import()).created as [ThreadId];
    expect(said(id).at(-1)).toEqual(['assistant', 'half']);
    writeFileSync(projects('plain'), `${whole.join('\n')}\n`);
    expect(await desk.engine.import()).toMatchObject({ created: [], continued: [id] });
    expect(threads()).toEqual([id]);
    expect(said(id).slice(-2)).toEqual([
      ['user', 'third question'],
      ['assistant', 'half\nwhole'],
    ]);
    expect(desk.engine.turns(id)).toHaveLength(3);
  });

  it('that was gone on with here and there becomes a fork of what was here', async () => {
    const made = plain();
    made.write(projects('plain'));
    const [id] = (await desk.engine.import()).created as [ThreadId];
    desk.store.messages.append({
      thread: id,
      role: 'user',
      via: 'prompt',
      blocks: [{ type: 'text', text: 'said here' }],
    });
    made.prompt('said there');
    made.reply('answered there');
    made.end();
    made.write(projects('plain'));
    const [fork] = (await desk.engine.import()).created as [ThreadId];
    expect(desk.engine.get(fork)).toMatchObject({ parent: id, title: 'first question (fork)' });
    expect(said(fork).at(-1)).toEqual(['assistant', 'answered there']);
    expect(desk.engine.get(id).messages).toBe(9);
  });
});

describe('branches', () => {
  it('are forks; the latest line is the thread itself, taken-back prompts are left out', async () => {
    const made = transcript('branched');
    made.prompt('root');
    made.reply('root answer');
    const root = made.end();
    made.prompt('old way');
    made.reply('old answer');
    made.end();
    made.at = root;
    made.prompt('never mind');
    made.at = root;
    made.prompt('new way');
    made.reply('new answer');
    const fresh = made.end();
    made.prompt('newer, first try');
    made.reply('newer answer 1');
    made.end();
    made.at = fresh;
    made.prompt('newer, second try');
    made.reply('newer answer 2');
    made.end();
    made.write(projects('branched'));
    const report = await desk.engine.import();
    expect(report.created).toHaveLength(3);
    const [main, ...forks] = report.created as [ThreadId, ThreadId, ThreadId];
    expect(said(main).map(([, text]) => text)).toEqual([
      'root',
      'root answer',
      'new way',
      'new answer',
      'newer, second try',
      'newer answer 2',
    ]);
    expect(forks.map((fork) => said(fork).map(([, text]) => text))).toEqual([
      ['root', 'root answer', 'new way', 'new answer', 'newer, first try', 'newer answer 1'],
      ['root', 'root answer', 'old way', 'old answer'],
    ]);
    const tree = desk.engine.tree(main);
    expect(tree.children.map(({ thread, sharedTurns }) => [thread.id, sharedTurns]).sort()).toEqual(
      [
        [forks[0], 2],
        [forks[1], 1],
      ].sort(),
    );
    expect(desk.store.messages.count(desk.engine.get(main).head)).toBe(6);
    expect(await desk.engine.import()).toMatchObject({ created: [], unchanged: 1 });
    expect(desk.engine.search('never mind')).toEqual([]);
  });

  it('inside a turn are parallel tools, not branches', async () => {
    const made = transcript('parallel');
    made.prompt('do both');
    const use = (id: string) => ({
      type: 'assistant',
      message: {
        id: 'msg_p',
        role: 'assistant',
        content: [{ type: 'tool_use', id, name: 'Bash', input: {} }],
        stop_reason: 'tool_use',
      },
    });
    const result = (id: string) => ({
      type: 'user',
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: id }] },
    });
    const first = made.raw(use('one'));
    const second = made.raw(use('two'));
    made.at = first;
    made.raw(result('one'));
    made.at = second;
    made.raw(result('two'));
    made.reply('both done');
    made.end();
    made.write(projects('parallel'));
    const { created } = await desk.engine.import();
    expect(created).toHaveLength(1);
    expect(desk.engine.messages(created[0]!).map(({ role, blocks }) => [role, blocks.length])).toEqual([
      ['user', 1],
      ['assistant', 2],
      ['tool', 2],
      ['assistant', 1],
    ]);
  });

  it('of a session copied into another file share what is the same', async () => {
    plain('shared').write(projects('one'));
    const copy = plain('shared');
    copy.prompt('only in the copy');
    copy.reply('copied');
    copy.end();
    const original = plain('shared');
    original.prompt('only in the original');
    original.reply('original');
    original.write(projects('one'));
    copy.raw({ type: 'mode' });
    copy.write(projects('two'));
    const { created, messages } = await desk.engine.import();
    expect(created).toHaveLength(2);
    expect(messages).toBe(8 + 2 + 2);
  });
});

describe('what is in a transcript beside the conversation', () => {
  it('records that stand before their parents are put in order', async () => {
    const made = plain();
    const [prompt, reply, end, ...rest] = made.lines as [string, string, string, ...string[]];
    made.lines.splice(0, made.lines.length, reply, end, prompt, ...rest);
    made.write(projects('shuffled'));
    const { created } = await desk.engine.import();
    expect(created).toHaveLength(1);
    plain().write(projects('plain'));
    expect(await desk.engine.import()).toMatchObject({ created: [], messages: 0 });
    expect(said(created[0]!).slice(0, 2)).toEqual([
      ['user', 'first question'],
      ['assistant', 'first answer'],
    ]);
  });

  it('what an old version says a reply cost is counted, and nothing is where it says nothing', async () => {
    const made = transcript('old');
    made.prompt('how much?');
    made.reply('this much', { costUSD: 0.25 });
    made.prompt('and now?');
    made.reply('nobody knows');
    made.write(projects('old'));
    plain().write(projects('plain'));
    await desk.engine.import();
    const { total, threads: rows } = desk.engine.stats();
    expect(total.costUsd).toBe(0.25);
    expect(rows.map(({ title, costUsd }) => [title, costUsd]).sort()).toEqual([
      ['first question', null],
      ['how much?', 0.25],
    ]);
    const { out } = await desk.run(['stats', '--all', '--by', 'thread']);
    expect(out).toMatch(/^thread +turns +in +out +time +cost\n/);
    expect(out).toMatch(/how much\? .* \$0\.25 /);
    expect(out).toMatch(/\ntotal .* \$0\.25\n$/);
  });

  it('what claude put in when it went on with a turn that broke off is no message, and none is empty', async () => {
    const made = transcript('broken');
    const attached = () => made.raw({ type: 'attachment', attachment: { type: 'date', date: 'today' } });
    const spoken = (text: string, more: object) =>
      made.reply(text, {
        message: {
          role: 'assistant',
          model: '<synthetic>',
          stop_reason: 'stop_sequence',
          content: [{ type: 'text', text }],
        },
        ...more,
      });
    made.prompt('it fails');
    attached();
    spoken('API Error: 500', { isApiErrorMessage: true, error: 'server_error' });
    made.prompt('it breaks off');
    attached();
    made.prompt('Continue from where you left off.', { isMeta: true });
    spoken('No response requested.', { isApiErrorMessage: false });
    made.prompt('go on');
    made.reply('gone on');
    made.end();
    made.write(projects('broken'));
    const [id] = (await desk.engine.import()).created as [ThreadId];
    expect(said(id)).toEqual([
      ['user', 'it fails'],
      ['user', 'it breaks off'],
      ['user', 'go on'],
      ['assistant', 'gone on'],
    ]);
    expect(desk.engine.turns(id).map(({ state }) => state)).toEqual(['failed', 'lost', 'done']);
  });

  it('side chains are left out and a compaction is a summary', async () => {
    const made = transcript('compacted');
    made.prompt('long story');
    made.reply('told');
    made.raw({ type: 'user', isSidechain: true, agentId: 'a1', message: { role: 'user', content: 'side prompt' } });
    made.raw({
      type: 'assistant',
      isSidechain: true,
      agentId: 'a1',
      message: { role: 'assistant', content: [{ type: 'text', text: 'side answer' }] },
    });
    made.end();
    made.compact('the story in short');
    made.prompt('go on');
    made.reply('gone on');
    made.end();
    made.raw({ type: 'custom-title', customTitle: 'A long story' });
    made.write(projects('compacted'));
    const [id] = (await desk.engine.import()).created as [ThreadId];
    expect(said(id)).toEqual([
      ['user', 'long story'],
      ['assistant', 'told'],
      ['summary', 'the story in short'],
      ['user', 'go on'],
      ['assistant', 'gone on'],
    ]);
    expect(desk.engine.get(id).title).toBe('A long story');
    expect(desk.engine.search('side answer')).toEqual([]);
  });

  it('files without a conversation are counted, broken ones are named and stop nothing', async () => {
    plain().write(projects('good'));
    const side = transcript('side');
    side.raw({ type: 'user', isSidechain: true, agentId: 'a', message: { role: 'user', content: 'x' } });
    side.write(projects('agent-side'));
    const unanswered = transcript('unanswered');
    unanswered.prompt('hello?');
    unanswered.write(projects('unanswered'));
    writeFileSync(projects('garbage'), Buffer.from([0, 255, 254, 10, 1, 2, 3]));
    const torn = plain('torn');
    writeFileSync(projects('torn'), `${torn.lines.slice(0, 3).join('\n')}\n{"torn":\n`);
    writeFileSync(projects('empty'), '');
    mkdirSync(desk.file('home/.claude/projects/-made-up/session/subagents'), { recursive: true });
    const report = await desk.engine.import();
    expect(report.created).toHaveLength(2);
    expect(report.empty).toBe(3);
    expect(report.unreadable.map(({ file, reason }) => [file.split('/').at(-1), reason]).sort()).toEqual([
      ['garbage.jsonl', 'nothing in it is a record of claude'],
      ['torn.jsonl', '1 of its 4 lines could not be read'],
    ]);
  });

  it('sessions that ccchat ran itself are left out', async () => {
    plain().write(projects('ours'));
    const { id } = desk.engine.create({ cwd: desk.root });
    const turn = desk.store.turns.create({ thread: id, session: 'ours' });
    desk.store.turns.update(turn.id, { state: 'done', endedAt: 1 });
    expect(await desk.engine.import()).toMatchObject({ own: 1, created: [] });
  });
});

it('a file that fails half-way leaves nothing behind, and those beside it come in', async () => {
  const steps = (name: string): PastStep[] => [
    { event: { type: 'prompt', text: `${name} asked`, from: 'person' } as AgentEvent, record: `${name}1`, at: 1 },
    {
      event: { type: 'block', block: { type: 'text', text: 'answered' }, parentTool: null } as AgentEvent,
      record: `${name}2`,
      at: 2,
    },
    {
      event: { type: 'end', state: 'done', stopReason: 'end_turn', error: null } as AgentEvent,
      record: `${name}3`,
      at: 3,
    },
  ];
  const names = ['one', 'broken', 'two'];
  const history: Agent['history'] = {
    files: () => names.map((file) => ({ file, size: 10, modifiedAt: 1 })),
    open: (file) => ({
      id: file,
      cwd: '/made/up',
      title: file,
      sideRecords: 0,
      badLines: 0,
      lines: 3,
      stretches: [
        {
          from: null,
          answered: true,
          *steps() {
            yield* steps(file);
            if (file === 'broken') throw Object.assign(new Error('it went away'), { syscall: 'read' });
          },
        },
      ],
    }),
  };
  const core = { store: desk.store, agent: { history }, bus: { emit() {} } } as unknown as Core;
  const seen: number[] = [];
  const report = await importThreads(core, { onProgress: ({ files }) => seen.push(files) });
  expect(report).toMatchObject({ files: 3, turns: 2, unreadable: [{ file: 'broken', reason: 'it went away' }] });
  expect(
    desk.engine
      .list()
      .map(({ title }) => title)
      .sort(),
  ).toEqual(['one', 'two']);
  expect(desk.store.imports.file('broken')).toBeNull();
  expect(desk.engine.search('answered')).toHaveLength(2);
  expect(seen.at(-1)).toBe(3);
});

describe('an import that is stopped', () => {
  it('leaves whole files, and the next one goes on', async () => {
    for (let number = 0; number < 20; number += 1) plain(`many${number}`).write(projects(`many${number}`));
    const stop = new AbortController();
    const first = await desk.engine.import({
      signal: stop.signal,
      onProgress: ({ files }) => {
        if (files === 7) stop.abort();
      },
    });
    expect(first).toMatchObject({ interrupted: true, files: 7 });
    expect(threads()).toHaveLength(7);
    const second = await desk.engine.import();
    expect(second).toMatchObject({ interrupted: false, files: 20, unchanged: 7 });
    expect(second.created).toHaveLength(13);
    expect(threads()).toHaveLength(20);
  });
});

it('stays removed when it was removed, unless its file is named', async () => {
  const file = plain().write(projects('plain'));
  const [id] = (await desk.engine.import()).created as [ThreadId];
  desk.engine.delete(id);
  desk.engine.gc({ days: 0 });
  expect(await desk.engine.import()).toMatchObject({ created: [], unchanged: 1 });
  expect((await desk.engine.import({ paths: [file] })).created).toHaveLength(1);
});

describe('an exported thread', () => {
  it('comes back as it was, and only once', async () => {
    plain().write(projects('plain'));
    const [id] = (await desk.engine.import()).created as [ThreadId];
    desk.engine.update(id, {
      title: 'Kept',
      pinned: true,
      settings: { model: 'm', mode: 'bypass', claudeArgs: ['--evil'] },
    });
    const json = desk.engine.export(id, 'json');
    writeFileSync(desk.file('thread.json'), json);
    expect(await desk.engine.import({ paths: [desk.file('thread.json')] })).toMatchObject({
      created: [],
      unchanged: 1,
    });

    const elsewhere = await openDesk();
    try {
      const [copy] = (await elsewhere.engine.import({ paths: [desk.file('thread.json')] })).created as [ThreadId];
      expect(elsewhere.engine.get(copy)).toMatchObject({
        title: 'Kept',
        pinned: true,
        settings: { model: 'm' },
        cwd: '/made/up',
      });
      expect(elsewhere.engine.messages(copy)).toEqual(desk.engine.messages(id));
      const turnsOf = (d: Desk, t: ThreadId) => d.engine.turns(t).map(({ thread: _, ...turn }) => turn);
      expect(turnsOf(elsewhere, copy)).toEqual(turnsOf(desk, id));
      expect(await elsewhere.engine.import({ paths: [desk.file('thread.json')] })).toMatchObject({
        created: [],
        unchanged: 1,
      });

      elsewhere.engine.delete(copy);
      const again = await elsewhere.engine.import({ paths: [desk.file('thread.json')] });
      expect(again.created).toHaveLength(1);
      expect(elsewhere.engine.messages(again.created[0]!)).toEqual(desk.engine.messages(id));
      expect(await elsewhere.engine.import({ paths: [desk.file('thread.json')] })).toMatchObject({
        created: [],
        unchanged: 1,
      });
    } finally {
      await elsewhere.close();
    }
  });

  it.each([
    ['not json', 'This is not JSON'],
    ['{"format":"other"}', 'This is not an exported thread'],
    ['{"format":"ccchat-thread","version":9}', 'This export has version 9, newer than this ccchat'],
  ])('that is broken (%s) is named', async (text, reason) => {
    writeFileSync(desk.file('broken.json'), text);
    const report = await desk.engine.import({ paths: [desk.file('broken.json')] });
    expect(report.unreadable).toEqual([{ file: desk.file('broken.json'), reason }]);
  });
});

describe('the shell', () => {
  it('says what came, what did not, and repeats safely', async () => {
    plain().write(projects('plain'));
    writeFileSync(projects('garbage'), 'x\n');
    const first = await desk.run(['import']);
    expect(first).toMatchObject({ code: 0 });
    expect(first.out).toBe(
      '1 new thread: 2 turns, 8 messages from 2 files.\n1 that could not be read, or not all of it:\n',
    );
    expect(first.err).toBe(`${projects('garbage')}: nothing in it is a record of claude\n`);
    const again = await desk.json<ImportReport>('import');
    expect(again).toMatchObject({ created: [], unchanged: 1 });
  });

  it('takes an export through a pipe', async () => {
    plain().write(projects('plain'));
    const [id] = (await desk.engine.import()).created as [ThreadId];
    const { out } = await desk.run(['export', id, '--format', 'json']);
    expect(JSON.parse(out)).toEqual(JSON.parse(desk.engine.export(id, 'json')));
    const elsewhere = await openDesk();
    try {
      expect((await elsewhere.run(['import', '-'], { readInput: async () => out })).code).toBe(0);
      expect(elsewhere.engine.list()).toHaveLength(1);
    } finally {
      await elsewhere.close();
    }
  });

  it('stops at Ctrl+C between two files and says how to go on', async () => {
    for (let number = 0; number < 5; number += 1) plain(`many${number}`).write(projects(`many${number}`));
    const onInterrupt = (listener: () => void) => {
      listener();
      return () => {};
    };
    expect(await desk.run(['import'], { onInterrupt })).toMatchObject({
      code: 130,
      err: 'Stopped. The same command goes on from here.\n',
    });
    expect(threads()).toEqual([]);
    expect((await desk.run(['import'])).code).toBe(0);
    expect(threads()).toHaveLength(5);
  });

  it('draws a bar on a terminal and wipes it', async () => {
    plain().write(projects('plain'));
    const { collector } = await import('../cli/hand-made-shell.ts');
    const err = collector(true);
    await desk.run(['import'], { err: err.output });
    expect(err.text()).toContain('100 %  1 of 1 files, 1 threads, 8 messages');
    expect(err.text().endsWith('\r\x1b[K')).toBe(true);
  });

  it('names a folder that is not there', async () => {
    expect(await desk.run(['import'])).toMatchObject({ code: 1, out: '' });
    const missing = await desk.run(['import', 'nowhere']);
    expect(missing.err).toBe(`ccchat: there is no ${desk.file('nowhere')}. Name a folder or a file that is there.\n`);
    expect(readFileSync(desk.file('data/ccchat.db')).length).toBeGreaterThan(0);
  });
});
