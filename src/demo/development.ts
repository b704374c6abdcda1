// The `claude` that came with development, for people who cloned the repository and have none of their own.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Beside the sources of this very package; `from` is a file of it. */
export function developmentClaude(from: string): string | null {
  for (let at = path.dirname(from); ; at = path.dirname(at)) {
    if (nameIn(path.join(at, 'package.json')) === 'ccchat') {
      const file = path.join(at, 'node_modules', '.bin', 'claude');
      return existsSync(file) ? file : null;
    }
    if (at === path.dirname(at)) return null;
  }
}

function nameIn(file: string): string | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).name ?? null;
  } catch {
    return null;
  }
}
