import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { draftSaver } from '../../../src/ui/composer/drafts.ts';
import { editInEditor, editorCommand } from '../../../src/ui/composer/editor.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ccchat editor '));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** An editor that is a shell script; the file is its last argument. */
function editor(name: string, body: string): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\nfor file; do :; done\n${body}\n`);
  chmodSync(path, 0o755);
  return path;
}

describe('the draft in an editor', () => {
  test.each<[NodeJS.ProcessEnv, string[]]>([
    [{}, ['vi']],
    [{ EDITOR: 'nano' }, ['nano']],
    [{ EDITOR: 'nano', VISUAL: 'code --wait' }, ['code', '--wait']],
    [{ EDITOR: 'nano', VISUAL: ' ' }, ['nano']],
    [{ EDITOR: '"/opt/my editor/ed" -c \'set tw=0\' a\\ b' }, ['/opt/my editor/ed', '-c', 'set tw=0', 'a b']],
  ])('%j runs %j', (env, command) => {
    expect(editorCommand(env)).toEqual(command);
  });

  test('is written to a private file, read back exactly, and the file is gone', async () => {
    const log = join(folder, 'log');
    const path = editor(
      'good editor',
      `stat -c %a "$file" > '${log}'; echo "$file" >> '${log}'; printf 'ü漢👍\\n\\nmore\\n' >> "$file"`,
    );
    const result = await editInEditor('first\n', { env: { ...process.env, VISUAL: `'${path}' --flag` } });
    expect(result).toEqual({ type: 'edited', text: 'first\nü漢👍\n\nmore\n' });
    const [mode, file] = readFileSync(log, 'utf8').trim().split('\n');
    expect(mode).toBe('600');
    expect(existsSync(file!)).toBe(false);
  });

  test('the newline that editors add at the end is not part of the draft', async () => {
    const path = editor('newline', 'echo >> "$file"');
    expect(await editInEditor('text', { env: { ...process.env, EDITOR: `"${path}"`, VISUAL: '' } })).toEqual({
      type: 'edited',
      text: 'text',
    });
  });

  test.each<[string, string, RegExp]>([
    ['fails', 'exit 3', /ended with code 3/],
    ['is killed', 'kill -9 $$', /ended with SIGKILL/],
    ['deletes the file', 'rm "$file"', /could not be read back/],
  ])('an editor that %s is a value with a next step', async (name, body, message) => {
    const result = await editInEditor('text', { env: { ...process.env, VISUAL: `"${editor(name, body)}"` } });
    expect(result.type).toBe('failed');
    if (result.type === 'failed') {
      expect(result.message).toMatch(message);
      expect(result.next).not.toBe('');
    }
  });

  test('one that is not there is named', async () => {
    const result = await editInEditor('text', { env: { ...process.env, VISUAL: '/no/such/editor' } });
    expect(result).toMatchObject({
      type: 'failed',
      message: expect.stringContaining('/no/such/editor'),
      next: expect.stringMatching(/EDITOR/),
    });
  });

  test('no room for the file is a value too', async () => {
    const before = process.env.TMPDIR;
    process.env.TMPDIR = join(folder, 'missing');
    try {
      expect(await editInEditor('text', { env: { VISUAL: 'true' } })).toMatchObject({ type: 'failed' });
    } finally {
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
    }
  });
});

describe('saving drafts', () => {
  test('only the last text of a burst is saved, and flush saves at once', async () => {
    const saved: string[] = [];
    const saver = draftSaver((text) => saved.push(text), 5);
    for (const text of ['a', 'ab', 'abc']) saver.changed(text);
    expect(saved).toEqual([]);
    while (saved.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(saved).toEqual(['abc']);
    saver.changed('abcd');
    saver.flush();
    expect(saved).toEqual(['abc', 'abcd']);
    saver.changed('abcd');
    saver.flush();
    saver.flush();
    expect(saved).toEqual(['abc', 'abcd']);
  });

  test('an emptied draft is saved as empty, but not over nothing', () => {
    const saved: string[] = [];
    const saver = draftSaver((text) => saved.push(text), 1000);
    saver.changed('');
    saver.flush();
    expect(saved).toEqual([]);
    saver.changed('x');
    saver.flush();
    saver.changed('');
    saver.flush();
    expect(saved).toEqual(['x', '']);
  });
});
