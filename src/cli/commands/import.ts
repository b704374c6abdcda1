import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Command } from 'commander';
import type { ImportReport } from '../../engine/thread-tools.ts';
import { exitCodes } from '../errors.ts';
import { optionsOf } from '../options.ts';
import { progressBar } from '../progress.ts';
import { pathFrom, printJson, type Shell } from '../shell.ts';
import { oneLine } from '../text.ts';
import { withEngine } from '../threads.ts';

export function importCommand(program: Command, shell: Shell): void {
  const command = program
    .command('import')
    .description(
      'bring in the conversations you had with claude itself, or threads that ccchat exported; safe to repeat',
    )
    .argument(
      '[paths...]',
      'folders of history, transcripts (.jsonl) or exported threads (.json, - for standard input); left out: all of the history of claude',
    )
    .option('--json', 'the report as JSON')
    .action((paths: string[]) => bringIn(shell, optionsOf<{ json?: boolean }>(command), paths));
}

async function bringIn(shell: Shell, options: { json?: boolean }, paths: string[]): Promise<void> {
  const input = await inputFile(shell, paths);
  const stop = new AbortController();
  const stopListening = shell.onInterrupt(() => stop.abort());
  const bar = progressBar(shell.err, shell.now);
  try {
    const report = await withEngine(shell, {}, (engine) =>
      engine.import({
        paths: paths.map((name) => (name === '-' ? input!.file : pathFrom(shell, name))),
        signal: stop.signal,
        onProgress: ({ files, totalFiles, bytes, totalBytes, threads, messages }) =>
          bar.show(
            totalBytes === 0 ? 1 : bytes / totalBytes,
            `${files} of ${totalFiles} files, ${threads} threads, ${messages} messages`,
          ),
      }),
    );
    bar.end();
    if (options.json) printJson(shell.out, report);
    else for (const line of reportLines(report)) shell.out.write(`${line}\n`);
    for (const { file, reason } of options.json ? [] : report.unreadable)
      shell.err.write(`${oneLine(file)}: ${oneLine(reason)}\n`);
    if (report.interrupted) shell.err.write('Stopped. The same command goes on from here.\n');
    if (report.interrupted) shell.exitCode = exitCodes.interrupted;
    else if (report.unreadable.length > 0 && report.files === report.unreadable.length)
      shell.exitCode = exitCodes.failed;
  } finally {
    bar.end();
    stopListening();
    input?.remove();
  }
}

/** What comes through a pipe is a file like any other for as long as it is read. */
async function inputFile(shell: Shell, paths: readonly string[]) {
  if (!paths.includes('-')) return null;
  const folder = mkdtempSync(path.join(tmpdir(), 'ccchat-import-'));
  const file = path.join(folder, 'input.json');
  writeFileSync(file, await shell.readInput(), { mode: 0o600 });
  return { file, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export function reportLines(report: ImportReport): string[] {
  const { created, continued, turns, messages, unchanged, own, empty, unreadable } = report;
  const one = (number: number, name: string) => `${number} ${name}${number === 1 ? '' : 's'}`;
  const grown = continued.length === 0 ? '' : `, ${one(continued.length, 'thread')} gone on with`;
  const first = `${one(created.length, 'new thread')}${grown}: ${one(turns, 'turn')}, ${one(messages, 'message')} from ${one(report.files, 'file')}.`;
  const rest = [
    unchanged > 0 ? `${unchanged} with nothing new` : '',
    own > 0 ? `${own} that ccchat ran itself` : '',
    empty > 0 ? `${empty} without a conversation` : '',
    unreadable.length > 0 ? `${unreadable.length} that could not be read, or not all of it:` : '',
  ].filter(Boolean);
  return rest.length === 0 ? [first] : [first, `${rest.join(', ')}${unreadable.length > 0 ? '' : '.'}`];
}
