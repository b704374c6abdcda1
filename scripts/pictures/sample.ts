// A conversation that has everything in it, for pictures and for looking at: no test depends on its words.
import type { Item, ToolItem } from '../../src/ui/blocks/items.ts';

const tool = (name: string, input: Record<string, unknown>, rest: Partial<ToolItem> = {}): ToolItem => ({
  kind: 'tool',
  id: `${name}-${JSON.stringify(input).length}`,
  name,
  input,
  state: 'done',
  result: '',
  startedAt: 0,
  endedAt: 0,
  children: [],
  ...rest,
});

const passes = Array.from(
  { length: 38 },
  (_, index) => ` \x1b[32m✓\x1b[39m tests/parser/case-${index + 1}.test.ts \x1b[2m(${index % 7} tests)\x1b[22m`,
);

export const conversation: Item[] = [
  { kind: 'prompt', text: 'The date parser accepts 2024-02-30. Find out why, fix it, and add a test.', via: 'prompt' },
  {
    kind: 'thinking',
    text: 'The parser probably checks that the day is between 1 and 31 without looking at the month. I should read the validation code first, then look for tests that cover month lengths. Leap years matter too: 1900 is not a leap year, 2000 is. There may be a helper somewhere in the code base that already knows the lengths of months, which I would rather use than write a second one.',
  },
  { kind: 'text', text: "I'll look at how `parseDate` validates its parts." },
  tool(
    'Grep',
    { pattern: 'parseDate\\(', path: '/work/app/src', glob: '*.ts' },
    { result: 'src/date.ts\nsrc/cli.ts\ntests/date.test.ts' },
  ),
  tool(
    'Read',
    { file_path: '/work/app/src/date.ts', offset: 10, limit: 40 },
    { result: Array.from({ length: 40 }, (_, i) => `    ${i + 10}→line`).join('\n') },
  ),
  { kind: 'text', text: 'Found it: the day is checked against **31** whatever the month is.' },
  tool(
    'Edit',
    {
      file_path: '/work/app/src/date.ts',
      old_string:
        'export function validDay(year: number, month: number, day: number): boolean {\n  // every month has at most 31 days\n  return day >= 1 && day <= 31;\n}\n',
      new_string:
        'export function validDay(year: number, month: number, day: number): boolean {\n  return day >= 1 && day <= daysInMonth(year, month);\n}\n\nfunction daysInMonth(year: number, month: number): number {\n  return new Date(Date.UTC(year, month, 0)).getUTCDate();\n}\n',
    },
    {
      result:
        'The file /work/app/src/date.ts has been updated. Here is the result:\n    21→export function validDay(year: number, month: number, day: number): boolean {\n    22→  return day >= 1 && day <= daysInMonth(year, month);\n    23→}\n    24→\n    25→function daysInMonth(year: number, month: number): number {\n    26→  return new Date(Date.UTC(year, month, 0)).getUTCDate();\n    27→}\n    28→',
    },
  ),
  { kind: 'prompt', text: 'also cover the year 1900', via: 'steer' },
  tool('Write', {
    file_path: '/work/app/tests/leap.test.ts',
    content:
      "import { expect, test } from 'vitest';\nimport { parseDate } from '../src/date.ts';\n\ntest.each([\n  ['1900-02-29', null],\n  ['2000-02-29', '2000-02-29'],\n  ['2024-02-30', null],\n])('%s', (text, expected) => {\n  expect(parseDate(text)).toEqual(expected);\n});\n",
  }),
  tool(
    'Bash',
    { command: 'npm test -- --run', description: 'Run the tests' },
    {
      endedAt: 12_300,
      result: [
        ...passes,
        '',
        ' \x1b[1mTest Files\x1b[22m  \x1b[32m38 passed\x1b[39m (38)',
        '      \x1b[1mTests\x1b[22m  \x1b[32m112 passed\x1b[39m (112)',
      ].join('\n'),
    },
  ),
  tool(
    'Bash',
    { command: 'git push origin main' },
    {
      state: 'failed',
      endedAt: 1_840,
      result:
        "Exit code 128\nfatal: 'origin' does not appear to be a git repository\nfatal: Could not read from remote repository.",
    },
  ),
  tool('TodoWrite', {
    todos: [
      { content: 'Find the check', status: 'completed' },
      { content: 'Fix the check', status: 'completed' },
      { content: 'Add tests', status: 'in_progress', activeForm: 'Adding tests for leap years' },
      { content: 'Mention it in the changelog', status: 'pending' },
    ],
  }),
  tool(
    'Agent',
    { description: 'Look for other date checks', subagent_type: 'Explore', prompt: '…' },
    {
      endedAt: 48_000,
      result: 'Two other places validate days on their own: src/calendar.ts:88 and src/import/ics.ts:41.',
      children: [
        tool('Glob', { pattern: 'src/**/*.ts' }, { result: 'a\nb' }),
        tool('Grep', { pattern: 'day <= 31' }, { result: 'a' }),
        tool('Read', { file_path: '/work/app/src/calendar.ts' }, { result: 'a' }),
        tool('Read', { file_path: '/work/app/src/import/ics.ts' }, { result: 'a', endedAt: 700 }),
      ],
    },
  ),
  tool(
    'mcp__github__create_issue',
    { title: 'Day checks in two more places', labels: ['bug'] },
    { result: 'created #214' },
  ),
  {
    kind: 'text',
    text: 'Done. February 30 is refused now, and so is 1900-02-29:\n\n1. `validDay` asks for the length of the month.\n2. The new tests cover *leap years* in both directions.\n3. Two other places check days on their own; I left them alone:\n   - [`src/calendar.ts`](file:///work/app/src/calendar.ts), line 88\n   - `src/import/ics.ts`, line 41',
  },
  {
    kind: 'turn-end',
    state: 'done',
    durationMs: 83_400,
    usage: { inputTokens: 1200, outputTokens: 2140, cacheReadTokens: 31_000, cacheWriteTokens: 900 },
    error: null,
  },
  {
    kind: 'shell',
    command: 'git status --short',
    output: ' M src/date.ts\n?? tests/leap.test.ts\n',
    exitCode: 0,
    hidden: false,
  },
  {
    kind: 'notice',
    level: 'warning',
    text: 'The reply was cut off by a rate limit.',
    next: 'It resets at 14:00; send the prompt again then.',
  },
  { kind: 'turn-end', state: 'interrupted', durationMs: 3100, usage: null, error: null },
  {
    kind: 'turn-end',
    state: 'failed',
    durationMs: 900,
    usage: null,
    error: { text: 'claude is not signed in.', next: 'Sign in with /attach, then /login.' },
  },
];

