import { type Command, InvalidArgumentError, Option } from 'commander';
import type { ThreadPatch } from '../../engine/api.ts';
import type { Json, PermissionMode, Thread } from '../../store/types.ts';
import { UsageError } from '../errors.ts';
import { type FolderOptions, folderOption, optionsOf } from '../options.ts';
import { threadDetails } from '../shapes.ts';
import { printJson, type Shell } from '../shell.ts';
import { oneLine } from '../text.ts';
import { nameOf, summaryOf, threadOf, withEngine } from '../threads.ts';

type KeptMode = Exclude<PermissionMode, 'bypass'>;
const modes: KeptMode[] = ['ask', 'plan', 'accept-edits', 'read-only'];

interface UpdateOptions extends FolderOptions {
  title?: string;
  model?: string;
  mode?: PermissionMode;
  pin?: boolean;
  archive?: boolean;
  extra?: Record<string, Json>;
  json?: boolean;
}

export function updateCommand(program: Command, shell: Shell): void {
  const command = program
    .command('update')
    .description('change a thread: title, model, mode, pinned, archived, extra')
    .argument('[thread]', 'the most recent of this folder when left out')
    .option('--title <title>', 'another title')
    .option('--model <model>', 'the model that answers from now on')
    .addOption(new Option('--mode <mode>', 'what may be done without asking from now on').choices(modes))
    .option('--pin', 'keep it at the top of lists')
    .option('--no-pin', 'no longer')
    .option('--archive', 'take it out of lists')
    .option('--no-archive', 'put it back')
    .option('--extra <json>', 'set these keys of what extensions keep with it; null removes one', jsonObject)
    .option('--json', 'the thread as JSON');
  folderOption(command).action((ref: string | undefined) => update(shell, optionsOf<UpdateOptions>(command), ref));
}

async function update(shell: Shell, options: UpdateOptions, ref: string | undefined): Promise<void> {
  if (options.mode === 'bypass')
    throw new UsageError('bypass is never kept', 'Say it with `ccchat send --mode bypass`, for that turn');
  const given = [options.title, options.model, options.mode, options.pin, options.archive, options.extra];
  if (given.every((one) => one === undefined))
    throw new UsageError('there is nothing to change', 'Say what: `ccchat update --help`');
  await withEngine(shell, {}, (engine) => {
    const { id, ...thread } = threadOf(engine, shell, ref, options.cwd);
    const changed = engine.update(id, patchOf(options, thread));
    if (options.json) printJson(shell.out, threadDetails(summaryOf(engine, id)));
    else shell.err.write(`Changed: ${oneLine(nameOf(changed))}\n`);
  });
}

function patchOf({ title, model, mode, pin, archive, extra }: UpdateOptions, thread: Omit<Thread, 'id'>): ThreadPatch {
  const settings = { ...thread.settings, ...(model === undefined ? {} : { model }), ...(mode && { mode }) };
  const merged = Object.entries({ ...thread.extra, ...extra }).filter(([, value]) => value !== null);
  return {
    ...(title === undefined ? {} : { title }),
    ...(model === undefined && mode === undefined ? {} : { settings }),
    ...(pin === undefined ? {} : { pinned: pin }),
    ...(archive === undefined ? {} : { archived: archive }),
    ...(extra === undefined ? {} : { extra: Object.fromEntries(merged) }),
  };
}

export function jsonObject(text: string): Record<string, Json> {
  try {
    const value = JSON.parse(text) as unknown;
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value as Record<string, Json>;
  } catch {
    // said below
  }
  throw new InvalidArgumentError('It is a JSON object, such as {"ticket":"A-12"}.');
}
