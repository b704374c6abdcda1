// Started in a folder that was deleted meanwhile: what does not need it works, what does says so in one line.
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeWorld, type World } from '../support/world.ts';
import { bin, ccchat, json, lastLine, type Ran } from './ccchat.ts';

let world: World;
let thread: string;
beforeAll(async () => {
  world = await makeWorld();
  thread = (await ccchat(world, 'create', '--title', 'Kept')).out.trim();
});
afterAll(async () => {
  await world?.close();
});

function fromGoneFolder(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ran> {
  const child = spawn(
    'sh',
    ['-c', 'mkdir gone && cd gone && rmdir ../gone && exec "$@"', 'sh', process.execPath, bin, ...args],
    {
      cwd: world.cwd,
      env: { ...world.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const said = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.err += text;
  });
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, ...said })));
}

const gone =
  'ccchat: the folder this was started in is gone. Go to another one with `cd`, or name one by its whole path with --cwd.\n';

describe('in a folder that is gone', () => {
  it.each([
    [['--version'], /^\d+\.\d+/],
    [['--help'], /Usage: ccchat/],
    [['list'], /Kept/],
    [['search', 'nothing-like-it'], /^$/],
  ])('%j works', async (args, expected) => {
    const { code, out, err } = await fromGoneFolder(args);
    expect({ code, err: err.replace('Nothing found.\n', '') }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(expected);
  });

  it('a thread by its id, and a folder by --cwd or CCCHAT_CWD, are found', async () => {
    expect((await fromGoneFolder(['show', thread])).out).toContain('Kept');
    expect((await fromGoneFolder(['show', '--cwd', world.cwd])).out).toContain('Kept');
    expect((await fromGoneFolder(['list', '--here'], { CCCHAT_CWD: world.cwd })).out).toContain('Kept');
    const file = path.join(world.root, 'kept.md');
    expect((await fromGoneFolder(['export', thread, '-o', file])).code).toBe(0);
    const config = path.join(world.root, 'mcp.json');
    writeFileSync(config, '{"mcpServers":{}}');
    const sent = await fromGoneFolder(['send', '--cwd', world.cwd, '--mcp-config', config, 'hello']);
    expect({ code: sent.code, said: sent.out !== '' }).toEqual({ code: 0, said: true });
    const id = sent.err.split('\n')[0]!;
    expect((await json<{ thread: { cwd: string } }>(world, 'show', id, '--json')).thread.cwd).toBe(world.cwd);
  });

  it.each([
    [['show']],
    [['send', 'hi']],
    [['list', '--here']],
    [['export', 'Kept', '-o', 'kept.md']],
    [['list', '--cwd', 'here']],
  ])('%j says so', async (args) => {
    expect(await fromGoneFolder(args)).toEqual({ code: 1, out: '', err: gone });
  });

  it('doctor has it among what it found, unless CCCHAT_CWD names another', async () => {
    const { code, out } = await fromGoneFolder(['doctor', '--json']);
    const { checks } = JSON.parse(out) as { checks: { name: string; state: string; says: string }[] };
    expect(code).toBe(1);
    expect(checks.filter(({ state }) => state === 'broken')).toMatchObject([
      { name: 'folder', says: 'the folder this was started in is gone' },
    ]);
    mkdirSync(path.join(world.root, 'other'));
    const { out: elsewhere } = await fromGoneFolder(['doctor', '--json'], {
      CCCHAT_CWD: path.join(world.root, 'other'),
    });
    expect(elsewhere).not.toContain('is gone');
  });

  it('a relative place is not looked for anywhere else', async () => {
    expect(lastLine((await fromGoneFolder(['import', 'history'])).err)).toBe(gone.trim());
  });
});
