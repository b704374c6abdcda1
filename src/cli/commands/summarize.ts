import type { Command } from 'commander';
import { engineOptions, optionsOf, type TalkOptions, talkOptions, threadSettings } from '../options.ts';
import { messageShape, textOf } from '../shapes.ts';
import { printJson, type Shell } from '../shell.ts';
import { sanitise } from '../text.ts';
import { threadOf, withEngine } from '../threads.ts';

interface Options extends TalkOptions {
  json?: boolean;
}

export function summarizeCommand(program: Command, shell: Shell): void {
  const command = program
    .command('summarize')
    .description('have the model sum a thread up; the next turns go on from the summary, the originals stay')
    .argument('[thread]', 'the most recent of this folder when left out')
    .option('--json', 'the summary message as JSON');
  talkOptions(command).action(async (ref: string | undefined) => {
    const options = optionsOf<Options>(command);
    const defaults = threadSettings(options, shell);
    await withEngine(shell, engineOptions(options, shell, defaults), async (engine) => {
      const message = await engine.summarize(threadOf(engine, shell, ref, options.cwd).id);
      if (options.json) printJson(shell.out, messageShape(message));
      else shell.out.write(`${sanitise(textOf(message.blocks)).trimEnd()}\n`);
    });
  });
}
