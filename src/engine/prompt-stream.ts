// A turn as an async iterable of its events, from `turn.start` to `turn.end`. Events wait for a slow reader; a reader that leaves
// stops listening, not the turn.
import type { ThreadId } from '../store/types.ts';
import type { TurnResult } from './api.ts';
import type { Bus } from './bus.ts';
import type { EngineEvent } from './events.ts';

export async function* streamOf(
  bus: Bus,
  thread: ThreadId,
  run: () => Promise<TurnResult>,
): AsyncGenerator<EngineEvent> {
  const waiting: EngineEvent[] = [];
  let wake: () => void = () => {};
  let over: { error?: unknown } | null = null;
  const unsubscribe = bus.subscribe((event) => {
    if (event.thread !== thread) return;
    waiting.push(event);
    wake();
  });
  const end = (result: { error?: unknown }) => {
    over = result;
    wake();
  };
  run().then(
    () => end({}),
    (error: unknown) => end({ error }),
  );
  try {
    for (;;) {
      const event = waiting.shift();
      if (event) {
        yield event;
        if (event.type === 'turn.end') return;
      } else if (over) {
        const { error } = over as { error?: unknown };
        if (error !== undefined) throw error;
        return;
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  } finally {
    unsubscribe();
  }
}
