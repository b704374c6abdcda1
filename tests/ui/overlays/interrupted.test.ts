// What `claude` tells the model when a turn is stopped is no prompt of the person's: every overlay says `interrupted`, as the chat does.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ThreadId } from '../../../src/store/types.ts';
import { createReader } from '../../../src/ui/overlays/reader.ts';
import { createRevert } from '../../../src/ui/overlays/revert.ts';
import { createSearch } from '../../../src/ui/overlays/search.ts';
import { createThreads } from '../../../src/ui/overlays/threads.ts';
import { createTree } from '../../../src/ui/overlays/tree.ts';
import { fitsEverywhere, middle, openTable, page, pressed, type Table, wide } from './support.ts';

const rejected =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). STOP what you are doing and wait for the user to tell you how to proceed.";

let table: Table;
let stopped: ThreadId;
let fork: ThreadId;

beforeEach(async () => {
  table = await openTable(({ store, thread }) => {
    stopped = thread('Stopped');
    const turn = store.turns.create({ thread: stopped }).id;
    const say = (rest: Omit<Parameters<typeof store.messages.append>[0], 'thread' | 'turn'>) =>
      store.messages.append({ thread: stopped, turn, ...rest });
    const prompt = say({ role: 'user', via: 'prompt', blocks: [{ type: 'text', text: 'Tidy up' }] });
    say({ role: 'assistant', blocks: [{ type: 'tool_use', id: 't', name: 'Bash', input: { command: './tidy' } }] });
    say({
      role: 'tool',
      blocks: [{ type: 'tool_result', tool_use_id: 't', content: rejected, is_error: true }],
    });
    say({ role: 'user', blocks: [{ type: 'text', text: '[Request interrupted by user for tool use]' }] });
    store.turns.update(turn, { state: 'interrupted', prompt: prompt.id, durationMs: 1 });
  });
  fork = table.engine.fork(stopped).id;
});
afterEach(() => table.close());

it.each([
  ['the fork tree', () => createTree(table.context(fork)), '■ interrupted'],
  ['where a fork branched off', () => createTree(table.context(fork)), 'after message 4: “interrupted”'],
  ['the thread picker', () => createThreads(table.context(null)), '■ interrupted'],
  ['the way back', () => createRevert(table.context(stopped)), 'interrupted Tidy up'],
  ['the reader', () => createReader(table.context(stopped)), '└ interrupted'],
  [
    'a search that finds the words to the model',
    () => createSearch(table.context(null), { query: 'request' }),
    'interrupted',
  ],
  [
    'a search that finds the result of the tool',
    () => createSearch(table.context(null), { query: 'rejected' }),
    'interrupted',
  ],
])('%s', (_where, open, shown) => {
  const overlay = open();
  fitsEverywhere(overlay);
  expect(page(overlay, wide).replace(/ +$/gm, '')).toContain(shown);
  expect(page(overlay, wide)).not.toMatch(/\[Request|STOP|doesn't want/);
});

it('what the reader copies', () => {
  const reader = createReader(table.context(stopped));
  expect(pressed(reader, middle, 'y')).toMatchObject({ type: 'copy', text: './tidy' });
  expect(pressed(reader, middle, 'shift+y')).toMatchObject({ type: 'copy', text: '> Tidy up\n\ninterrupted' });
});
