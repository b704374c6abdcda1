// The core promise: a conversation brought back from its messages gives the model exactly what the live one would have.
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { ModelRequest, Script } from '../../../src/demo/model.ts';
import { defaultScript } from '../../../src/demo/scripts.ts';
import { writeTranscript } from '../../../src/engine/claude/transcript/writer.ts';
import type { Message } from '../../../src/store/types.ts';
import { makeWorld, type World } from '../../support/world.ts';
import { messageOf, type Program, startProgram } from './program.ts';

const script: Script = (request) => {
  if (request.kind !== 'turn') return defaultScript(request);
  if (/task-notification/.test(JSON.stringify(request.body.messages.at(-1)))) return [{ text: 'The helper is done.' }];
  if (/^hand over/.test(request.opening) && request.results.length === 0)
    return [
      {
        tool: request.has('Agent') ? 'Agent' : 'Task',
        input: {
          description: 'help',
          prompt: 'Run `echo inside`',
          subagent_type: 'general-purpose',
          run_in_background: false,
        },
      },
    ];
  return defaultScript(request);
};

/** What the model is given, less what must differ from request to request. */
function given({ body }: ModelRequest) {
  const { messages, system, tools } = body;
  return JSON.parse(
    JSON.stringify({ messages, system, tools }, (key, value) => (key === 'cache_control' ? undefined : value)),
  );
}

const worlds: World[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});

interface Asked {
  role: string;
  content: unknown;
}
const everything = (messages: Asked[]) => messages;

async function compare(talk: (program: Program) => Promise<void>, tolerate = everything) {
  const next = 'and what now?';
  const world = await makeWorld({ script });
  worlds.push(world);
  writeFileSync(path.join(world.cwd, 'notes.txt'), 'alpha\nbeta\n');
  mkdirSync(path.join(world.cwd, '.claude/commands'), { recursive: true });
  writeFileSync(path.join(world.cwd, '.claude/commands/greet.md'), 'Say hello to $ARGUMENTS warmly.\n');
  const messages: Message[] = [];
  const live = await startProgram(world, {
    onDraft: (draft) => void messages.push(messageOf(draft, messages.length)),
  });
  const asked = () => world.model.requests.filter((request) => request.kind === 'turn').at(-1)!;
  await talk(live);
  const prefix = messages.slice();
  await live.turn(next);
  const wanted = given(asked());
  await live.close();

  const session = randomUUID();
  const place = { env: world.env, cwd: world.cwd, session, version: '2.1.197' };
  const written = await writeTranscript(prefix, place);
  const revived = await startProgram(world, { resume: { ...written, session } });
  await revived.turn(next);
  const found = given(asked());
  await revived.close();
  expect(tolerate(found.messages)).toEqual(tolerate(wanted.messages));
  expect({ ...found, messages: [] }).toEqual({ ...wanted, messages: [] });
  return { messages, wanted, live };
}

const roles = (messages: readonly Message[]) => messages.map(({ role }) => role);
const words = (messages: readonly Message[]) => messages.map(({ blocks }) => JSON.stringify(blocks));
const escapeKey = '\x1b';

