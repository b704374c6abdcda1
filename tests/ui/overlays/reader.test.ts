import { afterEach, describe, expect, it } from 'vitest';
import type { EngineApi } from '../../../src/engine/api.ts';
import type { EngineEvent } from '../../../src/engine/events.ts';
import type { Message, ThreadId } from '../../../src/store/types.ts';
import { createReader } from '../../../src/ui/overlays/reader.ts';
import {
  awkward,
  fitsEverywhere,
  middle,
  narrow,
  openTable,
  page,
  pressed,
  screen,
  sizes,
  type Table,
  theme,
  typed,
  wide,
} from './support.ts';

let table: Table;
afterEach(() => table.close());

async function long(turns: number): Promise<{ thread: ThreadId; prompts: Message[] }> {
  let thread: ThreadId | undefined;
  const prompts: Message[] = [];
  table = await openTable(({ thread: make, turn }) => {
    thread = make('A long one');
    for (let i = 1; i <= turns; i++)
      prompts.push(
        turn(thread, `Question ${i}`, `Answer **${i}**\n\n\`\`\`ts\nconst answer = ${i};\n\`\`\``, [
          { use: { name: 'Bash', input: { command: `echo ${i}` } }, result: `output of ${i}` },
        ]),
      );
  });
  return { thread: thread!, prompts };
}

function countingMessages(engine: EngineApi): { engine: EngineApi; rows: () => number } {
  let rows = 0;
  const messages: EngineApi['messages'] = (...args) => {
    const found = engine.messages(...args);
    rows += found.length;
    return found;
  };
  const proxy = new Proxy(engine, {
    get: (target, name) => (name === 'messages' ? messages : Reflect.get(target, name)),
  });
  return { engine: proxy, rows: () => rows };
}

