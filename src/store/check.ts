// Looks at the database the way the next command would open it, reads it through, and says what was found. A file that is
// not there is not made.
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { openConnection } from './connection.ts';
import { StoreError } from './types.ts';

export type DatabaseCheck =
  | { kind: 'absent' }
  /** `openTo`: the file or folder that others on this machine may read, as it was before it was opened. */
  | { kind: 'fine'; threads: number; messages: number; bytes: number; openTo: string | null }
  | { kind: 'broken'; error: StoreError };

export function checkDatabase(file: string): DatabaseCheck {
  try {
    const existing = nearestExisting(path.dirname(file));
    if (!statSync(existing).isDirectory()) throw unwritable(file, `${existing} is a file`);
    if (!existsSync(file)) {
      accessSync(existing, constants.W_OK);
      return { kind: 'absent' };
    }
    const openTo = [path.dirname(file), file].find((one) => (statSync(one).mode & 0o077) !== 0) ?? null;
    return { ...readThrough(file), openTo };
  } catch (error) {
    return { kind: 'broken', error: error instanceof StoreError ? error : unwritable(file, messageOf(error), error) };
  }
}

function readThrough(file: string) {
  const connection = openConnection(file);
  try {
    const found = connection.db.pragma('quick_check(1)', { simple: true });
    if (found !== 'ok') throw damaged(file, String(found));
    const count = (table: string) => connection.sql<{ n: number }>(`SELECT count(*) AS n FROM ${table}`).get()!.n;
    return { kind: 'fine' as const, threads: count('thread'), messages: count('message'), bytes: statSync(file).size };
  } catch (error) {
    throw error instanceof StoreError ? error : damaged(file, messageOf(error), error);
  } finally {
    connection.close();
  }
}

function nearestExisting(folder: string): string {
  return existsSync(folder) || folder === path.dirname(folder) ? folder : nearestExisting(path.dirname(folder));
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

const damaged = (file: string, what: string, cause?: unknown) =>
  new StoreError(
    'corrupt',
    `${file} is damaged: ${what}`,
    'Restore it from a backup, save what can be read with `sqlite3 FILE .recover`, or move it away to start anew',
    { cause },
  );

const unwritable = (file: string, what: string, cause?: unknown) =>
  new StoreError(
    'unwritable',
    `cannot write ${file}: ${what}`,
    `Make ${path.dirname(file)} writable, or set CCCHAT_HOME to a folder that is`,
    { cause },
  );
