// The rules of .gitignore files, for folders that git does not know: the last rule that matches decides, `!` takes back,
// a folder that is ignored is not entered.

interface Rule {
  readonly pattern: RegExp;
  readonly verdict: 'ignored' | 'kept';
  readonly onlyFolders: boolean;
}

export interface IgnoreRules {
  readonly rules: readonly Rule[];
}

export const noRules: IgnoreRules = { rules: [] };

/** Adds the rules of the .gitignore in `folder`, a path that ends in `/` or is empty at the root. */
export function withGitignore(outer: IgnoreRules, text: string, folder: string): IgnoreRules {
  const own = text.split(/\r?\n/).flatMap((line) => ruleOf(line, folder) ?? []);
  return own.length === 0 ? outer : { rules: [...outer.rules, ...own] };
}

export function isIgnored({ rules }: IgnoreRules, path: string, kind: 'file' | 'folder'): boolean {
  for (let index = rules.length - 1; index >= 0; index--) {
    const rule = rules[index]!;
    if (rule.onlyFolders && kind === 'file') continue;
    if (rule.pattern.test(path)) return rule.verdict === 'ignored';
  }
  return false;
}

function ruleOf(line: string, folder: string): Rule | null {
  let pattern = line.replace(/(?<!\\)\s+$/, '');
  if (pattern === '' || pattern.startsWith('#')) return null;
  const verdict = pattern.startsWith('!') ? 'kept' : 'ignored';
  if (verdict === 'kept') pattern = pattern.slice(1);
  const onlyFolders = pattern.endsWith('/');
  if (onlyFolders) pattern = pattern.slice(0, -1);
  const anchored = pattern.includes('/');
  if (pattern.startsWith('/')) pattern = pattern.slice(1);
  if (pattern === '') return null;
  const anywhere = anchored ? '' : '(?:.*/)?';
  try {
    return { pattern: new RegExp(`^${literal(folder)}${anywhere}${globSource(pattern)}$`, 's'), verdict, onlyFolders };
  } catch {
    return null;
  }
}

const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

function globSource(pattern: string): string {
  let source = '';
  for (let at = 0; at < pattern.length; at++) {
    const rest = pattern.slice(at);
    const set = /^\[(!|\^)?(\]?(?:\\.|\[:\w+:\]|[^\]\\])*)\]/.exec(rest);
    if (rest.startsWith('**/') && (at === 0 || pattern[at - 1] === '/')) {
      source += '(?:.*/)?';
      at += 2;
    } else if (rest === '**' && (at === 0 || pattern[at - 1] === '/')) {
      source += '.+';
      at += 1;
    } else if (rest.startsWith('*')) source += '[^/]*';
    else if (rest.startsWith('?')) source += '[^/]';
    else if (set !== null) {
      source += `[${set[1] === undefined ? '' : '^/'}${(set[2] ?? '').replace(/[[^\]]|^\]/g, '\\$&')}]`;
      at += set[0].length - 1;
    } else if (rest.startsWith('\\') && rest.length > 1) {
      source += literal(rest.charAt(1));
      at += 1;
    } else source += literal(rest.charAt(0));
  }
  return source;
}