describe('a conversation brought back', { timeout: 180_000 }, () => {
  it('keeps thinking, parallel tools, errors, questions, files and edits', async () => {
    const { messages } = await compare(async (program) => {
      await program.turn('think about it');
      await program.turn('Run `echo one` and `false` please');
      await program.turn('Look at @notes.txt and say hi');
      await program.turn('ask me');
      await program.turn('edit notes.txt: alpha -> gamma');
    });
    expect(roles(messages).slice(0, 6)).toEqual(['user', 'assistant', 'user', 'assistant', 'tool', 'assistant']);
    expect(messages.every(({ blocks }) => blocks.length > 0)).toBe(true);
  });

  it('keeps steers, absorbed or run as a turn, and interrupts', async () => {
    const { messages, live } = await compare(async (program) => {
      await program.prompt('Run `sleep 3; echo slept`');
      await program.until('the tool', () => program.count('tool.start') === 1);
      await steer(program, 'steer one', 1);
      await steer(program, 'steer two', 2);
      await program.until('the end', () => program.count('end') === 1);

      await program.prompt('count slowly to 12');
      await steer(program, 'late steer', 3);
      await program.until('both ends', () => program.count('end') === 3);

      await program.prompt('count slowly to 40');
      await program.until('some text', () => /claude: 1\s/.test(program.screen().split('count slowly to 40').at(-1)!));
      program.keys(escapeKey);
      await program.until('the interrupt', () => program.count('end') === 4);

      await program.prompt('Run `sleep 20`');
      await program.until('the tool', () => program.count('tool.start') === 2);
      program.keys(escapeKey);
      await program.until('the interrupt', () => program.count('end') === 5);
    });
    const steers = messages.filter(({ via }) => via === 'steer');
    expect(words(steers)).toEqual([expect.stringContaining('steer one'), expect.stringContaining('steer two')]);
    expect(steerStates(live)).toEqual([
      ['steer one', 'accepted'],
      ['steer two', 'accepted'],
      ['steer one', 'absorbed'],
      ['steer two', 'absorbed'],
      ['late steer', 'accepted'],
      ['late steer', 'ran'],
    ]);
    expect(live.events.filter((event) => event.type === 'end').map((event) => event.state)).toEqual([
      'done',
      'done',
      'done',
      'interrupted',
      'interrupted',
      'done',
    ]);
  });

  it('keeps what was queued and sent by interrupting, where claude itself would lose it', async () => {
    const { messages, live } = await compare(async (program) => {
      await program.prompt('Run `sleep 20`');
      await program.until('the tool', () => program.count('tool.start') === 1);
      await steer(program, 'now one', 1);
      await steer(program, 'now two', 2);
      program.keys(escapeKey);
      await program.until('both ends', () => program.count('end') === 2);
    });
    expect(live.events.filter((event) => event.type === 'prompt').map((event) => event.text)).toEqual([
      'Run `sleep 20`',
      'now one',
      'and what now?',
    ]);
    expect(words(messages.filter(({ role }) => role === 'user')).join()).toContain('now two');
  });

  it('keeps shell commands, slash commands, failed turns and subagents', async () => {
    const { messages, live } = await compare(async (program) => {
      await program.turn('!echo "<b>" from the shell');
      await program.turn('/greet Bob');
      await program.turn('error 529');
      await program.turn('hand over');
      const results = JSON.stringify(program.events.filter((event) => event.type === 'tool.end'));
      // A new `claude` runs subagents in the background and begins a turn of its own when they are done.
      if (results.includes('Async agent launched')) await program.until('its word', () => program.count('end') === 5);
    });
    expect(live.events.some((event) => event.type === 'end' && event.state === 'failed')).toBe(true);
    const inner = live.events.flatMap((event) => (event.type === 'tool.start' && event.parentTool ? [event] : []));
    const outer = live.events.find((event) => event.type === 'tool.start' && event.parentTool === null);
    expect(inner.map(({ name, parentTool }) => [name, parentTool])).toEqual([['Bash', (outer as { id: string }).id]]);
    expect(words(messages).join()).not.toContain('echo inside`"}');
  });

  it('keeps a compaction and what it left standing', async () => {
    const { messages } = await compare(async (program) => {
      await program.turn('Remember the codeword: Beaver.');
      await program.turn('think about it');
      await program.turn('/compact');
      await program.turn('go on');
    }, withoutSkills);
    expect(roles(messages)).toContain('summary');
  });
});

/** An old `claude` lists its skills again when it resumes a compacted session, its own included. */
function withoutSkills(messages: Asked[]): Asked[] {
  return messages.filter(({ content }) => !JSON.stringify(content).startsWith('"The following skills are available'));
}

async function steer(program: Program, text: string, nth: number): Promise<void> {
  const accepted = () => steerStates(program).filter(([, state]) => state === 'accepted').length;
  await program.put(text);
  await program.until(`"${text}" to be accepted`, () => accepted() >= nth);
}

function steerStates(program: Program): [text: string, state: string][] {
  return program.events.flatMap((event) => (event.type === 'steer' ? [[event.text, event.state]] : []));
}
