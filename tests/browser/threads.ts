// Threads for the page to show: one that a person would like to read, one that tries everything to get out, and a long one.
import type { Store } from '../../src/store/store.ts';
import type { Block, ThreadId, Via } from '../../src/store/types.ts';

const text = (words: string): Block => ({ type: 'text', text: words });
const june = Date.UTC(2026, 5, 4, 9, 30);

interface Teller {
  readonly id: ThreadId;
  says(words: string, via?: Via | null): void;
  replies(...blocks: (string | Block)[]): void;
  /** A call and its result. */
  tool(name: string, input: Record<string, unknown>, result: string | Block[], outcome?: 'failed'): void;
  shell(words: string): void;
}

export function tell(store: Store, title: string, story: (teller: Teller) => void): ThreadId {
  return store.transaction(() => {
    const { id } = store.threads.create({ cwd: '/home/ada/tide', title });
    let at = june;
    let calls = 0;
    const model = 'claude-sonnet-4-5';
    const later = () => {
      at += 21_000;
      return at;
    };
    story({
      id,
      says: (words, via = 'prompt') => {
        store.messages.append({ thread: id, role: 'user', via, blocks: [text(words)], createdAt: later() });
      },
      replies: (...blocks) => {
        const whole = blocks.map((block) => (typeof block === 'string' ? text(block) : block));
        store.messages.append({ thread: id, role: 'assistant', blocks: whole, model, createdAt: later() });
      },
      tool: (name, input, content, outcome) => {
        const call = `${id}-${++calls}`;
        const use: Block = { type: 'tool_use', id: call, name, input };
        const result: Block = { type: 'tool_result', tool_use_id: call, content, is_error: outcome === 'failed' };
        store.messages.append({ thread: id, role: 'assistant', blocks: [use], model, createdAt: later() });
        store.messages.append({ thread: id, role: 'tool', blocks: [result], createdAt: later() });
      },
      shell: (words) => {
        store.messages.append({ thread: id, role: 'shell', blocks: [text(words)], createdAt: later() });
      },
    });
    return id;
  });
}

export const tideTitle = 'The tide table is an hour out in summer';

export const tide = (store: Store): ThreadId =>
  tell(store, tideTitle, ({ says, replies, tool, shell }) => {
    says('The tide table is an hour out since the clocks changed. Find out why and mend it, with a test.');
    replies(
      {
        type: 'thinking',
        thinking: 'Times are probably formatted with a fixed offset. Look for where the offset comes from.',
      },
      'I will look at where the times are made before I touch anything.',
    );
    tool('Grep', { pattern: 'getTimezoneOffset|utcOffset', path: 'src' }, 'src/table.ts:14\nsrc/table.ts:31');
    tool(
      'Bash',
      { command: 'npm test -- table', description: 'Run the tests of the table' },
      ' ✓ table (6)\n\n 6 passed',
    );
    tool(
      'Edit',
      {
        file_path: 'src/table.ts',
        old_string:
          "const offset = new Date().getTimezoneOffset();\n\nexport function shown(at: Date): string {\n  return format(addMinutes(at, -offset), 'HH:mm');\n}",
        new_string:
          "const clock = new Intl.DateTimeFormat('en-GB', {\n  hour: '2-digit',\n  minute: '2-digit',\n  timeZone: harbour.zone,\n});\n\nexport function shown(at: Date): string {\n  return clock.format(at);\n}",
      },
      'The file has been updated.',
    );
    says('Keep the zone in the harbour file, please, not in the code.', 'steer');
    tool(
      'TodoWrite',
      {
        todos: [
          { content: 'Find the fixed offset', status: 'completed' },
          {
            content: 'Read the zone from the harbour file',
            activeForm: 'Reading the zone from the harbour file',
            status: 'in_progress',
          },
          { content: 'Test both sides of the clock change', status: 'pending' },
        ],
      },
      'ok',
    );
    tool('Bash', { command: 'npm test' }, "FAIL  table › summer time\n  expected '13:04' to be '14:04'", 'failed');
    tool('Bash', { command: 'npm test' }, ' ✓ table (8)\n ✓ harbour (3)\n\n 11 passed');
    replies(
      `The table took the **offset of the moment it was started** and used it for every date. Tides on the other side of a clock change were an hour out.

## What changed

- \`shown()\` formats each time in the harbour's own zone
- the zone stands in \`harbour.json\`, as you asked
- [x] tests on both sides of the change

| date | before | now |
|---|---|---|
| 28 March | 13:04 | 13:04 |
| 30 March | 13:49 | **14:49** |

\`\`\`ts
expect(shown(new Date('2026-03-30T13:49Z'))).toBe('14:49');
\`\`\`

> Times that were already exported keep the old hour; run \`tide export\` again.`,
    );
    shell(
      '$ git diff --stat\n src/table.ts    | 12 ++++++++----\n harbour.json    |  1 +\n 2 files changed, 9 insertions(+), 4 deletions(-)',
    );
    says('Good. How do I say 高潮 and שפל in the table for visitors?', 'follow-up');
    replies(
      'Both come from the words file: 高潮 (*high water*) and שפל (*low water*) 🌊. Nothing else needs to change.',
    );
  });

