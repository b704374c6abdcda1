import { afterEach, describe, expect, it } from 'vitest';
import type { EngineApi, ListFilter } from '../../../src/engine/api.ts';
import type { ThreadId } from '../../../src/store/types.ts';
import { createThreads } from '../../../src/ui/overlays/threads.ts';
import {
  awkward,
  fitsEverywhere,
  middle,
  narrow,
  openTable,
  page,
  pressed,
  screen,
  type Table,
  typed,
  wide,
} from './support.ts';

let table: Table;
afterEach(() => table.close());

/** The engine with its reads counted: what the picker costs. */
function counted(engine: EngineApi): { engine: EngineApi; rows: () => number; largest: () => number } {
  const reads: number[] = [];
  const list = (filter?: ListFilter) => {
    const found = engine.list(filter);
    reads.push(found.length);
    return found;
  };
  const proxy = new Proxy(engine, { get: (target, name) => (name === 'list' ? list : Reflect.get(target, name)) });
  return {
    engine: proxy,
    rows: () => reads.reduce((sum, rows) => sum + rows, 0),
    largest: () => Math.max(0, ...reads),
  };
}

describe('the thread picker', () => {
  it('says what to do when there is nothing', async () => {
    table = await openTable();
    const overlay = createThreads(table.context(null));
    fitsEverywhere(overlay);
    expect(page(overlay, middle)).toContain('No thread yet');
    typed(overlay, middle, 'zzz');
    expect(page(overlay, middle)).toContain('No thread resembles “zzz”');
    expect(pressed(overlay, middle, 'enter')).toEqual({ type: 'stay' });
    expect(pressed(overlay, middle, 'esc')).toEqual({ type: 'stay' });
    expect(pressed(overlay, middle, 'esc')).toEqual({ type: 'close' });
  });

  it('filters by what titles and first prompts hold, then by what resembles', async () => {
    let parser: ThreadId | undefined;
    table = await openTable(({ thread, turn }) => {
      parser = thread('Rewrite the parser');
      turn(thread(null), 'why is the sky blue', 'Scattering.');
      turn(thread('Painting'), 'which parser paint is best', 'None.');
      thread('Something else');
    });
    const overlay = createThreads(table.context(null));
    expect(page(overlay, middle)).toContain('why is the sky blue');
    typed(overlay, middle, 'parser');
    const shown = page(overlay, middle);
    expect(shown).toContain('Rewrite the parser');
    expect(shown).toContain('Painting');
    expect(shown).not.toContain('Something else');
    pressed(overlay, middle, 'esc');
    typed(overlay, middle, 'rwprs');
    expect(page(overlay, middle)).toContain('Rewrite the parser');
    expect(pressed(overlay, middle, 'enter')).toEqual({ type: 'go', thread: parser });
  });

  it('keeps to the folder until Tab', async () => {
    table = await openTable(({ thread }) => {
      thread('Here');
      thread('Elsewhere', { cwd: '/other' });
    });
    const overlay = createThreads(table.context(null));
    expect(page(overlay, middle)).not.toContain('Elsewhere');
    pressed(overlay, middle, 'tab');
    expect(page(overlay, middle)).toContain('Elsewhere');
    expect(page(overlay, middle)).toContain('/other');
  });

  it('renames in place, pins, archives, deletes and undoes', async () => {
    let first: ThreadId | undefined;
    table = await openTable(({ thread }) => {
      first = thread('First');
      thread('Second');
    });
    const overlay = createThreads(table.context(null));
    pressed(overlay, middle, 'down', 'ctrl+r');
    expect(overlay.view(middle).cursor?.row).toBe(3);
    pressed(overlay, middle, 'ctrl+u');
    typed(overlay, middle, 'Renamed, 名前');
    pressed(overlay, middle, 'enter');
    expect(table.engine.get(first!).title).toBe('Renamed, 名前');
    expect(page(overlay, middle)).toContain('Renamed, 名前');
    pressed(overlay, middle, 'ctrl+t');
    expect(table.engine.get(first!).pinned).toBe(true);
    expect(screen(overlay, middle)[2]).toContain('★');
    pressed(overlay, middle, 'ctrl+x');
    expect(page(overlay, middle)).toContain('Ctrl+Z brings it back');
    expect(table.engine.list().map((thread) => thread.title)).toEqual(['Second']);
    pressed(overlay, middle, 'ctrl+z');
    expect(table.engine.list().map((thread) => thread.title)).toEqual(['Renamed, 名前', 'Second']);
    pressed(overlay, middle, 'home', 'ctrl+g');
    expect(table.engine.get(first!).archived).toBe(true);
    expect(screen(overlay, middle).slice(0, -1).join('\n')).not.toContain('Renamed');
    pressed(overlay, middle, 'ctrl+v');
    expect(page(overlay, middle)).toContain('Renamed, 名前');
  });

  it('shows the last of the selected thread beside the list when there is room', async () => {
    table = await openTable(({ thread, turn }) => {
      const id = thread('Colours');
      turn(id, 'What is the sky?', 'Blue, mostly.', [
        { use: { name: 'Bash', input: { command: 'look up' } }, result: 'sky' },
      ]);
    });
    const overlay = createThreads(table.context(null));
    expect(page(overlay, wide)).toContain('› What is the sky?');
    expect(page(overlay, wide)).toContain('Blue, mostly.');
    expect(page(overlay, middle)).not.toContain('Blue, mostly.');
  });

  it('names its most important keys in a narrow window', async () => {
    table = await openTable(({ thread }) => thread('One'));
    const overlay = createThreads(table.context(null));
    for (const rows of [12, 15, 24, 40]) {
      const shown = page(overlay, { columns: 40, rows });
      for (const key of ['Enter open', 'Tab scope', 'Ctrl+R rename', 'Ctrl+X delete', 'Esc close'])
        expect(shown).toContain(key);
    }
  });

  it('fits whatever titles hold', async () => {
    table = await openTable(({ thread, turn }) => {
      for (const title of awkward) turn(thread(title), title, title);
      for (const text of awkward) turn(thread(null), text, text);
    });
    const overlay = createThreads(table.context(null));
    for (let row = 0; row < awkward.length * 2; row++) {
      fitsEverywhere(overlay);
      pressed(overlay, narrow, 'ctrl+r');
      fitsEverywhere(overlay);
      pressed(overlay, narrow, 'esc', 'down');
    }
  });

  it('reads what it shows, whether there are fifty or fifty thousand', async () => {
    const many = 50_000;
    table = await openTable(({ store }) => {
      for (let i = 0; i < many; i++) store.threads.create({ cwd: '/work/project', title: `Thread ${i}` });
    });
    const { engine, rows, largest } = counted(table.engine);
    const overlay = createThreads({ ...table.context(null), engine });
    page(overlay, middle);
    pressed(overlay, middle, 'pagedown', 'pagedown', 'down', 'up');
    expect(rows()).toBeLessThanOrEqual(150);
    pressed(overlay, middle, 'end');
    expect(page(overlay, middle)).toContain('50000 of 50000');
    expect(rows()).toBeLessThan(5000);
    pressed(overlay, middle, 'home');
    typed(overlay, middle, '4321');
    expect(page(overlay, middle)).toContain('Thread 4321');
    expect(largest()).toBeLessThanOrEqual(1000);
  });
});
