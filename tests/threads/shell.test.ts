// What only the shell has: completion in three shells, the manual, help by example, and a page served on loopback.
import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bar, count } from '../../src/cli/commands/stats.ts';
import { complete } from '../../src/cli/complete.ts';
import { manual } from '../../src/cli/manual.ts';
import { createProgram } from '../../src/cli/program.ts';
import type { Shell } from '../../src/cli/shell.ts';
import { collector, runByHand } from '../cli/hand-made-shell.ts';
import { bundle } from '../support/bundle.ts';
import { eventually } from '../support/engine.ts';
import { repository } from '../support/screen.ts';
import { type Desk, openDesk } from './support.ts';

let desk: Desk;
beforeEach(async () => {
  desk = await openDesk();
});
afterEach(() => desk.close());

const program = () => {
  const { output } = collector();
  return createProgram({ out: output, err: output } as Shell);
};
const commands = () =>
  program()
    .createHelp()
    .visibleCommands(program())
    .map((one) => one.name());

describe('completion', () => {
  const wordsAfter = (...typed: string[]) => {
    const found = complete(program(), typed);
    return found.kind === 'words' ? found.words.map(({ word }) => word) : found.kind;
  };

  it('knows commands, options, choices, threads and files', () => {
    expect(wordsAfter('')).toEqual(expect.arrayContaining(['send', 'list', 'search', 'import', 'completion']));
    expect(wordsAfter('')).not.toContain('__complete');
    expect(wordsAfter('--')).toEqual(expect.arrayContaining(['--resume', '--continue', '--help']));
    expect(wordsAfter('list', '--')).toEqual(expect.arrayContaining(['--here', '--json', '--cwd', '--help']));
    expect(wordsAfter('send', '--mode', '')).toEqual(['ask', 'plan', 'accept-edits', 'read-only', 'bypass']);
    expect(wordsAfter('--resume', '')).toBe('threads');
    expect(wordsAfter('send', '--thread', '')).toBe('threads');
    expect(wordsAfter('show', '')).toBe('threads');
    expect(wordsAfter('--cwd', '/x', 'show', '')).toBe('threads');
    expect(wordsAfter('rm', '')).toBe('threads');
    expect(wordsAfter('import', 'a.json', '')).toBe('files');
    expect(wordsAfter('export', 'abc', '-o', '')).toBe('files');
    expect(wordsAfter('completion', '')).toEqual(['bash', 'zsh', 'fish']);
    expect(wordsAfter('export', '--format', '')).toEqual(['md', 'json', 'html']);
  });

  it('asks for threads by id with their titles', async () => {
    const { id } = desk.engine.create({ cwd: desk.root, title: 'A title\twith \x1b[31ma tab' });
    expect((await desk.run(['__complete', '--', 'show', ''])).out).toBe(`${id}\tA title with a tab\n`);
    expect((await desk.run(['__complete', '--', 'show', id.slice(0, 3)])).out).toContain(id);
    expect((await desk.run(['__complete', '--', 'show', 'zzzzzz'])).out).toBe('');
    expect((await desk.run(['__complete', '--', '--cwd', ''])).out).toBe(':files\n');
  });

  it('works in a real bash', async () => {
    const { id } = desk.engine.create({ cwd: desk.root, title: 'Two words' });
    const bin = desk.file('bin');
    mkdirSync(bin);
    const main = await bundle('src/cli/main.ts');
    writeFileSync(path.join(bin, 'ccchat'), `#!/bin/sh\nexec ${process.execPath} ${main} "$@"\n`, { mode: 0o755 });
    writeFileSync(desk.file('some-export.json'), '{}');
    const script = desk.file('completion.bash');
    writeFileSync(script, (await desk.run(['completion', 'bash'])).out);
    const tab = (...words: string[]) => {
      const quoted = ['ccchat', ...words].map((word) => `'${word}'`).join(' ');
      const run = spawnSync(
        'bash',
        [
          '--norc',
          '-c',
          `source ${script}; COMP_WORDS=(${quoted}); COMP_CWORD=${words.length}; _ccchat; printf '%s\\n' "\${COMPREPLY[@]}"`,
        ],
        { cwd: desk.root, env: { ...desk.env, PATH: `${bin}:${process.env.PATH}` }, encoding: 'utf8' },
      );
      expect(run.stderr).toBe('');
      return run.stdout.trim().split('\n');
    };
    expect(tab('se')).toEqual(['send', 'search']);
    expect(tab('show', '')).toEqual([id]);
    expect(tab('import', 'some')).toEqual(['some-export.json']);
    expect(tab('stats', '--by', 'm')).toEqual(['model']);
  });

  it.each(['bash', 'zsh', 'fish'])('prints a script for %s', async (shell) => {
    const { code, out } = await runByHand(['completion', shell]);
    expect(code).toBe(0);
    expect(out).toContain('ccchat __complete --');
  });

  it('refuses another shell', async () => {
    expect((await runByHand(['completion', 'csh'])).code).toBe(2);
  });
});

