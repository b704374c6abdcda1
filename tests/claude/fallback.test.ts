// A `claude` without a screen-reader mode: live text from its hook, dialogs from the ordinary screen, everything else the same.
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { AgentEvent } from '../../src/engine/agent.ts';
import { createClaudeAgent } from '../../src/engine/claude/index.ts';
import { silentLog } from '../../src/engine/log.ts';
import { type Driver, lastUserTexts, makeDriver, messageOf, plainSetup } from './driver.ts';

let driver: Driver | undefined;
afterEach(async () => {
  await driver?.close();
  driver = undefined;
});

test('text, tools, permissions, steers and interruptions work without the screen reader', async () => {
  driver = await makeDriver({ agent: { preview: 'hook' } });
  const session = await driver.start();
  const end = await driver.turn(session, 'something long');
  expect(end.state).toBe('done');
  const previews = driver.since('preview').map(({ text }) => text);
  expect(previews.length).toBeGreaterThan(0);
  const text = driver.since('block').at(-1)!.block;
  for (const preview of previews) expect(text.type === 'text' && text.text.startsWith(preview)).toBe(true);

  driver.mark();
  await session.submit('write out.txt: hello');
  driver.agent.answer((await driver.asked('permission')).id, { kind: 'allow' });
  expect((await driver.next('end')).state).toBe('done');
  expect(existsSync(path.join(driver.world.cwd, 'out.txt'))).toBe(true);

  driver.mark();
  await session.submit('run `sleep 5`');
  await driver.next('tool.start');
  await session.steer('make it blue');
  expect(await session.withdraw()).toEqual(['make it blue']);
  await session.steer('make it red');
  expect((await driver.next('end')).state).toBe('done');
  expect(driver.since('steer').at(-1)).toMatchObject({ text: 'make it red', state: 'absorbed' });

  driver.mark();
  await session.submit('count slowly to 500');
  await driver.next('preview');
  await session.interrupt();
  expect(driver.since('end')).toMatchObject([{ state: 'interrupted' }]);
  expect((await driver.turn(session, 'hello again')).state).toBe('done');
});

test('the trust question on the ordinary screen', async () => {
  driver = await makeDriver({ trusted: false, agent: { preview: 'hook' } });
  const starting = driver.start();
  const ask = await driver.asked('dialog');
  expect(ask.name).toBe('trust');
  driver.agent.answer(ask.id, { kind: 'key', key: ask.options.find(({ label }) => /trust/i.test(label))!.key });
  expect((await driver.turn(await starting, 'hello')).state).toBe('done');
});

/** The real program behind a door that lets some of it through. */
function doored(driver: Driver, door: string): string {
  const file = path.join(driver.world.root, 'claude');
  writeFileSync(file, `#!/bin/sh\nreal='${driver.world.claude}'\n${door}\nexec "$real" "$@"\n`, { mode: 0o755 });
  return file;
}

test('a claude that does not know the flag is found out and never given it', async () => {
  driver = await makeDriver();
  const claude = doored(
    driver,
    `for word in "$@"; do case "$word" in
      --version) echo '2.1.196 (Claude Code)'; exit ;;
      --help) "$real" --help | grep -v -e --ax-screen-reader; exit ;;
      --ax-screen-reader) echo "error: unknown option '--ax-screen-reader'" >&2; exit 1 ;;
    esac; done`,
  );
  const events: AgentEvent[] = [];
  const agent = createClaudeAgent({ claude, env: driver.world.env, log: silentLog });
  try {
    const session = await agent.start(plainSetup(driver.world), [], (event) => events.push(event));
    await session.submit('something long');
    await driver.until('the end', () => events.some(({ type }) => type === 'end'));
    expect(events.find((event) => event.type === 'end')).toMatchObject({ state: 'done' });
    expect(events.some(({ type }) => type === 'preview')).toBe(true);
  } finally {
    await agent.close();
  }
});

test.each(['No conversation found with session ID', 'Failed to resume session'])(
  'a conversation that claude does not take back as a transcript is told in words before the next prompt, once (%s)',
  async (says) => {
    driver = await makeDriver();
    const claude = doored(
      driver,
      `for word in "$@"; do case "$word" in
      --resume) echo "${says}"; sleep 0.3; exit 1 ;;
    esac; done`,
    );
    const events: AgentEvent[] = [];
    const agent = createClaudeAgent({ claude, env: driver.world.env, log: silentLog });
    const ends = () => events.filter(({ type }) => type === 'end').length;
    try {
      const told = Array.from({ length: 24 }, (_, index) =>
        messageOf(index % 2 ? 'assistant' : 'user', [{ type: 'text', text: `word ${index}: ${'x'.repeat(2_000)}` }]),
      );
      const session = await agent.start(plainSetup(driver.world), told, (event) => events.push(event));
      await session.submit('and now?');
      await driver.until('the end', () => ends() === 1);
      const [text] = lastUserTexts(driver.world).slice(-1);
      const lines = text!.split('\n\n').filter((line) => /^(User|You): word/.test(line));
      expect(lines.map((line) => line.replace(/^\w+: /, '').length)).toEqual([
        ...Array(15).fill(100),
        ...Array(5).fill(1_500),
      ]);
      expect(lines.at(-1)).toMatch(/^You: word 23/);
      expect(text!.endsWith('and now?')).toBe(true);
      expect(events.filter((event) => event.type === 'prompt').map((event) => event.text)).toEqual(
        expect.arrayContaining(['and now?']),
      );
      expect(events.some((event) => event.type === 'prompt' && event.text !== 'and now?')).toBe(false);
      await session.submit('and then?');
      await driver.until('the second end', () => ends() === 2);
      expect(lastUserTexts(driver.world).at(-1)).toBe('and then?');
    } finally {
      await agent.close();
    }
  },
);
