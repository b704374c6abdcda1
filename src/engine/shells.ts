// The shell commands that run for threads: each is told of from its start, can be stopped, and takes its place in the thread between
// turns. What was printed until the end is kept, whoever ended it.
import type { Message, ThreadId } from '../store/types.ts';
import { type Core, takeLease } from './core.ts';
import type { EngineEvent } from './events.ts';
import { runShell } from './shell.ts';

export interface Shells {
  run(thread: ThreadId, command: string, hidden: boolean): Promise<Message>;
  /** Resolves when they have ended; false when none runs. */
  stop(thread: ThreadId): Promise<boolean>;
  close(): Promise<void>;
}

interface Running {
  readonly thread: ThreadId;
  readonly over: Promise<unknown>;
  stop(): void;
}

type Update = Extract<EngineEvent, { type: 'shell.update' }>;

/** `idle` resolves when no turn runs in the thread. */
export function shellsOf(core: Core, idle: (thread: ThreadId) => Promise<void>): Shells {
  const { store, bus } = core;
  const running = new Set<Running>();
  const stored = new Set<Promise<unknown>>();

  async function run(thread: ThreadId, command: string, hidden: boolean): Promise<Message> {
    const names = { thread, shell: store.messages.newId(), command, at: Date.now() };
    const tell = (state: Update['state']) => bus.emit({ type: 'shell.update', ...names, state });
    tell('running');
    try {
      const { output, exitCode, signal } = await untilOver(thread, command);
      tell('waiting');
      await idle(thread);
      const message = store.transaction(() => {
        takeLease(core, thread);
        const added = store.messages.append({
          id: names.shell,
          thread,
          role: 'shell',
          hidden,
          blocks: [
            { type: 'text', text: command },
            { type: 'text', text: output },
          ],
          agent: { exitCode, signal },
        });
        store.leases.release(thread, core.owner.id);
        return added;
      });
      bus.emit({ type: 'message.end', thread, turn: null, message });
      return message;
    } finally {
      tell('over');
    }
  }

  async function untilOver(thread: ThreadId, command: string) {
    const ending = new AbortController();
    const cwd = store.threads.get(thread)!.cwd;
    const over = runShell(command, { cwd, env: core.env, signal: ending.signal });
    const one: Running = { thread, over, stop: () => ending.abort() };
    running.add(one);
    try {
      return await over;
    } finally {
      running.delete(one);
    }
  }

  async function stopAll(ones: readonly Running[]): Promise<boolean> {
    for (const one of ones) one.stop();
    await Promise.allSettled(ones.map(({ over }) => over));
    return ones.length > 0;
  }

  return {
    run: (thread, command, hidden) => {
      const message = run(thread, command, hidden);
      stored.add(message);
      const done = () => stored.delete(message);
      message.then(done, done);
      return message;
    },
    stop: (thread) => stopAll([...running].filter((one) => one.thread === thread)),
    close: async () => {
      await stopAll([...running]);
      await Promise.allSettled([...stored]);
    },
  };
}
