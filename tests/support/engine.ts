// The real engine on a private world, with everything it says at hand. Tests wait for what they need to see, never for time.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { EngineApi, EngineOptions } from '../../src/engine/api.ts';
import type { EngineEvent } from '../../src/engine/events.ts';
import { openEngine } from '../../src/engine/index.ts';
import type { ThreadId } from '../../src/store/types.ts';
import { makeWorld, type World, type WorldOptions } from './world.ts';

export interface Bench {
  readonly world: World;
  readonly engine: EngineApi;
  readonly events: EngineEvent[];
  /** The first event that fits, past ones included. */
  saw<T extends EngineEvent['type']>(
    type: T,
    fits?: (event: Extract<EngineEvent, { type: T }>) => boolean,
  ): Promise<Extract<EngineEvent, { type: T }>>;
  thread(options?: Parameters<EngineApi['create']>[0]): ThreadId;
  /** A shell command that runs until `letGo` is called. */
  readonly waitingCommand: string;
  letGo(): void;
  /** Closes the engine and opens another one on the same database. */
  reopen(options?: EngineOptions): Promise<void>;
  close(): Promise<void>;
}

const patienceMs = 45_000;
export const waitingCommand = 'while [ ! -e go ]; do sleep 0.1; done; rm go';

export async function openBench(options: WorldOptions & { engine?: EngineOptions } = {}): Promise<Bench> {
  const world = await makeWorld(options);
  const open = (more: EngineOptions = {}) =>
    openEngine({ env: world.env, claude: world.claude, warmSpare: false, ...options.engine, ...more });
  let engine = await open();
  const events: EngineEvent[] = [];
  const listeners = new Set<() => void>();
  const listen = () =>
    engine.subscribe((event) => {
      events.push(event);
      for (const listener of [...listeners]) listener();
    });
  listen();
  return {
    world,
    events,
    get engine() {
      return engine;
    },
    saw(type, fits = () => true) {
      return eventually(
        () =>
          events.find(
            (event): event is Extract<EngineEvent, { type: typeof type }> =>
              event.type === type && fits(event as never),
          ),
        `event ${type}`,
        listeners,
      );
    },
    waitingCommand,
    letGo: () => writeFileSync(path.join(world.cwd, 'go'), ''),
    thread: (wanted) => engine.create({ cwd: world.cwd, ...wanted }).id,
    async reopen(more) {
      await engine.close();
      engine = await open(more);
      listen();
    },
    async close() {
      await engine.close();
      await world.close();
    },
  };
}

/** Looks again whenever something happens, and now and then besides. */
export async function eventually<T>(
  look: () => T | undefined | null | false,
  what: string,
  signals: Set<() => void> = new Set(),
): Promise<T> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const found = look();
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`never saw ${what}`);
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signals.delete(done);
        resolve();
      };
      const timer = setTimeout(done, 50);
      signals.add(done);
    });
  }
}

/** What the model was shown of a conversation: roles and texts, without what `claude` itself puts in. */
export function shownTexts(request: { body: { messages: { role: string; content: unknown }[] } }): [string, string][] {
  return request.body.messages.flatMap(({ role, content }) => {
    if (role === 'system') return [];
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : (content as Block[]);
    return blocks
      .map((block) => textOf(block))
      .filter((text) => text !== '' && !text.startsWith('<system-reminder>'))
      .map((text): [string, string] => [role, text]);
  });
}

interface Block {
  type: string;
  text?: string;
  name?: string;
  content?: unknown;
}

function textOf(block: Block): string {
  if (block.type === 'text') return block.text ?? '';
  if (block.type === 'tool_use') return `[${block.name}]`;
  if (block.type === 'tool_result')
    return `[result ${typeof block.content === 'string' ? block.content : JSON.stringify(block.content)}]`;
  return '';
}
