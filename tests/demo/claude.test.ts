// The real `claude` takes everything a script can say. One process for all prompts of a test.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { rules } from '../../src/demo/model.ts';
import { defaultScript } from '../../src/demo/scripts.ts';
import { makeWorld, type World, type WorldOptions } from '../support/world.ts';
import { type ClaudeOptions, type ClaudePty, type HookEvent, startClaude } from './claude-pty.ts';

let world: World;
let claude: ClaudePty;
afterEach(async () => {
  await claude?.close();
  await world?.close();
});

async function begin(worldOptions: WorldOptions = {}, claudeOptions: ClaudeOptions = {}): Promise<void> {
  world = await makeWorld(worldOptions);
  claude = await startClaude(world, claudeOptions);
}

/** Types, waits for the end of the turn, and gives what `claude` reports as the last words. */
async function say(text: string): Promise<string> {
  const before = claude.hooks.length;
  await claude.type(text);
  const stop = await claude.until(`the end of "${text}"`, () => ended(before), 40_000);
  expect(stop.hook_event_name, JSON.stringify(stop)).toBe('Stop');
  return stop.last_assistant_message ?? '';
}

/** The end of the turn that the last prompt began. */
function ended(from = 0): HookEvent | undefined {
  const since = claude.hooks.findLastIndex((event) => event.hook_event_name === 'UserPromptSubmit');
  if (since < from) return undefined;
  return claude.hooks.slice(since).find(({ hook_event_name: name }) => name === 'Stop' || name === 'StopFailure');
}

const blocks = () =>
  claude.transcript().flatMap(({ message }) => (Array.isArray(message?.content) ? message.content : []));

const answerQuestion = (event: HookEvent) =>
  event.hook_event_name === 'PermissionRequest' && event.tool_name === 'AskUserQuestion'
    ? {
        hookSpecificOutput: {
          hookEventName: 'PermissionRequest',
          decision: {
            behavior: 'allow',
            updatedInput: { ...(event.tool_input as object), answers: { 'Which colour do you like best?': 'Green' } },
          },
        },
      }
    : undefined;

test('text, thinking, tools, a subagent and a question, in one conversation', async () => {
  const allowed = ['Bash', 'Read', 'Write', 'Edit', 'TodoWrite', 'TaskCreate', 'TaskUpdate', 'Task', 'Agent'];
  await begin({}, { args: ['--allowedTools', ...allowed], respond: answerQuestion });
  const note = path.join(world.cwd, 'note.txt');
  const agentSaid = () =>
    claude.hooks.find(
      (hook) => hook.hook_event_name === 'Stop' && hook.last_assistant_message?.startsWith('The agent says: I looked'),
    );
  const dialogue: [prompt: string, answer: RegExp, check?: () => unknown][] = [
    ['Remember the codeword: Beaver. Reply OK.', /^OK$/],
    ['What was the codeword?', /^Beaver$/],
    ['please think', /^I have thought/],
    ['run `echo one` and `echo two`', /^done$/],
    ['write note.txt: hello', /done$/, () => expect(readFileSync(note, 'utf8')).toBe('hello\n')],
    ['read note.txt', /^It has \d+ lines/],
    ['edit note.txt: hello -> goodbye', /^done$/, () => expect(readFileSync(note, 'utf8')).toBe('goodbye\n')],
    ['make a todo list', /done$|^- \[ \] .*Check the result$/s],
    ['ask me', /^Thank you\..*Green/s],
    ['delegate: look around', /^The agent/, () => claude.until('what the agent found', agentSaid)],
    ['count to 5', /^1\s+2\s+3\s+4\s+5$/],
  ];
  for (const [prompt, answer, check] of dialogue) {
    expect(await say(prompt)).toMatch(answer);
    await check?.();
  }

  const turns = world.model.requests.filter((request) => request.kind === 'turn');
  expect(turns.filter((request) => request.fresh).map((request) => request.prompt)).toEqual(
    dialogue.map(([prompt]) => prompt),
  );
  expect(world.model.requests.filter((request) => request.kind === 'agent').map((request) => request.prompt)).toEqual([
    'look around',
  ]);
  expect(
    world.model.sideRequests.every((request) => !request.body.messages.some((message) => message.role === 'assistant')),
  ).toBe(true);
  expect(turns.at(-1)!.typed).toEqual(dialogue.map(([prompt]) => prompt));
  expect(turns.some((request) => request.results.length === 2)).toBe(true);
  await claude.until('the transcript', () => JSON.stringify(blocks()).includes('4\\n\\n5'));
  expect(blocks()).toContainEqual(
    expect.objectContaining({ type: 'thinking', thinking: expect.stringContaining('They wrote') }),
  );
  const tools = blocks().flatMap((block) => (block.type === 'tool_use' ? [block.name] : []));
  const listing = ['TodoWrite', 'TaskCreate'].filter((name) => turns[0]!.has(name)).slice(0, 1);
  expect(tools).toEqual(expect.arrayContaining(listing));
  expect(tools).toEqual(expect.arrayContaining(['Bash', 'Write', 'Read', 'Edit', 'AskUserQuestion']));
});

test('errors, a dropped and a stalled stream; each leaves a conversation that goes on', async () => {
  await begin({ env: { CLAUDE_CODE_MAX_RETRIES: '0' } });
  for (const [prompt, error] of [
    ['error 400', /./],
    ['error 401', /authentication_failed/],
    ['error 429', /rate_limit/],
    ['error 529', /server_error|overloaded/],
    ['drop', /./],
  ] as const) {
    await claude.type(prompt);
    const end = await claude.until(`the failure of "${prompt}"`, () => ended(), 40_000);
    expect([prompt, end.hook_event_name, end.error]).toEqual([prompt, 'StopFailure', expect.stringMatching(error)]);
  }
  await claude.type('stall');
  await claude.until('the beginning of the reply', () => claude.screen().includes('This will stand still'));
  expect(ended()).toBeUndefined();
  claude.escape();
  await claude.until('the interrupt', () =>
    JSON.stringify(claude.transcript()).includes('[Request interrupted by user]'),
  );
  expect(await say('hello again')).toContain('You said "hello again"');
});

test('"fail twice, then answer": a retry is a request of its own, a pause is waited for', async () => {
  const script = rules(
    [
      { when: 'flaky', times: 2, reply: [{ error: 529, retry: true, retryAfter: 0 }] },
      { when: 'flaky', reply: [{ text: 'first' }, { pause: 300 }, { text: ' last', charsPerSecond: 50 }] },
    ],
    defaultScript,
  );
  await begin({ script });
  expect(await say('be flaky')).toContain('last');
  expect(world.model.requests.filter((request) => request.prompt === 'be flaky')).toHaveLength(3);
});
