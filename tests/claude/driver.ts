// The real agent on the real `claude` with the scripted model, and everything it said, so that a test can wait for a thing to
// have happened instead of for time to pass.
import { randomUUID } from 'node:crypto';
import type { Agent, AgentEvent, AgentSession, AgentSetup, Ask } from '../../src/engine/agent.ts';
import { type ClaudeAgentOptions, createClaudeAgent } from '../../src/engine/claude/index.ts';
import { openLog } from '../../src/engine/log.ts';
import type { Block, Message, MessageId } from '../../src/store/types.ts';
import { claudeProcesses, makeWorld, type World, type WorldOptions } from '../support/world.ts';

export type EventOf<T extends AgentEvent['type']> = Extract<AgentEvent, { type: T }>;

export interface Driver {
  readonly world: World;
  readonly agent: Agent;
  readonly events: AgentEvent[];
  start(setup?: Partial<AgentSetup>, prefix?: readonly Message[]): Promise<AgentSession>;
  /** The `count`th event of this kind since `mark`, waited for. */
  next<T extends AgentEvent['type']>(type: T, match?: (event: EventOf<T>) => boolean): Promise<EventOf<T>>;
  /** Only what comes from here on counts for `next`. */
  mark(): void;
  since<T extends AgentEvent['type']>(type: T): EventOf<T>[];
  /** The prompts as they were recorded; what is told before the record is there is left out. */
  prompts(): EventOf<'prompt'>[];
  asked<K extends Ask['kind']>(kind: K): Promise<Extract<Ask, { kind: K }>>;
  /** Submits and waits for the end. */
  turn(session: AgentSession, text: string, as?: 'text' | 'command'): Promise<EventOf<'end'>>;
  until<T>(what: string, look: () => T | undefined | null | false): Promise<T>;
  close(): Promise<void>;
}

export async function makeDriver(
  options: WorldOptions & { agent?: Partial<ClaudeAgentOptions> } = {},
): Promise<Driver> {
  const world = await makeWorld(options);
  const agent = createClaudeAgent({ env: world.env, log: openLog(process.env), ...options.agent });
  const events: AgentEvent[] = [];
  let from = 0;
  const until: Driver['until'] = async (what, look) => {
    const deadline = Date.now() + 40_000;
    for (;;) {
      const found = look();
      if (found) return found;
      if (Date.now() > deadline) throw new Error(`Waited for ${what}. Heard:\n${events.map(brief).join('\n')}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const since: Driver['since'] = (type) =>
    events.slice(from).filter((event): event is EventOf<typeof type> => event.type === type);
  const driver: Driver = {
    world,
    agent,
    events,
    until,
    since,
    start: (setup, prefix = []) =>
      agent.start({ ...plainSetup(world), ...setup }, prefix, (event) => events.push(event)),
    next: (type, match = () => true) => until(`event ${type}`, () => since(type).find(match)),
    mark: () => {
      from = events.length;
    },
    prompts: () => since('prompt').filter(({ blocks }) => blocks !== undefined),
    async asked(kind) {
      type Wanted = Extract<Ask, { kind: typeof kind }>;
      return (await driver.next('asked', ({ ask }) => ask.kind === kind)).ask as Wanted;
    },
    async turn(session, text, as) {
      driver.mark();
      await session.submit(text, as);
      return driver.next('end');
    },
    async close() {
      await agent.close();
      const left = claudeProcesses(world);
      await world.close();
      if (left.length > 0) throw new Error(`claude was left running: ${left.map(({ command }) => command).join('; ')}`);
    },
  };
  return driver;
}

export const plainSetup = (world: World): AgentSetup => ({
  cwd: world.cwd,
  mode: 'ask',
  allowedTools: [],
  deniedTools: [],
  mcpConfig: [],
  extraArgs: [],
});

export function messageOf(role: Message['role'], blocks: Block[]): Message {
  return {
    id: randomUUID() as MessageId,
    parent: null,
    hash: '',
    depth: 0,
    turn: null,
    role,
    via: role === 'user' ? 'prompt' : null,
    blocks,
    hidden: false,
    model: role === 'assistant' ? 'claude-opus-4-8' : null,
    usage: null,
    agent: null,
    createdAt: Date.now(),
  };
}

/** Every text that the model was sent by the user in its last request of the conversation, as it was sent. */
export function lastUserTexts(world: World): string[] {
  const messages = world.model.requests.findLast(({ kind }) => kind === 'turn')?.body.messages ?? [];
  const content = messages.findLast(({ role }) => role === 'user')?.content ?? [];
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  return blocks.flatMap((block) => (block.type === 'text' ? [(block as { text: string }).text] : []));
}

export const brief = (event: AgentEvent) =>
  JSON.stringify(event, (key, value) => (key === 'agent' ? undefined : value)).slice(0, 300);
