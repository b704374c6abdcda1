import { Terminal } from '@xterm/headless';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffFrames, drawFrame, type Frame, type Rows, restPlace } from '../../../src/ui/terminal/diff.ts';

const columns = 30;
const rows = 12;

function write(terminal: Terminal, bytes: string): Promise<void> {
  return new Promise((resolve) => terminal.write(bytes, resolve));
}

function all(terminal: Terminal): string[] {
  const buffer = terminal.buffer.active;
  const lines = Array.from({ length: buffer.length }, (_, row) =>
    buffer.getLine(row)!.translateToString(true).trimEnd(),
  );
  while (lines.at(-1) === '') lines.pop();
  return lines;
}

const words = fc.constantFrom(
  'alpha',
  'beta',
  '',
  'gamma delta',
  '日本語',
  'é́x',
  '\x1b[2mdim\x1b[22m tail',
  'a',
  'ab',
  'abc',
  '👩‍👩‍👧 fam',
);
const frame: fc.Arbitrary<Frame> = fc
  .array(words, { minLength: 1, maxLength: rows - 1 })
  .chain((lines) =>
    fc
      .option(fc.record({ row: fc.nat(lines.length - 1), column: fc.nat(columns - 1) }))
      .map((cursor) => ({ lines, cursor })),
  );

const plain = (line: string) => line.replace(/\x1b\[\d*m/g, '');

describe('a frame painted over another', () => {
  it.each<Rows>(['apart', 'joined'])(
    'looks as if it had been painted afresh, leaves what is above alone and the cursor in its place: %s',
    async (as) => {
      await fc.assert(
        fc.asyncProperty(fc.nat(20), fc.array(frame, { minLength: 1, maxLength: 8 }), async (before, frames) => {
          const terminal = new Terminal({
            columns,
            cols: columns,
            rows,
            scrollback: 200,
            allowProposedApi: true,
          } as never);
          const history = Array.from({ length: before }, (_, index) => `history ${index}`);
          await write(terminal, history.map((line) => `${line}\r\n`).join(''));
          let previous = frames[0]!;
          await write(terminal, drawFrame(previous, as));
          for (const next of frames.slice(1)) {
            await write(terminal, diffFrames(previous.lines, restPlace(previous), next, as));
            previous = next;
            const expected = [...history, ...next.lines.map((line) => plain(line).trimEnd())];
            while (expected.at(-1) === '') expected.pop();
            expect(all(terminal)).toEqual(expected);
            const { row, column } = restPlace(next);
            expect(terminal.buffer.active.cursorX).toBe(column);
            const top = terminal.buffer.active.baseY + terminal.buffer.active.cursorY - row;
            expect(top).toBe(before);
            const joins = next.lines.map((_, at) => terminal.buffer.active.getLine(before + at)?.isWrapped);
            expect(joins).toEqual(next.lines.map((_, at) => as === 'joined' && at > 0));
          }
          terminal.dispose();
        }),
        { numRuns: 300 },
      );
    },
  );

  it('moves a scrolled window with the terminal instead of writing it again', () => {
    const window = Array.from({ length: 10 }, (_, index) => `a long line of running text number ${index}`);
    const before = [...window, '> ', 'status'];
    const after = [...window.slice(1), 'a new line', '> ', 'status'];
    const bytes = diffFrames(before, { row: 10, column: 2 }, { lines: after, cursor: { row: 10, column: 2 } });
    expect(bytes.length).toBeLessThan(60);
  });

  it.each<[Rows, string]>([
    ['apart', '\x1b[A\x1b[14G four\x1b[B\x1b[3G'],
    ['joined', '\x1b[?7l\x1b7\x1b[A\x1b[14G four\x1b8\x1b[?7h'],
  ])('writes only the tail of a line that grew: %s', (as, expected) => {
    const next = { lines: ['one two three four', '> '], cursor: { row: 1, column: 2 } };
    expect(diffFrames(['one two three', '> '], { row: 1, column: 2 }, next, as)).toBe(expected);
  });

  it('brings back rows below the cursor that a shorter window has dropped, without losing count', async () => {
    const terminal = new Terminal({ cols: columns, rows, scrollback: 200, allowProposedApi: true });
    const lines = ['one', 'two', '> ', 'status', 'more'];
    const cursor = { row: 2, column: 2 };
    await write(terminal, `${'above\r\n'.repeat(20)}${drawFrame({ lines, cursor }, 'joined')}`);
    terminal.resize(columns, rows - 2);
    const next = { lines: ['one', 'two', '> ', 'status', 'done'], cursor };
    await write(terminal, diffFrames(lines, cursor, next, 'joined'));
    expect(all(terminal)).toEqual([...Array.from({ length: 20 }, () => 'above'), 'one', 'two', '>', 'status', 'done']);
    terminal.dispose();
  });
});
