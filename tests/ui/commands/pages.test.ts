// The pure parts that commands rest on: changed files, todo lists, exports.
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { fileChanges } from '../../../src/engine/diff.ts';
import { hunksOf, lineChanges } from '../../../src/engine/diff-lines.ts';
import { htmlOf, jsonOf, markdownOf, parseExport, secretsIn } from '../../../src/engine/export/index.ts';
import { todosOf } from '../../../src/engine/todo.ts';
import type { Message } from '../../../src/store/types.ts';
import { awkward, type Between, openTable, type Table } from '../overlays/support.ts';

let table: Table | null = null;
afterEach(async () => {
  await table?.close();
  table = null;
});

async function line(...turns: Between[][]): Promise<Message[]> {
  table = await openTable(({ thread, turn }) => {
    const id = thread('T');
    for (const between of turns) turn(id, 'q', 'a', between);
  });
  return table.engine.messages(table.engine.list()[0]!.id);
}

const call = (name: string, input: Record<string, unknown>, result = 'ok'): Between => ({
  use: { name, input },
  result,
});
const file = '/p/a.ts';
const written = (content: string) =>
  call('Write', { file_path: file, content }, `File created successfully at: ${file}`);
const edited = (old_string: string, new_string: string, more = {}) =>
  call('Edit', { file_path: file, old_string, new_string, ...more });
const shown = (text: string) =>
  call(
    'Read',
    { file_path: file },
    text
      .split('\n')
      .map((row, i) => `${String(i + 1).padStart(6)}→${row}`)
      .join('\n'),
  );

describe('changed files', () => {
  it('is the net change of what was created and edited again', async () => {
    const [change] = fileChanges(await line([written('a\nb\n')], [edited('b', 'c')]), { cwd: '/p' });
    expect(change).toMatchObject({ path: 'a.ts', kind: 'created', additions: 2, deletions: 0 });
    expect(change!.patch).toBe('--- /dev/null\n+++ b/a.ts\n@@ -0,0 +1,2 @@\n+a\n+c\n');
    expect(change!.turns).toHaveLength(2);
  });

  it('knows places from what was read, and counts one turn when asked', async () => {
    const messages = await line([shown('1\n2\n3\n4\n5\n6'), edited('5', 'five')], [edited('1', 'one')]);
    const whole = fileChanges(messages)[0]!;
    expect(whole.patch).toContain('@@ -1,6 +1,6 @@');
    expect([whole.additions, whole.deletions]).toEqual([2, 2]);
    const last = messages.at(-1)!.turn;
    const one = fileChanges(messages, { within: (message) => message.turn === last })[0]!;
    expect([one.additions, one.deletions]).toEqual([1, 1]);
    expect(one.patch).toContain('-1\n+one\n');
    expect(one.patch).not.toContain('-5');
  });

  it('leaves out failures and what was undone, and stands alone where the file is unknown', async () => {
    expect(fileChanges(await line([{ ...edited('a', 'b'), failed: true }]))).toEqual([]);
    await table!.close();
    expect(fileChanges(await line([edited('a', 'b'), edited('b', 'a')]))).toEqual([]);
    await table!.close();
    const [alone] = fileChanges(
      await line([
        edited('x\n', 'y\n'),
        call('MultiEdit', { file_path: file, edits: [{ old_string: 'y', new_string: 'z$&' }] }),
      ]),
    );
    expect(alone!.patch).toBe('--- a/p/a.ts\n+++ b/p/a.ts\n@@ ... @@\n-x\n+z$&\n');
  });

  it('says when a file was written over unseen', async () => {
    const [over] = fileChanges(
      await line([call('Write', { file_path: file, content: 'new\n' }, 'The file has been updated')]),
    );
    expect(over).toMatchObject({ kind: 'rewritten', additions: 1, deletions: 0 });
  });

  it('any two texts: the lines that stayed and went are the one, those that stayed and came the other', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 30 });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const changes = lineChanges(before, after);
        expect(changes.filter(({ kind }) => kind !== 'added').map((one) => one.text)).toEqual(before);
        expect(changes.filter(({ kind }) => kind !== 'removed').map((one) => one.text)).toEqual(after);
      }),
    );
  });

  it('says where a last line does not end', () => {
    expect(hunksOf({ before: 'a\n', after: 'b', firstLine: 1 }).text).toBe(
      '@@ -1,1 +1,1 @@\n-a\n+b\n\\ No newline at end of file\n',
    );
  });
});

