// Where `claude` keeps the transcript of a session: `<config>/projects/<slug>/<session>.jsonl`.
import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

export interface Place {
  env: NodeJS.ProcessEnv;
  cwd: string;
  session: string;
}

/** A longer one is cut here and ends in a hash of the whole path. */
const slugCap = 200;

export function transcriptFile({ env, cwd, session }: Place): string {
  return path.join(configFolder(env), 'projects', slugOf(cwd), `${session}.jsonl`);
}

export function configFolder(env: NodeJS.ProcessEnv): string {
  return env.CLAUDE_CONFIG_DIR || path.join(env.HOME || homedir(), '.claude');
}

function slugOf(cwd: string): string {
  const folder = real(cwd).normalize('NFC');
  const slug = folder.replace(/[^a-zA-Z0-9]/g, '-');
  return slug.length <= slugCap ? slug : `${slug.slice(0, slugCap)}-${hashOf(folder)}`;
}

function hashOf(text: string): string {
  let hash = 0;
  for (let at = 0; at < text.length; at += 1) hash = (hash * 31 + text.charCodeAt(at)) | 0;
  return Math.abs(hash).toString(36);
}

function real(dir: string): string {
  try {
    return realpathSync(dir);
  } catch {
    return path.resolve(dir);
  }
}
