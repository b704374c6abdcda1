// Where this package lies, for advice that must be followed there.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export function packageFolder(from: string = fileURLToPath(import.meta.url)): string {
  const folder = path.dirname(from);
  if (existsSync(path.join(folder, 'package.json')) || folder === path.dirname(folder)) return folder;
  return packageFolder(folder);
}
