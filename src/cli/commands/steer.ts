import type { Command } from 'commander';
import { wordsFrom } from '../input.ts';
import { type FolderOptions, folderOption, optionsOf } from '../options.ts';
import { inboxShape, turnShape } from '../shapes.ts';
import { printJson, type Shell } from '../shell.ts';
import { refuseLoneName, threadOf, withEngine } from '../threads.ts';

export function steerCommand(program: Command, shell: Shell): void {
  const command = program
    .command('steer')
    .description('say something to the turn that runs, wherever it runs')
    .usage('[options] [thread] <text>')
    .argument('<thread>', 'the most recent of this folder when left out')
    .argument('[text...]', 'what to say; - reads it from standard input')
    .option('--now', 'interrupt the turn and say it at once')
    .option('--json', 'what waits now, as JSON');
  folderOption(command).action(async (first: string, rest: string[]) => {
    const options = optionsOf<FolderOptions & { now?: boolean; json?: boolean }>(command);
    const [ref, words] = rest.length === 0 ? [undefined, [first]] : [first, rest];
    const text = await wordsFrom(shell, words, 'Give a text, or - to read it from standard input');
    await withEngine(shell, {}, (engine) => {
      refuseLoneName(engine, ref, text, 'what to say');
      const thread = threadOf(engine, shell, ref, options.cwd);
      engine.steer(thread.id, text, { now: options.now === true });
      if (options.json) return printJson(shell.out, engine.inbox.list(thread.id).map(inboxShape));
      shell.err.write(
        options.now ? `Interrupting ${thread.id} with it.\n` : `${thread.id} gets it at the next tool.\n`,
      );
    });
  });
}

export function abortCommand(program: Command, shell: Shell): void {
  const command = program
    .command('abort')
    .description('interrupt the turn that runs, wherever it runs; what is queued stays')
    .argument('[thread]', 'the most recent of this folder when left out')
    .option('--json', 'the turn as it ended, as JSON');
  folderOption(command).action(async (ref: string | undefined) => {
    const options = optionsOf<FolderOptions & { json?: boolean }>(command);
    await withEngine(shell, {}, async (engine) => {
      const thread = threadOf(engine, shell, ref, options.cwd);
      await engine.abort(thread.id);
      const { turn } = engine.status(thread.id);
      if (options.json) printJson(shell.out, turn && turnShape(turn));
      else shell.err.write(`Interrupted ${thread.id}.\n`);
    });
  });
}
