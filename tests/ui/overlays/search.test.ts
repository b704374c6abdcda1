import { afterEach, describe, expect, it } from 'vitest';
import { createSearch } from '../../../src/ui/overlays/search.ts';
import {
  awkward,
  fitsEverywhere,
  middle,
  narrow,
  openTable,
  page,
  pressed,
  type Table,
  theme,
  typed,
  wide,
} from './support.ts';

let table: Table;
afterEach(() => table.close());

const beavers = () =>
  openTable(({ thread, turn }) => {
    turn(thread('Rivers'), 'Who builds dams?', 'The beaver builds dams of wood.');
    turn(thread('Animals', { cwd: '/other' }), 'Tell me of the beaver', 'It is a rodent.');
    turn(thread('Cooking'), 'How long do eggs boil?', 'Nine minutes.');
  });

describe('search', () => {
  it('finds as it is typed, with the hits marked', async () => {
    table = await beavers();
    const overlay = createSearch(table.context(null));
    expect(page(overlay, middle)).toContain('every thread and folder is searched');
    typed(overlay, middle, 'beav');
    const shown = page(overlay, middle);
    expect(shown).toContain('Rivers');
    expect(shown).toContain('Animals');
    expect(shown).not.toContain('Cooking');
    expect(overlay.view(middle).lines.join('\n')).toContain(theme.hit('beav'));
    typed(overlay, middle, 'er zebra');
    expect(page(overlay, middle)).toContain('Nothing was said about “beaver zebra”');
  });

  it('shows the hit in however narrow a window', async () => {
    table = await openTable(({ thread, turn }) =>
      turn(thread('Rivers'), 'Why?', 'After a very long introduction to rivers comes the beaver at last.'),
    );
    const overlay = createSearch(table.context(null), { query: 'beaver' });
    expect(page(overlay, narrow)).toMatch(/^ {2}….* the beaver at last/m);
  });

  it('shows the words of an answer, not its Markdown, in the hit and beside it', async () => {
    const answer =
      '## Teas\n\n- the best is **longjing**, see `teas.txt`\n- [more](https://example.org/x)\n\n| a | b |\n|---|---|\n| c | d |';
    table = await openTable(({ thread, turn }) => turn(thread('Tea'), 'Which **one**?', answer));
    const shown = page(createSearch(table.context(null), { query: 'longjing' }), wide);
    expect(shown).toContain('Teas the best is longjing, see teas.txt more');
    expect(shown).toMatch(/• the best is longjing, see .?teas\.txt/);
    expect(shown).not.toMatch(/\*\*|## |\|---|example\.org/);
    expect(page(createSearch(table.context(null), { query: 'which' }), middle)).toContain('Which **one**?');
  });

  it('opens the thread at the turn', async () => {
    table = await beavers();
    const overlay = createSearch(table.context(null), { query: 'rodent' });
    const outcome = pressed(overlay, middle, 'enter');
    const [hit] = table.engine.search('rodent');
    expect(outcome).toEqual({ type: 'go', thread: hit!.thread, message: hit!.message, query: 'rodent' });
  });

  it('never takes a letter from the query: f forks only among the hits', async () => {
    table = await beavers();
    const overlay = createSearch(table.context(null));
    typed(overlay, middle, 'of');
    expect(page(overlay, middle)).toContain('› of');
    expect(overlay.view(middle).cursor).not.toBeNull();
    pressed(overlay, middle, 'tab');
    expect(overlay.view(middle).cursor).toBeNull();
    expect(pressed(overlay, middle, 'f').type).toBe('fork');
    expect(pressed(overlay, middle, 'o')).toMatchObject({ type: 'open', overlay: { name: 'reader' } });
    expect(pressed(overlay, middle, 'tab', 'f').type).toBe('stay');
    expect(page(overlay, middle)).toContain('› off');
  });

  it('searches this folder or this thread when asked', async () => {
    table = await beavers();
    const rivers = table.engine.find('Rivers').id;
    const overlay = createSearch(table.context(rivers), { query: 'the' });
    expect(page(overlay, middle)).toContain('Animals');
    pressed(overlay, middle, 'shift+tab');
    expect(page(overlay, middle)).not.toContain('Animals');
    pressed(overlay, middle, 'shift+tab');
    expect(page(overlay, middle)).toContain('this thread');
    expect(page(overlay, middle)).toContain('Rivers');
  });

  it('reads hits a page at a time', async () => {
    table = await openTable(({ thread, turn }) => {
      const id = thread('Long');
      for (let i = 0; i < 120; i++) turn(id, `needle number ${i}`, 'ok');
    });
    const overlay = createSearch(table.context(null), { query: 'needle' });
    expect(page(overlay, middle)).toContain('1 of many');
    pressed(overlay, middle, 'end');
    expect(page(overlay, middle)).toContain('120 of 120');
  });

  it('fits whatever was said', async () => {
    table = await openTable(({ thread, turn }) => {
      for (const text of awkward) turn(thread(text), `needle ${text}`, text);
    });
    const overlay = createSearch(table.context(null), { query: 'needle' });
    for (let i = 0; i < awkward.length; i++) {
      fitsEverywhere(overlay);
      pressed(overlay, narrow, 'down');
    }
    expect(page(overlay, wide)).toContain('needle');
  });
});
