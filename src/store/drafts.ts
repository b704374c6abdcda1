// What was typed: drafts not sent yet, by a key of the caller's choice, and the history of what was.
import type { Connection } from './connection.ts';
import { fold, plainText } from './text.ts';
import type { Block } from './types.ts';

export type Drafts = ReturnType<typeof draftsOn>;

export function draftsOn({ sql, write }: Connection) {
  return {
    get: (key: string): string => sql<{ text: string }>('SELECT text FROM draft WHERE key = ?').get(key)?.text ?? '',
    set(key: string, text: string): void {
      write(() => {
        if (text === '') sql('DELETE FROM draft WHERE key = ?').run(key);
        else sql('INSERT OR REPLACE INTO draft (key, text, updated_at) VALUES (?, ?, ?)').run(key, text, Date.now());
      });
    },
  };
}

export interface HistoryPage {
  limit?: number;
  query?: string;
}

/** Each text once, newest first; reads no further back than it must. */
export function historyOn({ sql }: Connection) {
  return ({ limit = 100, query = '' }: HistoryPage = {}): string[] => {
    const wanted = fold(query.trim());
    const texts = new Set<string>();
    const typed = sql<{ blocks: string }>(
      `SELECT m.blocks FROM message m JOIN thread t ON t.id = m.thread
       WHERE m.via IS NOT NULL AND m.role = 'user' AND t.deleted_at IS NULL ORDER BY m.created_at DESC, m.seq DESC`,
    );
    if (limit <= 0) return [];
    for (const { blocks } of typed.iterate()) {
      const text = plainText(JSON.parse(blocks) as Block[]);
      if (text.trim() !== '' && (wanted === '' || fold(text).includes(wanted))) texts.add(text);
      if (texts.size >= limit) break;
    }
    return [...texts];
  };
}
