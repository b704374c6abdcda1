import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseExport } from '../../../src/engine/export/index.ts';
import type { ThreadId, ThreadSettings } from '../../../src/store/types.ts';
import { catalogue, commandNames, parseCommand } from '../../../src/ui/commands/catalogue.ts';
import type { CommandHost } from '../../../src/ui/commands/host.ts';
import { runCommand } from '../../../src/ui/commands/run.ts';
import type { Overlay } from '../../../src/ui/overlay.ts';
import { fitsEverywhere, middle, openTable, page, pressed, type Table, typed } from '../overlays/support.ts';

let table: Table;
let opened: Table | null = null;
let files: string;
beforeEach(() => {
  files = mkdtempSync(path.join(tmpdir(), 'ccchat-commands-'));
});
afterEach(async () => {
  await opened?.close();
  opened = null;
  rmSync(files, { recursive: true, force: true });
});

interface Screen extends CommandHost {
  readonly said: string[];
  readonly overlay: Overlay | null;
  readonly composed: string;
  readonly copied: string[];
  readonly calls: string[];
}

function screenOn(first: ThreadId | null): Screen {
  const { engine } = table;
  let thread = first;
  let overlay: Overlay | null = null;
  let composed = '';
  let pending: ThreadSettings = {};
  const said: string[] = [];
  const copied: string[] = [];
  const calls: string[] = [];
  return {
    engine,
    cwd: files,
    said,
    copied,
    calls,
    get thread() {
      return thread;
    },
    get overlay() {
      return overlay;
    },
    get composed() {
      return composed;
    },
    get overlays() {
      return table.context(thread, { cwd: files });
    },
    needThread() {
      thread ??= engine.create({ cwd: files }).id;
      return thread;
    },
    settings: () => (thread ? engine.get(thread).settings : pending),
    setSettings(change) {
      if (thread) engine.update(thread, { settings: change });
      else pending = change;
    },
    openOverlay: (opened) => {
      overlay = opened;
    },
    notice: (level, text, next) => said.push([level, text, next].filter(Boolean).join(' | ')),
    compose: (text) => {
      composed = text;
    },
    switchTo: (to) => {
      thread = to;
      calls.push(`switch ${to}`);
    },
    setTheme: (name) => void calls.push(`theme ${name}`),
    copy: (text) => void copied.push(text),
    attach: async (id) => void calls.push(`attach ${id}`),
    tour: () => void calls.push('tour'),
    quit: () => void calls.push('quit'),
  };
}

const run = (host: CommandHost, text: string) => runCommand(parseCommand(text)!, host);

const talk = async () => {
  table = opened = await openTable(({ thread, turn }) => {
    const id = thread('Talk');
    turn(id, 'First question', 'First answer');
    turn(id, 'Second question', 'Look:\n\n```sh\necho hi\n```', [
      {
        use: {
          name: 'TodoWrite',
          input: {
            todos: [
              { content: 'Sweep', status: 'completed' },
              { content: 'Mop', status: 'pending' },
            ],
          },
        },
        result: 'ok',
      },
      {
        use: { name: 'Write', input: { file_path: '/work/project/a.txt', content: 'a\n' } },
        result: 'File created successfully at: a',
      },
    ]);
  });
  return table.engine.list()[0]!.id;
};

describe('what is a command', () => {
  it.each([
    ['/new', { type: 'own', name: 'new', args: '' }],
    ['/RENAME  A title ', { type: 'own', name: 'rename', args: 'A title' }],
    ['/queue two\nlines', { type: 'own', name: 'queue', args: 'two\nlines' }],
    ['/rewind', { type: 'own', name: 'revert', args: '' }],
    ['/compact now', { type: 'agent', text: '/compact now' }],
    ['/project:review 7', { type: 'agent', text: '/project:review 7' }],
    ['//status', { type: 'agent', text: '/status' }],
    ['/etc/hosts is wrong', null],
    ['/', null],
    ['hello /new', null],
  ])('%j', (text, parsed) => {
    expect(parseCommand(text)).toEqual(parsed);
  });

  it('has one entry and one name for everything', () => {
    expect(catalogue.map(({ name }) => name).sort()).toEqual([...commandNames].sort());
    const words = catalogue.flatMap(({ name, aliases }) => [name, ...(aliases ?? [])]);
    expect(new Set(words).size).toBe(words.length);
  });
});

