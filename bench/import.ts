// Bringing in a long history: 2,000 sessions of 200 MB together, in a process of its own whose memory is measured; then the same again,
// with nothing new; then stopped in the middle and gone on with.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { table } from './support/measure.ts';
import { makePastSessions } from './support/past-sessions.ts';

const files = Number(process.env.BENCH_FILES ?? 2_000);
const megabytes = Number(process.env.BENCH_MEGABYTES ?? 200);
const child = fileURLToPath(new URL('./support/import-child.ts', import.meta.url));

export interface Imported {
  seconds: number;
  startMegabytes: number;
  peakMegabytes: number;
  files: number;
  threads: number;
  messages: number;
  unchanged: number;
  interrupted: boolean;
}

export function run(): void {
  const folder = mkdtempSync(join(tmpdir(), 'ccchat-bench-'));
  try {
    const history = join(folder, 'history');
    const made = makePastSessions(history, { files, megabytes });
    const go = (home: string, ...args: string[]) => importInChild(join(folder, home), history, args);
    const rows: [string, Imported][] = [
      ['all at once', go('one')],
      ['again, nothing new', go('one')],
      ['stopped half way', go('two', String(Math.floor(files / 2)))],
      ['gone on with', go('two')],
    ];
    console.log(`${made.files} files, ${made.megabytes.toFixed(0)} MB, ${made.records} records.\n`);
    console.log(
      table(
        ['', 'seconds', 'RSS before, MB', 'RSS at most, MB', 'files', 'new threads', 'messages', 'nothing new'],
        rows.map(([name, one]) => [
          name,
          one.seconds.toFixed(1),
          one.startMegabytes.toFixed(0),
          one.peakMegabytes.toFixed(0),
          ...[one.files, one.threads, one.messages, one.unchanged].map(String),
        ]),
      ),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function importInChild(home: string, history: string, args: string[]): Imported {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--import', 'tsx', child, home, history, ...args], {
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  if (status !== 0) throw new Error(`the import ended with ${status}: ${stderr}`);
  return JSON.parse(stdout) as Imported;
}
