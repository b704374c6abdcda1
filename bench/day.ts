// A day in one chat that is never restarted: what a key press, a turn and the program's memory cost after few turns and after many,
// all of them lived through on the screen, none loaded.
import { readFileSync } from 'node:fs';
import type { Screen } from '../tests/support/screen.ts';
import { cpuMs, pressKeys, withChat } from './support/chat.ts';
import { ratio, table } from './support/measure.ts';

const early = 20;
const late = Number(process.env.BENCH_TURNS ?? 300);

interface Cost {
  key: number;
  turn: number;
  memory: number;
}

export async function run(): Promise<void> {
  await withChat({ charsPerSecond: 100_000 }, async (screen) => {
    await screen.waitFor('Say something');
    await live(screen, 1, early);
    const before = await costAfter(screen, early);
    await live(screen, early + 21, late);
    const after = await costAfter(screen, late);
    const row = (what: string, pick: (cost: Cost) => number) => [
      what,
      pick(before).toFixed(2),
      pick(after).toFixed(2),
      ratio(pick(after) / pick(before)),
    ];
    const rows = [
      row('a key press, CPU ms', ({ key }) => key),
      row('a turn, CPU ms', ({ turn }) => turn),
      row('memory, MB', ({ memory }) => memory),
    ];
    console.log(table(['one chat, never restarted', `after ${early} turns`, `after ${late}`, 'ratio'], rows), '\n');
  });
}

async function costAfter(screen: Screen, turns: number): Promise<Cost> {
  await screen.quiet();
  const key = await pressKeys(screen, 200);
  const before = cpuMs(screen.pid);
  await live(screen, turns + 1, turns + 20);
  return { key: key.cpu, turn: (cpuMs(screen.pid) - before) / 20, memory: residentMb(screen.pid) };
}

/** A tool in one turn, a long reply in the next; the next prompt goes out when the last turn is over. */
async function live(screen: Screen, from: number, to: number): Promise<void> {
  for (let turn = from; turn <= to; turn += 1) {
    const prompt = turn % 2 ? `read nap && say read ${turn}` : `long 6 && say wrote ${turn}`;
    screen.type(`${prompt}\r`);
    await screen.waitFor(new RegExp(`(read|wrote) ${turn}$[\\s\\S]*^✓ [\\s\\S]*^› Say something`, 'm'));
  }
}

function residentMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}
