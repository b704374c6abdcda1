// The files of a folder, for `@`: what git lists where git knows the folder, else a walk that keeps to the .gitignore files it meets.
// Listing runs beside the typing and its result is a frozen list; a reader never waits, it sees the list as it was last complete.
import { spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { letterBits } from './fuzzy.ts';
import { type IgnoreRules, isIgnored, noRules, withGitignore } from './gitignore.ts';

export interface FileEntry {
  /** From the folder, with `/`; a folder ends in `/`. */
  readonly path: string;
  readonly folded: string;
  /** Where the last name begins. */
  readonly base: number;
  readonly bits: number;
}

export interface FileList {
  readonly entries: readonly FileEntry[];
  /** There were more than the limit. */
  readonly more: boolean;
  /** How often it was listed; 0 before the first time. */
  readonly version: number;
}

export const noFiles: FileList = { entries: [], more: false, version: 0 };

export interface FileSource {
  readonly list: FileList;
  /** Lists again unless that was done a moment ago; resolves when the list is new, also when nothing could be read. */
  refresh(): Promise<FileList>;
  close(): void;
}

export interface FileSourceOptions {
  readonly cwd: string;
  readonly limit?: number;
  /** A list younger than this is not made again. */
  readonly freshMs?: number;
  readonly onChange?: (list: FileList) => void;
  readonly now?: () => number;
}

const LIMIT = 100_000;
const FRESH_MS = 3000;
const NEVER = new Set(['.git', 'node_modules', '.hg', '.svn']);

export function createFileSource(options: FileSourceOptions): FileSource {
  const { cwd, limit = LIMIT, freshMs = FRESH_MS, onChange, now = Date.now } = options;
  const stop = new AbortController();
  let list = noFiles;
  let listedAt = Number.NEGATIVE_INFINITY;
  let running: Promise<FileList> | null = null;

  const listAgain = async (): Promise<FileList> => {
    const paths = await listFiles(cwd, limit, stop.signal);
    listedAt = now();
    if (!stop.signal.aborted && !isSame(paths.files, list)) {
      list = fileList(paths.files, list.version + 1, paths.more);
      onChange?.(list);
    }
    return list;
  };

  return {
    get list() {
      return list;
    },
    refresh: () => {
      if (running !== null) return running;
      if (now() - listedAt < freshMs || stop.signal.aborted) return Promise.resolve(list);
      running = listAgain().finally(() => {
        running = null;
      });
      return running;
    },
    close: () => stop.abort(),
  };
}

interface Listed {
  readonly files: readonly string[];
  readonly more: boolean;
}

/** Files only, as paths from `cwd`. What cannot be read is left out. */
export async function listFiles(cwd: string, limit: number, signal: AbortSignal): Promise<Listed> {
  return (await gitFiles(cwd, limit, signal)) ?? walk(cwd, limit, signal);
}

/** The list with its folders, each before what it holds, shorter paths first among equals. */
export function fileList(files: readonly string[], version: number, more = false): FileList {
  const folders = new Set<string>();
  for (const file of files) {
    for (let at = file.lastIndexOf('/'); at > 0; at = file.lastIndexOf('/', at - 1)) {
      const folder = file.slice(0, at + 1);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  const entries = [...folders, ...files].map((path) => ({
    path,
    folded: path.toLowerCase(),
    base: path.lastIndexOf('/', path.length - 2) + 1,
    bits: letterBits(path),
  }));
  return { entries, more, version };
}

function isSame(files: readonly string[], list: FileList): boolean {
  if (list.version === 0) return false;
  const known = list.entries.slice(list.entries.length - files.length);
  if (known.length !== files.length || known[0]?.path.endsWith('/')) return false;
  const before = list.entries[list.entries.length - files.length - 1];
  if (before !== undefined && !before.path.endsWith('/')) return false;
  return files.every((file, index) => known[index]?.path === file);
}

/** Null when git is not there or does not know the folder. */
function gitFiles(cwd: string, limit: number, signal: AbortSignal): Promise<Listed | null> {
  return new Promise((resolve) => {
    const git = spawn('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
      cwd,
      signal,
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, GIT_OPTIONAL_LOCKS: '0' },
    });
    const files: string[] = [];
    let rest = '';
    let more = false;
    git.stdout.setEncoding('utf8');
    git.stdout.on('data', (chunk: string) => {
      const paths = (rest + chunk).split('\0');
      rest = paths.pop() ?? '';
      if (more) return;
      files.push(...paths.slice(0, limit - files.length));
      if (files.length < limit) return;
      more = true;
      git.kill();
    });
    git.on('error', () => resolve(null));
    git.on('close', (code) => {
      if (code !== 0 && !more) resolve(null);
      else resolve({ files: [...new Set(files)].sort(shallowFirst), more });
    });
  });
}

async function walk(root: string, limit: number, signal: AbortSignal): Promise<Listed> {
  const files: string[] = [];
  const waiting: { folder: string; rules: IgnoreRules }[] = [{ folder: '', rules: noRules }];
  for (let next = waiting.shift(); next !== undefined && !signal.aborted; next = waiting.shift()) {
    const { folder } = next;
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
    const own = entries.some((entry) => entry.name === '.gitignore')
      ? await readFile(join(root, folder, '.gitignore'), 'utf8').catch(() => '')
      : '';
    const rules = withGitignore(next.rules, own, folder);
    for (const entry of entries) {
      const path = folder + entry.name;
      if (entry.isDirectory()) {
        if (!NEVER.has(entry.name) && !isIgnored(rules, path, 'folder')) waiting.push({ folder: `${path}/`, rules });
      } else if ((entry.isFile() || entry.isSymbolicLink()) && !isIgnored(rules, path, 'file')) {
        if (files.length >= limit) return { files: files.sort(shallowFirst), more: true };
        files.push(path);
      }
    }
  }
  return { files: files.sort(shallowFirst), more: false };
}

function shallowFirst(a: string, b: string): number {
  return a.split('/').length - b.split('/').length || (a < b ? -1 : a > b ? 1 : 0);
}
