// The small project that the pictures are taken in, and what the scripted model says there. Work that a picture must catch in the
// middle waits for a file, so that no picture depends on how fast the machine is.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type ModelRequest, resultText } from '../../src/demo/request.ts';
import { type Rule, rules, type Script, type Step } from '../../src/demo/script.ts';
import { markdown } from './sample.ts';

export const prompts = {
  stream: 'What is in this folder, and where would you start?',
  markdown: 'Write release notes for 1.4',
  work: 'parseDate accepts 2024-02-30. Fix it, with a test.',
  list: 'Plan the move to the new calendar',
  slow: 'Run the slow tests',
  question: 'Which date library should we take?',
  refused: 'Say hello',
  followUps: ['Summarise what failed', 'Then write it to notes.md'],
  steer: 'only the leap-year ones',
} as const;

const dateSource = `export function validDay(year: number, month: number, day: number): boolean {
  // every month has at most 31 days
  return day >= 1 && day <= 31;
}
`;
const dateEdit = {
  old_string: '  // every month has at most 31 days\n  return day >= 1 && day <= 31;\n',
  new_string: '  return day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();\n',
};

const testsScript = `#!/bin/sh
for name in ordinary leap century zone; do echo "ok - $name"; done
echo "112 passed"
`;

export interface Project {
  readonly folder: string;
  /** Lets the slow tests end, and any that start later. */
  release(): void;
  /** Makes them wait again. */
  hold(): void;
}

export function makeProject(folder: string): Project {
  const write = (name: string, text: string) => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  };
  write('src/date.ts', dateSource);
  write('src/calendar.ts', 'export const firstDay = 1;\n');
  write('src/import/ics.ts', 'export {};\n');
  write('tests/date.test.ts', "test.todo('months');\n");
  write('docs/日本語.md', '# 日付\n');
  write('README.md', '# almanac\n');
  write('package.json', '{ "name": "almanac", "version": "1.4.0" }\n');
  write('run-tests.sh', testsScript);
  const gate = path.join(folder, '.git', 'go');
  write('slow-tests.sh', `#!/bin/sh\nuntil [ -f .git/go ]; do sleep 0.1; done\necho "4 leap-year tests passed"\n`);
  for (const name of ['run-tests.sh', 'slow-tests.sh']) chmodSync(path.join(folder, name), 0o755);
  execFileSync('git', ['init', '-q', '-b', 'main', folder]);
  return { folder, release: () => writeFileSync(gate, ''), hold: () => rmSync(gate, { force: true }) };
}

export function playIn(folder: string): Script {
  const file = (name: string) => path.join(folder, name);
  const bash = (command: string, description: string): Step => ({ tool: 'Bash', input: { command, description } });

  const work: Step[][] = [
    [
      {
        thinking: 'The parser probably checks the day against 31 without looking at the month. Leap years matter too.',
      },
      { text: "I'll look at how `validDay` checks its parts." },
      { tool: 'Read', input: { file_path: file('src/date.ts') } },
    ],
    [
      { text: 'Found it: the day is checked against **31** whatever the month is.' },
      { tool: 'Edit', input: { file_path: file('src/date.ts'), ...dateEdit } },
    ],
    [bash('./run-tests.sh --all && git status --short', 'Run all the tests and see what changed')],
    [
      {
        text: 'February 30 is refused now:\n\n1. `validDay` asks for the length of the month.\n2. Two other places check days on their own; I left them alone:\n   - `src/calendar.ts`, line 88\n   - `src/import/ics.ts`, line 41',
      },
    ],
  ];

  const play: Rule[] = [
    { when: prompts.stream, reply: [{ text: streamed, charsPerSecond: 90 }] },
    { when: prompts.markdown, reply: [{ text: markdown }] },
    { when: prompts.work, reply: (request) => work[Math.min(request.calls.length, work.length - 1)]! },
    { when: prompts.list, reply: planned },
    {
      when: prompts.slow,
      reply: [{ text: 'They take a while.' }, bash('./slow-tests.sh', 'Run the slow tests')],
      after: (request) => [
        {
          text: request.steers.length > 0 ? 'Only the leap years then: **4 passed**.' : '**212 passed**, none failed.',
        },
      ],
    },
    { when: prompts.question, reply: asked, after: [{ text: 'Then I take that one.' }] },
    { when: prompts.refused, reply: [{ error: 401 }] },
    { when: prompts.followUps[0], reply: [{ text: 'Nothing failed: all four leap-year tests passed.' }] },
    { when: prompts.followUps[1], reply: [{ text: 'There is nothing to write: no test failed.' }] },
  ];
  return rules(play, (request) => [{ text: request.kind === 'side' ? 'Dates' : 'Good.' }]);
}

const tasks = [
  ['Read how dates are made', 'Reading how dates are made'],
  ['Move src/calendar.ts over', 'Moving src/calendar.ts over'],
  ['Move src/import/ics.ts over', 'Moving src/import/ics.ts over'],
  ['Run all the tests', 'Running all the tests'],
] as const;

/** Old versions of `claude` keep a list with `TodoWrite`, newer ones with `TaskCreate`. */
function planned(request: ModelRequest): Step[] {
  const states = ['completed', 'in_progress', 'pending', 'pending'] as const;
  const called = (name: string) => request.calls.some((call) => call.name === name);
  if (request.has('TodoWrite') && !called('TodoWrite')) {
    const todos = tasks.map(([content, activeForm], index) => ({ content, activeForm, status: states[index] }));
    return [{ text: 'Four steps.' }, { tool: 'TodoWrite', input: { todos } }];
  }
  if (request.has('TaskCreate') && !called('TaskCreate'))
    return tasks.map(([subject, activeForm]) => ({
      tool: 'TaskCreate',
      input: { subject, description: subject, activeForm },
    }));
  const ids = request.results.flatMap((result) => /#?(\d+)/.exec(resultText(result))?.[1] ?? []);
  if (called('TaskCreate') && !called('TaskUpdate') && ids.length > 1)
    return [
      { tool: 'TaskUpdate', input: { taskId: ids[0], status: 'completed' } },
      { tool: 'TaskUpdate', input: { taskId: ids[1], status: 'in_progress' } },
    ];
  return [{ text: 'The first step is done; the second is next.' }];
}

const asked: Step[] = [
  {
    tool: 'AskUserQuestion',
    input: {
      questions: [
        {
          question: 'Which date library should the calendar use?',
          header: 'Library',
          multiSelect: false,
          options: [
            { label: 'Temporal', description: 'The standard; a polyfill of 40 kB until engines have it' },
            { label: 'date-fns', description: 'Small functions over Date, no time zones of its own' },
            { label: 'None', description: 'Keep Date and the two helpers we have' },
          ],
        },
      ],
    },
  },
];

const streamed = `This is **almanac**, a small date library:

- \`src/date.ts\` parses and checks dates; everything else leans on it
- \`src/calendar.ts\` knows weeks and where they begin
- \`src/import/ics.ts\` reads calendar files

I would start with \`src/date.ts\`. Its check of the day does not look at the month, so that February 30 passes, and two other files repeat the same check on their own. One helper that knows how long a month is would serve all three. After that the tests: they hold one line, and nothing in them touches leap years, centuries or time zones.

Tell me which of these you would like first, and I will go on with it one step at a time.`;
