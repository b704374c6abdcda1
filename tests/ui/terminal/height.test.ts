import headless from '@xterm/headless';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCanvas } from '../../../src/ui/terminal/canvas.ts';

type Size = { columns: number; rows: number };

/** A region with its cursor on the last but one row, above a status line, under a canvas on an emulated terminal. */
async function region(first: Size, lines: number) {
  const terminal = new headless.Terminal({
    cols: first.columns,
    rows: first.rows,
    scrollback: 1000,
    allowProposedApi: true,
  });
  const history = Array.from({ length: lines }, (_, index) => `history ${index}`);
  terminal.write(history.map((line) => `${line}\r\n`).join(''));
  let shown: string[] = [];
  let painted = () => {};
  let rewrapped = false;
  const canvas = createCanvas({
    write: (bytes) => {
      terminal.write(bytes);
      if (bytes.includes('\x1b[?2026l')) painted();
    },
    size: () => ({ columns: terminal.cols, rows: terminal.rows }),
    reflow: () => 'xterm.js',
    quietMs: 0,
  });
  terminal.onData((reply) => canvas.replied(reply));
  const flushed = () => new Promise<void>((resolve) => terminal.write('', resolve));
  await flushed();
  return {
    /** Enough for the canvas to know that the terminal scrolls. */
    print: async (count: number) => {
      const lines = Array.from({ length: count }, (_, index) => `printed ${index}`);
      history.push(...lines);
      canvas.above(lines.map((line) => `${line}\n`).join(''));
      canvas.frame([...shown]);
      await flushed();
    },
    paint: async (height: number, name: string) => {
      const rows = Math.max(2, Math.min(height, terminal.rows - 1));
      shown = Array.from({ length: rows }, (_, row) => `${name} row ${row} `.padEnd(terminal.cols - 2, 'x'));
      canvas.cursor({ row: rows - 2, column: 3 });
      const settled = new Promise<void>((resolve) => {
        painted = resolve;
      });
      canvas.frame(shown);
      canvas.settle();
      if (rewrapped) await settled;
      rewrapped = false;
      await flushed();
    },
    resize: (columns: number, rows: number) => {
      if (columns !== terminal.cols) rewrapped = true;
      terminal.resize(columns, rows);
      canvas.resized();
    },
    /** What stands between the history and the region. */
    ghosts: (): string[] => {
      const buffer = terminal.buffer.active;
      const all: string[] = [];
      for (let row = 0; row < buffer.length; row += 1) {
        const text = buffer.getLine(row)!.translateToString(true);
        if (buffer.getLine(row)!.isWrapped) all[all.length - 1] += text;
        else all.push(text);
      }
      while (all.at(-1) === '') all.pop();
      expect(all.slice(0, history.length)).toEqual(history);
      expect(all.slice(-shown.length)).toEqual(shown.map((line) => line.trimEnd()));
      return all.slice(history.length, -shown.length).filter((line) => line !== '');
    },
    close: () => {
      canvas.close();
      terminal.dispose();
    },
  };
}

const rows = fc.integer({ min: 4, max: 50 });
const before = fc.constantFrom(0, 3, 20, 200);
const runs = { numRuns: 150, seed: 7 };

describe('a window of another height', () => {
  it('takes nothing from the history, and gives back every row that it pushed into it', async () => {
    const step = fc.record({ heights: fc.array(rows, { minLength: 1, maxLength: 4 }), taller: fc.nat(40) });
    await fc.assert(
      fc.asyncProperty(rows, before, fc.array(step, { minLength: 1, maxLength: 6 }), async (first, lines, steps) => {
        const one = await region({ columns: 60, rows: first }, lines);
        await one.paint(first, 'first');
        for (const [index, { heights, taller }] of steps.entries()) {
          for (const height of heights) one.resize(60, height);
          await one.paint(1 + taller, `frame ${index}`);
          one.ghosts();
        }
        one.resize(60, 120);
        await one.paint(9, 'last');
        expect(one.ghosts()).toEqual([]);
        one.close();
      }),
      runs,
    );
  });

  it('gives back what another width pushed out, too, when it is tall enough again', async () => {
    const size = fc.record({ columns: fc.integer({ min: 50, max: 100 }), rows: fc.integer({ min: 24, max: 50 }) });
    const step = fc.record({ sizes: fc.array(size, { minLength: 1, maxLength: 4 }), height: fc.nat(10) });
    await fc.assert(
      fc.asyncProperty(size, before, fc.array(step, { minLength: 1, maxLength: 6 }), async (first, lines, steps) => {
        const one = await region(first, lines);
        await one.paint(9, 'first');
        await one.print(300);
        for (const [index, { sizes, height }] of steps.entries()) {
          for (const { columns, rows: tall } of sizes) one.resize(columns, tall);
          await one.paint(height, `frame ${index}`);
          one.ghosts();
        }
        one.resize(110, 60);
        await one.paint(9, 'last');
        expect(one.ghosts()).toEqual([]);
        one.close();
      }),
      runs,
    );
  });

  it('takes nothing from the history whatever the sizes', async () => {
    const size = fc.record({ columns: fc.integer({ min: 20, max: 100 }), rows });
    const step = fc.record({ sizes: fc.array(size, { minLength: 1, maxLength: 4 }), height: fc.nat(50) });
    await fc.assert(
      fc.asyncProperty(size, before, fc.array(step, { minLength: 1, maxLength: 6 }), async (first, lines, steps) => {
        const one = await region(first, lines);
        await one.paint(first.rows, 'first');
        for (const [index, { sizes, height }] of steps.entries()) {
          for (const { columns, rows: tall } of sizes) one.resize(columns, tall);
          await one.paint(height, `frame ${index}`);
          one.ghosts();
        }
        one.close();
      }),
      runs,
    );
  });
});
