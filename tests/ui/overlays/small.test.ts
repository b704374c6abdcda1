import { afterEach, describe, expect, it } from 'vitest';
import type { Message, ThreadId } from '../../../src/store/types.ts';
import { closed } from '../../../src/ui/overlay.ts';
import { createChoose } from '../../../src/ui/overlays/choose.ts';
import { createConfirm } from '../../../src/ui/overlays/confirm.ts';
import { createDiff } from '../../../src/ui/overlays/diff.ts';
import { createHelp } from '../../../src/ui/overlays/help.ts';
import { createQuestion } from '../../../src/ui/overlays/question.ts';
import { createQueue } from '../../../src/ui/overlays/queue.ts';
import { createRevert } from '../../../src/ui/overlays/revert.ts';
import { createViewer } from '../../../src/ui/overlays/viewer.ts';
import {
  awkward,
  busyAgent,
  fitsEverywhere,
  middle,
  narrow,
  openTable,
  page,
  pressed,
  screen,
  type Table,
  typed,
  wide,
} from './support.ts';

let table: Table;
afterEach(() => table.close());

async function talk(turns: number): Promise<{ thread: ThreadId; prompts: Message[] }> {
  let thread: ThreadId | undefined;
  const prompts: Message[] = [];
  table = await openTable(({ thread: make, turn }) => {
    thread = make('Talk');
    for (let i = 1; i <= turns; i++)
      prompts.push(
        turn(thread, `Question ${i}`, `Answer ${i}`, [
          {
            use: { name: 'Write', input: { file_path: `/work/project/file-${i}.txt`, content: `${i}\n` } },
            result: `File created successfully at: /work/project/file-${i}.txt`,
          },
        ]),
      );
  });
  return { thread: thread!, prompts };
}

describe('going back', () => {
  it('lists turns with the newest last, and says what would be taken back', async () => {
    const { thread, prompts } = await talk(60);
    const overlay = createRevert(table.context(thread));
    fitsEverywhere(overlay);
    const rows = screen(overlay, middle).filter((line) => line.includes('Question'));
    expect(rows.at(-2)).toContain('› Question 60');
    expect(page(overlay, middle)).toContain('Takes back this turn');
    pressed(overlay, middle, 'up', 'up');
    expect(page(overlay, wide)).toContain('Takes back this and 2 later turns');
    expect(page(overlay, wide)).toContain('file-58.txt');
    expect(pressed(overlay, middle, 'enter')).toEqual({ type: 'revert', thread, message: prompts[57]!.id });
    expect(pressed(overlay, middle, 'f')).toEqual({ type: 'fork', thread, message: prompts[57]!.id });
    pressed(overlay, middle, 'home');
    expect(pressed(overlay, middle, 'enter')).toEqual({ type: 'revert', thread, message: prompts[0]!.id });
    pressed(overlay, middle, 'end');
    expect(pressed(overlay, middle, 'enter')).toMatchObject({ message: prompts[59]!.id });
  });

  it('has something to say when nothing was said', async () => {
    table = await openTable();
    const overlay = createRevert(table.context(null));
    fitsEverywhere(overlay);
    expect(page(overlay, narrow)).toContain('Nothing has been said yet');
    expect(pressed(overlay, narrow, 'enter')).toEqual({ type: 'stay' });
  });
});

