// Clearing up: said before it is done, only what was deleted, and nothing that another thread still reaches.
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { GcReport } from '../../src/engine/thread-tools.ts';
import type { MessageId, ThreadId } from '../../src/store/types.ts';
import { type Desk, openDesk } from './support.ts';

let desk: Desk;
beforeEach(async () => {
  desk = await openDesk();
});
afterEach(() => desk.close());

const say = (thread: ThreadId, text: string): MessageId => {
  const turn = desk.store.turns.create({ thread }).id;
  const { id } = desk.store.messages.append({
    thread,
    turn,
    role: 'user',
    via: 'prompt',
    blocks: [{ type: 'text', text }],
  });
  desk.store.turns.update(turn, { state: 'done', endedAt: 1 });
  return id;
};
const texts = (thread: ThreadId) =>
  desk.engine.messages(thread).map(({ blocks }) => (blocks[0] as { text: string }).text);
it('leaves alone what is young, says what would go, and takes it only with a yes', async () => {
  const { id } = desk.engine.create({ cwd: desk.root, title: 'Gone' });
  say(id, 'pelican one');
  say(id, 'pelican two');
  desk.engine.delete(id);
  expect(desk.engine.gc({ dryRun: true }).threads).toEqual([]);
  const plan = await desk.json<GcReport>('gc', '--days', '0');
  expect(plan).toMatchObject({
    messages: 2,
    removed: false,
    threads: [{ thread: id, title: 'Gone', messages: 2, kept: 0 }],
  });
  expect(desk.engine.gc({ dryRun: true, days: 0 })).toEqual(plan);
  const said = await desk.run(['gc', '--days', '0']);
  expect(said.out).toContain(
    `${id}  Gone  deleted just now, 2 messages\nWould be removed: 1 thread, 2 messages, 1 kB.\n`,
  );
  expect(said.err).toBe('Nothing was removed yet: `ccchat gc --days 0 --yes` does it, for good.\n');
  desk.engine.undelete(id);
  expect(texts(id)).toEqual(['pelican one', 'pelican two']);
  desk.engine.delete(id);
  expect(await desk.json<GcReport>('gc', '--days', '0', '--yes')).toMatchObject({ removed: true, messages: 2 });
  expect(() => desk.engine.get(id)).toThrow('there is no thread');
  expect(desk.engine.search('pelican')).toEqual([]);
  expect(await desk.run(['gc', '--days', '0'])).toMatchObject({ out: 'There is nothing to remove.\n' });
});

it('keeps what forks reach, and search still finds it', () => {
  const { id: parent } = desk.engine.create({ cwd: desk.root, title: 'Parent' });
  const first = say(parent, 'heron first');
  say(parent, 'heron second');
  const fork = desk.engine.fork(parent, first);
  say(fork.id, 'heron in the fork');
  desk.engine.delete(parent);
  const report = desk.engine.gc({ days: 0 });
  expect(report.threads).toMatchObject([{ thread: parent, messages: 1, kept: 1 }]);
  expect(texts(fork.id)).toEqual(['heron first', 'heron in the fork']);
  expect(desk.engine.search('heron').map(({ thread }) => thread)).toEqual([fork.id, fork.id]);
  expect(desk.engine.search('heron', { thread: fork.id })).toHaveLength(2);
  expect(desk.engine.gc({ dryRun: true, days: 0 }).threads).toEqual([]);
});

it('never takes what any line of a remaining thread holds, whatever was done before', () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('say' as const), of: fc.nat() }),
    fc.record({ kind: fc.constant('fork' as const), of: fc.nat(), at: fc.nat() }),
    fc.record({ kind: fc.constant('revert' as const), of: fc.nat(), at: fc.nat() }),
    fc.record({ kind: fc.constant('delete' as const), of: fc.nat() }),
    fc.record({ kind: fc.constant('gc' as const) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const { store } = desk;
      const alive: ThreadId[] = [store.threads.create({ cwd: '/p' }).id];
      const reachable = () =>
        alive.flatMap((thread) => {
          const { head, previousHead } = store.threads.get(thread)!;
          return [...store.messages.line(head), ...store.messages.line(previousHead)].map(
            ({ id, hash }) => `${thread} ${id} ${hash}`,
          );
        });
      for (const [index, one] of steps.entries()) {
        if (one.kind === 'gc') {
          const before = reachable();
          store.gc.remove(Date.now() + 1);
          expect(reachable()).toEqual(before);
          continue;
        }
        const thread = alive[one.of % alive.length];
        if (thread === undefined) {
          alive.push(store.threads.create({ cwd: '/p' }).id);
          continue;
        }
        const line = store.messages.line(store.threads.get(thread)!.head);
        const at = 'at' in one ? (line[one.at % Math.max(1, line.length)]?.id ?? null) : null;
        if (one.kind === 'say') say(thread, `word ${index}`);
        if (one.kind === 'fork')
          alive.push(store.threads.create({ cwd: '/p', head: at, parent: thread, forkedAt: at }).id);
        if (one.kind === 'revert') store.threads.revert(thread, at);
        if (one.kind === 'delete') {
          store.threads.delete(thread);
          alive.splice(alive.indexOf(thread), 1);
        }
      }
      for (const thread of alive.splice(0)) store.threads.delete(thread);
      store.gc.remove(Date.now() + 1);
      expect(store.gc.doomed(Date.now() + 1)).toEqual([]);
      expect(store.search.find('word')).toEqual([]);
    }),
    { numRuns: 60 },
  );
});
