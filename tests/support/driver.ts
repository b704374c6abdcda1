// A second process with an engine of its own, told what to do line by line: for what only another process can show.
// Run with tsx; the world's environment says where everything is.
import { createInterface } from 'node:readline';
import { openEngine } from '../../src/engine/index.ts';
import type { ThreadId } from '../../src/store/types.ts';

type Order =
  | { do: 'prompt' | 'followUp' | 'steer' | 'steerNow'; thread: ThreadId; text: string }
  | { do: 'abort' | 'resume'; thread: ThreadId }
  | { do: 'close' };

const say = (value: object) => process.stdout.write(`${JSON.stringify(value)}\n`);
const engine = await openEngine({ warmSpare: false, defaults: { allowedTools: ['Bash'] } });
engine.subscribe((event) => say({ event }));
say({ ready: process.pid });

createInterface({ input: process.stdin }).on('line', (line) => {
  const order = JSON.parse(line) as Order;
  carryOut(order).then(
    (result) => say({ did: order.do, result }),
    (error: Error & { code?: string }) => say({ did: order.do, error: { code: error.code, message: error.message } }),
  );
});

async function carryOut(order: Order): Promise<unknown> {
  switch (order.do) {
    case 'prompt':
      return engine.prompt(order.thread, order.text);
    case 'followUp':
      return engine.followUp(order.thread, order.text);
    case 'steer':
    case 'steerNow':
      return engine.steer(order.thread, order.text, { now: order.do === 'steerNow' });
    case 'abort':
      return engine.abort(order.thread);
    case 'resume':
      return engine.resume(order.thread);
    case 'close':
      await engine.close();
      process.exit(0);
  }
}
