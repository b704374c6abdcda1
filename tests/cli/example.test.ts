// The example of the README: two turns, one process, the engine imported as a script would.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { claudeProcesses, makeWorld } from '../support/world.ts';
import { repository, until } from './ccchat.ts';

it('examples/multi-turn.ts holds a conversation of two turns in one process', async () => {
  const world = await makeWorld();
  try {
    const example = path.join(repository, 'examples/multi-turn.ts');
    const loader = import.meta.resolve('tsx');
    const { stdout } = await promisify(execFile)(process.execPath, ['--import', loader, example], {
      cwd: world.cwd,
      env: world.env,
    });
    expect(stdout).toMatch(/claude: OK\n +stop reason end_turn, \d+ ms\n/);
    expect(stdout).toMatch(/claude: Beaver\n +stop reason end_turn, \d+ ms\n/);
    expect(stdout).toContain('2 turns, 1 claude process\n');
    const [, second] = world.model.requests;
    expect(second?.typed).toEqual(['Remember the codeword: Beaver. Reply OK.', 'What was the codeword?']);
    await until('every claude to be gone', () => claudeProcesses(world).length === 0);
  } finally {
    await world.close();
  }
});
