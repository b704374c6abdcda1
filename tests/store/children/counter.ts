// Adds one to a shared number, `times` times, and appends a message each time: a read and then a write, as everything here is.
import { openStore, type ThreadId } from '../../../src/store/index.ts';

const [file, thread, times] = process.argv.slice(2) as [string, ThreadId, string];
const store = openStore(file);
console.log('ready');
process.stdin.once('data', () => {
  for (let number = 0; number < Number(times); number++)
    store.transaction(() => {
      const { extra } = store.threads.get(thread)!;
      store.threads.update(thread, { extra: { ...extra, count: Number(extra.count ?? 0) + 1 } });
      store.messages.append({ thread, role: 'user', via: 'prompt', blocks: [{ type: 'text', text: `${number}` }] });
    });
  store.close();
  process.exit(0);
});
