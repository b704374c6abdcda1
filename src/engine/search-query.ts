// The language of a search: words, "a phrase", begin*, and filters. A filter is one of five words before a colon; any other word
// with a colon is text, so that `http://x` and `error:` are found as they stand. A value that makes no sense is said to be one.
import { homedir } from 'node:os';
import path from 'node:path';
import type { SearchOptions } from '../store/search.ts';
import type { Role } from '../store/types.ts';
import { EngineError } from './api.ts';

export interface SearchQuery {
  /** What is left for the text search. */
  text: string;
  filter: Pick<SearchOptions, 'roles' | 'tool' | 'after' | 'before' | 'folders'>;
}

export interface QueryContext {
  now: number;
  cwd: string;
  /** Every folder that has threads. */
  folders(): readonly string[];
}

export const filterNames = ['folder', 'role', 'tool', 'before', 'after'] as const;
type FilterName = (typeof filterNames)[number];

const token = /(?<filter>folder|role|tool|before|after):(?:"(?<quoted>[^"]*)(?:"|$)|(?<plain>\S*))|"[^"]*(?:"|$)|\S+/gi;

export function parseQuery(query: string, context: QueryContext): SearchQuery {
  const text: string[] = [];
  const filter: SearchQuery['filter'] = {};
  for (const { 0: whole, groups } of query.matchAll(token)) {
    const name = groups?.filter?.toLowerCase() as FilterName | undefined;
    if (!name) text.push(whole);
    else apply(filter, name, groups?.quoted ?? groups?.plain ?? '', context);
  }
  if (filter.after !== undefined && filter.before !== undefined && filter.after >= filter.before)
    throw new EngineError('bad-input', 'after: is not earlier than before:', 'Swap the two, or leave one out.');
  return { text: text.join(' '), filter };
}

function apply(filter: SearchQuery['filter'], name: FilterName, value: string, context: QueryContext): void {
  if (value === '')
    throw new EngineError('bad-input', `${name}: has no value`, `Write it right behind the colon: ${examples[name]}`);
  switch (name) {
    case 'role':
      filter.roles = [...new Set([...(filter.roles ?? []), ...value.split(',').map(roleOf)])];
      return;
    case 'tool':
      filter.tool = value;
      return;
    case 'folder':
      filter.folders = foldersLike(value, context);
      return;
    case 'before':
    case 'after':
      filter[name] = timeOf(value, context.now) ?? noDate(name, value);
  }
}

const examples: Record<FilterName, string> = {
  folder: 'folder:~/work or folder:name',
  role: 'role:you, role:claude, role:tool, role:summary or role:shell',
  tool: 'tool:Bash',
  before: 'before:2026-03-01 or before:yesterday',
  after: 'after:2026-03-01, after:7d or after:today',
};

const roles: Record<string, Role> = {
  you: 'user',
  user: 'user',
  claude: 'assistant',
  assistant: 'assistant',
  answer: 'assistant',
  tool: 'tool',
  summary: 'summary',
  shell: 'shell',
};

function roleOf(word: string): Role {
  const role = Object.hasOwn(roles, word.toLowerCase()) ? roles[word.toLowerCase()] : undefined;
  if (role) return role;
  throw new EngineError('bad-input', `role:${word} is nobody who speaks`, `Use ${examples.role}.`);
}

/** A path means that folder and everything in it; a bare word any folder with it in its name. */
function foldersLike(value: string, { cwd, folders }: QueryContext): string[] {
  const known = folders();
  if (/^[.~]?(?:\/|$)|^\.\.(?:\/|$)/.test(value)) {
    const wanted = path.resolve(
      cwd,
      value.replace(/^~(?=\/|$)/, () => homedir()),
    );
    const found = known.filter((one) => one === wanted || one.startsWith(wanted.endsWith('/') ? wanted : `${wanted}/`));
    if (found.length > 0) return found;
    throw noFolder(value, known);
  }
  const word = value.toLowerCase();
  const named = known.filter((one) => path.basename(one).toLowerCase() === word);
  const found = named.length > 0 ? named : known.filter((one) => one.toLowerCase().includes(word));
  if (found.length > 0) return found;
  throw noFolder(value, known);
}

const noFolder = (value: string, known: readonly string[]) => {
  const some = known.slice(0, 5).join(', ');
  return new EngineError(
    'bad-input',
    `no thread is in a folder like "${value}"`,
    some === '' ? 'There are no threads yet.' : `There are threads in ${some}${known.length > 5 ? ', …' : ''}`,
  );
};

const units: Record<string, number> = { h: 3600, d: 24 * 3600, w: 7 * 24 * 3600 };

function noDate(name: 'before' | 'after', value: string): never {
  throw new EngineError('bad-input', `${name}:${value} is no date`, `Write ${examples[name]}.`);
}

/** A day, a time, how long ago, today or yesterday; null when it is none of these. */
export function timeOf(value: string, now: number): number | null {
  const ago = /^(\d{1,6})([hdw])$/i.exec(value);
  if (ago) return now - Number(ago[1]) * units[ago[2]!.toLowerCase()]! * 1000;
  const today = new Date(now);
  const dayAt = (back: number) => new Date(today.getFullYear(), today.getMonth(), today.getDate() - back).getTime();
  if (/^today$/i.test(value)) return dayAt(0);
  if (/^yesterday$/i.test(value)) return dayAt(1);
  const found = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2})(?:[T ](\d{1,2}):(\d{2}))?)?)?$/.exec(value);
  if (found) {
    const [year, month, day, hour, minute] = found
      .slice(1)
      .map((part) => (part === undefined ? undefined : Number(part)));
    const date = new Date(year!, (month ?? 1) - 1, day ?? 1, hour ?? 0, minute ?? 0);
    const meant =
      date.getMonth() === (month ?? 1) - 1 && date.getDate() === (day ?? 1) && date.getHours() === (hour ?? 0);
    if (meant && (minute ?? 0) < 60) return date.getTime();
  }
  return null;
}
