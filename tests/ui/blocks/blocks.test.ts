import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conversation, running } from '../../../scripts/pictures/sample.ts';
import type { Block, Message, MessageId, Turn, TurnId } from '../../../src/store/types.ts';
import {
  describeTool,
  itemsOf,
  prepareItems,
  renderItem,
  renderItems,
  toolLabel,
  withTaskNames,
} from '../../../src/ui/blocks/index.ts';
import type { BlockOptions, Item, ToolItem } from '../../../src/ui/blocks/items.ts';
import { isHarmless } from '../../../src/ui/text/sanitise.ts';
import { stripStyles } from '../../../src/ui/text/styled.ts';
import { textWidth } from '../../../src/ui/text/width.ts';
import { createTheme } from '../../../src/ui/theme.ts';
import { hostileText } from '../text/arbitraries.ts';

const theme = createTheme({ name: 'dark' });
const base: BlockOptions = { width: 80, theme, detail: 'folded', now: 20_000, cwd: '/work/app' };
const plain = (item: Item, options: Partial<BlockOptions> = {}) =>
  renderItem(item, { ...base, ...options }).map((line) => stripStyles(line).trimEnd());
const tool = (name: string, input: Record<string, unknown>, rest: Partial<ToolItem> = {}): ToolItem => ({
  kind: 'tool',
  id: 't1',
  name,
  input,
  state: 'done',
  result: '',
  startedAt: 0,
  endedAt: 0,
  children: [],
  ...rest,
});
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}`).join('\n');

it('names the task that a change is about', () => {
  const made = tool('TaskCreate', { subject: 'Run the tests' }, { result: 'Task #3 created successfully' });
  const change = tool('TaskUpdate', { taskId: '3', status: 'completed' });
  const other = tool('TaskUpdate', { taskId: '4', status: 'completed' });
  const shown = withTaskNames([change, other], () => [made]).map((item) => plain(item)[0]);
  expect(shown).toEqual(['● Todo  Run the tests: done', '● Todo  #4: done']);
  expect(plain(withTaskNames([made, change], () => [])[1]!)[0]).toBe('● Todo  Run the tests: done');
});

describe('what a tool does, in a line', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['Bash', { command: 'npm test\n  --run' }, 'npm test --run'],
    ['Read', { file_path: '/work/app/src/a.ts' }, 'src/a.ts'],
    ['Read', { file_path: '/etc/hosts', offset: 10, limit: 5 }, '/etc/hosts:10-14'],
    ['Write', { file_path: '/work/app/a', content: 'x\ny\n' }, 'a (2 lines)'],
    ['Edit', { file_path: '/work/app/a', replace_all: true }, 'a (every occurrence)'],
    ['MultiEdit', { file_path: '/work/app/a', edits: [{}, {}] }, 'a (2 edits)'],
    ['Grep', { pattern: 'x.*', path: '/work/app/src', glob: '*.ts' }, '"x.*" in src *.ts'],
    ['Glob', { pattern: '**/*.ts' }, '**/*.ts'],
    ['WebFetch', { url: 'https://e.org', prompt: 'x' }, 'https://e.org'],
    ['WebSearch', { query: 'cats' }, '"cats"'],
    ['Task', { description: 'Look around', subagent_type: 'Explore' }, 'Look around (Explore)'],
    ['TodoWrite', { todos: [{ content: 'a', status: 'completed' }, { content: 'b' }] }, '1 of 2 done'],
    ['TaskUpdate', { taskId: '2', status: 'in_progress' }, '#2: in progress'],
    ['AskUserQuestion', { questions: [{ header: 'Colour', question: 'Which?' }] }, 'Colour'],
    ['mcp__x__y', { title: 'A', count: 2, list: [1] }, 'title: A, count: 2, list: [1]'],
    ['Unknown', { only: 'this' }, 'this'],
    ['Bash', { command: 7 }, '7'],
    ['Read', {}, ''],
    ['Bash', { command: 'echo \x1b[2J\x1b]0;x\x07hi' }, 'echo hi'],
  ])('%s %j', (name, input, expected) => expect(describeTool(name, input, '/work/app')).toBe(expected));

  it('shortens names', () => {
    expect(['mcp__github__create_issue', 'mcp__claude_ai_Mail__send', 'Bash', 'WebFetch'].map(toolLabel)).toEqual([
      'github/create_issue',
      'Mail/send',
      'Bash',
      'Fetch',
    ]);
  });
});

describe('tool cards', () => {
  it('leave it to the panel to show what waits for an answer', () => {
    const input = { file_path: '/work/app/a.ts', old_string: 'a', new_string: 'b' };
    const waiting = tool('Edit', input, { state: 'waiting', result: null, endedAt: null });
    expect(plain(waiting)).toEqual(['? Edit  a.ts  waits for you']);
    expect(plain(waiting, { detail: 'expanded' }).length).toBeGreaterThan(1);
  });

  it('count the lines of a file, not the empty one behind its last', () => {
    expect(plain(tool('Read', { file_path: '/work/app/a' }, { result: '1\tone\n2\ttwo\n3\t' }))).toEqual([
      '● Read  a',
      '  └ 2 lines',
    ]);
  });

  it('tell name, deed and time', () => {
    expect(plain(tool('Bash', { command: 'npm test' }, { result: 'ok', endedAt: 12_300 }))).toEqual([
      '● Bash  npm test  12.3s',
      '  └ ok',
    ]);
    expect(plain(tool('Bash', { command: 'npm test' }, { state: 'running', result: null, endedAt: null }))).toEqual([
      '○ Bash  npm test  20s',
    ]);
    expect(plain(tool('Bash', { command: 'rm x' }, { state: 'waiting', result: null, endedAt: null }))).toEqual([
      '? Bash  rm x  waits for you',
    ]);
    expect(plain(tool('Bash', { command: 'x' }, { state: 'interrupted', result: null, endedAt: null }))).toEqual([
      '■ Bash  x',
      '  └ interrupted',
    ]);
    const rejected =
      "The user doesn't want to proceed with this tool use. The tool use was rejected. STOP what you are doing.";
    expect(plain(tool('Bash', { command: 'x' }, { state: 'failed', result: rejected }))).toEqual([
      '■ Bash  x',
      '  └ interrupted',
    ]);
    expect(plain(tool('Bash', { command: 'true' }))).toEqual(['● Bash  true', '  └ no output']);
  });

  it('fold a long result to its end, and say how much is missing', () => {
    const item = tool('Bash', { command: 'x' }, { result: numbered(47) });
    expect(plain(item)).toEqual([
      '● Bash  x',
      '  └ … +42 lines (Ctrl+O)',
      '    line 43',
      '    line 44',
      '    line 45',
      '    line 46',
      '    line 47',
    ]);
    expect(plain(item, { detail: 'expanded' })).toHaveLength(48);
  });

  it('fold other results to their beginning, and count files and lines', () => {
    expect(plain(tool('WebFetch', { url: 'u' }, { result: numbered(10) }))).toEqual([
      '● Fetch  u',
      '  └ line 1',
      '    line 2',
      '    line 3',
      '    … +7 lines (Ctrl+O)',
    ]);
    expect(plain(tool('Read', { file_path: 'a' }, { result: numbered(10) }))).toEqual(['● Read  a', '  └ 10 lines']);
    expect(plain(tool('Glob', { pattern: '*' }, { result: 'No files found' }))).toEqual(['● Glob  *', '  └ no files']);
    expect(plain(tool('Read', { file_path: 'a.png' }, { result: [{ type: 'image', source: {} }] }))).toEqual([
      '● Read  a.png',
      '  └ 1 image',
    ]);
  });

  it('mark errors', () => {
    const lines = plain(
      tool('Bash', { command: 'x' }, { state: 'failed', result: '<tool_use_error>no such file</tool_use_error>' }),
    );
    expect(lines).toEqual(['✗ Bash  x', '  └ no such file']);
  });

  it('keep colours of the tool, and nothing else of its escapes', () => {
    const [, line] = renderItem(
      tool('Bash', { command: 'x' }, { result: '\x1b[32mgreen\x1b[0m\x1b]52;c;eA==\x07 \x1b[5Aup' }),
      base,
    );
    expect(line).toContain('\x1b[32m');
    expect(isHarmless(line!)).toBe(true);
    expect(stripStyles(line!)).toBe('  └ green up');
  });

  it('have no colour at all where none is wanted', () => {
    const item = tool('Bash', { command: 'x' }, { result: '\x1b[32mgreen\x1b[0m', state: 'done' });
    const lines = renderItem(item, { ...base, theme: createTheme({ name: 'plain' }) });
    expect(lines.join('')).not.toContain('\x1b[32m');
  });

  it('show an edit as a diff, numbered when the answer tells where', () => {
    const input = { file_path: '/work/app/a.txt', old_string: 'a\nb', new_string: 'a\nc' };
    expect(plain(tool('Edit', input))).toEqual([
      '● Edit  a.txt',
      '  └ 1 added, 1 removed',
      '      a',
      '    - b',
      '    + c',
    ]);
    const result = 'The file was updated:\n    11→x\n    12→a\n    13→c\n';
    expect(plain(tool('Edit', input, { result }))).toEqual([
      '● Edit  a.txt',
      '  └ 1 added, 1 removed',
      '    12   a',
      '    13 - b',
      '    13 + c',
    ]);
  });

  it('show a new file as added, folded', () => {
    const lines = plain(tool('Write', { file_path: 'a', content: numbered(40) }));
    expect(lines[1]).toBe('     1 + line 1');
    expect(lines.at(-1)).toBe('    … +24 lines (Ctrl+O)');
    expect(plain(tool('Write', { file_path: 'a', content: numbered(40) }), { detail: 'expanded' })).toHaveLength(41);
  });

  it('show every part of several edits', () => {
    const edits = [
      { old_string: 'a', new_string: 'b' },
      { old_string: 'c', new_string: 'd' },
    ];
    expect(plain(tool('MultiEdit', { file_path: 'x', edits }))).toEqual([
      '● Edit  x (2 edits)',
      '  └ 2 added, 2 removed',
      '    - a',
      '    + b',
      '    ⋯',
      '    - c',
      '    + d',
    ]);
  });

  it('indent what a subagent did', () => {
    const children = Array.from({ length: 5 }, (_, index) => tool('Read', { file_path: `f${index}` }));
    const item = tool('Task', { description: 'Look' }, { children, result: 'found it' });
    expect(plain(item)).toEqual([
      '● Agent  Look',
      '    … +2 calls (Ctrl+O)',
      '    ● Read  f2',
      '    ● Read  f3',
      '    ● Read  f4',
      '  └ found it',
    ]);
    expect(plain(item, { detail: 'expanded' }).filter((line) => line.includes('Read'))).toHaveLength(5);
    const launched = tool(
      'Agent',
      { description: 'Look' },
      { result: 'Async agent launched successfully. (internal)' },
    );
    expect(plain(launched)).toEqual(['● Agent  Look', '  └ works in the background']);
    const report = 'Two places.\nagentId: a3 (use SendMessage …)\n<usage>total_tokens: 9\ntool_uses: 1</usage>';
    const reported = tool('Agent', { description: 'Look' }, { result: report });
    expect(plain(reported)).toEqual(['● Agent  Look', '  └ Two places.']);
  });

  it('list todos by state', () => {
    const todos = [
      { content: 'a', status: 'completed' },
      { content: 'b', status: 'in_progress', activeForm: 'doing b' },
      { content: 'c', status: 'pending' },
    ];
    expect(plain(tool('TodoWrite', { todos }))).toEqual(['● Todo  1 of 3 done', '  ✓ a', '  ▸ doing b', '  ○ c']);
  });

  it('show what was asked and answered', () => {
    const input = { questions: [{ header: 'Colour', question: 'Which colour?' }] };
    expect(
      plain(
        tool('AskUserQuestion', input, {
          result: 'User has answered your questions: "Which colour?"="Blue". You can now continue.',
        }),
      ),
    ).toEqual(['● Question  Colour', '  └ Which colour?', '    Blue']);
  });

  it('show a whole command when expanded', () => {
    expect(plain(tool('Bash', { command: 'a \\\n  b' }, { result: 'x' }), { detail: 'expanded' })).toEqual([
      '● Bash',
      '    a \\',
      '      b',
      '  └ x',
    ]);
  });
});

describe('the rest of a conversation', () => {
  it.each<[string, Item, string[]]>([
    ['a prompt', { kind: 'prompt', text: 'one\ntwo', via: 'prompt' }, ['› one', '  two']],
    ['a steer', { kind: 'prompt', text: 'x', via: 'steer' }, ['↳ x  steer']],
    [
      'a follow-up with an image',
      { kind: 'prompt', text: 'x', via: 'follow-up', images: 1 },
      ['› x  follow-up · 1 image'],
    ],
    [
      'shell',
      { kind: 'shell', command: 'ls', output: 'a\nb\n', exitCode: 0, hidden: false },
      ['! ls', '  └ a', '    b'],
    ],
    [
      'failed hidden shell',
      { kind: 'shell', command: 'ls', output: '', exitCode: 2, hidden: true },
      ['! ls  not sent to the model', '  └ ✗ exit 2'],
    ],
    [
      'a notice',
      { kind: 'notice', level: 'error', text: 'No claude found.', next: 'Install it.' },
      ['✗ No claude found.', '  → Install it.'],
    ],
    ['a good end', { kind: 'turn-end', state: 'done', durationMs: 12_300, usage: null, error: null }, ['✓ 12.3s']],
    [
      'an interrupted end',
      { kind: 'turn-end', state: 'interrupted', durationMs: 1000, usage: null, error: null },
      ['■ interrupted · 1.0s'],
    ],
    [
      'a failed end',
      {
        kind: 'turn-end',
        state: 'failed',
        durationMs: 1000,
        usage: null,
        error: { text: 'Rate limit', next: 'Wait.' },
      },
      ['✗ failed · 1.0s', '  Rate limit', '  → Wait.'],
    ],
    ['a summary', { kind: 'summary', text: 'We **did** it.' }, ['≡ Summary of what was said before', '  We did it.']],
    ['empty thinking', { kind: 'thinking', text: ' \n' }, []],
  ])('%s', (_, item, expected) => expect(plain(item)).toEqual(expected));

  it('folds thinking and long prompts, and opens them', () => {
    const thinking: Item = { kind: 'thinking', text: numbered(9) };
    expect(plain(thinking)).toEqual(['∴ line 1', '  line 2', '  line 3', '  … +6 lines (Ctrl+O)']);
    expect(plain(thinking, { detail: 'expanded' })).toHaveLength(9);
    const paste: Item = { kind: 'prompt', text: numbered(2000), via: 'prompt' };
    expect(plain(paste)).toHaveLength(21);
    expect(plain(paste)).toContain('  … +1980 lines (Ctrl+O)');
  });

  it('fits on every screen, in every theme, folded and expanded, and draws no line from edge to edge', async () => {
    await prepareItems(conversation);
    for (const width of [20, 40, 57, 80, 120])
      for (const name of ['dark', 'light', 'plain'] as const)
        for (const detail of ['folded', 'expanded'] as const)
          for (const line of renderItems([...conversation, ...running], {
            ...base,
            width,
            detail,
            theme: createTheme({ name }),
          })) {
            expect(textWidth(line), line).toBeLessThanOrEqual(width);
            expect(isHarmless(line), line).toBe(true);
            expect(stripStyles(line)).not.toMatch(new RegExp(`^[─━═]{${width}}$`));
          }
  });

  it('fits and is harmless whatever model and tools say', () => {
    const item = fc.record({
      text: hostileText,
      other: hostileText,
      name: fc.constantFrom(
        'Bash',
        'Read',
        'Edit',
        'Write',
        'Grep',
        'TodoWrite',
        'AskUserQuestion',
        'mcp__a__b',
        'X\x1b[2J',
        'ExitPlanMode',
        'Task',
      ),
    });
    fc.assert(
      fc.property(
        item,
        fc.integer({ min: 12, max: 100 }),
        fc.constantFrom('folded', 'expanded'),
        ({ text, other, name }, width, detail) => {
          const input = {
            command: text,
            file_path: text,
            pattern: text,
            content: other,
            old_string: text,
            new_string: other,
            plan: text,
            description: text,
            todos: [{ content: text }],
            questions: [{ question: text, header: other }],
          };
          const items: Item[] = [
            tool(name, input, { result: other, endedAt: 3000 }),
            tool(name, input, { result: other, state: 'failed', children: [tool(name, input)] }),
            { kind: 'prompt', text, via: 'steer' },
            { kind: 'thinking', text },
            { kind: 'shell', command: text, output: other, exitCode: 1, hidden: true },
            { kind: 'notice', level: 'warning', text, next: other },
            { kind: 'summary', text },
            { kind: 'turn-end', state: 'failed', durationMs: 5, usage: null, error: { text, next: other } },
          ];
          for (const line of renderItems(items, { ...base, width, detail: detail as 'folded' })) {
            expect(textWidth(line), JSON.stringify(line)).toBeLessThanOrEqual(width);
            expect(isHarmless(line), JSON.stringify(line)).toBe(true);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('items of stored messages', () => {
  const turnId = 'turn1' as TurnId;
  const message = (role: Message['role'], blocks: Block[], rest: Partial<Message> = {}): Message => ({
    id: `m${Math.random()}` as MessageId,
    parent: null,
    hash: '',
    depth: 1,
    turn: turnId,
    role,
    via: null,
    blocks,
    hidden: false,
    model: null,
    usage: null,
    agent: null,
    createdAt: 1000,
    ...rest,
  });
  const turn = { id: turnId, state: 'done', durationMs: 5000, error: null } as unknown as Turn;
  const usage = { inputTokens: 10, outputTokens: 5, cacheReadTokens: 0, cacheWriteTokens: 0 };

  it('join calls with their results and end each turn', () => {
    const messages = [
      message('user', [{ type: 'text', text: 'go' }], { via: 'prompt' }),
      message(
        'assistant',
        [
          { type: 'thinking', thinking: 'hm' },
          { type: 'text', text: 'ok' },
          { type: 'tool_use', id: 'a', name: 'Bash', input: { command: 'x' } },
          { type: 'tool_use', id: 'b', name: 'Bash', input: {} },
        ],
        { usage },
      ),
      message('tool', [{ type: 'tool_result', tool_use_id: 'a', content: 'out', is_error: true }], { createdAt: 3000 }),
      message('assistant', [{ type: 'text', text: 'done' }], { usage }),
    ];
    const items = itemsOf(messages, [turn]);
    expect(items.map((item) => item.kind)).toEqual(['prompt', 'thinking', 'text', 'tool', 'tool', 'text', 'turn-end']);
    expect(items[3]).toMatchObject({ state: 'failed', result: 'out', startedAt: 1000, endedAt: 3000 });
    expect(items[4]).toMatchObject({ state: 'interrupted', result: null });
    expect(items[6]).toMatchObject({ durationMs: 5000, usage: { inputTokens: 10, outputTokens: 10 } });
  });

  it('say of a tool that was stopped that it was interrupted, unless the person answered it', () => {
    const stopped =
      "The user doesn't want to proceed with this tool use. The tool use was rejected. STOP what you are doing.";
    const resulting = (content: string, is_error = true) =>
      itemsOf([
        message('assistant', [{ type: 'tool_use', id: 'a', name: 'Bash', input: {} }]),
        message('tool', [{ type: 'tool_result', tool_use_id: 'a', content, is_error }]),
        message('user', [{ type: 'text', text: '[Request interrupted by user for tool use]' }]),
      ]);
    expect(resulting(stopped)).toMatchObject([{ kind: 'tool', state: 'interrupted', result: stopped }]);
    expect(resulting(`${stopped} To tell you how to proceed, the user said:\nuse npm`)).toMatchObject([
      { state: 'failed' },
    ]);
    expect(resulting(stopped, false)).toMatchObject([{ state: 'done' }]);
    const [item] = resulting(stopped);
    expect(item && plain(item, { detail: 'expanded' }).join('\n')).not.toContain('STOP');
  });

  it('count a turn from all its messages, also from those that stand elsewhere', () => {
    const said = message('assistant', [{ type: 'text', text: 'first' }], { usage });
    const last = message('assistant', [{ type: 'text', text: 'last' }], { usage });
    expect(itemsOf([last], [turn], [said, last]).at(-1)).toMatchObject({
      kind: 'turn-end',
      usage: { outputTokens: 10 },
    });
  });

  it('read shell messages and summaries', () => {
    const shell = message(
      'shell',
      [
        { type: 'text', text: 'ls' },
        { type: 'text', text: 'a\n' },
      ],
      { agent: { exitCode: 1, signal: null }, hidden: true, turn: null },
    );
    expect(itemsOf([shell, message('summary', [{ type: 'text', text: 's' }])])).toEqual([
      { kind: 'shell', command: 'ls', output: 'a\n', exitCode: 1, hidden: true },
      { kind: 'summary', text: 's' },
    ]);
  });
});
