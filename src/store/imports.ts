// What was brought in from elsewhere: which files, as they were then, so that an unchanged one is passed over; and the few things
// an import may do that a conversation may not: give a message a name of its own making, and a thread the times it really had.
import { createHash } from 'node:crypto';
import type { Connection } from './connection.ts';
import { nameFrom } from './ids.ts';
import type { MessageId, ThreadId } from './types.ts';

export interface ImportedFile {
  file: string;
  size: number;
  modifiedAt: number;
}

/** As long as makes a clash of two out of a hundred million unlikely. */
const nameLength = 16;

export type Imports = ReturnType<typeof importsOn>;

export function importsOn({ sql, write }: Connection) {
  return {
    file(file: string): ImportedFile | null {
      const row = sql<{ file: string; size: number; modified_at: number }>(
        'SELECT file, size, modified_at FROM imported WHERE file = ?',
      ).get(file);
      return row ? { file: row.file, size: row.size, modifiedAt: row.modified_at } : null;
    },
    remember({ file, size, modifiedAt }: ImportedFile): void {
      write(() =>
        sql('INSERT OR REPLACE INTO imported (file, size, modified_at) VALUES (?, ?, ?)').run(file, size, modifiedAt),
      );
    },
    /** Sessions whose turns are here already, because they were run from here. */
    isOwnSession: (session: string): boolean =>
      sql('SELECT 1 FROM turn WHERE session = ? LIMIT 1').get(session) !== undefined,
    /** The same record in the same conversation always gives the same name. */
    messageName: (record: string, hash: string): MessageId =>
      nameFrom(createHash('sha256').update(`${hash}\n${record}`).digest(), nameLength) as MessageId,
    /** The thread in which a message was written. */
    homeOf: (message: MessageId): ThreadId | null =>
      sql<{ thread: ThreadId }>('SELECT thread FROM message WHERE id = ?').get(message)?.thread ?? null,
    setTimes(thread: ThreadId, { createdAt, updatedAt }: { createdAt: number; updatedAt: number }): void {
      write(() =>
        sql('UPDATE thread SET created_at = ?, updated_at = ? WHERE id = ?').run(createdAt, updatedAt, thread),
      );
    },
  };
}
