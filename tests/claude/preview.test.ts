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
