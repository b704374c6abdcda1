import type { Command } from 'commander';
import type { Ask } from '../../engine/agent.ts';
import type { ThreadStatusReport, ThreadSummary } from '../../engine/api.ts';
import type { Turn } from '../../store/types.ts';
import { duration } from '../../text/figures.ts';
import { type FolderOptions, folderOption, optionsOf } from '../options.ts';
import { statusShape } from '../shapes.ts';
import { printJson, type Shell } from '../shell.ts';
import { oneLine } from '../text.ts';
import { nameOf, threadOf, withEngine } from '../threads.ts';
import { toolLine } from '../tools.ts';

export function statusCommand(program: Command, shell: Shell): void {
  const command = program
    .command('status')
    .description('what a thread is doing')
    .argument('[thread]', 'the most recent of this folder when left out')
    .option('--json', 'as JSON');
  folderOption(command).action(async (ref: string | undefined) => {
    const options = optionsOf<FolderOptions & { json?: boolean }>(command);
    await withEngine(shell, {}, (engine) => {
      const thread = threadOf(engine, shell, ref, options.cwd);
      const report = engine.status(thread.id);
      const summary: ThreadSummary = { ...thread, status: report.status };
      if (options.json) printJson(shell.out, statusShape(summary, report));
      else for (const line of statusLines(summary, report, shell.now())) shell.out.write(`${line}\n`);
    });
  });
}

export function statusLines(thread: ThreadSummary, report: ThreadStatusReport, now: number): string[] {
  const { owner, turn, queue } = report;
  const rows: [string, string | null][] = [
    ['thread', nameOf(thread)],
    ['folder', thread.cwd],
    ['status', report.status],
    ['turn', turn && turnLine(turn, now)],
    ['runs in', owner && `process ${owner.pid} on ${owner.host}`],
    ...report.asks.map((ask): [string, string] => ['asks', askLine(ask)]),
    ['queue', queue.length === 0 ? null : `${queue.length} waiting${report.paused ? ', until the next prompt' : ''}`],
    ['messages', String(thread.messages)],
  ];
  return rows.filter(([, value]) => value !== null).map(([name, value]) => `${name.padEnd(10)}${oneLine(value ?? '')}`);
}

function turnLine(turn: Turn, now: number): string {
  const took = duration(turn.durationMs ?? (turn.endedAt ?? now) - turn.startedAt);
  return `${turn.state}${turn.stopReason ? ` (${turn.stopReason})` : ''}, ${took}${turn.error ? `: ${turn.error}` : ''}`;
}

function askLine(ask: Ask): string {
  if (ask.kind === 'permission') return toolLine(ask.tool, ask.input);
  return ask.kind === 'question' ? ask.questions.map((question) => question.question).join(' ') : ask.text;
}
