// Answers what a turn asks: by the person at the terminal, one question after the other; with nobody there it is denied and
// said so. Enter alone never decides anything.
import type { Answer, Ask, DialogAsk, PermissionAsk, Question, QuestionAsk } from '../engine/agent.ts';
import { type EngineApi, EngineError } from '../engine/api.ts';
import type { EngineEvent } from '../engine/events.ts';
import type { ThreadId } from '../store/types.ts';
import type { Shell } from './shell.ts';
import type { Terminal } from './terminal.ts';
import { indent, oneLine, sanitise } from './text.ts';
import { toolDetail, toolLine } from './tools.ts';

type Put = (question: string) => Promise<string | null>;

export class AskDesk {
  #standing = new Map<string, AbortController>();
  #line: Promise<void> = Promise.resolve();
  #terminal: Terminal | null;

  constructor(
    private engine: EngineApi,
    private thread: ThreadId,
    private shell: Shell,
    private hooks: { interrupt(): void; asking(): void },
  ) {
    this.#terminal = shell.openTerminal();
    this.#terminal?.onInterrupt(hooks.interrupt);
  }

  handle(event: EngineEvent): void {
    if (event.type === 'permission.asked' || event.type === 'question.asked') this.#take(event.ask);
    if (event.type === 'permission.answered' || event.type === 'question.answered') this.#drop(event.ask);
    if (event.type === 'turn.end') for (const id of this.#standing.keys()) this.#drop(id);
  }

  close(): void {
    for (const id of this.#standing.keys()) this.#drop(id);
    this.#terminal?.close();
  }

  #take(ask: Ask): void {
    const controller = new AbortController();
    this.#standing.set(ask.id, controller);
    this.#line = this.#line.then(() => this.#settle(ask, controller.signal));
  }

  #drop(id: string): void {
    this.#standing.get(id)?.abort();
    this.#standing.delete(id);
  }

  async #settle(ask: Ask, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const answer = this.#terminal === null ? this.#deny(ask) : await this.#put(ask, this.#terminal, signal);
    if (answer === null || signal.aborted) return;
    try {
      this.engine.answer(this.thread, ask.id, answer);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error; // it went away while it was being answered
    }
  }

  async #put(ask: Ask, terminal: Terminal, signal: AbortSignal): Promise<Answer | null> {
    this.hooks.asking();
    try {
      terminal.say(`${describeAsk(ask)}\n`);
      return await answerTo(ask, (question) => terminal.ask(question, signal));
    } catch (error) {
      if (!signal.aborted) throw error;
      terminal.say('\n(no longer asked)\n');
      return null;
    }
  }

  #deny(ask: Ask): Answer {
    this.shell.err.write(`ccchat: ${deniedLine(ask)}\n`);
    return {
      kind: 'deny',
      comment:
        ask.kind === 'question'
          ? 'Nobody is at a terminal to answer. Decide by yourself, or say what you need to know and stop.'
          : 'Nobody is at a terminal to give permission, so this was not done.',
    };
  }
}

export function deniedLine(ask: Ask): string {
  if (ask.kind === 'permission') {
    return `${toolLine(ask.tool, ask.input)}: denied, there is no terminal to ask on. Cover it with --allow ${ask.tool} or --mode.`;
  }
  if (ask.kind === 'question') {
    const questions = ask.questions.map((question) => oneLine(question.question)).join(' ');
    return `a question was not answered, there is no terminal to ask on: ${questions}`;
  }
  return `claude shows a dialog and there is no terminal to answer on: ${oneLine(ask.text)} Run \`ccchat\` here once and answer it.`;
}

export function describeAsk(ask: Ask): string {
  if (ask.kind === 'permission') return permissionText(ask);
  if (ask.kind === 'question') return '\nclaude asks:';
  return dialogText(ask);
}

function permissionText(ask: PermissionAsk): string {
  const always = ask.suggestions.map((suggestion, index) => `  ${index + 2}  always: ${oneLine(suggestion.label)}`);
  const deny = ask.suggestions.length + 2;
  return [
    `\nclaude wants to use ${oneLine(ask.tool)}:`,
    toolDetail(ask.tool, ask.input),
    '  1  allow once',
    ...always,
    `  ${deny}  deny`,
    `  ${deny + 1}  deny with a comment`,
  ].join('\n');
}

function dialogText(ask: DialogAsk): string {
  const options = ask.options.map(({ key, label }) => `  ${oneLine(key)}  ${oneLine(label)}`);
  return ['\nclaude shows:', indent(sanitise(ask.text), '  '), ...options].join('\n');
}

async function answerTo(ask: Ask, put: Put): Promise<Answer | null> {
  if (ask.kind === 'permission') return permissionAnswer(ask, put);
  if (ask.kind === 'question') return questionAnswer(ask, put);
  return dialogAnswer(ask, put);
}

export async function permissionAnswer(ask: PermissionAsk, put: Put): Promise<Answer> {
  const deny = ask.suggestions.length + 2;
  for (;;) {
    const reply = await put(`1–${deny + 1}: `);
    if (reply === null) return { kind: 'deny' };
    const choice = /^\d+$/.test(reply.trim()) ? Number(reply) : Number.NaN;
    if (choice === 1) return { kind: 'allow' };
    const suggestion = ask.suggestions[choice - 2];
    if (suggestion) return { kind: 'allow', always: [suggestion] };
    if (choice === deny) return { kind: 'deny' };
    if (choice === deny + 1) {
      const comment = (await put('comment: '))?.trim();
      return comment ? { kind: 'deny', comment } : { kind: 'deny' };
    }
  }
}

export async function questionAnswer(ask: QuestionAsk, put: Put): Promise<Answer> {
  const answers: Record<string, string> = {};
  for (const question of ask.questions) {
    const answer = await oneAnswer(question, put);
    if (answer === null) return { kind: 'deny' };
    answers[question.question] = answer;
  }
  return { kind: 'choose', answers };
}

async function oneAnswer(question: Question, put: Put): Promise<string | null> {
  const options = question.options.map((option, index) => {
    const description = oneLine(option.description);
    return `  ${index + 1}  ${oneLine(option.label)}${description && `: ${description}`}`;
  });
  const how = question.multiSelect ? 'numbers with commas, or your own words' : 'a number, or your own words';
  const text = [`${sanitise(question.question)}`, ...options, `(${how}) `].join('\n');
  for (;;) {
    const reply = await put(text);
    if (reply === null) return null;
    const answer = chosen(question, reply.trim());
    if (answer !== '') return answer;
  }
}

/** Numbers stand for labels when every one of them does; anything else is free text. */
export function chosen(question: Question, reply: string): string {
  const parts = question.multiSelect ? reply.split(/[\s,]+/).filter(Boolean) : [reply];
  const labels = parts.map((part) => (/^\d+$/.test(part) ? question.options[Number(part) - 1]?.label : undefined));
  return labels.length > 0 && labels.every((label) => label !== undefined) ? labels.join(', ') : reply;
}

async function dialogAnswer(ask: DialogAsk, put: Put): Promise<Answer> {
  const keys = ask.options.map((option) => option.key);
  for (;;) {
    const reply = (await put(keys.length > 0 ? `${keys.join('/')}: ` : 'answer: '))?.trim();
    if (reply === undefined) return { kind: 'deny' };
    if (keys.length === 0 || keys.includes(reply)) return { kind: 'key', key: reply };
  }
}
