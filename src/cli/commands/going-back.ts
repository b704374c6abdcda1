import type { Command } from 'commander';
import type { ThreadSummary } from '../../engine/api.ts';
import { openChat } from '../chat.ts';
import { configured, screenSettingsOf } from '../configured.ts';
import {
  engineOptions,
  type FolderOptions,
  folderOption,
  optionsOf,
  type TalkOptions,
  talkOptions,
  threadSettings,
} from '../options.ts';
import { threadShape } from '../shapes.ts';
import { printJson, type Shell } from '../shell.ts';
import { sanitise } from '../text.ts';
import { combine, keptSettings, summaryOf, threadOf, withEngine, withSettings } from '../threads.ts';

interface ForkOptions extends TalkOptions {
  at?: string;
  json?: boolean;
}

export function forkCommand(program: Command, shell: Shell): void {
  const command = program
    .command('fork')
    .description('start a thread from a point of another one, and open it')
    .argument('[thread]', 'the most recent of this folder when left out')
    .option('--at <message>', 'up to and with the turn of this message; else all of it')
    .option('--json', 'print the new thread instead of opening it');
  talkOptions(command).action((ref: string | undefined) => fork(shell, optionsOf<ForkOptions>(command), ref));
}

async function fork(shell: Shell, options: ForkOptions, ref: string | undefined): Promise<void> {
  const given = threadSettings(options, shell);
  const opens = !options.json && shell.inputIsTTY && shell.out.isTTY;
  await withEngine(shell, { ...engineOptions(options, shell, given), warmSpare: opens }, async (engine) => {
    const thread = threadOf(engine, shell, ref, options.cwd);
    const at = options.at === undefined ? undefined : engine.findMessage(thread.id, options.at).id;
    const made = engine.fork(thread.id, at);
    const kept = keptSettings(given);
    if (Object.keys(kept).length > 0) engine.update(made.id, { settings: combine(made.settings, kept) });
    if (opens) {
      shell.exitCode = await withSettings(engine, made.id, given, () =>
        openChat(engine, { ...screenSettingsOf(configured(shell, options.cwd)), thread: made.id }),
      );
    } else printThread(shell, summaryOf(engine, made.id), options.json, `${made.id}\n`);
  });
}

interface LineOptions extends FolderOptions {
  json?: boolean;
}

export function revertCommand(program: Command, shell: Shell): void {
  const command = program
    .command('revert')
    .description('go back to before the turn of a message')
    .usage('[options] [thread] <message>')
    .argument('<thread>', 'the most recent of this folder when left out')
    .argument('[message]', 'its id or the beginning of it; `ccchat show` prints them')
    .option('--json', 'print the thread as JSON');
  folderOption(command).action(async (first: string, second: string | undefined) => {
    const options = optionsOf<LineOptions>(command);
    const [ref, message] = second === undefined ? [undefined, first] : [first, second];
    await withEngine(shell, {}, (engine) => {
      const thread = threadOf(engine, shell, ref, options.cwd);
      const reverted = engine.revert(thread.id, engine.findMessage(thread.id, message).id);
      printThread(shell, reverted.thread, options.json, `${sanitise(reverted.text)}\n`);
      if (!options.json) {
        shell.err.write(`That prompt is taken back. To undo: \`ccchat unrevert ${thread.id}\`\n`);
      }
    });
  });
}

export function unrevertCommand(program: Command, shell: Shell): void {
  const command = program
    .command('unrevert')
    .description('undo a revert')
    .argument('[thread]', 'the most recent of this folder when left out')
    .option('--json', 'print the thread as JSON');
  folderOption(command).action(async (ref: string | undefined) => {
    const options = optionsOf<LineOptions>(command);
    await withEngine(shell, {}, (engine) => {
      const thread = engine.unrevert(threadOf(engine, shell, ref, options.cwd).id);
      printThread(shell, thread, options.json, `${thread.id} has ${thread.messages} messages again.\n`);
    });
  });
}

function printThread(shell: Shell, thread: ThreadSummary, json: boolean | undefined, text: string): void {
  if (json) printJson(shell.out, threadShape(thread));
  else shell.out.write(text);
}
