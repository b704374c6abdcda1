// Starts tests/support/driver.ts in a process of its own and talks to it.
import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { EngineEvent } from '../../src/engine/events.ts';
import { eventually } from './engine.ts';
import type { World } from './world.ts';

const folder = path.dirname(fileURLToPath(import.meta.url));
const tsx = path.resolve(folder, '../../node_modules/tsx/dist/loader.mjs');

export interface OtherProcess {
  readonly child: ChildProcess;
  readonly events: EngineEvent[];
  /** What it said when it had done this; it may be asked for again. */
  done(what: string): Promise<{ result?: unknown; error?: { code: string; message: string } }>;
  tell(order: Record<string, unknown>): void;
  saw(type: EngineEvent['type']): Promise<EngineEvent>;
  kill(): Promise<void>;
}

export async function startOther(world: World): Promise<OtherProcess> {
  const child = spawn(process.execPath, ['--import', tsx, path.join(folder, 'driver.ts')], {
    env: world.env,
    cwd: world.cwd,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines: Record<string, unknown>[] = [];
  const events: EngineEvent[] = [];
  const signals = new Set<() => void>();
  createInterface({ input: child.stdout! }).on('line', (line) => {
    const said = JSON.parse(line) as Record<string, unknown>;
    lines.push(said);
    if (said.event) events.push(said.event as EngineEvent);
    for (const signal of [...signals]) signal();
  });
  await eventually(() => lines.some((line) => 'ready' in line), 'the other process ready', signals);
  return {
    child,
    events,
    done: (what) => eventually(() => lines.find((line) => line.did === what), `"${what}" done`, signals) as never,
    tell: (order) => void child.stdin!.write(`${JSON.stringify(order)}\n`),
    saw: (type) => eventually(() => events.find((event) => event.type === type), `event ${type} elsewhere`, signals),
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await gone;
    },
  };
}
