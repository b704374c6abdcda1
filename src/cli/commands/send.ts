import type { Command } from 'commander';
import type { EngineApi } from '../../engine/api.ts';
import type { ThreadId, ThreadSettings } from '../../store/types.ts';
import { UsageError } from '../errors.ts';
import { wordsFrom } from '../input.ts';
import { engineOptions, optionsOf, type TalkOptions, talkOptions, threadSettings } from '../options.ts';
import { folderOf, type Shell } from '../shell.ts';
import { keptSettings, withEngine } from '../threads.ts';
import { refuseOwnedElsewhere, reportEnd, runTurns } from '../turns.ts';

interface SendOptions extends TalkOptions {
  thread?: string;
  new?: boolean;
  json?: boolean;
  followUps: boolean;
}

export function sendCommand(program: Command, shell: Shell): void {
  const command = program
    .command('send')
    .description('send a prompt and print the answer')
    .argument('<text...>', 'what to say; - reads it from standard input')
    .option('--thread <thread>', 'in this thread (id, beginning of it, or title)')
    .option('--new', 'in a new thread (the default)')
    .option('--json', 'every event as a line of JSON, the last one turn.end')
    .option('--no-follow-ups', 'leave what is queued behind the turn in the queue');
  talkOptions(command).action((words: string[]) => send(shell, optionsOf<SendOptions>(command), words));
}

async function send(shell: Shell, options: SendOptions, words: string[]): Promise<void> {
  if (options.thread !== undefined && options.new) {
    throw new UsageError('--thread and --new contradict each other', 'Give one of them');
  }
  const settings = threadSettings(options, shell);
  const text = await wordsFrom(shell, words, 'Give a text, or - to read it from standard input');
  const { jsonReporter, textReporter } = await import('../reporters.ts');
  await withEngine(shell, engineOptions(options, shell), async (engine) => {
    const made = options.thread === undefined;
    const thread = made ? create(engine, shell, options, settings) : engine.find(options.thread!).id;
    shell.err.write(`${shell.err.style.dim(thread)}\n`);
    refuseOwnedElsewhere(engine, thread);
    if (!made && options.cwd) engine.update(thread, { cwd: folderOf(shell, options.cwd) });
    let left: 'thread' | 'nothing' = 'thread';
    const end = await runTurns(engine, shell, {
      thread,
      start: () => engine.prompt(thread, text, { settings }),
      followUps: options.followUps,
      reporter: options.json ? jsonReporter(shell.out) : textReporter(shell),
    }).finally(() => {
      if (made && engine.discard(thread)) left = 'nothing'; // a turn that never began leaves nothing behind
    });
    reportEnd(shell, end, left);
  });
}

function create(engine: EngineApi, shell: Shell, options: SendOptions, settings: ThreadSettings): ThreadId {
  return engine.create({ cwd: folderOf(shell, options.cwd), settings: keptSettings(settings) }).id;
}
