// The chat over the real `claude` and a scripted model, in a terminal of its own, and what its work costs.
import { mkdtempSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { type ChatScreenOptions, closeChats, openChat } from '../../tests/support/chat-screen.ts';
import { repository, type Screen } from '../../tests/support/screen.ts';

export interface KeyCost {
  cpu: number;
  bytes: number;
}

/** Where the natives are found, and apart from the `dist` that others use. */
export const folderFor = (name: string) =>
  realpathSync(mkdtempSync(path.join(repository, `node_modules/.cache/${name}-`)));

export async function withChat<T>(options: ChatScreenOptions, act: (screen: Screen) => Promise<T>): Promise<T> {
  try {
    return await act(await openChat([], options));
  } finally {
    await closeChats();
  }
}

/** One key after the other, each painted before the next; the first ones are not counted. */
export async function pressKeys(screen: Screen, count: number): Promise<KeyCost> {
  const press = async (keys: number) => {
    for (let at = 0; at < keys; at += 1) {
      const before = screen.bytes().length;
      screen.type(at % 20 === 19 ? '\x15' : 'x');
      await screen.waitFor(() => screen.bytes().length > before);
    }
  };
  await press(count / 2);
  await screen.quiet();
  screen.mark();
  const before = cpuMs(screen.pid);
  await press(count);
  await screen.quiet();
  return { cpu: (cpuMs(screen.pid) - before) / count, bytes: screen.bytes().length / count };
}

/** User and system time of the process so far. */
export function cpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
