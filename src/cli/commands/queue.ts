import type { Command } from 'commander';
import type { EngineApi } from '../../engine/api.ts';
import type { InboxItem, Thread, ThreadId } from '../../store/types.ts';
import { ShellError, UsageError } from '../errors.ts';
import { wordsFrom } from '../input.ts';
import { type FolderOptions, folderOption, optionsOf } from '../options.ts';
import { inboxShape } from '../shapes.ts';
import { printJson, type Shell } from '../shell.ts';
import { oneLine } from '../text.ts';
import { threadOf, withEngine } from '../threads.ts';

export type QueueAction =
  | { verb: 'list' }
  | { verb: 'add'; words: string[] }
  | { verb: 'edit'; n: number; words: string[] }
  | { verb: 'rm'; n: number }
  | { verb: 'move'; n: number; to: number };

interface QueueOptions extends FolderOptions {
  json?: boolean;
}

export function queueCommand(program: Command, shell: Shell): void {
  const command = program
    .command('queue')
    .description('what waits behind the turn: list it, add to it, change it')
    .usage('[options] [thread] [add TEXT | edit N TEXT | rm N | move N M]')
    .argument('[words...]')
    .option('--json', 'the queue as JSON')
    .addHelpText('after', '\nN and M are places in the queue, from 1.');
  folderOption(command).action((words: string[]) => queue(shell, optionsOf<QueueOptions>(command), words));
}

async function queue(shell: Shell, options: QueueOptions, words: string[]): Promise<void> {
  const { ref, action } = parseQueue(words);
  const text = 'words' in action ? await wordsFrom(shell, action.words, 'Use add TEXT or edit N TEXT; - reads it') : '';
  await withEngine(shell, {}, (engine) => {
    const thread = threadOf(engine, shell, ref, options.cwd);
    const said = apply(engine, thread.id, action, text);
    if (said !== null) shell.err.write(`${said}\n`);
    if (options.json) printJson(shell.out, engine.inbox.list(thread.id).map(inboxShape));
    else if (action.verb === 'list') printQueue(shell, engine, thread);
  });
}

const verbs = ['add', 'edit', 'rm', 'move'];

/** The thread comes first and may be left out; a thread whose title is one of the verbs is named by its id. */
export function parseQueue(words: string[]): { ref: string | undefined; action: QueueAction } {
  const [first, ...others] = words;
  const named = first !== undefined && !verbs.includes(first);
  const [verb, ...rest] = named ? others : words;
  return { ref: named ? first : undefined, action: parseAction(verb, rest) };
}

function parseAction(verb: string | undefined, rest: string[]): QueueAction {
  switch (verb) {
    case undefined:
      return { verb: 'list' };
    case 'add':
      return { verb, words: rest };
    case 'edit':
      return { verb, n: place(rest[0]), words: rest.slice(1) };
    case 'rm':
      return { verb, n: place(only(rest, 1)[0]) };
    case 'move':
      return { verb, n: place(only(rest, 2)[0]), to: place(rest[1]) };
    default:
      throw new UsageError(`a queue cannot "${verb}"`, 'Use add TEXT, edit N TEXT, rm N or move N M');
  }
}

function only(words: string[], count: number): string[] {
  if (words.length <= count) return words;
  throw new UsageError(`"${words[count]}" is too much`, 'Use rm N or move N M');
}

function place(word: string | undefined): number {
  if (word !== undefined && /^[1-9]\d*$/.test(word)) return Number(word);
  throw new UsageError(
    word === undefined ? 'the place in the queue is missing' : `"${word}" is no place in the queue`,
    'Places are numbers from 1; `ccchat queue` lists them',
  );
}

function apply(engine: EngineApi, thread: ThreadId, action: QueueAction, text: string): string | null {
  const waiting = engine.inbox.list(thread);
  switch (action.verb) {
    case 'list':
      return null;
    case 'add': {
      const item = engine.followUp(thread, text);
      const n = engine.inbox.list(thread).findIndex(({ id }) => id === item.id) + 1;
      return `Queued${n > 0 ? ` as ${n}` : ''}. ${whenItRuns(engine, thread)}`;
    }
    case 'edit':
      engine.inbox.edit(at(waiting, action.n).id, text);
      return `Changed ${action.n}.`;
    case 'rm':
      engine.inbox.remove(at(waiting, action.n).id);
      return `Removed ${action.n}.`;
    case 'move':
      at(waiting, action.to);
      engine.inbox.move(at(waiting, action.n).id, action.to - 1);
      return `Moved ${action.n} to ${action.to}.`;
  }
}

function whenItRuns(engine: EngineApi, thread: ThreadId): string {
  const { turn, paused } = engine.status(thread);
  if (turn !== null && turn.endedAt === null && !paused) return 'It runs when the turn ends.';
  return `It runs after the next prompt: \`ccchat send --thread ${thread} TEXT\``;
}

function at(waiting: InboxItem[], n: number): InboxItem {
  const item = waiting[n - 1];
  if (item) return item;
  const has = waiting.length === 0 ? 'nothing is queued' : `the queue has ${waiting.length}`;
  throw new ShellError(`there is no ${n} in the queue: ${has}`, '`ccchat queue` lists it');
}

function printQueue(shell: Shell, engine: EngineApi, thread: Thread): void {
  const { queue, paused } = { queue: engine.inbox.list(thread.id), paused: engine.status(thread.id).paused };
  if (queue.length === 0) shell.err.write('Nothing is queued.\n');
  for (const [index, item] of queue.entries()) {
    const kind = item.kind === 'follow-up' ? '' : shell.out.style.dim(` (${item.kind}, ${item.state})`);
    shell.out.write(`${index + 1}  ${oneLine(item.text)}${kind}\n`);
  }
  if (paused && queue.length > 0) shell.err.write('It waits for the next prompt.\n');
}
