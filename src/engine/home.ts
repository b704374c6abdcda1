// Where ccchat keeps its data: `CCCHAT_HOME`, else the platform's data directory. One rule, asked by everyone.
import { homedir } from 'node:os';
import path from 'node:path';

export function dataFolder(env: NodeJS.ProcessEnv, platform: NodeJS.Platform = process.platform): string {
  if (env.CCCHAT_HOME) return path.resolve(env.CCCHAT_HOME);
  const home = env.HOME || homedir();
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support', 'ccchat');
  if (platform === 'win32') return path.join(env.LOCALAPPDATA || path.join(home, 'AppData', 'Local'), 'ccchat');
  const xdg = env.XDG_DATA_HOME;
  return path.join(xdg && path.isAbsolute(xdg) ? xdg : path.join(home, '.local', 'share'), 'ccchat');
}

export const databaseFile = (folder: string): string => path.join(folder, 'ccchat.db');
