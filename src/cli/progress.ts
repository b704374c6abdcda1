// A bar on one line of standard error, redrawn at most ten times a second; without a terminal nothing is drawn.
import type { Output } from './shell.ts';

export interface ProgressBar {
  show(share: number, text: string): void;
  end(): void;
}

const width = 24;
const pauseMs = 100;

export function progressBar(err: Output, now: () => number): ProgressBar {
  if (!err.isTTY) return { show() {}, end() {} };
  let drawnAt = Number.NEGATIVE_INFINITY;
  let drawn = false;
  return {
    show(share, text) {
      if (now() - drawnAt < pauseMs && share < 1) return;
      drawnAt = now();
      drawn = true;
      const filled = Math.round(Math.max(0, Math.min(1, share)) * width);
      const line = `${'█'.repeat(filled)}${'░'.repeat(width - filled)} ${String(Math.floor(share * 100)).padStart(3)} %  ${text}`;
      err.write(`\r${line.slice(0, Math.max(10, err.columns - 1))}\x1b[K`);
    },
    end() {
      if (drawn) err.write('\r\x1b[K');
      drawn = false;
    },
  };
}
