// Follows a file that another process appends to, by byte offset. Only whole lines are handed out, in order, and `offset`
// always stands right after the last of them; each byte is read and copied once, however long a line grows.
import { type FSWatcher, watch } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import path from 'node:path';

export interface Tail {
  /** Bytes up to and with the last complete line handed out. */
  readonly offset: number;
  /** Reads what is there now and hands it out before it resolves. */
  drain(): Promise<void>;
  /** `busy` looks every 50 ms, `idle` once a second; the file system wakes it in between where it can. */
  pace(pace: Pace): void;
  close(): void;
}

export type Pace = 'busy' | 'idle';

export interface TailOptions {
  file: string;
  offset?: number;
  onLine(line: string): void;
  onError?(error: Error): void;
}

const pauses: Record<Pace, number> = { busy: 50, idle: 1_000 };
const chunkBytes = 256 * 1024;
/** Past any sane record: such a line is passed over rather than held in memory. */
const lineCap = 128 * 1024 * 1024;

export function tail({ file, offset: start = 0, onLine, onError }: TailOptions): Tail {
  const buffer = Buffer.allocUnsafe(chunkBytes);
  let offset = start;
  let position = start;
  let partial: Buffer[] = [];
  let held = 0;
  let closed = false;
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let watcher: FSWatcher | undefined;
  let pause = pauses.idle;

  const restart = (at: number) => {
    position = at;
    offset = at;
    partial = [];
    held = 0;
  };

  /** A line that its reader cannot take must not cost the lines behind it. */
  const hand = (line: string) => {
    try {
      onLine(line);
    } catch (error) {
      onError?.(error as Error);
    }
  };

  const take = (chunk: Buffer) => {
    let from = 0;
    for (let end = chunk.indexOf(10); end >= 0 && !closed; end = chunk.indexOf(10, from)) {
      const length = held + end - from;
      const line = held ? Buffer.concat([...partial, chunk.subarray(from, end)]) : chunk.subarray(from, end);
      partial = [];
      held = 0;
      from = end + 1;
      offset += length + 1;
      if (length > 0 && length <= lineCap) hand(line.toString('utf8'));
    }
    held += chunk.length - from;
    if (held > lineCap) partial = [];
    else if (from < chunk.length) partial.push(Buffer.from(chunk.subarray(from)));
  };

  const read = async () => {
    const found = await stat(file).catch(() => null);
    if (!found || closed) return;
    if (found.size < position) restart(Math.min(start, found.size));
    if (found.size === position) return;
    const handle = await open(file, 'r');
    try {
      while (!closed) {
        const { bytesRead } = await handle.read(buffer, 0, chunkBytes, position);
        if (!bytesRead) return;
        position += bytesRead;
        take(buffer.subarray(0, bytesRead));
      }
    } finally {
      await handle.close();
    }
  };

  /** One read at a time; whoever asks while one is under way gets a fresh one after it. */
  const drain = (): Promise<void> => {
    if (closed) return Promise.resolve();
    if (next) return next;
    if (!running) {
      running = read()
        .catch((error: Error) => onError?.(error))
        .finally(() => {
          running = null;
        });
      return running;
    }
    next = running.then(() => {
      next = null;
      return drain();
    });
    return next;
  };

  const listen = () => {
    if (watcher || closed) return;
    try {
      watcher = watch(path.dirname(file), { persistent: false }, (_, name) => {
        if (name === null || name === path.basename(file)) void drain();
      });
      watcher.on('error', () => {
        watcher?.close();
        watcher = undefined;
      });
    } catch {}
  };

  const look = () => {
    listen();
    void drain().then(schedule);
  };
  const schedule = () => {
    if (closed) return;
    clearTimeout(timer);
    timer = setTimeout(look, pause);
    timer.unref();
  };
  look();

  return {
    get offset() {
      return offset;
    },
    drain,
    pace(wanted) {
      pause = pauses[wanted];
      schedule();
    },
    close() {
      closed = true;
      clearTimeout(timer);
      watcher?.close();
    },
  };
}
