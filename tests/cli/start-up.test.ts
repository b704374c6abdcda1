// `--help` and `--version` load next to nothing: counted in files and bytes, since seconds say more about the machine.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { World } from '../support/world.ts';
import { repository, start } from './ccchat.ts';

async function loadedBy(args: string[]): Promise<{ files: string[]; out: string }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'ccchat-loaded-'));
  try {
    const nowhere = { cwd: folder, env: { PATH: process.env.PATH } } as unknown as World;
    const { code, out } = await start(nowhere, args, { env: { NODE_V8_COVERAGE: folder } }).ended;
    expect(code).toBe(0);
    const reports = readdirSync(folder).filter((name) => name.startsWith('coverage-'));
    const scripts: { url: string }[] = reports.flatMap(
      (name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')).result,
    );
    const files = scripts.filter(({ url }) => url.startsWith('file:')).map(({ url }) => fileURLToPath(url));
    return { files: files.map((file) => path.relative(repository, file)), out };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('start-up', () => {
  it.each([[['--version']], [['--help']], [['send', '--help']]])(
    '%j loads the shell and nothing else',
    async (args) => {
      const { files } = await loadedBy(args);
      expect(files).toContain('dist/main.js');
      expect(files.filter((file) => !file.startsWith('dist/') && file !== 'bin/ccchat')).toEqual([]);
      const bytes = files.reduce((sum, file) => sum + statSync(path.join(repository, file)).size, 0);
      expect(bytes).toBeLessThan(400_000);
    },
  );

  it('prints the version of the package', async () => {
    const { version } = JSON.parse(readFileSync(path.join(repository, 'package.json'), 'utf8'));
    expect((await loadedBy(['--version'])).out).toBe(`${version}\n`);
  });
});
