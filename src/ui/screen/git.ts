// The branch, read from git's own files: no process for one word in the status line.
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';

export function gitBranch(folder: string): string | null {
  const dir = gitFolder(folder);
  if (dir === null) return null;
  try {
    const head = readFileSync(path.join(dir, 'HEAD'), 'utf8').trim();
    const ref = /^ref: refs\/heads\/(.+)$/.exec(head)?.[1];
    return ref ?? (/^[0-9a-f]{40,}$/.test(head) ? head.slice(0, 8) : null);
  } catch {
    return null;
  }
}

/** `.git` is a folder, or in a worktree a file that names one. */
function gitFolder(folder: string): string | null {
  for (let dir = path.resolve(folder); ; dir = path.dirname(dir)) {
    const candidate = path.join(dir, '.git');
    const found = statSync(candidate, { throwIfNoEntry: false });
    if (found?.isDirectory()) return candidate;
    if (found?.isFile()) {
      const target = /^gitdir: (.+)$/m.exec(readFileSync(candidate, 'utf8'))?.[1];
      return target === undefined ? null : path.resolve(dir, target.trim());
    }
    if (path.dirname(dir) === dir) return null;
  }
}
