// One connection to the one file. Every write goes through `write`, an immediate transaction: with several processes a
// deferred one that reads first fails instead of waiting. Failures leave here as `StoreError`s that say what to do.
import { chmodSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { randomId } from './ids.ts';
import { applicationId, migrations, schemaVersion } from './migrations.ts';
import { peek } from './peek.ts';
import { StoreError } from './types.ts';

export type Statement<Row> = Database.Statement<unknown[], Row>;

export interface Connection {
  readonly file: string;
  readonly db: Database.Database;
  /** Prepared on first use, once. */
  sql<Row = unknown>(source: string): Statement<Row>;
  /** Immediate; inside another one, part of it: if it fails there, the outer one fails too, even when it catches the error. */
  write<T>(fn: () => T): T;
  /** Done last in the transaction that is open; earlier when what is put off grows beyond a few megabytes. `size` in characters. */
  putOff(size: number, fn: () => void): void;
  close(): void;
}

const busyTimeoutMs = 5000;
/** A writer on another machine cannot be asked whether it lives; after this long it does not count. */
const foreignWriterMs = 7 * 24 * 3600 * 1000;
/** Reading through takes about 5 ms a megabyte: above this, a start would wait longer than the rare find is worth. */
const checkCapBytes = 200 * 1024 * 1024;
const putOffCap = 2 * 1024 * 1024;
const openHere = new Set<string>();

export function openConnection(file: string): Connection {
  return explained(file, () => {
    const seen = secured(file);
    if (seen.kind === 'not-a-database') throw notADatabase(file);
    if (seen.kind === 'database' && seen.version > schemaVersion) throw newer(file, seen.version);
    const db = new Database(file, { timeout: busyTimeoutMs });
    try {
      db.pragma('synchronous = FULL');
      db.pragma('foreign_keys = ON');
      switchToWal(db);
      migrate(db, file);
      checkAfterCrash(db, file);
      return connect(db, file);
    } catch (error) {
      db.close();
      throw error;
    }
  });
}

function connect(db: Database.Database, file: string): Connection {
  const id = randomId(12);
  openHere.add(id);
  const statements = new Map<string, Statement<unknown>>();
  let marked = false;

  function sql<Row>(source: string): Statement<Row> {
    let statement = statements.get(source);
    if (!statement) {
      statement = db.prepare<unknown[], unknown>(source);
      statements.set(source, statement);
    }
    return statement as Statement<Row>;
  }
  const failures: unknown[] = [];
  const late = { acts: [] as (() => void)[], size: 0 };
  function catchUp(): void {
    for (const act of late.acts.splice(0)) act();
    late.size = 0;
  }
  const transact = db.transaction((fn: () => unknown) => {
    failures.length = 0;
    late.acts.length = 0;
    late.size = 0;
    if (!marked)
      sql('INSERT OR IGNORE INTO writer (id, pid, host, opened_at) VALUES (?, ?, ?, ?)').run(
        id,
        process.pid,
        hostname(),
        Date.now(),
      );
    const result = fn();
    if (failures.length > 0) throw failures[0];
    catchUp();
    return result;
  });
  /** No savepoint: each would make the search indices write out what they hold in memory. */
  function join<T>(fn: () => T): T {
    try {
      return fn();
    } catch (error) {
      failures.push(error);
      throw error;
    }
  }

  return {
    file,
    db,
    sql,
    write<T>(fn: () => T): T {
      if (db.inTransaction) return join(fn);
      const result = explained(file, () => transact.immediate(fn) as T);
      marked = true;
      return result;
    },
    putOff(size, fn) {
      late.acts.push(fn);
      late.size += size;
      if (late.size > putOffCap) catchUp();
    },
    close() {
      if (!db.open) return;
      try {
        if (marked) explained(file, () => sql('DELETE FROM writer WHERE id = ?').run(id));
      } finally {
        openHere.delete(id);
        db.close();
      }
    },
  };
}

/** Only the user may read what is said here: SQLite gives `-wal` and `-shm` the mode of the file beside them. */
function secured(file: string) {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const seen = peek(file);
  if (seen.kind === 'not-a-database' || (seen.kind === 'database' && seen.version > schemaVersion)) return seen;
  closeSync(openSync(file, 'a', 0o600));
  for (const path of [file, `${file}-wal`, `${file}-shm`]) {
    const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
    if (mode & 0o077) chmodSync(path, mode & 0o700);
  }
  return seen;
}

/** The switch to WAL does not wait for other processes by itself. */
function switchToWal(db: Database.Database): void {
  const deadline = Date.now() + busyTimeoutMs;
  for (;;) {
    try {
      db.pragma('journal_mode = WAL');
      return;
    } catch (error) {
      if (!codeOf(error).startsWith('SQLITE_BUSY') || Date.now() > deadline) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}

function migrate(db: Database.Database, file: string): void {
  const version = () => db.pragma('user_version', { simple: true }) as number;
  if (version() === schemaVersion) return;
  db.transaction(() => {
    const from = version();
    if (from > schemaVersion) throw newer(file, from);
    if (from === 0 && db.prepare('SELECT 1 FROM sqlite_master').get()) throw notADatabase(file);
    for (const step of migrations.slice(from)) db.exec(step);
    db.pragma(`application_id = ${applicationId}`);
    db.pragma(`user_version = ${schemaVersion}`);
  }).immediate();
}

interface Writer {
  id: string;
  pid: number;
  host: string;
  opened_at: number;
}

/** A writer that is gone but never said so died in the middle of something; only then is the file worth reading through. */
function checkAfterCrash(db: Database.Database, file: string): void {
  const gone = db.prepare<unknown[], Writer>('SELECT id, pid, host, opened_at FROM writer').all().filter(isGone);
  if (gone.length === 0) return;
  const small = (statSync(file, { throwIfNoEntry: false })?.size ?? 0) <= checkCapBytes;
  const result = small ? db.pragma('quick_check(1)', { simple: true }) : 'ok';
  if (result !== 'ok') throw damaged(file, String(result));
  db.transaction(() => {
    for (const { id } of gone) db.prepare('DELETE FROM writer WHERE id = ?').run(id);
  }).immediate();
}

function isGone(writer: Writer): boolean {
  if (writer.host !== hostname()) return Date.now() - writer.opened_at > foreignWriterMs;
  if (writer.pid === process.pid) return !openHere.has(writer.id);
  try {
    process.kill(writer.pid, 0);
    return false;
  } catch (error) {
    return codeOf(error) === 'ESRCH';
  }
}

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '');

/** Runs `fn`; a failure of the file, the folder or the native module comes out as a `StoreError`. */
function explained<T>(file: string, fn: () => T): T {
  try {
    return fn();
  } catch (error) {
    throw storeError(file, error) ?? error;
  }
}

function storeError(file: string, error: unknown): StoreError | null {
  if (error instanceof StoreError) return null;
  const code = codeOf(error);
  const text = error instanceof Error ? error.message : String(error);
  const cause = { cause: error };
  if (code === 'ERR_DLOPEN_FAILED' || /NODE_MODULE_VERSION|locate the bindings file/.test(text))
    return new StoreError(
      'native',
      `better-sqlite3 was not built for this Node (${process.version})`,
      'npm rebuild better-sqlite3',
      cause,
    );
  if (code === 'SQLITE_NOTADB') return notADatabase(file, error);
  if (code.startsWith('SQLITE_CORRUPT')) return damaged(file, text, error);
  if (code.startsWith('SQLITE_BUSY'))
    return new StoreError('busy', `another process keeps ${file} locked`, 'Try again in a moment.', cause);
  if (/^(SQLITE_(READONLY|CANTOPEN|FULL|IOERR)|EACCES|EPERM|EROFS|ENOTDIR|EEXIST|EISDIR|ENOSPC|ENOENT)/.test(code))
    return new StoreError(
      'unwritable',
      `cannot write ${file}: ${text}`,
      `Make ${dirname(file)} writable, or set CCCHAT_HOME to a folder that is.`,
      cause,
    );
  return null;
}

const newer = (file: string, version: number) =>
  new StoreError(
    'newer',
    `${file} was written by a newer ccchat (its format is ${version}, this one knows ${schemaVersion})`,
    'Update ccchat, or set CCCHAT_HOME to another folder.',
  );

const notADatabase = (file: string, cause?: unknown) =>
  new StoreError(
    'corrupt',
    `${file} is not a ccchat database`,
    'It was left as it is. Move it away, or set CCCHAT_HOME to another folder.',
    { cause },
  );

const damaged = (file: string, what: string, cause?: unknown) =>
  new StoreError(
    'corrupt',
    `${file} is damaged: ${what}`,
    'It was left as it is. Restore it from a backup, save what can be read with `sqlite3 FILE .recover`, or move it away to start anew.',
    { cause },
  );
