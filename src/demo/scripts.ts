// What the scripted model says to people and tests: a handful of plain phrases that make it use tools, and a friendly
// answer to anything else. A tool is used only when the request offers it.
import path from 'node:path';
import { longAnswer } from './long-answer.ts';
import { type ModelRequest, resultText, textsOf } from './request.ts';
import { type Rule, rules, type Script, type Step, summary } from './script.ts';

const say = (text: string): Step[] => [{ text }];

const codeword: Rule[] = [
  { when: /remember the codeword/i, reply: say('OK') },
  { when: /what (?:was|is) the codeword/i, reply: (request) => say(codewordIn(request) ?? "I don't know.") },
];

/** Only what the request carries counts: a conversation that was not brought back does not know the word. */
function codewordIn(request: ModelRequest): string | undefined {
  const texts = request.body.messages
    .filter((message) => message.role === 'user')
    .flatMap((one) => textsOf(one.content));
  return [...texts.join('\n').matchAll(/remember the codeword:\s*([^\s.]+)/gi)].at(-1)?.[1];
}

const running: Rule = {
  when: /\brun\b[^`]*`[^`]+`/i,
  reply: (request) => {
    const commands = [...request.prompt.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '');
    return callTools(
      request,
      commands.map((command) => ({ tool: 'Bash', input: { command, description: `Run ${command.slice(0, 40)}` } })),
    );
  },
  after: afterTools,
};

const reading: Rule = {
  when: /^(?:please )?read (\S+)/i,
  reply: (request) => callTools(request, [readStep(request, word(request, /read (\S+)/i))]),
  after: (request) => say(`It has ${resultText(request.results[0]!).split('\n').length} lines. done`),
};

const writing: Rule = {
  when: /^(?:please )?write (\S+?): ?([\s\S]+)/i,
  reply: (request) => callTools(request, [writeStep(request)]),
  after: (request) =>
    needsReading(request)
      ? callTools(request, [readStep(request, word(request, /write (\S+?):/i)), writeStep(request)])
      : afterTools(request),
};

const editing: Rule = {
  when: /^(?:please )?edit (\S+?): ?([\s\S]+?) -> ([\s\S]+)/i,
  reply: (request) => callTools(request, [readStep(request, word(request, /edit (\S+?):/i))]),
  after: (request) => {
    const [, file = '', before = '', after = ''] = /edit (\S+?): ?([\s\S]+?) -> ([\s\S]+)/i.exec(request.opening) ?? [];
    if (request.calls.some((call) => call.name === 'Edit') || request.results.some((result) => result.is_error))
      return afterTools(request);
    const input = { file_path: absolute(request, file), old_string: before, new_string: after };
    return callTools(request, [{ tool: 'Edit', input }]);
  },
};

const asking: Rule = {
  when: /\bask me\b/i,
  reply: (request) => callTools(request, [{ tool: 'AskUserQuestion', input: { questions: [question] } }]),
  after: (request) => say(`Thank you. ${resultText(request.results[0]!)}`),
};

const question = {
  question: 'Which colour do you like best?',
  header: 'Colour',
  multiSelect: false,
  options: [
    { label: 'Blue', description: 'Like the sky at noon' },
    { label: 'Green', description: 'Like moss after rain' },
    { label: 'Red', description: 'Like a ripe cherry' },
  ],
};

const tasks = ['Look around', 'Make the change', 'Check the result'];

/** Old versions keep a list with `TodoWrite`, newer ones with `TaskCreate`; some offer neither. */
const listing: Rule = {
  when: /\btodo\b/i,
  reply: (request) => {
    if (request.has('TodoWrite')) return [{ tool: 'TodoWrite', input: { todos: tasks.map(todo) } }];
    if (!request.has('TaskCreate')) return say(tasks.map((task) => `- [ ] ${task}`).join('\n'));
    return tasks.map((task) => ({ tool: 'TaskCreate', input: { subject: task, description: task } }));
  },
  after: (request) => {
    const created = request.results.map((result) => /#?(\d+)/.exec(resultText(result))?.[1]);
    const [first] = created;
    if (first && request.has('TaskUpdate') && !request.calls.some((call) => call.name === 'TaskUpdate'))
      return [{ tool: 'TaskUpdate', input: { taskId: first, status: 'in_progress' } }];
    return say('The list is made. done');
  },
};

function todo(content: string, index: number) {
  return { content, activeForm: content, status: index === 0 ? 'in_progress' : 'pending' };
}

const delegating: Rule = {
  when: /^(?:please )?delegate:? ([\s\S]+)/i,
  reply: (request) => {
    const tool = request.has('Agent') ? 'Agent' : 'Task';
    const prompt = word(request, /delegate:? ([\s\S]+)/i);
    return callTools(request, [
      { tool, input: { description: prompt.slice(0, 30), prompt, subagent_type: 'general-purpose' } },
    ]);
  },
  after: (request) => {
    const [said = ''] = resultText(request.results[0]!).split('\n');
    return say(/^Async agent launched/.test(said) ? 'The agent is at work.' : `The agent says: ${said}`);
  },
};

const counting: Rule = {
  when: /\bcount (?:slowly )?to (\d+)/i,
  reply: (request) => {
    const last = Math.min(Number(word(request, /to (\d+)/i)), 2_000);
    const charsPerSecond = /slowly/i.test(request.prompt) ? 20 : 200;
    return [{ text: Array.from({ length: last }, (_, index) => index + 1).join('\n\n'), charsPerSecond }];
  },
};

const talking: Rule[] = [
  { when: /something long/i, reply: [{ text: longAnswer, charsPerSecond: 1_500 }] },
  {
    when: /\bthink\b/i,
    reply: (request) => [
      { thinking: `They wrote "${quote(request.prompt)}". I should answer in one line.` },
      { text: 'I have thought about it: yes.' },
    ],
  },
];

const trouble: Rule[] = [
  {
    when: /^error (400|401|403|404|413|429|500|529)/i,
    reply: (request) => [{ error: Number(word(request, /error (\d+)/i)) as 400 }],
  },
  { when: /^drop\b/i, reply: [{ text: 'This will break off' }, { drop: true }] },
  { when: /^stall\b/i, reply: [{ text: 'This will stand still' }, { stall: true }] },
];

/** To whatever no rule is about. */
export function freely(request: ModelRequest): Step[] {
  if (request.steers.length) return say(`Noted: ${request.steers.map(quote).join('; ')}. done`);
  if (request.results.length) return say('done');
  if (request.prompt.startsWith('!')) return say(`I saw what \`${quote(request.prompt.slice(1))}\` printed.`);
  if (!request.prompt) return say('Here I am.');
  return say(
    `You said "${quote(request.prompt)}". I am a scripted model: ask me to run, read, write, edit or count something.`,
  );
}

/** The script of every test that brings none. */
export const defaultScript: Script = (request) => {
  if (request.kind === 'compact') return summary(request);
  if (request.kind === 'agent') return agentScript(request);
  return conversation(request);
};

const work = [running, editing, writing, reading];
export const agentScript = rules(work, (request) => say(`I looked into "${quote(request.prompt)}". All is well.`));
/** What makes it use tools, think, count and fail. */
export const phrases: readonly Rule[] = [
  ...codeword,
  ...trouble,
  ...work,
  delegating,
  asking,
  listing,
  counting,
  ...talking,
];
const conversation = rules(phrases, freely);

export function callTools(request: ModelRequest, steps: Extract<Step, { tool: string }>[]): Step[] {
  const missing = steps.find((step) => !request.has(step.tool));
  return missing ? say(`I would use ${missing.tool}, but I may not.`) : steps;
}

function afterTools(request: ModelRequest): Step[] {
  const noted = request.steers.length ? `Noted: ${request.steers.map(quote).join('; ')}. ` : '';
  return say(request.results.some((result) => result.is_error) ? `${noted}That did not work.` : `${noted}done`);
}

export function readStep(request: ModelRequest, file: string): Extract<Step, { tool: string }> {
  return { tool: 'Read', input: { file_path: absolute(request, file) } };
}

function writeStep(request: ModelRequest): Extract<Step, { tool: string }> {
  const [, file = '', content = ''] = /write (\S+?): ?([\s\S]+)/i.exec(request.opening) ?? [];
  return { tool: 'Write', input: { file_path: absolute(request, file), content: `${content}\n` } };
}

function needsReading(request: ModelRequest): boolean {
  const unread = request.results.some((result) => result.is_error && /has not been read/i.test(resultText(result)));
  return unread && !request.calls.some((call) => call.name === 'Read');
}

export function absolute(request: ModelRequest, file: string): string {
  return path.resolve(workingFolder(request) ?? '/', file);
}

function workingFolder(request: ModelRequest): string | undefined {
  const system = request.body.system;
  const texts = typeof system === 'string' ? [system] : (system ?? []).map((part) => part.text);
  for (const message of request.body.messages) if (message.role === 'system') texts.push(...textsOf(message.content));
  return /working directory: (.+)/i.exec(texts.join('\n'))?.[1]?.trim();
}

function word(request: ModelRequest, pattern: RegExp): string {
  return (pattern.exec(request.prompt) ?? pattern.exec(request.opening))?.[1]?.trim() ?? '';
}

function quote(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}
