import type { Command } from 'commander';
import { UsageError } from '../errors.ts';
import { type FolderOptions, folderOption, optionsOf } from '../options.ts';
import { threadShape } from '../shapes.ts';
import { folderOf, printJson, type Shell } from '../shell.ts';
import { oneLine } from '../text.ts';
import { deletedThread, nameOf, refuseLoneName, summaryOf, threadOf, withEngine } from '../threads.ts';

export function renameCommand(program: Command, shell: Shell): void {
  const command = program
    .command('rename')
    .description('give a thread another title')
    .usage('[options] [thread] <title>')
    .argument('<thread>', 'the most recent of this folder when left out')
    .argument('[title...]', 'the new title')
    .option('--json', 'the thread as JSON');
  folderOption(command).action(async (first: string, rest: string[]) => {
    const options = optionsOf<FolderOptions & { json?: boolean }>(command);
    const [ref, title] = rest.length === 0 ? [undefined, oneLine(first)] : [first, oneLine(rest.join(' '))];
    if (title === '') throw new UsageError('the title is empty', 'Give a title');
    await withEngine(shell, {}, (engine) => {
      refuseLoneName(engine, ref, title, 'the title');
      const thread = engine.update(threadOf(engine, shell, ref, options.cwd).id, { title });
      if (options.json) return printJson(shell.out, threadShape(summaryOf(engine, thread.id)));
      shell.err.write(`Renamed: ${oneLine(nameOf(thread))}\n`);
    });
  });
}

export function deleteCommand(program: Command, shell: Shell): void {
  const command = program
    .command('delete')
    .alias('rm')
    .description('delete a thread; --undo brings it back')
    .argument('[thread]', 'the most recent of this folder when left out')
    .option('--undo', 'bring a deleted thread back')
    .option('--json', 'the thread as JSON');
  folderOption(command).action(async (ref: string | undefined) => {
    const options = optionsOf<FolderOptions & { undo?: boolean; json?: boolean }>(command);
    await withEngine(shell, {}, (engine) => {
      if (options.undo) {
        const thread = engine.undelete(deletedThread(engine, ref, folderOf(shell, options.cwd)).id);
        if (options.json) return printJson(shell.out, threadShape(summaryOf(engine, thread.id)));
        shell.err.write(`Back again: ${oneLine(nameOf(thread))}\n`);
        return;
      }
      const thread = threadOf(engine, shell, ref, options.cwd);
      engine.delete(thread.id);
      if (options.json) return printJson(shell.out, threadShape(summaryOf(engine, thread.id)));
      shell.err.write(`Deleted ${oneLine(nameOf(thread))}. To undo: \`ccchat delete ${thread.id} --undo\`\n`);
    });
  });
}
