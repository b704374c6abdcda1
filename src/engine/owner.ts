// Who runs a thread. A process is told from a later one with the same pid by the time it started; one on another machine
// can only be judged by its heartbeat.
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Lease, Owner } from '../store/types.ts';
import { isAlive } from './own-folders.ts';

export const heartbeatMs = 5_000;
const foreignSilenceMs = 60_000;

export function thisProcess(): Owner {
  return { id: randomUUID(), pid: process.pid, host: hostname(), startTime: startTimeOf(process.pid) ?? '' };
}

export function isGone(lease: Lease, now: number = Date.now()): boolean {
  if (lease.host !== hostname()) return now - lease.heartbeatAt > foreignSilenceMs;
  if (!isAlive(lease.pid)) return true;
  const started = startTimeOf(lease.pid);
  return started !== null && lease.startTime !== '' && started !== lease.startTime;
}

/** Null when the system does not tell. */
function startTimeOf(pid: number): string | null {
  if (process.platform === 'linux') {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
    } catch {
      return null;
    }
  }
  if (process.platform === 'win32') return null;
  const { status, stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}
