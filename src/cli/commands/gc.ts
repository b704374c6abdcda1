import { type Command, InvalidArgumentError } from 'commander';
import type { GcReport } from '../../engine/thread-tools.ts';
import { ago, plural } from '../../text/figures.ts';
import { optionsOf } from '../options.ts';
import { printJson, type Shell } from '../shell.ts';
import { oneLine } from '../text.ts';
import { withEngine } from '../threads.ts';

interface GcOptions {
  days?: number;
  yes?: boolean;
  json?: boolean;
}

export function gcCommand(program: Command, shell: Shell): void {
  const command = program
    .command('gc')
    .description('say what of the deleted threads would be removed for good; --yes does it')
    .option('--days <n>', 'only what was deleted longer ago than this (30 unless said)', days)
    .option('--yes', 'remove it; this cannot be undone')
    .option('--json', 'as JSON')
    .action(async () => {
      const options = optionsOf<GcOptions>(command);
      await withEngine(shell, {}, (engine) => {
        const report = engine.gc({ dryRun: options.yes !== true, days: options.days });
        if (options.json) return printJson(shell.out, report);
        for (const line of gcLines(report, shell.now())) shell.out.write(`${line}\n`);
        if (!report.removed && report.threads.length > 0) {
          const given = options.days === undefined ? '' : ` --days ${options.days}`;
          shell.err.write(`Nothing was removed yet: \`ccchat gc${given} --yes\` does it, for good.\n`);
        }
      });
    });
}

export function gcLines({ threads, messages, chars, removed }: GcReport, now: number): string[] {
  if (threads.length === 0) return ['There is nothing to remove.'];
  const rows = threads.map(({ thread, title, deletedAt, messages: own, kept }) => {
    const stays = kept === 0 ? '' : `, ${kept} stay because forks have them`;
    return `${thread}  ${title === null ? '(no title)' : oneLine(title)}  deleted ${ago(deletedAt, now)}, ${plural(own, 'message')}${stays}`;
  });
  const what = `${plural(threads.length, 'thread')}, ${plural(messages, 'message')}, ${size(chars)}`;
  return [...rows, removed ? `Removed: ${what}.` : `Would be removed: ${what}.`];
}

const size = (chars: number): string =>
  chars < 1_000_000 ? `${Math.ceil(chars / 1000)} kB` : `${(chars / 1_000_000).toFixed(1)} MB`;

function days(value: string): number {
  if (!/^\d{1,5}$/.test(value)) throw new InvalidArgumentError('It is a whole number from 0.');
  return Number(value);
}
