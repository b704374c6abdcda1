// Frames keep their distance: several changes make one frame, the first change after a rest is shown at once.

export interface Pace {
  /** Something changed. */
  ask(): void;
  stop(): void;
}

export function createPace(paint: () => void, frameMs: number): Pace {
  let paintedAt = Number.NEGATIVE_INFINITY;
  let planned = false;
  let stopped = false;
  const run = () => {
    planned = false;
    if (stopped) return;
    paintedAt = performance.now();
    paint();
  };
  return {
    ask: () => {
      if (planned || stopped) return;
      planned = true;
      const wait = paintedAt + frameMs - performance.now();
      if (wait > 0) setTimeout(run, wait);
      else setImmediate(run);
    },
    stop: () => {
      stopped = true;
    },
  };
}
