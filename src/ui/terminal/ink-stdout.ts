// Ink lays the screen out; the canvas writes it. Ink's own writer erases by counting the lines it wrote, which is wrong once the window
// was narrowed, and rewrites whole frames. It is given this stream instead, which understands the three things Ink 7.1 writes:
// erasing alone (finished entries follow), finished entries, and a frame, perhaps with erasing before it.
import { EventEmitter } from 'node:events';
import type { Canvas } from './canvas.ts';

const erasing = /^(?:\x1b\[2K(?:\x1b\[1A)?)*(?:\x1b\[G)?/;

export interface InkStdout extends EventEmitter {
  readonly columns: number;
  readonly rows: number;
  readonly isTTY: false;
  write(chunk: string, done?: unknown): boolean;
}

export function inkStdout(canvas: Canvas, size: () => { columns: number; rows: number }): NodeJS.WriteStream {
  let expects: 'frame' | 'entries' = 'frame';
  const stream = Object.assign(new EventEmitter(), {
    isTTY: false as const,
    write(chunk: string, done?: unknown): boolean {
      const rest = chunk.slice(erasing.exec(chunk)?.[0].length ?? 0);
      if (rest === '') expects = 'entries';
      else if (expects === 'entries') {
        canvas.above(rest);
        expects = 'frame';
      } else canvas.frame(rest.replace(/\n$/, '').split('\n'));
      if (typeof done === 'function') setImmediate(done as () => void);
      return true;
    },
  });
  Object.defineProperty(stream, 'columns', { get: () => size().columns });
  Object.defineProperty(stream, 'rows', { get: () => size().rows });
  return stream as unknown as NodeJS.WriteStream;
}

/** Ink reads no input: it is handed a stream that never says anything. */
export function inkStdin(): NodeJS.ReadStream {
  return Object.assign(new EventEmitter(), {
    isTTY: false,
    setEncoding() {},
    ref() {},
    unref() {},
    read: () => null,
  }) as unknown as NodeJS.ReadStream;
}
