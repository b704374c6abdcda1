// What the screen shows of the running reply, and never of one before it: the screen can be late.
import { expect, test } from 'vitest';
import { previews } from '../../src/engine/claude/preview.ts';

const view = (...lines: string[]) => ({ lines: [...lines, ''], cursor: { row: lines.length, column: 0 } });

function listening() {
  const told: string[] = [];
  return { told, preview: previews((text) => told.push(text)) };
}

test('a reply grows, and is over when its block is whole', () => {
  const { told, preview } = listening();
  preview.look(view('you: hi', 'claude: Good'));
  preview.look(view('you: hi', 'claude: Good morning'));
  preview.finished('Good **morning**.');
  preview.look(view('you: hi', 'claude: Good morning.'));
  expect(told).toEqual(['Good', 'Good morning']);
});

test('a reply that reaches the screen after its turn is not taken for the next one', () => {
  const { told, preview } = listening();
  preview.finished('Answer: **denied**');
  preview.begins(view('you: one', 'tool error: no'));
  preview.look(view('you: one', 'claude: Answer: den'));
  preview.look(view('you: one', 'claude: Answer: denied'));
  preview.finished('I look.');
  preview.look(view('you: one', 'claude: Answer: denied'));
  preview.look(view('you: two', 'claude: Another'));
  expect(told).toEqual(['Another']);
});

test('a reply that begins like the one before shows from where they part', () => {
  const { told, preview } = listening();
  preview.finished('It is done.');
  preview.begins(view('you: one', 'tool: Bash (ls)'));
  preview.look(view('you: two', 'claude: It is'));
  preview.look(view('you: two', 'claude: It is not'));
  expect(told).toEqual(['It is not']);
});

test('a reply with the words of the one before is shown, however its prompt is worded', () => {
  for (const prompt of ['you: again', 'you: one']) {
    const { told, preview } = listening();
    const before = ['you: one', 'claude: It is done.', 'Baked for 2s'];
    preview.finished('It is done.');
    preview.begins(view(...before));
    preview.look(view(...before));
    preview.look(view(...before, prompt));
    preview.look(view(...before));
    preview.look(view(...before, prompt, 'claude: It'));
    preview.look(view(...before, prompt, 'claude: It is'));
    preview.finished('It is done.');
    preview.look(view(...before, prompt, 'claude: It is done.'));
    expect(told).toEqual(['It', 'It is']);
  }
});

test('replies of one turn may say the same', () => {
  const { told, preview } = listening();
  const lines = ['you: one', 'claude: I look.', 'tool: Bash (ls)'];
  preview.begins(view());
  preview.finished('I look.');
  preview.look(view(...lines.slice(0, 2)));
  preview.look(view(...lines, 'claude: I'));
  preview.look(view(...lines, 'you: and a steer', 'claude: I look.'));
  expect(told).toEqual(['I', 'I look.']);
});

test('a turn that begins by itself does not show what an interrupted one left', () => {
  const { told, preview } = listening();
  const lines = ['you: one', 'claude: Of cour'];
  preview.begins(view());
  preview.look(view(...lines));
  preview.finished();
  preview.look(view(...lines));
  preview.look(view(...lines, 'you: two', 'claude: Of'));
  expect(told).toEqual(['Of cour', 'Of']);
});

test('a message that waits below a reply does not end it', () => {
  const { told, preview } = listening();
  preview.begins(view());
  preview.look(view('you: one', 'claude: It', 'you: two', 'Queued  ·  ctrl+x ctrl+s to send now', 'Herding…'));
  expect(told).toEqual(['It']);
});
