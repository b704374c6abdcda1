// Retention the person controls: nothing is ever removed but what they deleted, only when asked, and said before it is done.
import type { Doomed } from '../store/gc.ts';
import { StoreError } from '../store/types.ts';
import { EngineError } from './api.ts';
import type { Core } from './core.ts';

export interface GcReport {
  /** What goes, or went. */
  threads: Doomed[];
  messages: number;
  chars: number;
  removed: boolean;
}

export interface GcOptions {
  dryRun?: boolean;
  days?: number;
}

export const defaultDays = 30;
const dayMs = 24 * 3600 * 1000;

export function collectGarbage({ store }: Core, { dryRun = false, days = defaultDays }: GcOptions = {}): GcReport {
  if (!Number.isFinite(days) || days < 0)
    throw new EngineError('bad-input', `${days} is no number of days`, 'Give 0 or more.');
  const before = Date.now() - days * dayMs + (days === 0 ? 1 : 0);
  const threads = dryRun ? store.gc.doomed(before) : store.gc.remove(before);
  if (!dryRun && threads.length > 0) giveBack(() => store.gc.shrink());
  return {
    threads,
    messages: threads.reduce((sum, { messages }) => sum + messages, 0),
    chars: threads.reduce((sum, { chars }) => sum + chars, 0),
    removed: !dryRun,
  };
}

/** While another process uses the file it cannot shrink; the space is used again anyway. */
function giveBack(shrink: () => void): void {
  try {
    shrink();
  } catch (error) {
    if (!(error instanceof StoreError) && !/busy|locked/i.test(String(error))) throw error;
  }
}
