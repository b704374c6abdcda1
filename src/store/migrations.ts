// The schema, as the steps that lead to it: step n takes a database from `user_version` n to n + 1 and is never edited once released.
// A message row is never updated or deleted; the thread row is the only pointer that moves.

const initial = `
  CREATE TABLE thread (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    title TEXT,
    cwd TEXT NOT NULL,
    head TEXT REFERENCES message(id),
    parent TEXT REFERENCES thread(id),
    forked_at TEXT REFERENCES message(id),
    settings TEXT NOT NULL,
    pinned INTEGER NOT NULL DEFAULT 0,
    archived INTEGER NOT NULL DEFAULT 0,
    deleted_at INTEGER,
    extra TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    first_prompt TEXT,
    sought TEXT NOT NULL
  ) STRICT;
  CREATE INDEX thread_listed ON thread(archived, pinned, updated_at) WHERE deleted_at IS NULL;
  CREATE INDEX thread_listed_by_cwd ON thread(cwd, archived, pinned, updated_at) WHERE deleted_at IS NULL;
  CREATE INDEX thread_deleted ON thread(pinned, updated_at) WHERE deleted_at IS NOT NULL;
  CREATE INDEX thread_title ON thread(title) WHERE title IS NOT NULL;
  CREATE INDEX thread_parent ON thread(parent) WHERE parent IS NOT NULL;

  CREATE TABLE left_line (
    thread TEXT NOT NULL REFERENCES thread(id),
    position INTEGER NOT NULL,
    from_head TEXT NOT NULL REFERENCES message(id),
    to_head TEXT REFERENCES message(id),
    PRIMARY KEY (thread, position)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE turn (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    thread TEXT NOT NULL REFERENCES thread(id),
    state TEXT NOT NULL,
    prompt TEXT,
    stop_reason TEXT,
    error TEXT,
    started_at INTEGER NOT NULL,
    ended_at INTEGER,
    duration_ms INTEGER,
    session TEXT,
    transcript TEXT,
    "offset" INTEGER NOT NULL DEFAULT 0,
    paths TEXT NOT NULL DEFAULT '[]'
  ) STRICT;
  CREATE INDEX turn_started ON turn(thread, started_at);
  CREATE INDEX turn_unfinished ON turn(thread, started_at) WHERE state IN ('starting', 'streaming', 'tool', 'waiting');

  CREATE TABLE message (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    parent TEXT REFERENCES message(id),
    jump TEXT,
    depth INTEGER NOT NULL,
    hash TEXT NOT NULL,
    thread TEXT NOT NULL REFERENCES thread(id),
    turn TEXT REFERENCES turn(id),
    role TEXT NOT NULL,
    via TEXT,
    hidden INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    model TEXT,
    usage TEXT,
    agent TEXT,
    blocks TEXT NOT NULL
  ) STRICT;
  CREATE INDEX message_parent ON message(parent);
  CREATE INDEX message_turn ON message(turn) WHERE turn IS NOT NULL;
  CREATE INDEX message_hash ON message(hash);
  CREATE INDEX message_typed ON message(created_at) WHERE via IS NOT NULL;

  CREATE TABLE inbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    thread TEXT NOT NULL REFERENCES thread(id),
    kind TEXT NOT NULL,
    text TEXT NOT NULL,
    state TEXT NOT NULL,
    now INTEGER NOT NULL DEFAULT 0,
    position INTEGER NOT NULL,
    turn TEXT REFERENCES turn(id),
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX inbox_order ON inbox(thread, position);
  CREATE INDEX inbox_state ON inbox(thread, state, position);
  CREATE INDEX inbox_turn ON inbox(turn) WHERE turn IS NOT NULL;
  CREATE INDEX inbox_taken ON inbox(state) WHERE state IN ('running', 'typed', 'accepted');
  CREATE INDEX inbox_queued ON inbox(thread) WHERE kind = 'follow-up' AND state = 'queued';

  CREATE TABLE lease (
    thread TEXT PRIMARY KEY REFERENCES thread(id),
    owner TEXT NOT NULL,
    pid INTEGER NOT NULL,
    host TEXT NOT NULL,
    start_time TEXT NOT NULL,
    taken_at INTEGER NOT NULL,
    heartbeat_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX lease_owner ON lease(owner);

  CREATE TABLE draft (
    key TEXT PRIMARY KEY,
    text TEXT NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE writer (
    id TEXT PRIMARY KEY,
    pid INTEGER NOT NULL,
    host TEXT NOT NULL,
    opened_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE VIRTUAL TABLE word_index USING fts5(text, content='', prefix='2', tokenize='unicode61 remove_diacritics 2');
  CREATE VIRTUAL TABLE substring_index USING fts5(text, content='', detail='none', columnsize=0, tokenize='trigram');
  CREATE VIRTUAL TABLE thread_index USING fts5(sought, content='', contentless_delete=1, detail='none', tokenize='trigram');
`;

const imports = `
  CREATE TABLE imported (
    file TEXT PRIMARY KEY,
    size INTEGER NOT NULL,
    modified_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX turn_session ON turn(session) WHERE session IS NOT NULL;
`;

/** Nothing looks a message up by its hash: the pool compares the hash of a head with those it holds. */
const noHashIndex = `
  DROP INDEX message_hash;
`;

/** "ccch": tells a database of ours from any other SQLite file. */
export const applicationId = 0x63636368;

export const migrations: readonly string[] = [initial, imports, noHashIndex];
export const schemaVersion = migrations.length;