describe('help', () => {
  it.each(['send', 'search', 'diff', 'export', 'import', 'share', 'stats', 'gc', 'completion'])(
    '%s teaches by example',
    async (command) => {
      const { out } = await runByHand([command, '--help']);
      expect(out).toMatch(new RegExp(`\\nExamples:\\n  \\$ .*ccchat ${command}`));
    },
  );

  it('examples are commands that exist', async () => {
    const { examplesOf } = await import('../../src/cli/examples.ts');
    for (const command of ['ccchat', ...commands()])
      for (const { line } of examplesOf(command)) {
        const word = /ccchat(?: ([a-z]+))?/.exec(line)?.[1];
        if (word) expect([...commands(), 'completion']).toContain(word);
      }
  });
});

describe('the manual', () => {
  it('is the one in docs; `node --import tsx scripts/man.ts` makes it anew', () => {
    expect(readFileSync(path.join(repository, 'docs/ccchat.1'), 'utf8')).toBe(manual());
  });

  it('has every command, and only plain ASCII', () => {
    const page = manual();
    for (const command of commands().filter((name) => name !== 'help')) expect(page).toContain(`\n.SS ${command}`);
    expect(page).toMatch(/^[\x20-\x7e\n]*$/);
    expect(page).not.toContain('__complete');
  });
});

describe('numbers', () => {
  it.each([
    [0, '0'],
    [9_999, '9999'],
    [10_000, '10.0k'],
    [123_456, '123k'],
    [1_500_000, '1.5M'],
    [250_000_000, '250M'],
  ])('%i is %s', (value, shown) => {
    expect(count(value)).toBe(shown);
  });

  it.each([
    [0, ''],
    [1, '█'.repeat(16)],
    [0.5, '█'.repeat(8)],
    [1 / 128, '▏'],
    [2, '█'.repeat(16)],
  ])('a bar of %d', (share, shown) => {
    expect(bar(share)).toBe(shown);
  });
});

describe('a shared page', () => {
  it('is served under a path that cannot be guessed, to this machine alone, until it is stopped', async () => {
    const { id } = desk.engine.create({ cwd: desk.root, title: 'Served' });
    desk.store.messages.append({
      thread: id,
      role: 'user',
      via: 'prompt',
      blocks: [{ type: 'text', text: 'hello page' }],
    });
    const out = collector();
    let interrupt = () => {};
    const done = desk.run(['share', id, '--serve', '--folder', desk.file('pages')], {
      out: out.output,
      onInterrupt: (listener) => {
        interrupt = listener;
        return () => {};
      },
    });
    const url = await eventually(() => /^http:\S+$/m.exec(out.text())?.[0], 'the address');
    expect(new URL(url).pathname.length).toBeGreaterThan(30);
    const page = await fetch(url);
    expect(await page.text()).toContain('hello page');
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect((await fetch(new URL('/', url))).status).toBe(404);
    expect((await fetch(`${url}x`)).status).toBe(404);
    expect((await fetch(url, { method: 'POST' })).status).toBe(404);
    expect(await statusWithHost(url, 'evil.example')).toBe(404);
    interrupt();
    expect((await done).code).toBe(0);
    await expect(fetch(url)).rejects.toThrow();
  });

  it('asks on a terminal before keys are shared', async () => {
    const { id } = desk.engine.create({ cwd: desk.root, title: 'Keys' });
    const text = `password = "correct-horse-battery"`;
    desk.store.messages.append({ thread: id, role: 'user', via: 'prompt', blocks: [{ type: 'text', text }] });
    const asked: string[] = [];
    const answering = (answer: string | null): Partial<Shell> => ({
      openTerminal: () => ({
        say() {},
        ask: async (question) => {
          asked.push(question);
          return answer;
        },
        onInterrupt() {},
        close() {},
      }),
    });
    const argv = ['share', id, '--folder', desk.file('pages')];
    for (const answer of ['', 'no', null])
      expect(await desk.run(argv, answering(answer))).toMatchObject({ code: 1, out: '' });
    expect(desk.engine.get(id).extra.shared).toBeUndefined();
    expect(await desk.run(argv, answering('y'))).toMatchObject({ code: 0 });
    expect(asked).toEqual(Array(4).fill('Share it all the same? [y/N] '));
    expect(desk.engine.get(id).extra.shared).toEqual(expect.stringContaining(desk.file('pages')));
  });
});

function statusWithHost(url: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    http.get(url, { headers: { host } }, (response) => resolve(response.resume().statusCode)).once('error', reject);
  });
}

it('a manual that formatters accept', async () => {
  const groff = await promisify(execFile)('groff', [
    '-man',
    '-Tascii',
    '-ww',
    path.join(repository, 'docs/ccchat.1'),
  ]).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (groff) expect(groff.stderr).toBe('');
});
