// A database full of conversations, made through the store itself, and the same texts as plain files for `grep` or `rg`.
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { type Message, type MessageId, openStore, type Store, type ThreadId } from '../../src/store/index.ts';
import { soughtText } from '../../src/store/text.ts';
import { corpus } from './corpus.ts';

export interface History {
  store: Store;
  /** The same file, asked without the store. */
  bare: Database.Database;
  /** One file a thread. */
  texts: string;
  threads: ThreadId[];
  heads: Message[];
  seconds: number;
  megabytes: number;
  textMegabytes: number;
  close(): void;
}

export interface HistoryOptions {
  messages: number;
  messagesPerThread: number;
  /** Every so many messages are one transaction. */
  batch?: number;
  /** Made in this folder once, left there, and taken up again by the next run. */
  keep?: string;
}

interface Made {
  messages: number;
  seconds: number;
  textMegabytes: number;
  threads: ThreadId[];
  heads: MessageId[];
}

export function makeHistory(options: HistoryOptions): History {
  const { messages, messagesPerThread, keep } = options;
  const root = keep ?? join(tmpdir(), `ccchat-bench-${process.pid}-${messages}-${messagesPerThread}`);
  const texts = join(root, 'texts');
  const notes = join(root, 'made.json');
  mkdirSync(texts, { recursive: true });
  const store = openStore(join(root, 'ccchat.db'));
  if (!existsSync(notes)) writeFileSync(notes, JSON.stringify(fill(store, texts, options)));
  const made = JSON.parse(readFileSync(notes, 'utf8')) as Made;
  if (made.messages !== messages) throw new Error(`${root} holds ${made.messages} messages, not ${messages}`);
  const bare = new Database(store.file, { readonly: true });
  return {
    store,
    bare,
    texts,
    threads: made.threads,
    heads: made.heads.map((id) => store.messages.get(id)!),
    seconds: made.seconds,
    megabytes: statSync(store.file).size / 1e6,
    textMegabytes: made.textMegabytes,
    close() {
      bare.close();
      store.close();
      if (keep === undefined) rmSync(root, { recursive: true, force: true });
    },
  };
}

function fill(store: Store, texts: string, { messages, messagesPerThread, batch = 20_000 }: HistoryOptions): Made {
  const { said } = corpus(7);
  const threads: ThreadId[] = [];
  const heads: MessageId[] = [];
  let lines: string[] = [];
  let textBytes = 0;
  let head: MessageId | null = null;
  const start = performance.now();
  const finish = () => {
    if (!head) return;
    heads.push(head);
    const text = `${lines.join('\n')}\n`;
    textBytes += Buffer.byteLength(text);
    writeFileSync(join(texts, `${threads.at(-1)}.txt`), text);
    lines = [];
  };
  for (let from = 0; from < messages; from += batch)
    store.transaction(() => {
      for (let index = from; index < Math.min(messages, from + batch); index++) {
        if (index % messagesPerThread === 0) {
          finish();
          const title = `Conversation ${index / messagesPerThread}`;
          threads.push(store.threads.create({ cwd: `/projects/${threads.length % 40}`, title }).id);
        }
        const { role, blocks } = said(index);
        const via = role === 'user' ? 'prompt' : null;
        head = store.messages.append({ thread: threads.at(-1)!, role, via, blocks }).id;
        lines.push(soughtText(blocks).replaceAll('\n', ' '));
      }
    });
  finish();
  const seconds = (performance.now() - start) / 1000;
  return { messages, seconds, textMegabytes: textBytes / 1e6, threads, heads };
}