describe('the queue', () => {
  const open = async () => {
    table = await openTable(({ thread }) => thread('Queue'));
    const thread = table.engine.list()[0]!.id;
    table.engine.inbox.pause(thread);
    for (const text of ['one', 'two\nlines', 'three']) table.engine.followUp(thread, text);
    return thread;
  };
  const texts = (thread: ThreadId) => table.engine.inbox.list(thread).map((item) => item.text);

  it('edits, reorders, deletes and puts back', async () => {
    const thread = await open();
    const overlay = createQueue(table.context(thread));
    fitsEverywhere(overlay);
    expect(page(overlay, middle)).toContain('paused');
    pressed(overlay, middle, 'shift+j');
    expect(texts(thread)).toEqual(['two\nlines', 'one', 'three']);
    pressed(overlay, middle, 'e');
    typed(overlay, middle, ' more');
    fitsEverywhere(overlay);
    pressed(overlay, middle, 'ctrl+j');
    typed(overlay, middle, 'here');
    pressed(overlay, middle, 'enter');
    expect(texts(thread)).toEqual(['two\nlines', 'one more\nhere', 'three']);
    pressed(overlay, middle, 'd');
    expect(texts(thread)).toEqual(['two\nlines', 'three']);
    pressed(overlay, middle, 'u');
    expect(texts(thread)).toEqual(['two\nlines', 'one more\nhere', 'three']);
    expect(pressed(overlay, middle, 't')).toEqual({ type: 'compose', text: 'one more\nhere' });
    expect(texts(thread)).toEqual(['two\nlines', 'three']);
  });

  it('goes on, adds, and keeps up with the engine', async () => {
    const thread = await open();
    const overlay = createQueue(table.context(thread));
    pressed(overlay, middle, 's');
    expect(page(overlay, middle)).toContain('no turn runs that could be steered');
    pressed(overlay, middle, 'a');
    typed(overlay, middle, 'four');
    pressed(overlay, middle, 'enter');
    expect(texts(thread)).toEqual(['one', 'two\nlines', 'three', 'four']);
    table.engine.subscribe((event) => overlay.engineEvent?.(event));
    pressed(overlay, middle, 'p');
    expect(table.engine.status(thread).paused).toBe(false);
    await table.engine.waitForIdle(thread);
    expect(page(overlay, middle)).toContain('Nothing waits');
  });

  it('makes a follow-up a steer while a turn runs', async () => {
    table = await openTable(({ thread }) => thread('Queue'), busyAgent());
    const thread = table.engine.list()[0]!.id;
    const turn = table.engine.prompt(thread, 'work');
    for (const text of ['one', 'two']) table.engine.followUp(thread, text);
    const overlay = createQueue(table.context(thread));
    pressed(overlay, middle, 's');
    expect(table.engine.inbox.list(thread).map(({ kind, text }) => [kind, text])).toEqual([
      ['steer', 'one'],
      ['follow-up', 'two'],
    ]);
    expect(page(overlay, middle)).toMatch(/steer +one/);
    fitsEverywhere(overlay);
    const later = table.engine.steer(thread, 'three');
    const again = createQueue(table.context(thread));
    expect(page(again, middle)).toMatch(/1\. +steer +one[\s\S]*2\. +steer +three[\s\S]*3\. +follow-up +two/);
    pressed(again, middle, 'down', 'down', 'shift+k');
    expect(page(again, middle)).toMatch(/3\. +follow-up +two/);
    table.engine.inbox.remove(later.id);
    table.engine.inbox.pause(thread);
    await table.engine.abort(thread);
    expect((await turn).state).toBe('interrupted');
  });

  it('is empty in words', async () => {
    table = await openTable();
    const overlay = createQueue(table.context(null));
    fitsEverywhere(overlay);
    expect(page(overlay, middle)).toContain('Nothing waits');
  });
});

describe('changed files', () => {
  it('lists them and shows their patches', async () => {
    const { thread } = await talk(3);
    const overlay = createDiff(table.context(thread));
    fitsEverywhere(overlay);
    expect(page(overlay, middle)).toContain('A file-1.txt');
    expect(page(overlay, middle)).toContain('3 files +3 -0');
    expect(pressed(overlay, middle, 'down', 'y')).toMatchObject({
      type: 'copy',
      text: '--- /dev/null\n+++ b/file-2.txt\n@@ -0,0 +1,1 @@\n+2\n',
    });
    const patch = pressed(overlay, middle, 'enter');
    if (patch.type !== 'open') throw new Error('no patch');
    fitsEverywhere(patch.overlay);
    expect(page(patch.overlay, middle)).toMatch(/\+ ?2/);
    const last = table.engine.turns(thread, { limit: 1 })[0]!;
    expect(page(createDiff(table.context(thread), { turn: last.id }), middle)).toContain('1 file +1 -0');
  });

  it('says when there are none', async () => {
    table = await openTable();
    const overlay = createDiff(table.context(null));
    fitsEverywhere(overlay);
    expect(page(overlay, narrow)).toContain('This thread has changed no file');
  });
});

