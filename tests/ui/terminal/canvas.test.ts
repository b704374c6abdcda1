import headless from '@xterm/headless';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createCanvas } from '../../../src/ui/terminal/canvas.ts';

const write = (terminal: InstanceType<typeof headless.Terminal>, bytes = '') =>
  new Promise<void>((resolve) => terminal.write(bytes, resolve));

const prose =
  'the 日本語 quick brown fox jumps over 日 the lazy 本 dog and runs along 語の文 the river until the evening comes and goes ';
const width = fc.integer({ min: 20, max: 100 });
const step = fc.record({
  lines: fc.array(fc.nat(120), { minLength: 1, maxLength: 6 }),
  at: fc.record({ row: fc.nat(5), column: fc.nat(99) }),
  /** The window is dragged: it has all of these before the canvas gets to paint. */
  widths: fc.array(width, { minLength: 1, maxLength: 4 }),
});

/** A window that shows more rows than any frame can wrap to: what leaves the top is the terminal's. */
const rows = 60;

it('erases exactly its own frame, at whatever width the window has by then', async () => {
  await fc.assert(
    fc.asyncProperty(
      width,
      fc.constantFrom(2, 150),
      fc.array(step, { minLength: 1, maxLength: 6 }),
      async (first, before, steps) => {
        const terminal = new headless.Terminal({ cols: first, rows, scrollback: 500, allowProposedApi: true });
        const history = Array.from({ length: before }, (_, index) => `history ${index}`);
        await write(terminal, history.map((line) => `${line}\r\n`).join(''));
        let painted = () => {};
        const canvas = createCanvas({
          write: (bytes) => {
            terminal.write(bytes);
            if (bytes.includes('\x1b[?2026l')) painted();
          },
          size: () => ({ columns: terminal.cols, rows }),
          reflow: () => 'xterm.js',
          quietMs: 0,
        });
        let frame: string[] = [];
        for (const { lines, at, widths } of steps) {
          frame = lines.map((length) => cut(prose, Math.min(length, terminal.cols - 1)));
          const row = Math.min(at.row, frame.length - 1);
          canvas.cursor({ row, column: Math.min(at.column, terminal.cols - 1) });
          canvas.frame(frame);
          await write(terminal);
          const paintedAgain = new Promise<void>((resolve) => {
            painted = resolve;
          });
          const next = widths.at(-1)!;
          const changes = widths.some((one) => one !== terminal.cols);
          for (const one of widths) {
            terminal.resize(one, rows);
            canvas.resized();
          }
          frame = frame.map((line) => cut(line, next - 1));
          canvas.cursor({ row, column: Math.min(at.column, next - 1) });
          canvas.frame(frame);
          if (changes) await paintedAgain;
          await write(terminal);
          const shown = Array.from({ length: terminal.buffer.active.length }, (_, index) =>
            terminal.buffer.active.getLine(index)!.translateToString(true),
          );
          while (shown.at(-1) === '') shown.pop();
          const expected = [...history, ...frame.map((line) => line.trimEnd())];
          while (expected.at(-1) === '') expected.pop();
          expect(shown).toEqual(expected);
        }
        canvas.close();
        terminal.dispose();
      },
    ),
    { numRuns: 100 },
  );
});

function cut(text: string, columns: number): string {
  let used = 0;
  let kept = '';
  for (const char of text) {
    const wide = /[\u3000-\u9fff]/.test(char) ? 2 : 1;
    if (used + wide > columns) break;
    used += wide;
    kept += char;
  }
  return kept.trimEnd();
}
