// `send` where nobody can be asked: what is allowed and what is not, what waits behind it, where it works and what it writes down.
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
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

const file = (name: string) => path.join(world.cwd, name);

it('works in the folder that CCCHAT_CWD names, unless --cwd names another', async () => {
  const [there, elsewhere] = [world.folder('there'), world.folder('elsewhere')];
  const folderOf = async (...args: string[]) => {
    const { out } = await start(world, ['send', '--json', '--allow', 'Bash', ...args, 'run `pwd`'], {
      env: { CCCHAT_CWD: there },
    }).ended;
    return JSON.stringify(events(out).find((event) => event.type === 'tool.end').block);
  };
  expect(await folderOf()).toContain(there);
  expect(await folderOf('--cwd', elsewhere)).toContain(elsewhere);
});

it('writes where a failure came from to the debug log, and only there', async () => {
  const log = path.join(world.root, 'debug.log');
  const { err } = await start(world, ['show', 'nobody'], { env: { CCCHAT_LOG: log } }).ended;
  expect(err).toMatch(/^ccchat: [^\n]+\n$/);
  expect(readFileSync(log, 'utf8')).toContain('EngineError');
});

it('writes no more than the beginning of any text to the debug log, and counts the rest', async () => {
  const log = path.join(world.root, 'texts.log');
  const long = `Tell me about ${'whales '.repeat(300)}`;
  const env = { CCCHAT_LOG: log };
  const { code } = await start(world, ['send', '--allow', 'Bash', `${long} run \`printf '%0999d' 7\``], { env }).ended;
  expect(code).toBe(0);
  const lines = readFileSync(log, 'utf8').trimEnd().split('\n');
  const texts = (value: unknown): string[] =>
    typeof value === 'string' ? [value] : value && typeof value === 'object' ? Object.values(value).flatMap(texts) : [];
  const all = lines.flatMap((line) => texts(JSON.parse(line)));
  for (const text of all) expect(text.replace(/… \(\+\d+ characters\)$/, '').length).toBeLessThanOrEqual(200);
  expect(all.some((text) => /^Tell me about (whales )+.*… \(\+\d{4} characters\)$/.test(text))).toBe(true);
  expect(lines.join()).not.toContain(world.env.ANTHROPIC_API_KEY);
});

it('fails in a folder that is not trusted, instead of waiting for an answer', async () => {
  const untrusted = path.join(world.root, 'untrusted');
  mkdirSync(untrusted);
  const { code, err } = await start(world, ['send', '--cwd', untrusted, 'hello']).ended;
  expect(code).toBe(1);
  expect(err).toContain('there is no terminal to answer on');
  expect(err).toMatch(/is not trusted, and claude works only in folders you trust/);
  expect(claudeProcesses(world).filter(({ cwd }) => cwd === untrusted)).toEqual([]);
});

describe('permissions without a terminal', () => {
  it('are denied, which is said, and the turn goes on', async () => {
    const { code, out, err } = await ccchat(world, 'send', 'write denied.txt: hello');
    expect(code).toBe(0);
    expect(out).toBe('That did not work.\n');
    expect(err).toContain('denied, there is no terminal to ask on. Cover it with --allow Write or --mode.');
    expect(existsSync(file('denied.txt'))).toBe(false);
  });

  it('are not asked for what --allow names', async () => {
    const { err } = await ccchat(world, 'send', '--allow', 'Write', 'write allowed.txt: hello');
    expect(err.trimEnd()).toMatch(/^[a-z0-9]+$/);
    expect(readFileSync(file('allowed.txt'), 'utf8')).toBe('hello\n');
  });

  it('are not asked for edits with --mode accept-edits', async () => {
    await send(world, '--mode', 'accept-edits', 'write accepted.txt: hello');
    expect(readFileSync(file('accepted.txt'), 'utf8')).toBe('hello\n');
  });

  it('do not matter to --read-only: there is no tool that writes', async () => {
    const { text } = await send(world, '--read-only', 'write readonly.txt: hello');
    expect(text).toBe('I would use Write, but I may not.');
    expect((await send(world, '--read-only', 'run `touch readonly.txt`')).text).toBe(
      'I would use Bash, but I may not.',
    );
    expect(existsSync(file('readonly.txt'))).toBe(false);
  });

  it('of a question are said, and the model is told that nobody is there', async () => {
    const { code, err } = await ccchat(world, 'send', 'ask me');
    expect(code).toBe(0);
    expect(err).toContain(
      'a question was not answered, there is no terminal to ask on: Which colour do you like best?',
    );
  });
});

describe('follow-ups', () => {
  it('that wait run before it ends, and stay with --no-follow-ups', async () => {
    const { thread } = await send(world, 'hello');
    await ccchat(world, 'queue', thread, 'add', 'Remember the codeword: Gnu. Reply OK.');
    await ccchat(world, 'queue', thread, 'add', 'What was the codeword?');
    const left = await ccchat(world, 'send', '--no-follow-ups', '--thread', thread, 'think');
    expect(left.out).toBe('I have thought about it: yes.\n');
    expect(await json<unknown[]>(world, 'queue', thread, '--json')).toHaveLength(2);
    const { out } = await ccchat(world, 'send', '--json', '--thread', thread, 'think');
    const ends = events(out).filter((event) => event.type === 'turn.end');
    expect(ends.map((event) => event.state)).toEqual(['done', 'done', 'done']);
    expect(JSON.parse(lastLine(out) ?? '')).toEqual(ends.at(-1));
    expect(out).toContain('"text":"Gnu"');
    expect(await json<unknown[]>(world, 'queue', thread, '--json')).toEqual([]);
  });
});

it('leaves no claude behind', async () => {
  await send(world, 'hello');
  await until('every claude to be gone', () => claudeProcesses(world).length === 0);
});
