// What a thread is found by in a list: its title and its first prompt, kept beside it in the form that is compared, and in an
// index, so that a text which few threads hold is found without reading every thread.
import type { Connection } from './connection.ts';
import { substringQuery } from './query.ts';
import { normal } from './text.ts';
import type { ThreadId } from './types.ts';

/** Above this many threads with the text, reading the list in order finds a page of them sooner. */
const fewCap = 500;

export type Names = ReturnType<typeof namesOn>;

export function namesOn({ sql }: Connection) {
  return {
    /** To be called in the transaction that changes either. */
    set(thread: ThreadId, title: string | null, firstPrompt: string | null): void {
      const sought = `${normal(title ?? '')}\n${normal(firstPrompt ?? '')}`;
      const { seq } = sql<{ seq: number }>(
        'UPDATE thread SET title = ?, first_prompt = ?, sought = ? WHERE id = ? RETURNING seq',
      ).get(title, firstPrompt, sought, thread)!;
      sql('INSERT OR REPLACE INTO thread_index (rowid, sought) VALUES (?, ?)').run(seq, sought);
    },
    /** The threads that may hold all the words, as `seq`s; null when they are too many or the words too short to tell. */
    few(words: readonly string[]): number[] | null {
      const match = substringQuery(words.map((text) => ({ text })));
      if (match === null) return null;
      const found = sql<{ seq: number }>(
        'SELECT rowid AS seq FROM thread_index WHERE thread_index MATCH ? LIMIT ?',
      ).all(match, fewCap + 1);
      return found.length > fewCap ? null : found.map(({ seq }) => seq);
    },
  };
}
