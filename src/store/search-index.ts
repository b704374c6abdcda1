// The two full text indices, filled in the transaction that stores a message, so that they never lag behind or run ahead, and last
// in it: any other statement that may fail half-way makes them write out what they hold, each time as a segment to merge later.
// Both are contentless (the text is in the message already); the substring index keeps no positions, which a check of the text replaces.
import type { Connection } from './connection.ts';
import { normal, soughtText, spaced } from './text.ts';
import type { Block } from './types.ts';

export type SearchIndex = ReturnType<typeof searchIndexOn>;

export function searchIndexOn({ sql, putOff }: Connection) {
  return {
    add(seq: number | bigint, blocks: Block[]): void {
      const text = soughtText(blocks);
      if (text.trim() === '') return;
      putOff(text.length, () => {
        sql('INSERT INTO word_index (rowid, text) VALUES (?, ?)').run(seq, spaced(text));
        sql('INSERT INTO substring_index (rowid, text) VALUES (?, ?)').run(seq, normal(text));
      });
    },
  };
}
