import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import type { SecretHit, SharedPage } from '../../engine/thread-tools.ts';
import { exitCodes, ShellError } from '../errors.ts';
import { type FolderOptions, folderOption, optionsOf } from '../options.ts';
import { pathFrom, printJson, type Shell } from '../shell.ts';
import { oneLine } from '../text.ts';
import { threadOf, withEngine } from '../threads.ts';

interface ShareOptions extends FolderOptions {
  folder?: string;
  yes?: boolean;
  serve?: boolean;
  json?: boolean;
}

export function shareCommand(program: Command, shell: Shell): void {
  const command = program
    .command('share')
    .description('write a thread as one searchable page that needs nothing else; nothing is sent anywhere')
    .argument('[thread]', 'the most recent of this folder when left out')
    .option('--folder <folder>', 'into this folder; else `shares` beside the database')
    .option('--serve', 'also serve it on this machine alone, until Ctrl+C')
    .option('--yes', 'also when it holds what looks like a key')
    .option('--json', 'as JSON');
  folderOption(command).action((ref: string | undefined) => share(shell, optionsOf<ShareOptions>(command), ref));
}

async function share(shell: Shell, options: ShareOptions, ref: string | undefined): Promise<void> {
  const page = await withEngine(shell, {}, async (engine): Promise<SharedPage | null> => {
    const thread = threadOf(engine, shell, ref, options.cwd);
    const secrets = engine.secrets(thread.id);
    for (const line of secretLines(secrets)) shell.err.write(`${line}\n`);
    if (secrets.length > 0 && !options.yes && !(await agrees(shell))) return null;
    const folder = options.folder === undefined ? undefined : pathFrom(shell, options.folder);
    return engine.share(thread.id, { folder });
  });
  if (page === null) {
    shell.err.write('Nothing was written.\n');
    shell.exitCode = exitCodes.failed;
    return;
  }
  if (options.json) printJson(shell.out, page);
  else shell.out.write(`${page.file}\n${page.url}\n`);
  if (options.serve) await serve(shell, page);
}

export function secretLines(secrets: readonly SecretHit[]): string[] {
  if (secrets.length === 0) return [];
  const hits = secrets.map(({ kind, hint, message }) => `  ${kind}: ${oneLine(hint)} (message ${message})`);
  return [`This thread holds what looks like ${secrets.length === 1 ? 'a key' : `${secrets.length} keys`}:`, ...hits];
}

async function agrees(shell: Shell): Promise<boolean> {
  const terminal = shell.openTerminal();
  if (terminal === null)
    throw new ShellError('it was not shared, because it may hold keys', 'Say --yes to share it all the same');
  try {
    const answer = await terminal.ask('Share it all the same? [y/N] ', new AbortController().signal);
    return /^y(es)?$/i.test(answer?.trim() ?? '');
  } finally {
    terminal.close();
  }
}

async function serve(shell: Shell, { file }: SharedPage): Promise<void> {
  const { servePage } = await import('../serve.ts');
  const served = await servePage(readFileSync(file, 'utf8'));
  shell.out.write(`${served.url}\n`);
  shell.err.write('Ctrl+C ends it.\n');
  await new Promise<void>((resolve) => {
    const stop = shell.onInterrupt(() => {
      stop();
      resolve();
    });
  });
  await served.close();
}

export function unshareCommand(program: Command, shell: Shell): void {
  const command = program
    .command('unshare')
    .description('remove the page of a thread that was shared')
    .argument('[thread]', 'the most recent of this folder when left out')
    .option('--json', 'as JSON');
  folderOption(command).action(async (ref: string | undefined) => {
    const options = optionsOf<FolderOptions & { json?: boolean }>(command);
    await withEngine(shell, {}, (engine) => {
      const file = engine.unshare(threadOf(engine, shell, ref, options.cwd).id);
      if (options.json) printJson(shell.out, { removed: file });
      else shell.err.write(`Removed ${oneLine(file)}\n`);
    });
  });
}