describe('commands', () => {
  it.each([
    'threads',
    'resume',
    'search',
    'tree',
    'children',
    'queue',
    'revert',
    'diff',
    'todo',
    'status',
    'model',
    'mode',
    'theme',
    'help',
    'rename',
    'delete',
  ])('/%s opens something that fits', async (name) => {
    const host = screenOn(await talk());
    await run(host, `/${name}`);
    expect(host.said).toEqual([]);
    expect(host.overlay).not.toBeNull();
    fitsEverywhere(host.overlay!);
  });

  it('say what is missing where nothing was said yet, and never throw', async () => {
    table = opened = await openTable();
    for (const name of commandNames.filter((one) => !['init', 'attach', 'quit', 'tour'].includes(one))) {
      const host = screenOn(null);
      await run(host, `/${name}`);
      expect([...host.said, ...host.calls, ...(host.overlay ? [host.overlay.name] : [])].length, name).toBeGreaterThan(
        0,
      );
      if (host.overlay) fitsEverywhere(host.overlay);
    }
  });

  it('revert gives the prompt back, unrevert everything', async () => {
    const thread = await talk();
    const host = screenOn(thread);
    await run(host, '/revert last');
    expect(host.composed).toBe('Second question');
    expect(table.engine.get(thread).messages).toBe(2);
    await run(host, '/unrevert');
    expect(table.engine.get(thread).messages).toBe(8);
    await run(host, '/unrevert');
    expect(host.said.at(-1)).toMatch(/^error/);
  });

  it('fork opens at once, at a message too', async () => {
    const thread = await talk();
    const host = screenOn(thread);
    await run(host, `/fork ${table.engine.messages(thread)[0]!.id}`);
    expect(host.thread).not.toBe(thread);
    expect(table.engine.get(host.thread!)).toMatchObject({ parent: thread, messages: 2 });
  });

  it('rename, model and mode change the thread', async () => {
    const thread = await talk();
    const host = screenOn(thread);
    await run(host, '/rename Better name');
    await run(host, '/model opus');
    await run(host, '/mode plan');
    await run(host, '/mode sideways');
    expect(host.said.at(-1)).toContain('There is no mode sideways');
    expect(table.engine.get(thread)).toMatchObject({ title: 'Better name', settings: { model: 'opus', mode: 'plan' } });
    await run(host, '/mode bypass');
    expect(table.engine.get(thread).settings.mode).toBe('plan');
    expect(pressed(host.overlay!, middle, 'y')).toEqual({ type: 'close' });
    expect(table.engine.get(thread).settings.mode).toBe('bypass');
    await run(host, '/model');
    typed(host.overlay!, middle, 'hai');
    pressed(host.overlay!, middle, 'enter');
    expect(table.engine.get(thread).settings.model).toBe('haiku');
  });

  it('delete asks first, and undelete brings back', async () => {
    const thread = await talk();
    const host = screenOn(thread);
    await run(host, '/delete');
    pressed(host.overlay!, middle, 'y');
    expect(host.thread).toBeNull();
    expect(table.engine.list()).toEqual([]);
    await run(host, '/undelete');
    expect(host.thread).toBe(thread);
  });

  it('copy gives raw text', async () => {
    const host = screenOn(await talk());
    for (const what of ['', ' code', ' turn', ' all', ' nonsense']) await run(host, `/copy${what}`);
    expect(host.copied.slice(0, 2)).toEqual(['Look:\n\n```sh\necho hi\n```', 'echo hi']);
    expect(host.copied[2]).toMatch(/^> Second question/);
    expect(host.copied[3]).toMatch(/^# Talk\n/);
    expect(host.said.at(-1)).toContain('/copy does not know nonsense');
  });

  it('todo and status tell what is known', async () => {
    const host = screenOn(await talk());
    await run(host, '/todo');
    expect(page(host.overlay!, middle)).toContain('Todo: 1 of 2 done');
    await run(host, '/status');
    expect(page(host.overlay!, middle)).toMatch(/Last turn +done after/);
  });

  it('export writes what it says, once', async () => {
    const thread = await talk();
    const host = screenOn(thread);
    await run(host, '/export notes.md');
    expect(readFileSync(path.join(files, 'notes.md'), 'utf8')).toContain('First question');
    await run(host, '/export notes.md');
    expect(host.said.at(-1)).toContain('is there already');
    await run(host, '/export json');
    const file = host.said.at(-1)!.replace(/^info \| Written to /, '');
    expect(parseExport(readFileSync(file, 'utf8')).messages).toEqual(table.engine.messages(thread));
  });

  it('share writes a page, points secrets out first, and unshare removes it', async () => {
    const thread = await talk();
    const host = screenOn(thread);
    await run(host, '/share pages');
    const file = table.engine.get(thread).extra.shared as string;
    expect(path.dirname(file)).toBe(path.join(files, 'pages'));
    expect(readFileSync(file, 'utf8')).toContain('First question');
    await run(host, '/unshare');
    expect(existsSync(file)).toBe(false);
    await table.engine.prompt(thread, `my key is sk-ant-${'a'.repeat(40)}`);
    await run(host, '/share pages');
    expect(existsSync(file)).toBe(false);
    expect(page(host.overlay!, middle)).toContain('API key: sk-ant-aaaaa…');
    pressed(host.overlay!, middle, 'y');
    expect(existsSync(file)).toBe(true);
  });

  it('anything else goes to the agent', async () => {
    table = opened = await openTable();
    const host = screenOn(null);
    await run(host, '/compact please');
    expect(host.said).toEqual([]);
    expect(JSON.stringify(table.engine.messages(host.thread!))).toContain('/compact please');
    await run(host, '/queue later');
    await table.engine.waitForIdle(host.thread!);
    expect(JSON.stringify(table.engine.messages(host.thread!))).toContain('later');
  });
});
