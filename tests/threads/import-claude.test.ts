// History made by the real `claude`: steers, interrupts, failing tools, pictures, compactions and forks. Imported, each thread goes on
// as the session itself does: the model is shown the same messages.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { ModelRequest } from '../../src/demo/model.ts';
import { plainText } from '../../src/store/text.ts';
import type { ThreadId } from '../../src/store/types.ts';
import { type Program, startProgram } from '../claude/transcript/program.ts';
import { type Bench, openBench } from '../support/engine.ts';

let bench: Bench;
afterEach(() => bench.close());

const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const next = 'and what now?';

/** An old `claude` lists its skills again when it resumes a compacted session, its own included. */
const isSkillList = ({ content }: { content: unknown }) =>
  JSON.stringify(content).startsWith('"The following skills are available');

/** What the model was shown last, less what must differ from request to request. */
function shown(): unknown {
  const { body }: ModelRequest = bench.world.model.requests.filter(({ kind }) => kind === 'turn').at(-1)!;
  const messages = body.messages.filter((message) => !isSkillList(message));
  return JSON.parse(JSON.stringify(messages, (key, value) => (key === 'cache_control' ? undefined : value)));
}

/** Talks to `claude`, imports, and goes on in both places. */
async function importedAndGoneOn(
  talk: (program: Program) => Promise<void>,
  args: string[] = [],
): Promise<{ thread: ThreadId; session: string }> {
  const { engine } = bench;
  const program = await startProgram(bench.world, { args: ['--model', 'default', ...args] });
  try {
    await talk(program);
    const report = await engine.import({ paths: [program.file] });
    expect(report.unreadable).toEqual([]);
    const [thread] = report.created as [ThreadId];
    expect(engine.get(thread).extra.import).toMatchObject({ from: 'claude', session: program.session });
    await turn(program, next);
    const wanted = shown();
    expect((await engine.prompt(thread, next)).state).toBe('done');
    expect(shown()).toEqual(wanted);
    return { thread, session: program.session };
  } finally {
    await program.close();
  }
}

/** A fork begins its file with a copy of the turns before: only the end of this very one counts. */
async function turn(program: Program, text: string): Promise<void> {
  await program.turn(text);
  await program.until(`the end of "${text}"`, () => {
    const began = program.events.findLastIndex((event) => event.type === 'prompt' && event.text === text);
    return began >= 0 && program.events.slice(began).some(({ type }) => type === 'end');
  });
}

const escapeKey = '\x1b';
const started = (program: Program, word: string) =>
  program.until('the tool', () =>
    program.events.some((event) => event.type === 'tool.start' && JSON.stringify(event.input).includes(word)),
  );

it('goes on as the sessions themselves do', { timeout: 300_000 }, async () => {
  bench = await openBench({ engine: { defaults: { model: 'default' } } });
  const { world, engine } = bench;
  writeFileSync(path.join(world.cwd, 'dot.png'), Buffer.from(picture, 'base64'));

  const steered = await importedAndGoneOn(async (program) => {
    await program.turn('Remember the codeword: Heron. Reply OK.');
    await program.turn('Run `echo one` and `false` please');
    await program.prompt('run `sleep 3`');
    await started(program, 'sleep');
    await program.put('use fewer words');
    await program.until('the end', () => program.count('end') === 3);
    await program.turn('read dot.png');
  });
  const steeredMessages = engine.messages(steered.thread);
  const steers = steeredMessages.filter(({ via }) => via === 'steer');
  expect(steers.map(({ blocks }) => plainText(blocks))).toEqual(['use fewer words']);
  expect(JSON.stringify(steeredMessages)).toContain('"type":"image"');
  expect(JSON.stringify(steeredMessages)).toContain('"is_error":true');

  const interrupted = await importedAndGoneOn(async (program) => {
    await program.turn('Remember the codeword: Egret. Reply OK.');
    await program.prompt(`run \`${bench.waitingCommand}\``);
    await started(program, 'sleep');
    program.keys(escapeKey);
    await program.until('the end', () => program.count('end') === 2);
  });
  expect(engine.turns(interrupted.thread).map(({ state }) => state)).toEqual(['done', 'interrupted', 'done']);

  const compacted = await importedAndGoneOn(async (program) => {
    await program.turn('Remember the codeword: Crane. Reply OK.');
    await program.turn('think, please');
    await program.turn('/compact');
    await program.turn('What was the codeword?');
  });
  expect(engine.messages(compacted.thread).some(({ role }) => role === 'summary')).toBe(true);

  const forked = await importedAndGoneOn(
    (program) => turn(program, 'a turn of the fork'),
    ['--resume', steered.session, '--fork-session'],
  );
  expect(engine.get(forked.thread).parent).toBe(steered.thread);
  const [fork] = engine.tree(steered.thread).children;
  expect(fork).toMatchObject({ thread: { id: forked.thread }, sharedTurns: 4, turns: 7 });

  const last = await engine.import();
  expect(last.own).toBeGreaterThanOrEqual(1);
  expect((await engine.import()).messages).toBe(0);
});
