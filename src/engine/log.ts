// The debug log: one JSON object a line in the file that CCCHAT_LOG names, nothing at all without it. Texts are cut to 200
// characters with the rest counted, and what looks like a secret by its name never gets in, so that a log can be shown around.
import { closeSync, openSync, writeSync } from 'node:fs';

export interface Log {
  write(channel: string, data?: unknown): void;
  close(): void;
}

const longest = 200;
const deepest = 8;
const secret = /secret|token$|authorization|api[-_]?key|password|credential|^env$/i;

export const silentLog: Log = { write() {}, close() {} };

export function openLog(env: NodeJS.ProcessEnv): Log {
  const file = env.CCCHAT_LOG;
  if (!file) return silentLog;
  let descriptor: number | null = openSync(file, 'a', 0o600);
  return {
    write(channel, data) {
      if (descriptor === null) return;
      const line = JSON.stringify({ time: new Date().toISOString(), pid: process.pid, channel, data: shown(data) });
      try {
        writeSync(descriptor, `${line}\n`);
      } catch {
        descriptor = null;
      }
    },
    close() {
      if (descriptor !== null) closeSync(descriptor);
      descriptor = null;
    },
  };
}

/** What may be written of a value: cut, without secrets, never deeper than a person would read. */
export function shown(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return cut(value);
  if (value instanceof Error) return { error: value.name, text: cut(value.message) };
  if (typeof value === 'bigint' || typeof value === 'function' || typeof value === 'symbol') return String(value);
  if (value === null || typeof value !== 'object') return value;
  if (depth >= deepest) return '…';
  if (Array.isArray(value)) return value.map((one) => shown(one, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, secret.test(key) ? '(hidden)' : shown(one, depth + 1)]),
  );
}

function cut(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}… (+${text.length - longest} characters)` : text;
}
