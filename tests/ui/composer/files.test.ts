import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFileSource, listFiles } from '../../../src/ui/composer/files.ts';
import { isIgnored, noRules, withGitignore } from '../../../src/ui/composer/gitignore.ts';

const tree: Record<string, string> = {
  '.gitignore': '*.log\n/build/\n!keep.log\nsecret*/\n# a comment\n\\#odd\n',
  'README.md': '',
  'a.log': '',
  'keep.log': '',
  '#odd': '',
  'build/out.js': '',
  'src/build/kept.ts': '',
  'src/main.ts': '',
  'src/.gitignore': 'generated/**\n!generated/\n/local.ts\n',
  'src/local.ts': '',
  'src/deep/local.ts': '',
  'src/generated/x.ts': '',
  'secrets/key': '',
  'with space/ünï 漢.txt': '',
  '.hidden': '',
};
const expected = [
  '.gitignore',
  '.hidden',
  'README.md',
  'keep.log',
  'src/.gitignore',
  'src/main.ts',
  'with space/ünï 漢.txt',
  'src/build/kept.ts',
  'src/deep/local.ts',
];

let root = '';
function fill(folder: string, files: Record<string, string>): string {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}
const fresh = (name: string) => fill(mkdtempSync(join(root, name)), tree);
const list = async (cwd: string, limit = 1000) => listFiles(cwd, limit, new AbortController().signal);

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'ccchat-files-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('the files of a folder', () => {
  test('git lists what it knows and what is new, and leaves out what is ignored', async () => {
    const cwd = fresh('git-');
    execFileSync('git', ['init', '-q'], { cwd });
    execFileSync('git', ['add', 'README.md'], { cwd });
    expect((await list(cwd)).files).toEqual(expected);
    expect((await list(join(cwd, 'src'))).files).toEqual(['.gitignore', 'main.ts', 'build/kept.ts', 'deep/local.ts']);
  });

  test('without git the walk gives the same', async () => {
    const cwd = fill(fresh('walk-'), { 'node_modules/x/index.js': '', 'src/node_modules/y.js': '' });
    expect((await list(cwd)).files).toEqual(expected);
  });

  test('a loop of links is not followed, a folder that is gone is empty', async () => {
    const cwd = fill(mkdtempSync(join(root, 'loop-')), { 'a.txt': '' });
    symlinkSync(cwd, join(cwd, 'again'));
    expect((await list(cwd)).files).toEqual(['a.txt', 'again']);
    expect(await list(join(root, 'gone'))).toEqual({ files: [], more: false });
  });

  test.each(['git', 'walk'])('%s stops at the limit and says so', async (kind) => {
    const cwd = fresh(`limit-${kind}-`);
    if (kind === 'git') execFileSync('git', ['init', '-q'], { cwd });
    const { files, more } = await list(cwd, 3);
    expect(files).toHaveLength(3);
    expect(more).toBe(true);
  });
});

describe('the source', () => {
  test('is empty at first, lists beside, knows folders, and lists again only when stale', async () => {
    const cwd = fresh('source-');
    let now = 0;
    const seen: number[] = [];
    const source = createFileSource({
      cwd,
      freshMs: 100,
      now: () => now,
      onChange: (files) => seen.push(files.version),
    });
    expect(source.list.version).toBe(0);
    const first = source.refresh();
    expect(source.refresh()).toBe(first);
    await first;
    const paths = source.list.entries.map((entry) => entry.path);
    expect(paths).toContain('src/deep/');
    expect(paths.filter((path) => !path.endsWith('/'))).toEqual(expected);

    fill(cwd, { 'new.txt': '' });
    await source.refresh();
    expect(source.list.version).toBe(1);
    now = 200;
    await source.refresh();
    expect(source.list.entries.map((entry) => entry.path)).toContain('new.txt');
    now = 400;
    const same = source.list;
    await source.refresh();
    expect(source.list).toBe(same);
    expect(seen).toEqual([1, 2]);
    source.close();
    now = 600;
    expect(await source.refresh()).toBe(same);
  });
});

describe('.gitignore rules', () => {
  test.each<[string, string, 'file' | 'folder', boolean]>([
    ['*.log', 'a/b/x.log', 'file', true],
    ['*.log', 'x.logs', 'file', false],
    ['/x', 'x', 'file', true],
    ['/x', 'a/x', 'file', false],
    ['a/b', 'a/b', 'file', true],
    ['a/b', 'c/a/b', 'file', false],
    ['dir/', 'dir', 'folder', true],
    ['dir/', 'dir', 'file', false],
    ['**/x', 'a/b/x', 'file', true],
    ['**/x', 'x', 'file', true],
    ['a/**', 'a/b/c', 'file', true],
    ['a/**', 'a', 'folder', false],
    ['a/**/b', 'a/b', 'file', true],
    ['a/**/b', 'a/x/y/b', 'file', true],
    ['x?z', 'xyz', 'file', true],
    ['x?z', 'x/z', 'file', false],
    ['[abc].txt', 'b.txt', 'file', true],
    ['[!abc].txt', 'b.txt', 'file', false],
    ['[a-c].txt', 'd.txt', 'file', false],
    ['a.b', 'axb', 'file', false],
    ['*.log\n!keep.log', 'keep.log', 'file', false],
    ['!keep.log\n*.log', 'keep.log', 'file', true],
    ['\\!odd', '!odd', 'file', true],
    ['trailing   ', 'trailing', 'file', true],
    ['# x', '# x', 'file', false],
    ['(a|b)', '(a|b)', 'file', true],
  ])('%j, %j as a %s: %s', (rules, path, kind, ignored) => {
    expect(isIgnored(withGitignore(noRules, rules, ''), path, kind)).toBe(ignored);
  });

  test('rules of a folder reach only into it, and outrank those above', () => {
    const rules = withGitignore(withGitignore(noRules, '*.ts', ''), '!main.ts\n/x', 'src/');
    expect(isIgnored(rules, 'src/main.ts', 'file')).toBe(false);
    expect(isIgnored(rules, 'main.ts', 'file')).toBe(true);
    expect(isIgnored(rules, 'src/x', 'file')).toBe(true);
    expect(isIgnored(rules, 'x', 'file')).toBe(false);
  });
});
