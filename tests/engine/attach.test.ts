// A thread handed to `claude` itself and taken back. The screen's own test types into the real program; here its transcript is gone on with
// by hand, for what is hard to type: going back, and being killed meanwhile.
import { randomUUID } from 'node:crypto';
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { openEngine } from '../../src/engine/index.ts';
import { openStore } from '../../src/store/index.ts';
import { plainText } from '../../src/store/text.ts';
import type { ThreadId } from '../../src/store/types.ts';
import { type Bench, openBench, shownTexts } from '../support/engine.ts';

let bench: Bench;
afterEach(() => bench.close());

async function threadOfTwo(): Promise<ThreadId> {
  bench = await openBench();
  const thread = bench.thread();
  await bench.engine.prompt(thread, 'Remember the codeword: Beaver. Reply OK.');
  await bench.engine.prompt(thread, 'count to 2');
  return thread;
}

interface Line {
  uuid?: string;
  type: string;
  message?: { content: unknown };
}

function transcriptOf(args: readonly string[]): { file: string; lines: Line[] } {
  const session = args[args.indexOf('--resume') + 1]!;
  const projects = path.join(bench.world.home, '.claude/projects');
  const folder = readdirSync(projects).find((name) =>
    readdirSync(path.join(projects, name)).includes(`${session}.jsonl`),
  );
  const file = path.join(projects, folder!, `${session}.jsonl`);
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return { file, lines: lines.map((line) => JSON.parse(line) as Line) };
}

/** As `claude` writes a turn that goes on from `parent`. */
function say(file: string, parent: string, prompt: string, reply: string): void {
  const common = { isSidechain: false, timestamp: new Date().toISOString(), userType: 'external', sessionId: 's' };
  const [asked, answered] = [randomUUID(), randomUUID()];
  const message = { id: `msg_${answered}`, type: 'message', role: 'assistant', model: 'm', stop_reason: 'end_turn' };
  const records = [
    { ...common, type: 'user', uuid: asked, parentUuid: parent, message: { role: 'user', content: prompt } },
    {
      ...common,
      type: 'assistant',
      uuid: answered,
      parentUuid: asked,
      message: { ...message, content: [{ type: 'text', text: reply }] },
    },
    { ...common, type: 'system', subtype: 'turn_duration', uuid: randomUUID(), parentUuid: answered },
  ];
  appendFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
}

const texts = (thread: ThreadId) =>
  bench.engine
    .messages(thread)
    .map(({ blocks }) => plainText(blocks))
    .filter((text) => text !== '');

it('takes in the line that was gone on with, and unrevert brings back what was left', async () => {
  const thread = await threadOfTwo();
  const before = texts(thread);
  const attachment = await bench.engine.attach(thread);
  const { file, lines } = transcriptOf(attachment.args);
  const second = lines.findIndex(({ message }) => JSON.stringify(message?.content ?? '').includes('count to 2'));
  const parent = lines.slice(0, second).findLast(({ type }) => type === 'assistant')!.uuid!;
  say(file, parent, 'another way', 'As you wish.');
  expect(attachment.done()).toEqual({ turns: 1, takenBack: 1 });
  expect(texts(thread)).toEqual(['Remember the codeword: Beaver. Reply OK.', 'OK', 'another way', 'As you wish.']);
  await bench.engine.prompt(thread, 'What was the codeword?');
  const shown = shownTexts(bench.world.model.requests.at(-1)!).map(([, text]) => text);
  expect(shown).toEqual([
    'Remember the codeword: Beaver. Reply OK.',
    'OK',
    'another way',
    'As you wish.',
    'What was the codeword?',
  ]);
  bench.engine.unrevert(thread);
  expect(texts(thread)).toEqual(before);
});

it('keeps nothing twice when the last turn broke off', async () => {
  bench = await openBench({ env: { CLAUDE_CODE_MAX_RETRIES: '0' } });
  const thread = bench.thread();
  await bench.engine.prompt(thread, 'error 400');
  await bench.reopen();
  const attachment = await bench.engine.attach(thread);
  const { file, lines } = transcriptOf(attachment.args);
  say(file, lines.at(-1)!.uuid!, 'and now?', 'Now it works.');
  expect(attachment.done()).toEqual({ turns: 1, takenBack: 0 });
  const messages = bench.engine.messages(thread);
  expect(texts(thread)).toEqual(['error 400', 'and now?', 'Now it works.']);
  expect(messages.map(({ agent }) => (agent as { own: unknown[] }).own.length)).toEqual([1, 1, 1]);
});

it('is busy meanwhile, and free when nothing was said', async () => {
  const thread = await threadOfTwo();
  const before = texts(thread);
  const attachment = await bench.engine.attach(thread);
  await expect(bench.engine.prompt(thread, 'hello')).rejects.toThrow(/turn/);
  expect(attachment.done()).toEqual({ turns: 0, takenBack: 0 });
  expect(texts(thread)).toEqual(before);
  expect((await bench.engine.prompt(thread, 'hello')).state).toBe('done');
});

async function leftWith(prompt: string): Promise<ThreadId> {
  const thread = await threadOfTwo();
  const attachment = await bench.engine.attach(thread);
  const { file, lines } = transcriptOf(attachment.args);
  say(file, lines.findLast(({ type }) => type === 'assistant')!.uuid!, prompt, 'And answered there.');
  return thread;
}

it('is taken in when ccchat is closed meanwhile', async () => {
  const thread = await leftWith('said before closing');
  await bench.reopen();
  expect(texts(thread).slice(-2)).toEqual(['said before closing', 'And answered there.']);
  expect(bench.engine.status(thread).status).toBe('idle');
});

it('is read to its end when ccchat was killed meanwhile', async () => {
  const thread = await leftWith('said before the kill');
  const store = openStore(path.join(bench.world.data, 'ccchat.db'));
  store.leases.release(thread, store.leases.get(thread)!.id);
  store.close();
  const next = await openEngine({ env: bench.world.env, claude: bench.world.claude, warmSpare: false });
  expect(texts(thread).slice(-2)).toEqual(['said before the kill', 'And answered there.']);
  expect(next.turns(thread).at(-1)?.state).toBe('done');
  await next.close();
});
