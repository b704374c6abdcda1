// Sharing a thread: one page in a folder of the person's choice, and where it stands kept with the thread, so that it can be taken
// back. Nothing is sent anywhere.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Message, ThreadId } from '../../store/types.ts';
import type { EngineApi } from '../api.ts';
import { htmlOf } from './html.ts';
import { titleOf } from './words.ts';

export interface SharedPage {
  readonly file: string;
  readonly url: string;
}

const pageSize = 500;

/** Every message of the line, oldest first, a page at a time. */
export function* wholeLine(engine: Pick<EngineApi, 'get' | 'messages'>, thread: ThreadId): Generator<Message> {
  for (let left = engine.get(thread).messages; left > 0; left -= pageSize) {
    const limit = Math.min(pageSize, left);
    yield* engine.messages(thread, { limit, offset: left - limit });
  }
}

/** A name that a person recognises and every file system takes. */
export function fileNameOf(title: string, id: string, extension: string): string {
  const stem = title
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  const short = Array.from(stem).slice(0, 40).join('').replace(/-+$/, '');
  return `${short === '' ? id : `${short}-${id}`}.${extension}`;
}

/** As much of the engine as sharing needs. */
type Sharing = Pick<EngineApi, 'get' | 'messages' | 'update'>;

export function shareThread(engine: Sharing, id: ThreadId, folder: string): SharedPage {
  const thread = engine.get(id);
  const before = sharedFile(engine, id);
  const file = path.join(path.resolve(folder), fileNameOf(titleOf(thread), thread.id, 'html'));
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, htmlOf(thread, wholeLine(engine, id)), { mode: 0o600 });
  if (before !== null && before !== file) rmSync(before, { force: true });
  engine.update(id, { extra: { ...thread.extra, shared: file } });
  return { file, url: pathToFileURL(file).href };
}

export function sharedFile(engine: Pick<EngineApi, 'get'>, id: ThreadId): string | null {
  const { shared } = engine.get(id).extra;
  return typeof shared === 'string' ? shared : null;
}

/** The file that was removed; null when the thread was not shared. */
export function unshareThread(engine: Sharing, id: ThreadId): string | null {
  const file = sharedFile(engine, id);
  if (file === null) return null;
  rmSync(file, { force: true });
  const { shared: _, ...extra } = engine.get(id).extra;
  engine.update(id, { extra });
  return file;
}
