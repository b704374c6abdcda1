// Which thread a command means, and the engine it is asked of.
import type { EngineApi, EngineOptions, ThreadSummary } from '../engine/api.ts';
import type { Thread, ThreadId, ThreadSettings } from '../store/types.ts';
import { ShellError, UsageError } from './errors.ts';
import { folderOf, type Shell } from './shell.ts';

export async function withEngine<T>(
  shell: Shell,
  options: EngineOptions,
  run: (engine: EngineApi) => T | Promise<T>,
): Promise<T> {
  const engine = await shell.openEngine({ env: shell.env, warmSpare: false, ...options });
  try {
    return await run(engine);
  } finally {
    await engine.close();
  }
}

/** By reference; left out, the most recent thread of the folder. */
export function threadOf(engine: EngineApi, shell: Shell, ref: string | undefined, cwd?: string): Thread {
  return ref === undefined ? latestThread(engine, folderOf(shell, cwd)) : engine.find(ref);
}

/** `rename k3x9` alone most likely forgot the rest: it is the name of a thread, not words about the latest one. */
export function refuseLoneName(engine: EngineApi, ref: string | undefined, words: string, missing: string): void {
  if (ref === undefined && isThread(engine, words))
    throw new UsageError(`"${words}" is a thread; ${missing} is missing`, `Give both: the thread, then ${missing}`);
}

function isThread(engine: EngineApi, id: string): boolean {
  try {
    return engine.find(id).id === id;
  } catch {
    return false;
  }
}

/** Where a turn may begin a thread: by reference; left out, the most recent of the folder, or a new one. */
export function threadOrNew(engine: EngineApi, shell: Shell, ref: string | undefined, cwd?: string): ThreadId {
  if (ref !== undefined) return engine.find(ref).id;
  const folder = folderOf(shell, cwd);
  return (engine.latest(folder) ?? engine.create({ cwd: folder })).id;
}

export function latestThread(engine: EngineApi, folder: string): Thread {
  const thread = engine.latest(folder);
  if (thread !== null) return thread;
  throw new ShellError(
    `there is no thread in ${folder} yet`,
    'Name one (`ccchat list`) or start one with `ccchat send`',
  );
}

/** `list` knows a thread's status; a single thread has to be asked. */
export function summaryOf(engine: EngineApi, thread: ThreadId): ThreadSummary {
  return { ...engine.get(thread), status: engine.status(thread).status };
}

/** Deleted threads are found only here: by id, by the beginning of it, or by title. */
export function deletedThread(engine: EngineApi, ref: string | undefined, folder: string): Thread {
  const deleted = engine
    .list({ deleted: true })
    .filter((thread) => thread.deletedAt !== null)
    .sort((a, b) => (b.deletedAt ?? 0) - (a.deletedAt ?? 0));
  const found =
    ref === undefined
      ? deleted.filter((thread) => thread.cwd === folder).slice(0, 1)
      : ([
          deleted.filter((thread) => thread.id === ref),
          deleted.filter((thread) => thread.id.startsWith(ref)),
          deleted.filter((thread) => thread.title === ref),
        ].find((matches) => matches.length > 0) ?? []);
  if (found.length === 1 && found[0]) return found[0];
  const candidates = (found.length > 0 ? found : deleted).slice(0, 10).map(nameOf).join(', ');
  if (found.length > 1)
    throw new ShellError(`"${ref}" names several deleted threads: ${candidates}`, 'Use more of the id');
  const what = ref === undefined ? `no thread of ${folder} is deleted` : `no deleted thread is named "${ref}"`;
  throw new ShellError(what, candidates === '' ? 'Nothing is deleted' : `Deleted are: ${candidates}`);
}

export function nameOf(thread: Pick<Thread, 'id' | 'title'>): string {
  return thread.title === null ? thread.id : `${thread.id} "${thread.title}"`;
}

/** What a new thread keeps. Bypass is never kept: it holds for the call that says it in words. */
export function keptSettings(given: ThreadSettings): ThreadSettings {
  const { mode, ...rest } = given;
  return mode === undefined || mode === 'bypass' ? rest : given;
}

/**
 * Runs with `given` above the thread's own settings; they stay, as if chosen in the chat. Bypass comes from the engine's defaults and
 * needs the thread's own mode out of its way for as long as it runs: should that end in a crash, the thread is back to asking.
 */
export async function withSettings<T>(
  engine: EngineApi,
  thread: ThreadId,
  given: ThreadSettings,
  run: () => Promise<T>,
): Promise<T> {
  const own = engine.get(thread).settings;
  const settings = combine(own, keptSettings(given));
  const asideMode = given.mode === 'bypass' && own.mode !== undefined ? own.mode : null;
  if (asideMode !== null) delete settings.mode;
  if (!same(settings, own)) engine.update(thread, { settings });
  try {
    return await run();
  } finally {
    const after = engine.get(thread).settings;
    if (asideMode !== null && after.mode === undefined) {
      engine.update(thread, { settings: { ...after, mode: asideMode } });
    }
  }
}

export function combine(own: ThreadSettings, given: ThreadSettings): ThreadSettings {
  const combined: ThreadSettings = { ...own, ...given };
  for (const key of ['allowedTools', 'deniedTools', 'mcpConfig'] as const) {
    if (own[key] && given[key]) combined[key] = [...new Set([...own[key], ...given[key]])];
  }
  return combined;
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
