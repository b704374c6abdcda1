// The screen: how long until one can type, what a key press costs in short and long threads, and what a streamed token costs. Times stand
// beside bare Node and `claude` itself in the same run; everything else is counted.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openScreen, repository } from '../tests/support/screen.ts';
import { makeWorld } from '../tests/support/world.ts';
import { cpuMs, folderFor, type KeyCost, pressKeys, withChat } from './support/chat.ts';
import { ms, percentiles, ratio, table } from './support/measure.ts';

const STARTS = 9;
const KEYS = 200;
const ready = 'Say something';

export async function run(): Promise<void> {
  await firstPaint();
  await keyPresses();
  await tokens();
}

async function firstPaint(): Promise<void> {
  const folder = folderFor('bench-screen');
  const world = await makeWorld();
  try {
    const env = { ...process.env, CCCHAT_DIST: path.join(folder, 'dist') };
    spawnSync(process.execPath, [path.join(repository, 'scripts/build.mjs')], { env, stdio: 'inherit' });
    const launcher = path.join(folder, 'bin.cjs');
    const text = readFileSync(path.join(repository, 'bin/ccchat'), 'utf8');
    writeFileSync(launcher, text.replaceAll('../dist/main.js', './dist/main.js'));
    const open = (command: readonly string[]) => openScreen({ command, env: world.env, cwd: world.cwd });
    const timeTo = async (command: readonly string[], what: string | RegExp) => {
      const start = performance.now();
      const screen = await open(command);
      await screen.waitFor(what);
      const taken = performance.now() - start;
      await screen.close();
      return taken;
    };
    const chat = [process.execPath, launcher];
    await timeTo(chat, ready);
    const taken: Record<'node' | 'chat' | 'claude', number[]> = { node: [], chat: [], claude: [] };
    for (let round = 0; round < STARTS; round += 1) {
      taken.node.push(await timeTo([process.execPath, '-e', 'process.stdout.write("here")'], 'here'));
      taken.chat.push(await timeTo(chat, ready));
      taken.claude.push(await timeTo([world.claude], /❯|>/));
    }
    const best = (name: keyof typeof taken) => Math.min(...taken[name]);
    const row = (what: string, name: keyof typeof taken) => [
      what,
      ms(best(name)),
      ms(percentiles(taken[name]).p50),
      ratio(best(name) / best('node')),
    ];
    const rows = [row('bare Node', 'node'), row('ccchat', 'chat'), row('claude', 'claude')];
    console.log(table([`first paint, ms, ${STARTS} starts`, 'best', 'p50', 'to bare Node'], rows), '\n');
  } finally {
    await world.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function keyPresses(): Promise<void> {
  const measured = [];
  for (const turns of [10, 5_000]) measured.push(await inThread(turns));
  const [short, long] = measured as [KeyCost, KeyCost];
  const rows = [
    ['CPU, ms', short.cpu.toFixed(2), long.cpu.toFixed(2), ratio(long.cpu / short.cpu)],
    ['bytes written', short.bytes.toFixed(0), long.bytes.toFixed(0), ratio(long.bytes / short.bytes)],
  ];
  console.log(table([`a key press, mean of ${KEYS}`, '10 turns', '5,000 turns', 'ratio'], rows), '\n');
}

async function inThread(turns: number): Promise<KeyCost> {
  return withChat({ turns }, async (screen) => {
    await screen.waitFor(ready);
    await screen.quiet(1_000);
    return pressKeys(screen, KEYS);
  });
}

async function tokens(): Promise<void> {
  const rows = [];
  for (const turns of [3, 5_000]) {
    const paragraphs = 40;
    const words = paragraphs * 20;
    const cost = await withChat({ turns, charsPerSecond: 600 }, async (screen) => {
      await screen.waitFor(ready);
      await screen.quiet(1_000);
      screen.mark();
      const before = cpuMs(screen.pid);
      screen.type(`long ${paragraphs}\r`);
      await screen.waitFor(new RegExp(`Paragraph ${paragraphs} [\\s\\S]*^✓ [1-9]`, 'm'));
      await screen.quiet();
      const bytes = screen.bytes();
      return { bytes: bytes.length, frames: bytes.split('\x1b[?2026h').length - 1, cpu: cpuMs(screen.pid) - before };
    });
    const each = (value: number, digits = 2) => (value / words).toFixed(digits);
    rows.push([`after ${turns} turns`, each(cost.bytes, 0), each(cost.frames), each(cost.cpu)]);
  }
  console.log(table(['a streamed word (about 1.3 tokens)', 'bytes', 'frames', 'CPU, ms'], rows), '\n');
}
