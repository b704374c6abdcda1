// Temporary folders whose name begins with a prefix and the pid of the process that made them. One that was killed could not
// clear up after itself: the next one does, for the same user only.
import { readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

export function sweepFolders(temporary: string, prefix: string): void {
  for (const name of readdirSync(temporary)) {
    const pid = name.startsWith(prefix) ? /^\d+/.exec(name.slice(prefix.length))?.[0] : undefined;
    if (pid === undefined || isAlive(Number(pid))) continue;
    const folder = path.join(temporary, name);
    try {
      if (statSync(folder).uid === (process.getuid?.() ?? -1)) rmSync(folder, { recursive: true, force: true });
    } catch {} // somebody else was quicker
  }
}