describe('todo', () => {
  it('is the last whole list, and tasks as they were changed', async () => {
    const messages = await line(
      [call('TodoWrite', { todos: [{ content: 'old', status: 'pending' }] })],
      [
        call('TodoWrite', { todos: [{ content: 'Sweep', activeForm: 'Sweeping', status: 'in_progress' }] }),
        { ...call('TodoWrite', { todos: [] }), failed: true },
        call('TaskCreate', { subject: 'Mop' }, 'Task #1 created successfully: Mop'),
        call('TaskCreate', { subject: 'Dust' }, 'Task #2 created successfully: Dust'),
        call('TaskUpdate', { taskId: '2', status: 'completed' }),
        call('TaskUpdate', { taskId: '1', status: 'deleted' }),
      ],
    );
    expect(todosOf(messages)).toEqual([
      { id: '', text: 'Sweeping', state: 'active' },
      { id: '2', text: 'Dust', state: 'done' },
    ]);
  });
});

describe('exports', () => {
  const nasty = [
    ...awkward,
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[click](javascript:alert(1)) ![p](http://evil/x.png) <a href="javascript:x">y</a>',
    '"><svg onload=alert(1)>',
    '</script></style></details><script>alert(2)</script>',
    '```html\n<script>alert(3)</script>\n```',
    '`````\nfence\n`````',
  ];

  it('JSON comes back as it was', async () => {
    const messages = await line(nasty.map((text) => call('Bash', { command: text }, text)));
    const thread = table!.engine.list()[0]!;
    const back = parseExport(jsonOf(thread, messages, table!.engine.turns(thread.id)));
    expect(back.messages).toEqual(messages);
    expect(back.thread).toEqual(thread);
    for (const broken of [
      '',
      '{}',
      '{"format":"ccchat-thread","version":2}',
      '{"format":"ccchat-thread","version":1,"thread":{"id":"x","cwd":"/","settings":{}},"messages":[{}]}',
    ])
      expect(() => parseExport(broken)).toThrow();
  });

  it('the page has no script and no address but ours, whatever was said', async () => {
    table = await openTable(({ thread, turn }) => {
      for (const text of nasty) turn(thread(text), text, text, [call('Bash', { command: text }, text)]);
    });
    for (const thread of table.engine.list()) {
      const html = htmlOf(thread, table.engine.messages(thread.id));
      expect(html.match(/<script/g)).toHaveLength(1);
      expect(html.match(/<style/g)).toHaveLength(1);
      const tags = html.replace(/<script>[\s\S]*<\/script>/, '').match(/<[a-z][^>]*>/gi) ?? [];
      for (const tag of tags)
        expect(tag).not.toMatch(/\son\w+=|javascript:|<(?:svg|iframe|object|embed|link|base|form)\b/i);
      expect(html).not.toMatch(/src="(?!data:)/);
      expect(html).toMatch(/Content-Security-Policy" content="default-src 'none'; script-src 'sha256-/);
      expect(html).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]/);
    }
  });

  it('Markdown keeps tool output inside its fence', async () => {
    const messages = await line([call('Bash', { command: 'x' }, 'a\n````\nb')]);
    expect(markdownOf(table!.engine.list()[0]!, messages)).toContain('`````\na\n````\nb\n`````');
  });

  it('points out what looks like a key, and nothing else', async () => {
    const messages = await line([
      call('Bash', { command: `export AWS=AKIA${'A'.repeat(16)}` }, '-----BEGIN RSA PRIVATE KEY-----'),
      call('Bash', { command: 'git log --oneline' }, 'deadbeef password reset form'),
    ]);
    expect(secretsIn(messages).map(({ kind }) => kind)).toEqual(['AWS access key', 'private key']);
  });
});
