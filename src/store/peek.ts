// Reads from a database's bytes whose it is and its version, without opening it: SQLite itself would create or fold in a
// `-wal` file, and a database that a newer ccchat or another program made must stay exactly as it is.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { applicationId } from './migrations.ts';

export type Peek = { kind: 'empty' } | { kind: 'not-a-database' } | { kind: 'database'; version: number };

const magic = 'SQLite format 3\0';
const versionAt = 60;
const applicationAt = 68;
/** The header of page 1 and, behind it, that of the table of tables. */
const firstPageLength = 108;
const emptyLeaf = 0x0d;

export function peek(file: string): Peek {
  const header = readBytes(file, 0, firstPageLength);
  if (header === null || header.length === 0) return { kind: 'empty' };
  if (header.length < firstPageLength || header.toString('latin1', 0, 16) !== magic) return { kind: 'not-a-database' };
  const page = firstPageInWal(`${file}-wal`) ?? header;
  const version = page.readUInt32BE(versionAt);
  if (page.readUInt32BE(applicationAt) === applicationId) return { kind: 'database', version };
  const hasTables = page[100] !== emptyLeaf || page.readUInt16BE(103) > 0;
  return hasTables || version !== 0 ? { kind: 'not-a-database' } : { kind: 'empty' };
}

/** The beginning of the last committed first page in the write-ahead log, or null when the log holds none. */
function firstPageInWal(wal: string): Buffer | null {
  const head = readBytes(wal, 0, 32);
  if (head === null || head.length < 32) return null;
  const pageSize = head.readUInt32BE(8);
  const salt = head.subarray(16, 24);
  let pending: Buffer | null = null;
  let committed: Buffer | null = null;
  const fd = openSync(wal, 'r');
  try {
    const size = fstatSync(fd).size;
    const frame = Buffer.alloc(24 + firstPageLength);
    for (let at = 32; at + 24 + pageSize <= size; at += 24 + pageSize) {
      readSync(fd, frame, 0, frame.length, at);
      if (!frame.subarray(8, 16).equals(salt)) break;
      if (frame.readUInt32BE(0) === 1) pending = Buffer.from(frame.subarray(24));
      if (frame.readUInt32BE(4) !== 0) committed = pending;
    }
  } finally {
    closeSync(fd);
  }
  return committed;
}

function readBytes(file: string, at: number, length: number): Buffer | null {
  let fd: number;
  try {
    fd = openSync(file, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  try {
    const buffer = Buffer.alloc(length);
    return buffer.subarray(0, readSync(fd, buffer, 0, length, at));
  } finally {
    closeSync(fd);
  }
}