describe('help', () => {
  it('finds keys and commands by what they do', async () => {
    table = await openTable();
    const overlay = createHelp(table.context(null));
    fitsEverywhere(overlay);
    expect(page(overlay, middle)).toContain('Ctrl+S');
    pressed(overlay, middle, 'end');
    fitsEverywhere(overlay);
    typed(overlay, middle, 'unrevert');
    expect(page(overlay, middle)).toContain('/unrevert');
    expect(page(overlay, middle)).not.toContain('Ctrl+S');
    typed(overlay, middle, 'xyzzy');
    expect(page(overlay, middle)).toContain('No key and no command');
    expect(pressed(overlay, middle, 'esc')).toEqual({ type: 'stay' });
    expect(pressed(overlay, middle, 'esc')).toEqual({ type: 'close' });
  });
});

describe('small questions', () => {
  it('a confirmation takes only its own keys', async () => {
    table = await openTable();
    let done = 0;
    const overlay = createConfirm(table.context(null), {
      title: 'Sure?',
      question: awkward.join(' '),
      yes: 'do it',
      onYes() {
        done++;
        return closed;
      },
    });
    fitsEverywhere(overlay);
    expect(pressed(overlay, middle, 'enter', 'space', 'x')).toEqual({ type: 'stay' });
    expect(done).toBe(0);
    expect(pressed(overlay, middle, 'y')).toEqual({ type: 'close' });
    expect(done).toBe(1);
    expect(pressed(overlay, middle, 'n')).toEqual({ type: 'close' });
  });

  it('a question keeps its answer when it is refused, and says why', async () => {
    table = await openTable();
    const overlay = createQuestion(table.context(null), {
      title: 'Name',
      question: 'What?',
      text: 'old',
      onAnswer(text) {
        if (text !== 'old and new') throw new Error('too short');
        return closed;
      },
    });
    expect(pressed(overlay, middle, 'enter')).toEqual({ type: 'stay' });
    expect(page(overlay, middle)).toContain('too short');
    typed(overlay, middle, ' and new');
    fitsEverywhere(overlay);
    expect(pressed(overlay, middle, 'enter')).toEqual({ type: 'close' });
  });

  it('a choice can be typed where any word will do', async () => {
    table = await openTable();
    const chosen: string[] = [];
    const overlay = createChoose(table.context(null), {
      title: 'Model',
      choices: [
        { value: 'opus', help: 'strong' },
        { value: 'haiku', help: 'quick' },
      ],
      current: 'haiku',
      accept: 'any',
      onChoice(value) {
        chosen.push(value);
        return closed;
      },
    });
    fitsEverywhere(overlay);
    pressed(overlay, middle, 'enter', 'up', 'enter');
    typed(overlay, middle, 'my-model');
    pressed(overlay, middle, 'enter');
    expect(chosen).toEqual(['haiku', 'opus', 'my-model']);
  });

  it('a text can be scrolled and copied', async () => {
    table = await openTable();
    const text = Array.from({ length: 100 }, (_, i) => `line ${i} ${awkward[i % awkward.length]}`).join('\n');
    const overlay = createViewer(table.context(null), { title: 'Status', text });
    fitsEverywhere(overlay);
    pressed(overlay, narrow, 'end');
    expect(page(overlay, narrow)).toContain('line 99');
    expect(pressed(overlay, narrow, 'y')).toEqual({ type: 'copy', text, what: 'status' });
    expect(pressed(overlay, narrow, 'q')).toEqual({ type: 'close' });
  });
});
