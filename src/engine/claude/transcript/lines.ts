// The lines of a file that is not being followed, read in order without holding the file: each with where it lies, so that it can
// be read again. Synchronous, because what is read goes into one transaction.
import { closeSync, openSync, readSync } from 'node:fs';

export interface FileLine {
  offset: number;
  /** Without its newline. */
  length: number;
  bytes: Buffer;
}

const chunkBytes = 1024 * 1024;
/** Past any sane record: such a line is passed over rather than held in memory. */
export const lineCap = 128 * 1024 * 1024;

/** Empty lines are left out; of a line above the cap only the place is given. */
export function* linesOf(file: string): Generator<FileLine> {
  const handle = openSync(file, 'r');
  try {
    const chunk = Buffer.allocUnsafe(chunkBytes);
    let partial: Buffer[] = [];
    let held = 0;
    let start = 0;
    const line = (end: Buffer): FileLine => {
      const length = held + end.length;
      const bytes = length > lineCap ? Buffer.alloc(0) : partial.length > 0 ? Buffer.concat([...partial, end]) : end;
      return { offset: start, length, bytes };
    };
    for (
      let read = readSync(handle, chunk, 0, chunkBytes, null);
      read > 0;
      read = readSync(handle, chunk, 0, chunkBytes, null)
    ) {
      let from = 0;
      for (let end = chunk.indexOf(10); end >= 0 && end < read; end = chunk.indexOf(10, from)) {
        const found = line(chunk.subarray(from, end));
        from = end + 1;
        start += found.length + 1;
        partial = [];
        held = 0;
        if (found.length > 0) yield found;
      }
      held += read - from;
      if (held > lineCap) partial = [];
      else if (from < read) partial.push(Buffer.from(chunk.subarray(from, read)));
    }
    if (held > 0) yield line(Buffer.alloc(0));
  } finally {
    closeSync(handle);
  }
}

/** Reads lines again by where they lie; close it when done. */
export function lineReader(file: string) {
  const handle = openSync(file, 'r');
  return {
    read({ offset, length }: Pick<FileLine, 'offset' | 'length'>): string {
      const bytes = Buffer.allocUnsafe(length);
      let at = 0;
      while (at < length) {
        const read = readSync(handle, bytes, at, length - at, offset + at);
        if (read === 0) break;
        at += read;
      }
      return bytes.toString('utf8', 0, at);
    },
    close: (): void => closeSync(handle),
  };
}
