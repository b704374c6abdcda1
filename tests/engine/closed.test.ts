// Once an engine is closed, every call says so in the same words: a code for programs, a next step for people.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createEngine, silentLog } from '../../src/engine/index.ts';
import { echoAgent } from '../support/echo-agent.ts';

it('a closed engine answers every call with an error that says so', async () => {
  const home = mkdtempSync(path.join(tmpdir(), 'ccchat-closed-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const engine = await createEngine({ home, env: {}, warmSpare: false }, { agent: echoAgent(), log: silentLog });
  const { id } = engine.create({ cwd: '/' });
  await engine.prompt(id, 'hello');
  const { inbox, drafts, close, promptStream, ...calls } = engine;
  await close();
  const tried = Object.entries({ ...calls, ...inbox, ...drafts }) as [string, (...args: unknown[]) => unknown][];
  for (const [name, call] of tried) {
    const failed = await Promise.resolve()
      .then(() => call(id, 'hello'))
      .then(
        () => 'nothing',
        (error: unknown) => error,
      );
    expect({ name, failed }).toEqual({
      name,
      failed: expect.objectContaining({ code: 'closed', next: 'Open a new one.' }),
    });
  }
  expect(tried.length).toBeGreaterThan(40);
  expect(() => promptStream(id, 'hello')).toThrow(expect.objectContaining({ code: 'closed' }));
  await expect(engine.waitForIdle()).rejects.toMatchObject({ code: 'closed' });
  await engine.close();
});
