import type { Command } from 'commander';
import { type FolderOptions, folderOption, optionsOf } from '../options.ts';
import { printJson, type Shell } from '../shell.ts';
import { oneLine } from '../text.ts';
import { threadOf, withEngine } from '../threads.ts';

const marks = { pending: '☐', active: '▸', done: '☑' } as const;

export function todoCommand(program: Command, shell: Shell): void {
  const command = program
    .command('todo')
    .description("the model's own todo list")
    .argument('[thread]', 'the most recent of this folder when left out')
    .option('--json', 'as JSON');
  folderOption(command).action(async (ref: string | undefined) => {
    const options = optionsOf<FolderOptions & { json?: boolean }>(command);
    await withEngine(shell, {}, (engine) => {
      const todos = engine.todo(threadOf(engine, shell, ref, options.cwd).id);
      if (options.json) return printJson(shell.out, todos);
      for (const { text, state } of todos) {
        const line = `${marks[state]} ${oneLine(text)}`;
        shell.out.write(`${state === 'done' ? shell.out.style.dim(line) : line}\n`);
      }
      if (todos.length === 0) shell.err.write('The model made no todo list.\n');
    });
  });
}