export const running: Item[] = [
  tool(
    'Bash',
    { command: 'npm run build && npm run test:integration -- --reporter=dot' },
    { state: 'running', result: null, endedAt: null },
  ),
  tool('Bash', { command: 'rm -rf dist' }, { state: 'waiting', result: null, endedAt: null }),
];

export const markdown = `# Release notes

A short paragraph with **bold**, *italic*, ~~struck~~ and \`inline code\`, a [link](https://example.com/a/b) and an address: https://example.org. It is long enough to wrap on any screen that people use.

## What changed

- First point, which goes on for a while so that its second line shows how the hanging indent looks
  - nested, with \`code\`
    - and deeper
- [x] a finished task
- [ ] an open one

3. Third
4. Fourth with a paragraph

   that stands on its own.

> A quotation, with **weight** in it,
> over two lines.

| Option | Default | What it does |
|:--|--:|:--|
| \`poolSize\` | 3 | Live processes kept at most; busy ones are never closed for it |
| \`idleMs\` | 600000 | An idle process is closed after this long |
| 日本語 | 0 | 全角文字も列が揃うことを確かめる行です |
| emoji 👩‍💻 | 1 | 🎉 party ✅ done |

\`\`\`typescript
// Greets a person by name.
export async function greet(name: string, times = 3): Promise<string> {
  const words = Array.from({ length: times }, () => \`Hello, \${name}!\`);
  return words.join(' ') + (times > 2 ? ' …' : '');
}
\`\`\`

\`\`\`diff
@@ -1,3 +1,3 @@
 unchanged
-the old line
+the new line
\`\`\`

---

日本語の段落は、空白がなくても正しく折り返されます。「括弧」や句読点が行頭に来ないように、禁則処理も行います。混在する English words もそのまま。

مرحبا بالعالم، هذا نص عربي. שלום עולם. Combining: é ñ ü, ẹ̀. Math stays: $a_1 * b_2 * c$ and $$\\sum_{i} x_i$$.
`;
