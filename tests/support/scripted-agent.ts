// An agent that does what the prompt says, for tests of the screen: the engine and the store above it are the real ones. It shows what a
// real `claude` cannot be made to show at a chosen moment; everything else is tested with the real one.
//   asks A | B · agent COMMAND
//   say TEXT · long N · tool MS COMMAND · edit FILE · ask COMMAND · question · dialog · think TEXT · fail TEXT · slow TEXT
import { randomUUID } from 'node:crypto';
import type { Agent, AgentEvent, AgentSession, Answer, Ask } from '../../src/engine/agent.ts';
import type { Block } from '../../src/store/types.ts';

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const usage = { inputTokens: 12, outputTokens: 40, cacheReadTokens: 20_000, cacheWriteTokens: 300 };

export function scriptedAgent(options: { wordMs?: number } = {}): Agent {
  const answers = new Map<string, (answer: Answer) => void>();
  return {
    start: async (_setup, _prefix, events) => startSession(events, answers, options.wordMs ?? 15),
    answer: (request, answer) => answers.get(request)?.(answer),
    recover: async () => ({ accepted: false, finished: false, events: [] }),
    close: async () => {},
  };
}

function startSession(
  emit: (event: AgentEvent) => void,
  answers: Map<string, (answer: Answer) => void>,
  wordMs: number,
): AgentSession {
  let interrupted = false;
  const queue: string[] = [];
  let offset = 0;
  let alive = true;

  const block = (one: Block, stopReason: string | null = null) =>
    emit({
      type: 'block',
      message: randomUUID(),
      block: one,
      model: 'claude-scripted-1',
      usage,
      stopReason,
      agent: null,
      parentTool: null,
    });

  const write = async (text: string, ms: number) => {
    const words = text.split(/(?<=\s)/);
    for (let shown = 1; shown <= words.length && !interrupted; shown += 1) {
      await pause(ms);
      emit({ type: 'preview', text: words.slice(0, shown).join('').replace(/[*`#]/g, '') });
    }
    if (!interrupted) block({ type: 'text', text }, 'end_turn');
  };

  const absorb = () => {
    for (const text of queue.splice(0)) emit({ type: 'steer', text, state: 'absorbed' });
  };

  const tool = async (name: string, input: Record<string, unknown>, ms: number, result: string) => {
    const id = `toolu_${randomUUID().slice(0, 8)}`;
    emit({ type: 'tool.start', id, name, input, parentTool: null });
    block({ type: 'tool_use', id, name, input }, 'tool_use');
    for (let left = ms; left > 0 && !interrupted; left -= 20) await pause(20);
    if (interrupted) return;
    emit({
      type: 'tool.end',
      id,
      block: { type: 'tool_result', tool_use_id: id, content: result },
      agent: null,
      parentTool: null,
    });
    absorb();
  };

  const asked = async (ask: Ask): Promise<Answer> => {
    emit({ type: 'asked', ask });
    const answer = await new Promise<Answer>((resolve) => {
      answers.set(ask.id, resolve);
      const check = setInterval(() => {
        if (!interrupted) return;
        clearInterval(check);
        resolve({ kind: 'deny', interrupt: true });
      }, 20);
    });
    emit({ type: 'unasked', id: ask.id });
    return answer;
  };

  const act = async (line: string): Promise<void> => {
    const [, verb = '', rest = ''] = /^(\w+)\s*([\s\S]*)$/.exec(line.trim()) ?? [];
    switch (verb) {
      case 'long': {
        const text = Array.from(
          { length: Number(rest) },
          (_, index) =>
            `Paragraph ${index + 1} of the long answer, with **bold** words and a few more to fill the line up to its end.`,
        ).join('\n\n');
        return write(text, wordMs);
      }
      case 'slow':
        return write(rest, 120);
      case 'think':
        block({ type: 'thinking', thinking: rest });
        return write('I thought about it.', wordMs);
      case 'tool': {
        const [, ms = '0', command = 'true'] = /^(\d+)\s*(.*)$/.exec(rest) ?? [];
        await tool('Bash', { command, description: 'Scripted' }, Number(ms), 'line one\nline two');
        return interrupted ? undefined : write('The tool is done.', wordMs);
      }
      case 'edit':
        await tool(
          'Edit',
          { file_path: rest, old_string: 'const a = 1;\n', new_string: 'const a = 2;\nconst b = 3;\n' },
          100,
          'ok',
        );
        return write('Edited.', wordMs);
      case 'ask': {
        const answer = await asked({
          kind: 'permission',
          id: randomUUID(),
          tool: 'Bash',
          toolUse: null,
          input: { command: rest, description: 'Wants to run it' },
          suggestions: [{ label: `Bash(${rest.split(' ')[0]}:*) in this project`, update: null }],
        });
        if (interrupted) return;
        const said =
          answer.kind === 'deny'
            ? `denied ${answer.comment ?? ''}`
            : answer.kind === 'allow' && answer.always
              ? 'always'
              : answer.kind;
        return write(`Answer: ${said}`, wordMs);
      }
      case 'asks': {
        const commands = rest.split(' | ');
        const all = await Promise.all(
          commands.map((command) =>
            asked({
              kind: 'permission',
              id: randomUUID(),
              tool: 'Bash',
              toolUse: null,
              input: { command },
              suggestions: [],
            }),
          ),
        );
        const said = all.map(({ kind }, index) => `${commands[index]}=${kind}`);
        return interrupted ? undefined : write(`Answers: ${said.join(' ')}`, wordMs);
      }
      case 'agent': {
        const id = `toolu_${randomUUID().slice(0, 8)}`;
        const input = { description: 'Look around', subagent_type: 'Explore', prompt: 'look' };
        emit({ type: 'tool.start', id, name: 'Task', input, parentTool: null });
        block({ type: 'tool_use', id, name: 'Task', input }, 'tool_use');
        const inner = `toolu_${randomUUID().slice(0, 8)}`;
        const call: Block = { type: 'tool_use', id: inner, name: 'Bash', input: { command: rest } };
        emit({ type: 'tool.start', id: inner, name: 'Bash', input: { command: rest }, parentTool: id });
        emit({
          type: 'block',
          message: randomUUID(),
          block: call,
          model: null,
          usage: null,
          stopReason: null,
          agent: null,
          parentTool: id,
        });
        await pause(600);
        const done: Block = { type: 'tool_result', tool_use_id: inner, content: 'seen' };
        emit({ type: 'tool.end', id: inner, block: done, agent: null, parentTool: id });
        emit({
          type: 'tool.end',
          id,
          block: { type: 'tool_result', tool_use_id: id, content: 'All seen.' },
          agent: null,
          parentTool: null,
        });
        return write('The subagent is done.', wordMs);
      }
      case 'question': {
        const answer = await asked({
          kind: 'question',
          id: randomUUID(),
          toolUse: null,
          questions: [
            {
              question: 'Which colour?',
              header: 'Colour',
              multiSelect: false,
              options: [
                { label: 'Blue', description: 'Like the sky' },
                { label: 'Green', description: 'Like moss' },
              ],
            },
            {
              question: 'Which sizes?',
              header: 'Size',
              multiSelect: true,
              options: [
                { label: 'S', description: 'Small' },
                { label: 'L', description: 'Large' },
              ],
            },
          ],
        });
        return interrupted
          ? undefined
          : write(`Answer: ${answer.kind === 'choose' ? JSON.stringify(answer.answers) : answer.kind}`, wordMs);
      }
      case 'say':
        return write(rest, wordMs);
      default:
        return write(`You said: ${line}`, wordMs);
    }
  };

  const runTurn = async (text: string): Promise<void> => {
    interrupted = false;
    emit({ type: 'prompt', text });
    for (const line of text.split(' && ')) if (!interrupted) await act(line);
    offset += 1;
    if (/^fail/.test(text)) {
      const error = { code: 'server_error', text: text.slice(5), next: 'Try again.' };
      emit({ type: 'end', state: 'failed', stopReason: null, error });
    } else
      emit({
        type: 'end',
        state: interrupted ? 'interrupted' : 'done',
        stopReason: interrupted ? null : 'end_turn',
        error: null,
      });
    const next = queue.shift();
    if (next !== undefined) {
      emit({ type: 'steer', text: next, state: 'ran' });
      await runTurn(next);
    }
  };

  return {
    id: randomUUID(),
    pid: process.pid,
    get place() {
      return { transcript: '/nowhere', offset };
    },
    get alive() {
      return alive;
    },
    backgroundTasks: 0,
    backgroundAgents: 0,
    submit: async (text) => {
      setTimeout(() => void runTurn(text), 10);
    },
    steer: async (text) => {
      await pause(30);
      queue.push(text);
      emit({ type: 'steer', text, state: 'accepted' });
    },
    withdraw: async () => queue.splice(0),
    interrupt: async () => {
      interrupted = true;
    },
    close: async () => {
      interrupted = true;
      alive = false;
    },
  };
}