describe('the reader', () => {
  it('opens at the end, tools expanded, and goes anywhere', async () => {
    const { thread } = await long(30);
    const overlay = createReader(table.context(thread));
    fitsEverywhere(overlay);
    const shown = page(overlay, middle);
    expect(shown).toContain('Answer 30');
    expect(shown).toContain('echo 30');
    expect(shown).toContain('output of 30');
    pressed(overlay, middle, 'home');
    expect(page(overlay, middle)).toContain('Question 1\n');
    pressed(overlay, middle, '}');
    expect(screen(overlay, middle)[2]).toContain('Question 2');
    pressed(overlay, middle, '}', '}', '{');
    expect(screen(overlay, middle)[2]).toContain('Question 3');
    pressed(overlay, middle, 'end');
    expect(page(overlay, middle)).toContain('Answer 30');
  });

  it('shows every row once on the way down, at every size', async () => {
    const { thread } = await long(12);
    for (const size of sizes) {
      const overlay = createReader(table.context(thread));
      pressed(overlay, size, 'home');
      const seen: string[] = [];
      for (let step = 0; step < 150; step++) {
        seen.push(screen(overlay, size)[1]!);
        pressed(overlay, size, 'down');
      }
      const rest = screen(overlay, size).slice(2, -1);
      const all = [...seen, ...rest].join('\n');
      for (let i = 1; i <= 12; i++) expect(all.match(new RegExp(`Question ${i}\\b`, 'g'))?.length).toBeGreaterThan(0);
      const up = createReader(table.context(thread));
      pressed(up, size, ...Array.from({ length: 160 }, () => 'up'));
      expect(screen(up, size)[2]).toContain('Question 1');
    }
  });

  it('begins a third down at what was found, marked, with what came before above it', async () => {
    const paragraphs = Array.from({ length: 40 }, (_, i) => (i === 25 ? 'Here a Beaver builds.' : `Paragraph ${i}.`));
    let found: ThreadId | undefined;
    table = await openTable(({ thread, turn }) => {
      found = thread('Rivers');
      turn(found, 'Before', 'Nothing yet.');
      turn(found, 'Who builds?', paragraphs.join('\n\n'), [
        { use: { name: 'Bash', input: { command: 'ls' } }, result: 'otter.txt' },
      ]);
      turn(found, 'After', `Later.${'\n\nMore.'.repeat(30)}`);
    });
    const opened = (query: string) => {
      const [hit] = table.engine.search(query);
      return createReader(table.context(found!), { message: hit!.message, query });
    };
    for (const size of sizes) {
      const reader = opened('beaver');
      const rows = screen(reader, size);
      const at = rows.findIndex((row) => row.includes('Here a Beaver builds'));
      expect(at / size.rows).toBeGreaterThan(0.25);
      expect(at / size.rows).toBeLessThan(0.45);
      expect(rows.slice(1, at).join('\n')).toContain('Paragraph 24');
      expect(reader.view(size).lines.join('\n')).toContain(theme.hit('Beaver'));
      expect(pressed(reader, size, 'esc')).toEqual({ type: 'close' });
      expect(page(opened('otter'), size)).toContain('otter.txt');
    }
  });

  it('begins at a message, and costs the same in a thread of 10 turns and of 5,000', async () => {
    const costs: number[] = [];
    for (const turns of [10, 5000]) {
      const { thread, prompts } = await long(turns);
      const { engine, rows } = countingMessages(table.engine);
      const at = prompts[Math.floor(turns / 2)]!;
      const overlay = createReader({ ...table.context(thread), engine }, { message: at.id });
      expect(screen(overlay, middle)[9]).toContain(`Question ${Math.floor(turns / 2) + 1}`);
      pressed(overlay, middle, 'pagedown', 'pageup', 'end', 'home', 'tab');
      expect(page(overlay, middle)).toContain('Question 1');
      costs.push(rows());
      if (turns === 10) await table.close();
    }
    expect(costs[1]!).toBeLessThan(600);
  });

  it('searches inside, forwards and back, and marks the hits', async () => {
    const { thread } = await long(40);
    const overlay = createReader(table.context(thread));
    pressed(overlay, middle, 'home', '/');
    typed(overlay, middle, 'output of 2');
    expect(screen(overlay, middle).at(-1)).toContain('/ output of 2');
    pressed(overlay, middle, 'enter');
    expect(page(overlay, middle)).toContain('output of 2\n');
    expect(overlay.view(middle).lines.join('\n')).toContain(theme.hit('output of 2'));
    pressed(overlay, middle, 'n');
    expect(page(overlay, middle)).toContain('output of 20');
    pressed(overlay, middle, 'n');
    expect(page(overlay, middle)).toContain('output of 21');
    pressed(overlay, middle, 'shift+n', 'shift+n');
    expect(page(overlay, middle)).toContain('output of 2\n');
    pressed(overlay, middle, '/', 'ctrl+u');
    typed(overlay, middle, 'nowhere to be found');
    pressed(overlay, middle, 'enter');
    expect(page(overlay, middle)).toContain('No “nowhere to be found” further down');
  });

  it('copies a block, a turn and a code fence as they were written', async () => {
    const { thread, prompts } = await long(3);
    const overlay = createReader(table.context(thread), { message: prompts[1]!.id });
    expect(pressed(overlay, wide, 'y')).toEqual({ type: 'copy', text: 'Question 2', what: 'the block' });
    expect(page(overlay, wide)).toContain('Copied the block: 1 line');
    expect(pressed(overlay, wide, 'c')).toMatchObject({ type: 'copy', text: 'const answer = 2;' });
    expect(pressed(overlay, wide, 'shift+y')).toMatchObject({
      text: '> Question 2\n\nAnswer **2**\n\n```ts\nconst answer = 2;\n```',
    });
    expect(pressed(overlay, wide, 'tab', 'y')).toMatchObject({ text: 'echo 2\n\noutput of 2' });
    expect(pressed(overlay, wide, 'f')).toMatchObject({ type: 'fork', thread });
  });

  it('grows at the end while a turn runs, and stays put when reading further up', async () => {
    const { thread } = await long(20);
    const overlay = createReader(table.context(thread));
    page(overlay, middle);
    const events: EngineEvent[] = [];
    table.engine.subscribe((event) => events.push(event));
    await table.engine.prompt(thread, 'One more question');
    const preview: EngineEvent = {
      type: 'text.preview',
      thread,
      turn: events.find((one) => one.type === 'turn.start')!.turn,
      text: 'half a sen',
    };
    expect(overlay.engineEvent?.(preview)).toBe(true);
    expect(page(overlay, middle)).toContain('half a sen');
    const still = createReader(table.context(thread), { message: table.engine.messages(thread)[0]!.id });
    const before = page(still, middle).replace(/·.*messages/, '');
    for (const event of events) {
      overlay.engineEvent?.(event);
      still.engineEvent?.(event);
    }
    expect(page(overlay, middle)).toContain('One more question');
    expect(page(overlay, middle)).not.toContain('half a sen');
    expect(page(still, middle).replace(/·.*messages/, '')).toBe(before);
  });

  it('follows the line when it is reverted', async () => {
    const { thread, prompts } = await long(5);
    const overlay = createReader(table.context(thread));
    expect(page(overlay, middle)).toContain('Answer 5');
    table.engine.subscribe((event) => overlay.engineEvent?.(event));
    table.engine.revert(thread, prompts[2]!.id);
    const shown = page(overlay, middle);
    expect(shown).toContain('Answer 2');
    expect(shown).not.toContain('Answer 3');
    expect(page(createReader(table.context(thread), { message: prompts[4]!.id }), middle)).toContain('/unrevert');
  });

  it('fits whatever was said, and says so when nothing was', async () => {
    let thread: ThreadId | undefined;
    table = await openTable(({ thread: make, turn }) => {
      thread = make(awkward[0]!);
      for (const text of awkward)
        turn(thread, text, `# ${text}\n\n| a | b |\n|-|-|\n| ${text.replace(/[\n|]/g, ' ')} | x |`, [
          { use: { name: 'Bash', input: { command: text } }, result: text, failed: true },
        ]);
      make('Empty');
    });
    const overlay = createReader(table.context(thread!));
    for (let step = 0; step < 12; step++) {
      fitsEverywhere(overlay);
      pressed(overlay, narrow, 'pageup');
    }
    expect(page(createReader(table.context(null)), narrow)).toContain('Nothing has been said yet');
    expect(page(createReader(table.context(table.engine.find('Empty').id)), narrow)).toContain(
      'Nothing has been said yet',
    );
  });
});
