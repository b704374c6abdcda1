// `doctor` on a good set-up and on broken ones, each broken for real: named, with the advice that mends it, exit 1.
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeWorld, type World } from '../support/world.ts';
import { ccchat, inTerminal, send, start } from './ccchat.ts';

interface Check {
  name: string;
  state: string;
  says: string;
  mend: string | null;
}

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(async () => {
  await world?.close();
});

async function diagnose(env: NodeJS.ProcessEnv = {}, ...args: string[]) {
  const { code, out } = await start(world, ['doctor', '--json', ...args], { env }).ended;
  const { ok, checks } = JSON.parse(out) as { ok: boolean; checks: Check[] };
  return { code, ok, of: (name: string) => checks.find((check) => check.name === name) };
}

function fakeClaude(name: string, script: string): string {
  const file = path.join(world.root, name);
  writeFileSync(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return file;
}

function home(name: string): string {
  const folder = path.join(world.root, name);
  mkdirSync(folder, { mode: 0o700 });
  return folder;
}

describe('a good set-up', () => {
  it('is said to be one, check by check', async () => {
    await send(world, 'hello');
    const { code, out } = await ccchat(world, 'doctor', '--json');
    const report = JSON.parse(out) as { ok: boolean; version: string; checks: Check[] };
    expect({ code, ok: report.ok }).toEqual({ code: 0, ok: true });
    const names = [
      'node',
      'better-sqlite3',
      'node-pty',
      'claude',
      'sign-in',
      'hooks',
      'database',
      'config',
      'terminal',
    ];
    expect(report.checks.map(({ name }) => name)).toEqual(names);
    const fine = report.checks.filter(({ name }) => name !== 'terminal');
    expect(fine.filter(({ state }) => state !== 'ok')).toEqual([]);
    expect(report.checks.find(({ name }) => name === 'database')?.says).toContain('1 thread, 2 messages');
    expect(report.checks.at(-1)).toMatchObject({ state: 'warning', mend: expect.stringContaining('ccchat send') });
  });

  it('has a terminal when there is one', async () => {
    const terminal = inTerminal(world, ['doctor']);
    expect(await terminal.ended).toBe(0);
    expect(terminal.seen).toContain('xterm-256color, 100 × 30');
  });

  it('is left as it was: no database is made', async () => {
    const folder = path.join(world.root, 'not-yet');
    const { code, of } = await diagnose({ CCCHAT_HOME: folder });
    expect(code).toBe(0);
    expect(of('database')).toMatchObject({ state: 'ok', says: expect.stringContaining('none yet') });
    expect(statSync(folder, { throwIfNoEntry: false })).toBeUndefined();
  });
});

describe('what is broken', () => {
  it('claude that is not there', async () => {
    const { code, ok, of } = await diagnose({ CCCHAT_CLAUDE: '/nowhere/claude' });
    expect({ code, ok }).toEqual({ code: 1, ok: false });
    expect(of('claude')).toMatchObject({
      state: 'broken',
      says: expect.stringContaining('/nowhere/claude'),
      mend: expect.stringMatching(/Correct \$CCCHAT_CLAUDE/),
    });
  });

  it('claude that is not installed', async () => {
    const bare = { CCCHAT_CLAUDE: '', PATH: path.join(world.root, 'empty') };
    const { code, of } = await diagnose(bare);
    expect(code).toBe(1);
    expect(of('claude')?.mend).toContain('npm install -g @anthropic-ai/claude-code');
  });

  it('claude that is too old, named with --claude', async () => {
    const old = fakeClaude('old-claude', 'echo "1.0.3 (Claude Code)"');
    const { code, of } = await diagnose({}, '--claude', old);
    expect(code).toBe(1);
    expect(of('claude')).toMatchObject({
      state: 'broken',
      says: expect.stringContaining('1.0.3 is too old'),
      mend: expect.stringContaining('npm install -g @anthropic-ai/claude-code'),
    });
  });

  it('a program that is no claude', async () => {
    const other = fakeClaude('other-program', 'echo hello');
    const { code, of } = await diagnose({ CCCHAT_CLAUDE: other });
    expect(code).toBe(1);
    expect(of('claude')).toMatchObject({
      state: 'broken',
      says: expect.stringContaining('does not say its version'),
      mend: expect.stringContaining('Check that it is Claude Code'),
    });
  });

  it('claude that is signed out', async () => {
    const empty = home('signed-out');
    const { code, of } = await diagnose({ ANTHROPIC_API_KEY: '', HOME: empty });
    expect(code).toBe(1);
    expect(of('claude')?.state).toBe('ok');
    expect(of('sign-in')).toMatchObject({ state: 'broken', mend: expect.stringContaining('/login') });
  });

  it('a file that is no database, which is left alone', async () => {
    const folder = home('no-database');
    const file = path.join(folder, 'ccchat.db');
    writeFileSync(file, 'these are my notes, not a database\n'.repeat(10));
    const { code, of } = await diagnose({ CCCHAT_HOME: folder });
    expect(code).toBe(1);
    expect(of('database')).toMatchObject({
      state: 'broken',
      says: expect.stringContaining('is not a ccchat database'),
      mend: expect.stringContaining('Move it away'),
    });
    expect(readFileSync(file, 'utf8')).toContain('these are my notes');
  });

  it('a database from a newer version', async () => {
    const folder = home('newer');
    await start(world, ['list'], { env: { CCCHAT_HOME: folder } }).ended;
    const db = new Database(path.join(folder, 'ccchat.db'));
    db.exec('CREATE TABLE future (x); PRAGMA user_version = 9999');
    db.close();
    const { code, of } = await diagnose({ CCCHAT_HOME: folder });
    expect(code).toBe(1);
    expect(of('database')).toMatchObject({ state: 'broken', mend: expect.stringContaining('Update ccchat') });
  });

  it('a damaged database', async () => {
    const folder = home('damaged');
    await start(world, ['list'], { env: { CCCHAT_HOME: folder } }).ended;
    const file = path.join(folder, 'ccchat.db');
    const bytes = readFileSync(file);
    bytes.fill(0xff, 4096, bytes.length);
    writeFileSync(file, bytes);
    const { code, of } = await diagnose({ CCCHAT_HOME: folder });
    expect(code).toBe(1);
    expect(of('database')).toMatchObject({
      state: 'broken',
      says: expect.stringContaining('damaged'),
      mend: expect.stringContaining('Restore it from a backup'),
    });
  });

  it('a home that is a file', async () => {
    const file = path.join(world.root, 'a-file');
    writeFileSync(file, '');
    const { code, of } = await diagnose({ CCCHAT_HOME: file });
    expect(code).toBe(1);
    expect(of('database')).toMatchObject({ state: 'broken', mend: expect.stringContaining('CCCHAT_HOME') });
  });

  it('a home that others can read, which is a warning', async () => {
    const folder = home('open');
    await start(world, ['list'], { env: { CCCHAT_HOME: folder } }).ended;
    chmodSync(folder, 0o755);
    const { code, of } = await diagnose({ CCCHAT_HOME: folder });
    expect(code).toBe(0);
    expect(of('database')).toMatchObject({ state: 'warning', mend: expect.stringContaining(`chmod go= ${folder}`) });
  });

  it('a variable that names nothing', async () => {
    const { code, of } = await diagnose({ CCCHAT_CWD: '/nowhere' });
    expect(code).toBe(1);
    expect(of('config')).toMatchObject({
      state: 'broken',
      says: expect.stringContaining('/nowhere'),
      mend: 'Unset it or name a folder',
    });
  });

  it('a debug log in a folder that is not there', async () => {
    const { code, of } = await diagnose({ CCCHAT_LOG: '/nowhere/debug.log' });
    expect(code).toBe(1);
    expect(of('config')).toMatchObject({ state: 'broken', mend: 'Make the folder or unset it' });
  });

  it('natives that were built for another Node', async () => {
    const preload = path.join(world.root, 'other-node.cjs');
    writeFileSync(
      preload,
      `const real = process.dlopen;
process.dlopen = function (module, file, ...rest) {
  if (!/better_sqlite3|pty\\.node/.test(file)) return real.call(this, module, file, ...rest);
  throw Object.assign(new Error(file + ' was compiled against a different Node.js version using NODE_MODULE_VERSION 108.'), { code: 'ERR_DLOPEN_FAILED' });
};`,
    );
    const env = { NODE_OPTIONS: `--require ${preload}` };
    const { code, of } = await diagnose(env);
    expect(code).toBe(1);
    expect(of('better-sqlite3')).toMatchObject({ state: 'broken', mend: expect.stringMatching(/npm rebuild.* in \//) });
    expect(of('node-pty')).toMatchObject({ state: 'broken', mend: expect.stringContaining('npm rebuild node-pty') });
    const { err } = await start(world, ['list'], { env }).ended;
    expect(err).toMatch(/^ccchat: \S+ is not built for this Node, v[\d.]+\. Run `npm rebuild` in \/.*\n$/);
  });

  it('a configuration that is wrong, and one that is only unknown', async () => {
    const file = path.join(world.root, 'config.json');
    writeFileSync(file, '{"poolSize": "three"}');
    const wrong = await diagnose({ CCCHAT_CONFIG: file });
    expect(wrong.code).toBe(1);
    expect(wrong.of('config')).toMatchObject({
      state: 'broken',
      says: expect.stringContaining('must be a whole number'),
      mend: expect.stringMatching(/\w/),
    });
    writeFileSync(file, '{"modle": "x"}');
    const unknown = await diagnose({ CCCHAT_CONFIG: file });
    expect(unknown.code).toBe(0);
    expect(unknown.of('config')).toMatchObject({ state: 'warning', mend: 'Did you mean "model"?' });
  });

  it('is said for people too, with what to do below it', async () => {
    const { code, out } = await start(world, ['doctor'], { env: { CCCHAT_CWD: '/nowhere' } }).ended;
    expect(code).toBe(1);
    expect(out).toMatch(/^✗ config +CCCHAT_CWD names \/nowhere.*\n +Unset it or name a folder\.$/m);
    expect(out).not.toContain('\x1b');
  });
});
