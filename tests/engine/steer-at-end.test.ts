// A steer at every moment around the end of a turn: it is refused because nothing runs any more, or the model sees it, once.
import { afterEach, expect, it } from 'vitest';
import type { EngineEvent } from '../../src/engine/events.ts';
import { plainText } from '../../src/store/text.ts';
import type { ThreadId } from '../../src/store/types.ts';
import { type Bench, openBench } from '../support/engine.ts';

let bench: Bench;
afterEach(() => bench.close());

/** Calls `steer` from inside the first event that fits, or so long after it. */
function at(fits: (event: EngineEvent) => boolean, steer: () => void, afterMs: number | null): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      steer();
      resolve();
    };
    const stop = bench.engine.subscribe((event) => {
      if (!fits(event)) return;
      stop();
      if (afterMs === null) go();
      else setTimeout(go, afterMs);
    });
  });
}

async function steerAround(
  thread: ThreadId,
  name: string,
  how: { now: boolean; moment: Parameters<typeof at>[0]; afterMs: number | null },
) {
  const { engine, world } = bench;
  const words = `what of ${name}?`;
  let refused: unknown = null;
  const steered = at(
    how.moment,
    () => {
      try {
        engine.steer(thread, words, { now: how.now });
      } catch (error) {
        refused = error;
      }
    },
    how.afterMs,
  );
  await engine.prompt(thread, `go on with ${name}`);
  await steered;
  await engine.waitForIdle(thread);
  if (refused) expect(String(refused)).toMatch(/no turn runs/);
  const kept = engine.messages(thread).filter(({ role, blocks }) => role === 'user' && plainText(blocks) === words);
  const shown = JSON.stringify(world.model.requests.at(-1)!.body.messages).split(words).length - 1;
  const times = refused ? 0 : 1;
  expect({ name, kept: kept.length, shown }).toEqual({ name, kept: times, shown: times });
  expect(engine.status(thread)).toMatchObject({ status: 'idle', queue: [] });
}

it.each([{ now: false }, { now: true }])('once or not at all, now: $now', { timeout: 180_000 }, async ({ now }) => {
  bench = await openBench({
    script: ({ prompt }) =>
      prompt.startsWith('go on')
        ? [{ text: 'x '.repeat(20), charsPerSecond: 100 }]
        : [{ pause: 150 }, { text: 'Well.' }],
  });
  const thread = bench.thread();
  const reply = (event: EngineEvent) => event.type === 'message.end' && event.message.role === 'assistant';
  const end = (event: EngineEvent) => event.type === 'turn.end';
  await steerAround(thread, 'the reply', { now, moment: reply, afterMs: null });
  await steerAround(thread, 'the end', { now, moment: end, afterMs: null });
  await steerAround(thread, 'rest', { now, moment: end, afterMs: 0 });
  const begun = (event: EngineEvent) => event.type === 'turn.update';
  for (let ms = 100; ms <= 700; ms += 100) await steerAround(thread, `${ms} ms`, { now, moment: begun, afterMs: ms });
});
