// What `ccchat update` does and no other slash command: pin, archive, and what extensions keep with a thread.
import { EngineError, type ThreadPatch } from '../../engine/api.ts';
import type { Json, ThreadId } from '../../store/types.ts';
import type { CommandHost } from './host.ts';

const changes: Record<string, readonly [ThreadPatch, string]> = {
  pin: [{ pinned: true }, 'Pinned: it stands at the top of /threads'],
  unpin: [{ pinned: false }, 'No longer pinned'],
  archive: [{ archived: true }, 'Archived: /threads leaves it out'],
  unarchive: [{ archived: false }, 'No longer archived'],
};

export function updateCommand({ engine, notice }: CommandHost, thread: ThreadId, args: string): void {
  const [, word = '', json = ''] = /^(\S*)\s*([\s\S]*)$/.exec(args)!;
  if (word === 'extra') {
    const merged = Object.entries({ ...engine.get(thread).extra, ...object(json) }).filter(
      ([, value]) => value !== null,
    );
    engine.update(thread, { extra: Object.fromEntries(merged) });
    notice('info', 'Kept with the thread');
    return;
  }
  const change = Object.hasOwn(changes, word) && json === '' ? changes[word] : undefined;
  if (!change)
    throw new EngineError(
      'bad-input',
      word === '' ? '/update needs to know what to change' : `/update cannot "${args}"`,
      'Write pin, unpin, archive, unarchive or extra {…}; /rename, /model and /mode change the rest',
    );
  engine.update(thread, change[0]);
  notice('info', change[1]);
}

function object(json: string): Record<string, Json> {
  try {
    const value = JSON.parse(json) as unknown;
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value as Record<string, Json>;
  } catch {
    // said below
  }
  throw new EngineError('bad-input', 'extra is a JSON object', 'Write it as {"ticket":"A-12"}; null removes a key');
}
