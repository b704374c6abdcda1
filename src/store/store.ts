// The store: one SQLite file, its groups of queries, and nothing that knows what they are for.
import { type Connection, openConnection } from './connection.ts';
import { draftsOn, historyOn } from './drafts.ts';
import { gcOn } from './gc.ts';
import { importsOn } from './imports.ts';
import { inboxOn } from './inbox.ts';
import { leasesOn } from './leases.ts';
import { lineageOn } from './lineage.ts';
import { linesOn } from './lines.ts';
import { messagesOn } from './messages.ts';
import { namesOn } from './names.ts';
import { searchOn } from './search.ts';
import { searchIndexOn } from './search-index.ts';
import { statsOn } from './stats.ts';
import { threadsOn } from './threads.ts';
import { turnsOn } from './turns.ts';

export type Store = ReturnType<typeof storeOn>;

/** Throws a `StoreError` that says what to do when the file cannot be used. */
export function openStore(file: string): Store {
  return storeOn(openConnection(file));
}

export function storeOn(connection: Connection) {
  const lineage = lineageOn(connection);
  const lines = linesOn(connection, lineage);
  const names = namesOn(connection);
  const dataVersion = connection.db.prepare('PRAGMA data_version').pluck();
  return {
    file: connection.file,
    /** Immediate; a transaction inside another is part of it. */
    transaction: <T>(fn: () => T): T => connection.write(fn),
    /** Changes when another connection has written. */
    dataVersion: (): number => dataVersion.get() as number,
    close: (): void => connection.close(),
    threads: threadsOn(connection, lines, names),
    messages: messagesOn(connection, lineage, lines, names, searchIndexOn(connection)),
    turns: turnsOn(connection),
    inbox: inboxOn(connection),
    leases: leasesOn(connection),
    drafts: draftsOn(connection),
    history: historyOn(connection),
    search: searchOn(connection, lines),
    stats: statsOn(connection),
    imports: importsOn(connection),
    gc: gcOn(connection, lines),
  };
}
