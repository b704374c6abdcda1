// A store in a folder of its own, and child processes that open the same file.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { openConnection } from '../../src/store/connection.ts';
import type { Block, Message, Store, ThreadId } from '../../src/store/index.ts';
import { storeOn } from '../../src/store/store.ts';

const here = path.dirname(fileURLToPath(import.meta.url));

export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'ccchat-store-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export interface OpenStore extends Store {
  /** Rows changed by `act`, index and bookkeeping rows of virtual tables left out. */
  rowsWritten(act: () => unknown): number;
  sql<Row>(source: string, ...values: unknown[]): Row[];
}

export function temporaryStore(file = path.join(temporaryFolder(), 'data', 'ccchat.db')): OpenStore {
  const connection = openConnection(file);
  const store = storeOn(connection);
  onTestFinished(() => store.close());
  const written = new Map<string, number>();
  const tables = ['thread', 'message', 'left_line', 'turn', 'inbox', 'lease'];
  connection.db.function('note_row', (table: unknown) => {
    written.set(String(table), (written.get(String(table)) ?? 0) + 1);
    return null;
  });
  for (const table of tables)
    for (const [event, name] of [
      ['INSERT', 'i'],
      ['UPDATE', 'u'],
      ['DELETE', 'd'],
    ])
      connection.db.exec(
        `CREATE TEMP TRIGGER note_${table}_${name} AFTER ${event} ON main.${table} BEGIN SELECT note_row('${table}'); END`,
      );
  return {
    ...store,
    rowsWritten(act) {
      written.clear();
      act();
      return [...written.values()].reduce((sum, count) => sum + count, 0);
    },
    sql: <Row>(source: string, ...values: unknown[]) => connection.db.prepare(source).all(...values) as Row[],
  };
}

export const text = (words: string): Block[] => [{ type: 'text', text: words }];

export const say = (store: Store, thread: ThreadId, words: string, role: 'user' | 'assistant' = 'user'): Message =>
  store.messages.append({ thread, role, via: role === 'user' ? 'prompt' : null, blocks: text(words) });

export interface Child {
  process: ChildProcess;
  /** Each line it printed, as it comes. */
  lines: string[];
  exit: Promise<{ code: number | null; signal: NodeJS.Signals | null; errors: string }>;
  line(match: string): Promise<string>;
}

export function startChild(name: string, ...args: string[]): Child {
  const child = spawn(process.execPath, ['--import', 'tsx', path.join(here, 'children', `${name}.ts`), ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const lines: string[] = [];
  let rest = '';
  let errors = '';
  child.stdout.on('data', (data) => {
    const parts = (rest + data).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts);
  });
  child.stderr.on('data', (data) => {
    errors += data;
  });
  const exit = new Promise<Awaited<Child['exit']>>((resolve) =>
    child.on('close', (code, signal) => resolve({ code, signal, errors })),
  );
  return {
    process: child,
    lines,
    exit,
    async line(match) {
      for (;;) {
        const found = lines.find((one) => one.includes(match));
        if (found) return found;
        if (child.exitCode !== null) throw new Error(`${name} ended without "${match}": ${errors}`);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
  };
}
