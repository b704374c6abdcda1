// `send` as scripts rely on it: streams, events, exit codes; the real `claude` and the scripted model.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claudeProcesses, makeWorld, type World } from '../support/world.ts';
import { ccchat, events, json, lastLine, send, start, until } from './ccchat.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(async () => {
  await world?.close();
});

describe('text', () => {
  it('goes to stdout, the thread id to stderr, and nothing else', async () => {
    const { code, out, err } = await ccchat(world, 'send', 'Remember the codeword: Otter. Reply OK.');
    expect({ code, out }).toEqual({ code: 0, out: 'OK\n' });
    expect(err).toMatch(/^[a-z0-9]+\n$/);
  });

  it('continues a thread by id, by the beginning of it and by title', async () => {
    const { thread } = await send(world, 'Remember the codeword: Lynx. Reply OK.');
    expect(await send(world, '--thread', thread, 'What was the codeword?')).toEqual({ thread, text: 'Lynx' });
    const ids = (await json<{ id: string }[]>(world, 'list', '--json')).map(({ id }) => id);
    const prefix = [1, 2, 3, 4, 5]
      .map((length) => thread.slice(0, length))
      .find((start) => ids.filter((id) => id.startsWith(start)).length === 1);
    expect((await send(world, '--thread', prefix ?? thread, 'What was the codeword?')).text).toBe('Lynx');
    await ccchat(world, 'rename', thread, 'The', 'cat');
    expect(await send(world, '--thread', 'The cat', 'What was the codeword?')).toEqual({ thread, text: 'Lynx' });
  });

  it('starts a new thread unless one is named', async () => {
    const first = await send(world, 'hello');
    const second = await send(world, '--new', 'hello');
    expect(second.thread).not.toBe(first.thread);
  });

  it('is not over before the agents that it left in the background have reported', async () => {
    const before = world.model.script;
    world.model.script = (request) => {
      if (request.kind === 'agent') return [{ pause: 1_500 }, { text: 'Two rooms.' }];
      if (request.news.length > 0) return [{ text: `It found: ${request.news[0]}` }];
      if (request.results.length > 0) return [{ text: 'It is at work.' }];
      const input = { description: 'look', prompt: 'look', subagent_type: 'general-purpose', run_in_background: true };
      return request.kind === 'turn' ? [{ tool: 'Agent', input }] : before(request);
    };
    try {
      const { code, out } = await ccchat(world, 'send', 'look around');
      expect({ code, out }).toEqual({ code: 0, out: 'It is at work.\n\nIt found: Two rooms.\n' });
    } finally {
      world.model.script = before;
    }
  });

  it('comes from standard input with -, line breaks and all', async () => {
    const { code, err } = await start(world, ['send', '-'], { input: 'first\n\n  second\ttab\n' }).ended;
    expect(code).toBe(0);
    const { messages } = await json<{ messages: { role: string; text: string }[] }>(
      world,
      'show',
      err.trim(),
      '--json',
    );
    expect(messages[0]).toMatchObject({ role: 'user', text: 'first\n\n  second\ttab' });
  });

  it('has no colour and no cursor moves in a pipe, whatever is forced', async () => {
    const forced = { FORCE_COLOR: '3', CLICOLOR_FORCE: '1' };
    const { out, err } = await start(world, ['send', 'run `printf x`'], { env: forced }).ended;
    expect(out + err).not.toContain('\x1b');
  });
});

