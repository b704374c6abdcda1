import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { openStore, StoreError } from '../../src/store/index.ts';
import { applicationId, migrations, schemaVersion } from '../../src/store/migrations.ts';
import { say, startChild, temporaryFolder, temporaryStore } from './support.ts';

function refusal(file: string): StoreError {
  try {
    openStore(file).close();
  } catch (error) {
    expect(error).toBeInstanceOf(StoreError);
    return error as StoreError;
  }
  throw new Error('it was opened');
}

const bytesIn = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(path.join(folder, name)).toString('base64')]),
  );

describe('a database that is not ours to change', () => {
  test('a newer one is refused and stays as it is, byte for byte', () => {
    const folder = temporaryFolder();
    const file = path.join(folder, 'ccchat.db');
    const store = openStore(file);
    say(store, store.threads.create({ cwd: '/' }).id, 'hello');
    store.close();
    const db = new Database(file);
    db.pragma(`user_version = ${schemaVersion + 1}`);
    db.close();
    chmodSync(file, 0o644);
    const before = bytesIn(folder);
    const error = refusal(file);
    expect(error.code).toBe('newer');
    expect(error.message).toContain(`${schemaVersion + 1}`);
    expect(error.next).toContain('Update ccchat');
    expect(bytesIn(folder)).toEqual(before);
    expect(statSync(file).mode & 0o777).toBe(0o644);
  });

  test('a newer one whose version is still in the write-ahead log is refused and stays as it is', () => {
    const folder = temporaryFolder();
    const file = path.join(folder, 'ccchat.db');
    openStore(file).close();
    const newer = new Database(file);
    newer.pragma('wal_autocheckpoint = 0');
    newer.pragma(`user_version = ${schemaVersion + 7}`);
    const before = bytesIn(folder);
    expect(before['ccchat.db-wal']).not.toBe('');
    expect(refusal(file).code).toBe('newer');
    expect(bytesIn(folder)).toEqual(before);
    newer.close();
  });

  const others: Record<string, (file: string) => void> = {
    'a text file': (file) => writeFileSync(file, 'Dear diary,\n'.repeat(100)),
    'a short file': (file) => writeFileSync(file, 'x'),
    'a database of another program': (file) => {
      const db = new Database(file);
      db.exec('CREATE TABLE recipe (name TEXT); INSERT INTO recipe VALUES (1)');
      db.close();
    },
    'one of another program with a version like ours': (file) => {
      const db = new Database(file);
      db.exec('CREATE TABLE recipe (name TEXT)');
      db.pragma(`user_version = ${schemaVersion}`);
      db.close();
    },
  };
  test.each(Object.entries(others))('%s is refused and stays as it is', (_, make) => {
    const folder = temporaryFolder();
    const file = path.join(folder, 'ccchat.db');
    make(file);
    const before = bytesIn(folder);
    const error = refusal(file);
    expect(error.code).toBe('corrupt');
    expect(error.message).toContain('is not a ccchat database');
    expect(bytesIn(folder)).toEqual(before);
  });

  test('a damaged one is named as damaged', () => {
    const file = path.join(temporaryFolder(), 'ccchat.db');
    const store = openStore(file);
    const { id } = store.threads.create({ cwd: '/' });
    for (let i = 0; i < 50; i++) say(store, id, `message ${i} ${'y'.repeat(500)}`);
    store.close();
    const bytes = readFileSync(file);
    bytes.fill(0xa5, 4096, bytes.length);
    writeFileSync(file, bytes);
    const error = (() => {
      try {
        const damaged = openStore(file);
        damaged.threads.create({ cwd: '/' });
        damaged.close();
      } catch (error) {
        return error;
      }
    })();
    expect(error).toBeInstanceOf(StoreError);
    expect((error as StoreError).code).toBe('corrupt');
    expect((error as StoreError).next).toContain('backup');
  });
});