/** Each would call `ran()` or ask somebody, were it anything but text. */
export const hostile = [
  '<script>ran("script")</script>',
  '<img src=x onerror=ran("onerror")>',
  '<img src="https://outside.invalid/pixel.png">',
  '"><svg onload=ran("svg")><animate onbegin=ran("animate") attributeName=x dur=1s>',
  "'><body onload=ran('body')>",
  '</script></style></title></pre></details></article></main><script>ran("closed")</script>',
  '<!--><script>ran("comment")</script-->',
  '<iframe srcdoc="<script>parent.ran(1)</script>"></iframe><iframe src="https://outside.invalid/"></iframe>',
  '<link rel=stylesheet href="https://outside.invalid/a.css"><style>@import "https://outside.invalid/b.css";</style>',
  '<meta http-equiv=refresh content="0;url=https://outside.invalid/"><base href="https://outside.invalid/">',
  '<form action="https://outside.invalid/"><input autofocus onfocus=ran("focus")><button>go</button></form>',
  '[link](javascript:ran("link")) [data](data:text/html,<script>ran(1)</script>) [spaced]( java\nscript:ran(1) )',
  '<javascript:ran("auto")> [vb](vbscript:ran(1)) [entity](&#106;avascript:ran(1)) [file](file:///etc/passwd)',
  '![picture](https://outside.invalid/p.png) ![x](x"onerror="ran(1)) ![d](data:image/svg+xml,<svg/onload=ran(1)>)',
  '[title](https://example.org "\\" onmouseover=ran(1) x=\\"")',
  '```html" onmouseover="ran(1)\n<script>ran("fence")</script>\n```',
  '`<script>ran("span")</script>` **<b onclick=ran(1)>bold</b>** | <td>',
  '| a | b |\n|---|---|\n| <script>ran("cell")</script> | <img src=x onerror=ran("cell")> |',
  '&lt;script&gt;ran("twice")&lt;/script&gt; &amp;lt;img src=x onerror=ran(1)&amp;gt;',
  '\u{feff}＜script＞ran("wide")＜/script＞ <scr\u0000ipt>ran("null")</scr\u0000ipt> <scr\x1b[0mipt>ran("split")</scr\x1b[0mipt>',
  '\x1b[2J\x1b[31mred\x1b[0m \x1b]0;stolen title\x07 \x1b]8;;https://outside.invalid/\x1b\\linked\x1b]8;;\x1b\\ \x9b5mblink bell\x07 back\x08',
  'right\u202eto left\u202c \u2066isolated\u2069',
];

/** Everything hostile in every place where text can stand. */
export const hostileThread = (store: Store): ThreadId =>
  tell(store, `${hostile[5]}${hostile[1]}\x1b]0;x\x07`, ({ says, replies, tool, shell }) => {
    for (const words of hostile) {
      says(words);
      says(words, null);
      replies({ type: 'thinking', thinking: words }, words);
      tool('Bash', { command: words, description: words }, words);
      tool(words, { [words]: words, list: [words], todos: words }, [
        text(words),
        { type: 'image', source: { media_type: words, data: words } },
      ]);
      tool('Edit', { file_path: words, old_string: words, new_string: `${words}\n${words}` }, words, 'failed');
      tool('TodoWrite', { todos: [{ content: words, activeForm: words, status: 'in_progress' }, words] }, words);
      shell(words);
    }
    replies({ type: 'image', source: { media_type: 'image/svg+xml', data: btoa('<svg onload="ran(1)"/>') } });
    replies({ type: 'image', source: { media_type: 'image/png', data: '"onerror="ran(1)' } });
  });

export const longThread = (store: Store): ThreadId =>
  tell(store, 'A long thread', ({ says, replies }) => {
    for (let turn = 1; turn <= 1000; turn++) {
      says(`Question ${turn} about the harbour`);
      const fence = `\`\`\`ts\nconst depth${turn} = ${turn};\n\`\`\``;
      replies(
        `Answer **${turn}**: ${turn % 100 === 0 ? 'a heron stands on the quay' : 'nothing but water'}.\n\n${fence}`,
      );
    }
  });
