import { afterEach, describe, expect, it } from 'vitest';
import type { ThreadId } from '../../../src/store/types.ts';
import { createTree } from '../../../src/ui/overlays/tree.ts';
import { awkward, fitsEverywhere, middle, openTable, page, pressed, screen, type Table, wide } from './support.ts';

let table: Table;
afterEach(() => table.close());

async function family(): Promise<{ root: ThreadId; first: ThreadId; second: ThreadId; grandchild: ThreadId }> {
  let root: ThreadId | undefined;
  table = await openTable(({ thread, turn }) => {
    root = thread('Root');
    for (let i = 1; i <= 3; i++) turn(root, `Question ${i}`, `Answer ${i}`);
    thread('A stranger');
  });
  const { engine } = table;
  const [one] = engine.turns(root!);
  const first = engine.fork(root!, one!.prompt!);
  const second = engine.fork(root!);
  const grandchild = engine.fork(first.id);
  engine.update(first.id, { title: 'First fork' });
  engine.update(second.id, { title: 'Second fork' });
  engine.update(grandchild.id, { title: 'Grandchild' });
  return { root: root!, first: first.id, second: second.id, grandchild: grandchild.id };
}

describe('the fork tree', () => {
  it('shows the whole family wherever you are in it, with turns and your place', async () => {
    const { grandchild } = await family();
    const overlay = createTree(table.context(grandchild));
    const rows = screen(overlay, middle).slice(1, 5);
    expect(rows[0]).toMatch(/^ {2}Root .*3 turns/);
    expect(rows[1]).toMatch(/├─ First fork .*1 turn /);
    expect(rows[2]).toMatch(/^› │ └─ Grandchild ◆ you are here .*1 turn /);
    expect(rows[3]).toMatch(/└─ Second fork .*3 turns/);
    expect(page(overlay, middle)).not.toContain('stranger');
    expect(page(overlay, middle)).toContain('3 forks');
    expect(page(overlay, wide)).toContain('branched off after message 2: “Answer 1”');
  });

  it('goes to the thread that Enter is pressed on, and forks it', async () => {
    const { root, second } = await family();
    const overlay = createTree(table.context(root));
    expect(pressed(overlay, middle, 'end', 'enter')).toEqual({ type: 'go', thread: second });
    expect(pressed(overlay, middle, 'f')).toEqual({ type: 'fork', thread: second });
    expect(pressed(overlay, middle, 'o').type).toBe('open');
    expect(pressed(overlay, middle, 'q')).toEqual({ type: 'close' });
  });

  it('begins at the thread itself for its children, and goes on without a deleted parent', async () => {
    const { root, first, grandchild } = await family();
    const children = page(createTree(table.context(first), { from: 'children' }), middle);
    expect(children).toContain('Grandchild');
    expect(children).not.toContain('Second fork');
    table.engine.delete(root);
    expect(page(createTree(table.context(grandchild)), middle)).toContain('First fork');
  });

  it('fits deep families, wide families and awkward titles', async () => {
    table = await openTable(({ thread, turn }) => turn(thread('Root'), 'q', 'a'));
    const { engine } = table;
    let deep = engine.list()[0]!.id;
    for (let i = 0; i < 40; i++) {
      deep = engine.fork(deep).id;
      engine.update(deep, { title: awkward[i % awkward.length]! });
    }
    const overlay = createTree(table.context(deep));
    fitsEverywhere(overlay);
    pressed(overlay, middle, 'home');
    fitsEverywhere(overlay);
    fitsEverywhere(createTree(table.context(null)));
    expect(page(createTree(table.context(null)), middle)).toContain('has not begun');
  });
});
