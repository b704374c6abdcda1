// What is said of an interruption: of a prompt that claude never had, and in a conversation that holds one.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEngine, type EngineApi, silentLog } from '../../src/engine/index.ts';
import type { ThreadId } from '../../src/store/types.ts';
import { echoAgent } from '../support/echo-agent.ts';
import { type Desk, openDesk } from '../threads/support.ts';

let desk: Desk;
beforeEach(async () => {
  desk = await openDesk();
});
afterEach(() => desk.close());

describe('before claude has the prompt', () => {
  /** Its agent never gets up; the person loses patience. */
  async function sendAndInterrupt(...args: string[]) {
    let interrupt = () => {};
    const openEngine = async (): Promise<EngineApi> => {
      const agent = echoAgent();
      agent.start = async (_setup, _prefix, _events, signal) => {
        setTimeout(interrupt);
        return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
      };
      return createEngine({ env: desk.env, warmSpare: false }, { agent, log: silentLog });
    };
    const onInterrupt = (listener: () => void) => {
      interrupt = listener;
      return () => {};
    };
    const { code, err } = await desk.run(['send', ...args, 'hello'], { openEngine, onInterrupt });
    const [id, ...said] = err.trimEnd().split('\n');
    return { code, id, said };
  }

  it('nothing was sent, and a new thread is gone', async () => {
    expect(await sendAndInterrupt()).toMatchObject({
      code: 130,
      said: ['ccchat: interrupted before claude had it: nothing was sent, and the new thread is gone.'],
    });
    expect(desk.engine.list()).toEqual([]);
  });

  it('nothing was sent, and a thread of before is still there', async () => {
    const { id } = desk.engine.create({ cwd: desk.root });
    expect(await sendAndInterrupt('--thread', id)).toEqual({
      code: 130,
      id,
      said: ['ccchat: interrupted before claude had it: nothing was sent.'],
    });
    expect(desk.engine.get(id).messages).toBe(0);
  });
});

describe("claude's own note of it", () => {
  const note = (tool = '') => `[Request interrupted by user${tool}]`;
  let thread: ThreadId;
  const add = (text: string, via: 'prompt' | null) =>
    desk.store.messages.append({ thread, role: 'user', via, blocks: [{ type: 'text', text }] }).id;

  beforeEach(() => {
    thread = desk.store.threads.create({ cwd: desk.root, title: 'Stopped' }).id;
  });

  it.each(['', ' for tool use'])('%j is shown as what it is, and nobody said it', async (tool) => {
    const asked = add('count', 'prompt');
    const noted = add(note(tool), null);
    const { out } = await desk.run(['show', thread]);
    expect(out).toBe(`${thread} "Stopped"\n\nyou ${asked}\ncount\n\ninterrupted ${noted}\n`);
    const markdown = desk.engine.export(thread, 'markdown');
    expect(markdown).toMatch(/count\n\n\*Interrupted\*\n$/);
    expect(markdown).not.toContain('Inserted');
    const html = desk.engine.export(thread, 'html');
    expect(html).toContain(`id="m-${noted}"><p class="who label"><b>Interrupted</b>`);
    expect(html).not.toMatch(/Request interrupted|Put in by the agent/);
    const { messages } = await desk.json<{ messages: { text: string }[] }>('show', thread);
    expect(messages.map(({ text }) => text)).toEqual(['count', note(tool)]);
  });

  it('is words like any others when a person typed it', async () => {
    const typed = add(note(), 'prompt');
    expect((await desk.run(['show', thread])).out).toContain(`you ${typed}\n${note()}\n`);
    expect(desk.engine.export(thread, 'markdown')).toContain(note());
  });
});
