// Every program that the docs show, run: the examples as they stand, and each block of TypeScript in the pages with the engine of the
// sources in place of the package.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { claudeProcesses, makeWorld, type World, type WorldOptions } from '../support/world.ts';
import { repository, until } from './ccchat.ts';

let world: World | null = null;
const pages: string[] = [];
afterEach(async () => {
  await world?.close();
  world = null;
  for (const folder of pages.splice(0)) rmSync(folder, { recursive: true });
});

async function run(file: string, options: WorldOptions = {}): Promise<{ out: string; world: World }> {
  const here = await makeWorld(options);
  world = here;
  const loader = import.meta.resolve('tsx');
  const args = ['--import', loader, file];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: here.cwd, env: here.env });
  return { out: stdout, world: here };
}

describe('examples', () => {
  it('multi-turn.ts holds a conversation of two turns in one process', async () => {
    const { out, world } = await run(path.join(repository, 'examples/multi-turn.ts'));
    expect(out).toMatch(/claude: OK\n +stop reason end_turn, \d+ ms\n/);
    expect(out).toMatch(/claude: Beaver\n +stop reason end_turn, \d+ ms\n/);
    expect(out).toContain('2 turns, 1 claude process\n');
    const [, second] = world.model.requests;
    expect(second?.typed).toEqual(['Remember the codeword: Beaver. Reply OK.', 'What was the codeword?']);
    await until('every claude to be gone', () => claudeProcesses(world).length === 0);
  });

  it('multi-turn.ts ends with the reason in a folder that is not trusted', async () => {
    const running = run(path.join(repository, 'examples/multi-turn.ts'), { trusted: false });
    await expect(running).rejects.toMatchObject({
      stderr: expect.stringMatching(/nobody answers[\s\S]*is not trusted/),
    });
  });

  it('another-agent.ts keeps the contract: its forks know what they should, and no claude is asked', async () => {
    const { out, world } = await run(path.join(repository, 'examples/another-agent.ts'));
    expect(out.split('\n')).toEqual([
      'You said: one.',
      'You said: one, two, four.',
      'You said: one, three.',
      '2 messages say "three"',
      '',
    ]);
    expect(world.model.requests).toEqual([]);
  });
});

describe('the pages', () => {
  const blocks = ['docs/extending.md', 'docs/shell.md'].flatMap((page) =>
    [...readFileSync(path.join(repository, page), 'utf8').matchAll(/```ts\n([\s\S]*?)```/g)].map(
      ([, code = ''], index) => ({ name: `${page}, block ${index + 1}`, code }),
    ),
  );

  it('show programs', () => {
    expect(blocks.map(({ name }) => name)).toEqual(['docs/extending.md, block 1', 'docs/shell.md, block 1']);
  });

  it.each(blocks)('$name runs', async ({ name, code }) => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'ccchat-page-')), 'block.mts');
    pages.push(path.dirname(file));
    const engine = pathToFileURL(path.join(repository, 'src/engine/index.ts')).href;
    writeFileSync(file, code.replace("'ccchat'", `'${engine}'`));
    const { out, world } = await run(file);
    if (name.startsWith('docs/extending')) {
      expect(out).toMatch(/^done \d+ /);
      expect(world.model.requests.at(-1)?.typed).toEqual([
        'Which files here are the largest?',
        'And which of them changed last?',
        'Answer again, in French.',
      ]);
    } else expect(world.model.requests.at(-1)?.typed.at(-1)).toBe('What was the codeword?');
    await until('every claude to be gone', () => claudeProcesses(world).length === 0);
  });
});