describe('--json', () => {
  it('prints one event a line, the last of them turn.end', async () => {
    const { code, out, err } = await ccchat(world, 'send', '--json', 'hello');
    const list = events(out);
    const thread = err.trim();
    expect(code).toBe(0);
    expect(list.at(-1)).toMatchObject({ type: 'turn.end', thread, state: 'done', stopReason: 'end_turn' });
    expect(Object.keys(list.at(-1))).toEqual(
      expect.arrayContaining(['type', 'thread', 'turn', 'state', 'stopReason', 'durationMs']),
    );
    expect(list.at(-1).durationMs).toEqual(expect.any(Number));
    expect(list.find((event) => event.type === 'turn.start')).toMatchObject({ thread, text: 'hello', via: 'prompt' });
    const said = list.find((event) => event.type === 'message.end' && event.message.role === 'assistant');
    expect(said.message.blocks).toEqual([{ type: 'text', text: expect.stringContaining('You said "hello"') }]);
  });

  it('tells tools and what they gave back', async () => {
    const { out } = await ccchat(world, 'send', '--json', '--allow', 'Bash', 'run `printf beaver`');
    const list = events(out);
    const began = list.find((event) => event.type === 'tool.start');
    expect(began).toMatchObject({ name: 'Bash', input: { command: 'printf beaver' } });
    const ended = list.find((event) => event.type === 'tool.end' && event.tool === began.tool);
    expect(ended).toMatchObject({ isError: false });
    expect(JSON.stringify(ended.block)).toContain('beaver');
  });
});

describe('exit codes', () => {
  it('1 for a turn that failed, with one line that says why', async () => {
    const { code, out, err } = await ccchat(world, 'send', '--json', 'error 400');
    expect(code).toBe(1);
    expect(events(out).at(-1)).toMatchObject({ type: 'turn.end', state: 'failed' });
    const said = err.trimEnd().split('\n').slice(1);
    expect(said).toHaveLength(1);
    expect(said[0]).toMatch(/^ccchat: .+\. .+\.$/);
  });

  it('130 for a turn that was interrupted, and the next prompt works', async () => {
    const running = start(world, ['send', '--json', 'count slowly to 900']);
    const thread = await running.thread();
    await until(
      'text',
      () => running.out.includes('"text.preview"'),
      () => running.out + running.err,
    );
    running.child.kill('SIGINT');
    const { code, out, err } = await running.ended;
    expect(code).toBe(130);
    expect(events(out).at(-1)).toMatchObject({ type: 'turn.end', state: 'interrupted' });
    expect(lastLine(err)).toBe('ccchat: interrupted.');
    expect((await send(world, '--thread', thread, 'Remember the codeword: Yak. Reply OK.')).text).toBe('OK');
  });

  it('1 when there is no claude, which is said with what to do', async () => {
    const gone = { CCCHAT_CLAUDE: path.join(world.root, 'nowhere/claude') };
    const { code, out, err } = await start(world, ['send', 'hello'], { env: gone }).ended;
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(lastLine(err)).toMatch(/^ccchat: .*claude.*\. .+\.$/);
  });

  it('1 when nothing could begin, and no thread is left behind, not even a deleted one', async () => {
    const threads = async () => [await json(world, 'list', '--json'), await json(world, 'list', '--deleted', '--json')];
    const before = await threads();
    const old = path.join(world.root, 'old-claude');
    writeFileSync(old, '#!/bin/sh\necho "1.0.3 (Claude Code)"\n', { mode: 0o755 });
    const empty = path.join(world.root, 'empty-home');
    mkdirSync(empty);
    const attempts: [args: string[], env: NodeJS.ProcessEnv][] = [
      [[], { CCCHAT_CLAUDE: '', PATH: path.join(world.root, 'nowhere') }],
      [['--claude', old], {}],
      [[], { ANTHROPIC_API_KEY: '', HOME: empty }],
      [['--mcp-config', path.join(world.root, 'gone.json')], {}],
      [['--json'], { CCCHAT_CLAUDE: path.join(world.root, 'nowhere/claude') }],
    ];
    for (const [args, env] of attempts) {
      const { code, err } = await start(world, ['send', ...args, 'hello'], { env }).ended;
      expect({ args, code }).toEqual({ args, code: 1 });
      expect(lastLine(err)).toMatch(/^ccchat: .+/);
      expect({ args, threads: await threads() }).toEqual({ args, threads: before });
    }
  });
});

it('leaves no claude behind', async () => {
  await send(world, 'hello');
  await until('every claude to be gone', () => claudeProcesses(world).length === 0);
});
