import type { Command } from 'commander';
import type { Json } from '../../store/types.ts';
import { optionsOf, type TalkOptions, talkOptions, threadSettings } from '../options.ts';
import { threadDetails } from '../shapes.ts';
import { folderOf, printJson, type Shell } from '../shell.ts';
import { oneLine } from '../text.ts';
import { keptSettings, summaryOf, withEngine } from '../threads.ts';
import { jsonObject } from './update.ts';

interface CreateOptions extends TalkOptions {
  title?: string;
  extra?: Record<string, Json>;
  json?: boolean;
}

export function createCommand(program: Command, shell: Shell): void {
  const command = program
    .command('create')
    .description('make an empty thread in this folder and print its id; `send --thread` talks to it')
    .option('--title <title>', 'its title; else what is said first')
    .option('--extra <json>', 'what extensions keep with it', jsonObject)
    .option('--json', 'the thread as JSON');
  talkOptions(command).action(() => create(shell, optionsOf<CreateOptions>(command)));
}

async function create(shell: Shell, options: CreateOptions): Promise<void> {
  const { extra } = options;
  const title = options.title === undefined ? undefined : oneLine(options.title) || undefined;
  const settings = keptSettings(threadSettings(options, shell));
  const cwd = folderOf(shell, options.cwd);
  await withEngine(shell, {}, (engine) => {
    const { id } = engine.create({ cwd, title, extra, settings });
    if (options.json) printJson(shell.out, threadDetails(summaryOf(engine, id)));
    else shell.out.write(`${id}\n`);
  });
}
