// Short random names that a person can read aloud and type: no 0/o, no 1/l/i.
// Random, not counted, so that databases can be merged and an id says nothing about when or where.
import { randomBytes } from 'node:crypto';

const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const pool = { bytes: Buffer.alloc(0), at: 0 };

function nextByte(): number {
  if (pool.at >= pool.bytes.length) {
    pool.bytes = randomBytes(1024);
    pool.at = 0;
  }
  return pool.bytes[pool.at++]!;
}

export function randomId(length: number): string {
  let id = '';
  while (id.length < length) id += alphabet[nextByte() & 31] ?? '';
  return id;
}

/** Draws until the name is free; each clash makes the next one longer, so it ends. */
export function freeId(length: number, isTaken: (id: string) => boolean): string {
  for (let size = length; ; size++) {
    const id = randomId(size);
    if (!isTaken(id)) return id;
  }
}

/** The half-open range of ids that begin with `prefix`, or null when no id can. */
export function idRange(prefix: string): [from: string, below: string] | null {
  const from = prefix.toLowerCase();
  if (from === '' || [...from].some((char) => !alphabet.includes(char))) return null;
  return [from, `${from}{`];
}

/** A name of `length` letters made from bytes: the same bytes, the same name. */
export function nameFrom(bytes: Uint8Array, length: number): string {
  return Array.from(bytes.subarray(0, length), (byte) => alphabet[byte % alphabet.length]).join('');
}
