// A model that does what the prompt says, for tests of the screen: each part between ` && ` is said or done in its turn.
//   say TEXT · long N · slow N · think TEXT · tool COMMAND · ask COMMAND · read FILE [FILE] · write FILE · edit FILE · agent COMMAND · question
import { type ModelRequest, resultText, type Script, type Step, summary } from '../../src/demo/model.ts';

interface Part {
  readonly before: Step[];
  readonly tools: Extract<Step, { tool: string }>[];
  /** What is said once the tools are done. */
  readonly after?: (request: ModelRequest) => string;
}

const said = (text: string, charsPerSecond: number): Part => ({ before: [{ text, charsPerSecond }], tools: [] });
const done = (tools: Part['tools'], after: NonNullable<Part['after']>): Part => ({ before: [], tools, after });

export function toldModel(charsPerSecond = 400): Script {
  return (request) => {
    if (request.kind === 'compact') return summary(request);
    const words = request.opening.split(' && ').map((words) => partOf(words.trim(), request, charsPerSecond));
    let left = request.calls.length;
    let last = -1;
    for (const [index, { tools }] of words.entries()) {
      if (tools.length > left) break;
      left -= tools.length;
      if (tools.length > 0) last = index;
    }
    const steps: Step[] = [];
    const after = words[last]?.after;
    if (after) steps.push({ text: after(request), charsPerSecond });
    for (const { before, tools } of words.slice(last + 1)) {
      steps.push(...before, ...tools);
      if (tools.length > 0) break;
    }
    return steps;
  };
}

function partOf(line: string, request: ModelRequest, charsPerSecond: number): Part {
  const [, verb = '', rest = ''] = /^(\w+)\s*([\s\S]*)$/.exec(line) ?? [];
  const bash = (command: string) => ({ tool: 'Bash', input: { command, description: 'As the prompt says' } });
  const files = rest.split(' ').filter(Boolean);
  switch (verb) {
    case 'say':
      return said(rest, charsPerSecond);
    case 'slow':
    case 'long': {
      const text = Array.from({ length: Number(rest) }, (_, index) => paragraph(index + 1)).join('\n\n');
      return said(text, verb === 'slow' ? 60 : charsPerSecond);
    }
    case 'think':
      return { before: [{ thinking: rest }, { text: 'I thought about it.' }], tools: [] };
    case 'tool':
      return done([bash(rest)], () => 'The tool is done.');
    case 'ask':
      return done([bash(rest)], ({ results }) => `Answer: ${results.map(answered).join('; ')}`);
    case 'read':
      return done(
        files.map((file_path) => ({ tool: 'Read', input: { file_path } })),
        ({ results, calls }) =>
          `Answers: ${calls.map(({ id, input }) => `${input.file_path}=${answered(results.find((one) => one.tool_use_id === id)!)}`).join(' ')}`,
      );
    case 'write':
      return done([{ tool: 'Write', input: { file_path: rest, content: 'const a = 1;\n' } }], () => 'Written.');
    case 'edit':
      return done(
        [
          {
            tool: 'Edit',
            input: { file_path: rest, old_string: 'const a = 1;\n', new_string: 'const a = 2;\nconst b = 3;\n' },
          },
        ],
        () => 'Edited.',
      );
    case 'agent': {
      const tool = request.has('Agent') ? 'Agent' : 'Task';
      const input = { description: 'Look around', subagent_type: 'general-purpose', prompt: `tool ${rest}` };
      return done([{ tool, input }], () => 'The subagent is done.');
    }
    case 'question':
      return done(
        [{ tool: 'AskUserQuestion', input: { questions } }],
        ({ results }) => `Answer: ${resultText(results[0]!)}`,
      );
    default:
      return said(`You said: ${line}`, charsPerSecond);
  }
}

const paragraph = (number: number) =>
  `Paragraph ${number} of the long answer, with **bold** words and a few more to fill the line up to its end.`;

function answered(result: ModelRequest['results'][number]): string {
  return result.is_error ? `denied (${resultText(result)})` : 'allowed';
}

const questions = [
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
];
