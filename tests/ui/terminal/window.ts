// A window and a chat's live region in it, on a clock of their own. What the region writes, what the window says of its size and what it
// answers all take the time they are told to take, so that a frame can meet a window that has changed meanwhile, always in the same way.
import headless from '@xterm/headless';
import { createCanvas } from '../../../src/ui/terminal/canvas.ts';

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** How many milliseconds each takes on its way. */
export interface Delays {
  /** Between the program and the window, either way. */
  readonly bytes: number;
  /** From the window's change to the program's being able to know of it. */
  readonly size: number;
  /** From there to its being told. */
  readonly signal: number;
}

/** How soon after a change the region comes laid out anew. */
const LAYOUT_MS = 5;

export type Window = ReturnType<typeof openWindow>;

export function openWindow(first: Size, printed: number, delays: Delays) {
  const terminal = new headless.Terminal({
    cols: first.columns,
    rows: first.rows,
    scrollback: 2000,
    allowProposedApi: true,
    logLevel: 'off',
  });
  const { after, pass } = makeClock();
  const write = (bytes: string) => (terminal as unknown as Core)._core.writeSync(bytes);
  let known = first;
  const canvas = createCanvas({
    write: (bytes) => (delays.bytes === 0 ? write(bytes) : void after(delays.bytes, () => write(bytes))),
    size: () => known,
    reflow: () => 'xterm.js',
    clock: { after },
  });
  terminal.onData((reply) => void after(delays.bytes, () => canvas.replied(reply)));

  const history: string[] = [];
  const finish = (count: number) => {
    const lines = Array.from({ length: count }, (_, index) => `history ${history.length + index}`);
    history.push(...lines);
    return lines;
  };
  write(finish(printed).join('\r\n') + (printed > 0 ? '\r\n' : ''));
  let shown: readonly string[] = [];
  let frames = 0;
  let wanted = { height: 2, below: 1 };

  const lay = () => {
    const { height, below } = wanted;
    const rows = Math.max(2, Math.min(height, known.rows - 1));
    frames += 1;
    shown = Array.from({ length: rows }, (_, row) => `frame ${frames} row ${row} `.padEnd(known.columns - 2, 'x'));
    canvas.cursor({ row: Math.max(0, rows - 1 - below), column: 3 });
    canvas.frame(shown);
    canvas.settle();
  };

  const rowsShown = (): string[] => {
    const buffer = terminal.buffer.active;
    const all = Array.from({ length: buffer.length }, (_, row) =>
      buffer.getLine(row)!.translateToString(true).trimEnd(),
    );
    while (all.at(-1) === '') all.pop();
    return all;
  };

  return {
    size: (): Size => ({ columns: terminal.cols, rows: terminal.rows }),
    pass,
    /** Another look of the region, as high as wanted and the window allows, with its cursor some rows above its end. */
    frame: (height: number, below = 1) => {
      wanted = { height, below };
      lay();
    },
    /** Finished lines go above the region. */
    print: (count: number) => {
      canvas.above(
        finish(count)
          .map((line) => `${line}\n`)
          .join(''),
      );
      lay();
    },
    resize: ({ columns, rows }: Size) => {
      terminal.resize(columns, rows);
      const know = () => {
        known = { columns, rows };
      };
      if (delays.size === 0) know();
      else after(delays.size, know);
      after(delays.size + delays.signal, () => {
        canvas.resized();
        after(LAYOUT_MS, lay);
      });
    },
    /** What stands in the window and its scrollback: finished lines that are missing, rows above the region that are not finished lines. */
    faults: () => {
      const all = rowsShown();
      const above = all.slice(0, all.length - shown.length).filter((row) => row !== '');
      return {
        lost: history.filter((line) => !above.includes(line)),
        copies: above.filter((row, index) => !history.includes(row) || above.indexOf(row) !== index),
        region:
          all.slice(-shown.length).join('\n') === shown.map((row) => row.trimEnd()).join('\n') ? 'whole' : 'broken',
      };
    },
    close: () => {
      canvas.close();
      terminal.dispose();
    },
  };
}

interface Due {
  readonly at: number;
  readonly run: () => void;
}

function makeClock() {
  const due: Due[] = [];
  let now = 0;
  return {
    /** What comes back prevents it. */
    after: (ms: number, run: () => void): (() => void) => {
      const one = { at: now + ms, run };
      const place = due.findIndex(({ at }) => at > one.at);
      due.splice(place === -1 ? due.length : place, 0, one);
      return () => {
        const place = due.indexOf(one);
        if (place !== -1) due.splice(place, 1);
      };
    },
    /** Lets time pass. */
    pass: (ms: number) => {
      const end = now + ms;
      for (let next = due[0]; next !== undefined && next.at <= end; next = due[0]) {
        due.shift();
        now = next.at;
        next.run();
      }
      now = end;
    },
  };
}

interface Core {
  _core: { writeSync(bytes: string): void };
}