describe('opening', () => {
  test('folder 0700, files 0600, also when they were wider', () => {
    const file = path.join(temporaryFolder(), 'deep', 'data', 'ccchat.db');
    const store = temporaryStore(file);
    store.threads.create({ cwd: '/' });
    const modes = () => ['', '-wal', '-shm'].map((end) => statSync(`${file}${end}`).mode & 0o777);
    expect(statSync(path.dirname(file)).mode & 0o777).toBe(0o700);
    expect(modes()).toEqual([0o600, 0o600, 0o600]);
    for (const end of ['', '-wal', '-shm']) chmodSync(`${file}${end}`, 0o664);
    temporaryStore(file);
    expect(modes()).toEqual([0o600, 0o600, 0o600]);
  });

  test('an empty file, and one that a crash left without tables, become databases', () => {
    const folder = temporaryFolder();
    const empty = path.join(folder, 'empty.db');
    writeFileSync(empty, '');
    const begun = path.join(folder, 'begun.db');
    const db = new Database(begun);
    db.pragma('journal_mode = WAL');
    db.close();
    expect(statSync(begun).size).toBeGreaterThan(0);
    for (const file of [empty, begun]) {
      const store = temporaryStore(file);
      expect(store.threads.create({ cwd: '/' }).messages).toBe(0);
    }
  });

  test.each(migrations.slice(1).map((_, index) => index + 1))('one of version %i becomes one of today', (version) => {
    const file = path.join(temporaryFolder(), 'ccchat.db');
    const old = new Database(file);
    for (const step of migrations.slice(0, version)) old.exec(step);
    old.pragma(`application_id = ${applicationId}`);
    old.pragma(`user_version = ${version}`);
    old
      .prepare(
        `INSERT INTO thread (id, title, cwd, settings, extra, created_at, updated_at, sought) VALUES ('abcd', 'Old', '/', '{}', '{}', 1, 1, 'old')`,
      )
      .run();
    old
      .prepare(
        `INSERT INTO message (id, depth, hash, thread, role, via, created_at, blocks) VALUES ('m234', 1, 'h', 'abcd', 'user', 'prompt', 1, '[{"type":"text","text":"kept"}]')`,
      )
      .run();
    old.exec(`UPDATE thread SET head = 'm234'; INSERT INTO word_index (rowid, text) VALUES (1, 'kept')`);
    old.close();
    const store = temporaryStore(file);
    const [thread] = store.threads.list();
    expect(thread).toMatchObject({ id: 'abcd', title: 'Old', messages: 1 });
    expect(store.search.find('kept')).toMatchObject([{ message: 'm234' }]);
    say(store, thread!.id, 'and on');
    expect(store.messages.line(store.threads.get(thread!.id)!.head)).toHaveLength(2);
    const shape = (from: typeof store) => from.sql('SELECT type, name, sql FROM sqlite_master ORDER BY name');
    expect(shape(store)).toEqual(shape(temporaryStore()));
  });

  test('settings of the connection', () => {
    const store = temporaryStore();
    const pragma = (name: string) => Object.values(store.sql<object>(`PRAGMA ${name}`)[0]!)[0];
    expect([pragma('journal_mode'), pragma('synchronous'), pragma('foreign_keys'), pragma('user_version')]).toEqual([
      'wal',
      2,
      1,
      migrations.length,
    ]);
    expect(pragma('busy_timeout')).toBe(5000);
  });

  test('a folder that cannot be written, or is a file', () => {
    const folder = temporaryFolder();
    writeFileSync(path.join(folder, 'file'), '');
    const error = refusal(path.join(folder, 'file', 'ccchat.db'));
    expect(error.code).toBe('unwritable');
    expect(error.next).toContain('CCCHAT_HOME');
    mkdirSync(path.join(folder, 'ccchat.db'));
    expect(refusal(path.join(folder, 'ccchat.db')).code).toBe('unwritable');
  });

  test('a native module that does not load is named, with the command that mends it', async () => {
    const folder = temporaryFolder();
    const child = startChild('without-native', folder);
    await child.exit;
    const error = JSON.parse(child.lines[0] ?? '{}');
    expect(error).toMatchObject({ name: 'StoreError', code: 'native', next: 'npm rebuild better-sqlite3' });
    expect(error.message).toContain(process.version);
    expect(existsSync(path.join(folder, 'data', 'ccchat.db-wal'))).toBe(false);
  });

  test('a part of a transaction that fails takes the whole with it, even when its error is caught', () => {
    const store = temporaryStore();
    const { id } = store.threads.create({ cwd: '/' });
    expect(() =>
      store.transaction(() => {
        say(store, id, 'kept only if all is well');
        try {
          store.turns.update('nosuch' as never, { state: 'done' });
        } catch {}
      }),
    ).toThrow('there is no turn nosuch');
    expect(store.threads.get(id)!.messages).toBe(0);
    say(store, id, 'works again');
    expect(store.threads.get(id)!.messages).toBe(1);
  });
});
