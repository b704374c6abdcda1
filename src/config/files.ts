// Where configuration lies: one file of the person's own, and at most one that came with the project they stand in.
import { existsSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

export const projectFileName = '.ccchat.json';

/** `CCCHAT_CONFIG`, else `ccchat/config.json` in the folder for configuration. */
export function personFile(env: NodeJS.ProcessEnv): string {
  return env.CCCHAT_CONFIG ? path.resolve(env.CCCHAT_CONFIG) : path.join(configFolder(env), 'config.json');
}

export function configFolder(env: NodeJS.ProcessEnv): string {
  const xdg = env.XDG_CONFIG_HOME;
  const base = xdg && path.isAbsolute(xdg) ? xdg : path.join(env.HOME || homedir(), '.config');
  return path.join(base, 'ccchat');
}

/** The nearest one from `folder` up to the top of its repository; without a repository, only in `folder` itself. */
export function projectFile(folder: string): string | null {
  const top = repositoryOf(folder) ?? folder;
  for (let at = folder; ; at = path.dirname(at)) {
    const file = path.join(at, projectFileName);
    if (statSync(file, { throwIfNoEntry: false })?.isFile()) return file;
    if (at === top || at === path.dirname(at)) return null;
  }
}

function repositoryOf(folder: string): string | null {
  for (let at = folder; ; at = path.dirname(at)) {
    if (existsSync(path.join(at, '.git'))) return at;
    if (at === path.dirname(at)) return null;
  }
}
