// Writes turns of four messages without end, each turn one transaction, and says which it has committed.
import { openStore, type ThreadId } from '../../../src/store/index.ts';

const [file, thread] = process.argv.slice(2) as [string, ThreadId];
const store = openStore(file);
for (let number = 0; ; number++) {
  store.transaction(() => {
    const turn = store.turns.create({ thread });
    for (const part of ['a', 'b', 'c', 'd'])
      store.messages.append({
        thread,
        turn: turn.id,
        role: part === 'a' ? 'user' : 'assistant',
        via: part === 'a' ? 'prompt' : null,
        blocks: [{ type: 'text', text: `turn ${number} part ${part} ${'x'.repeat(2000)}` }],
      });
    store.turns.update(turn.id, { state: 'done', endedAt: Date.now() });
  });
  process.stdout.write(`${number}\n`);
}
