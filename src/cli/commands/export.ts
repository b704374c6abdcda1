import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Command, Option } from 'commander';
import type { ExportFormat } from '../../engine/thread-tools.ts';
import { ShellError } from '../errors.ts';
import { type FolderOptions, folderOption, optionsOf } from '../options.ts';
import { pathFrom, type Shell } from '../shell.ts';
import { oneLine, sanitise } from '../text.ts';
import { threadOf, withEngine } from '../threads.ts';

const formats: Record<string, ExportFormat> = {
  md: 'markdown',
  markdown: 'markdown',
  json: 'json',
  html: 'html',
  htm: 'html',
};

interface ExportOptions extends FolderOptions {
  format?: string;
  output?: string;
  force?: boolean;
}

export function exportCommand(program: Command, shell: Shell): void {
  const command = program
    .command('export')
    .description('write a thread as Markdown, JSON or one HTML page')
    .argument('[thread]', 'the most recent of this folder when left out')
    .addOption(new Option('--format <format>', 'else by the name of the file, else md').choices(['md', 'json', 'html']))
    .option('-o, --output <file>', 'into this file instead of standard output')
    .option('--force', 'also when the file is there already');
  folderOption(command).action(async (ref: string | undefined) => {
    const { format, output, force, cwd } = optionsOf<ExportOptions>(command);
    await withEngine(shell, {}, (engine) => {
      const thread = threadOf(engine, shell, ref, cwd);
      const byName = output === undefined ? undefined : formats[path.extname(output).slice(1).toLowerCase()];
      const chosen = format === undefined ? (byName ?? 'markdown') : formats[format]!;
      const text = engine.export(thread.id, chosen);
      if (output === undefined) return shell.out.write(shell.out.isTTY ? sanitise(text) : text);
      const file = pathFrom(shell, output);
      write(file, text, force ? 'w' : 'wx');
      shell.err.write(`Wrote ${oneLine(file)}\n`);
    });
  });
}

function write(file: string, text: string, flag: 'w' | 'wx'): void {
  try {
    writeFileSync(file, text, { flag, mode: 0o600 });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT')
      throw new ShellError(`there is no folder ${path.dirname(file)}`, 'Give another place with -o');
    if (code === 'EEXIST') throw new ShellError(`${file} is there already`, 'Give another name, or --force');
    throw new ShellError(`cannot write ${file}: ${message}`, 'Give another place with -o', { cause: error });
  }
}
