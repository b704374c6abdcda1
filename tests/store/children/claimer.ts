// Takes whatever it can get of the inbox, and the lease of every thread whose owner is gone; prints what it got.
import { openStore, type ThreadId } from '../../../src/store/index.ts';

const [file, thread, name] = process.argv.slice(2) as [string, ThreadId, string];
const store = openStore(file);
console.log('ready');
process.stdin.once('data', () => {
  for (const item of store.inbox.list(thread, { states: ['queued'] }))
    if (store.inbox.claim(item.id, 'queued', 'running')) console.log(`item ${item.id}`);
  const owner = { id: name, pid: process.pid, host: 'here', startTime: name };
  for (const { id } of store.threads.list())
    if (store.leases.acquire(id, owner, (lease) => lease.id === 'dead').taken) console.log(`lease ${id}`);
  store.close();
  process.exit(0);
});
