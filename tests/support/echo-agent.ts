// An agent that keeps the contract of `Agent` and answers at once with how much it knows. It stands in for `claude` only where
// hundreds of turns are needed: what it is told (prefix and prompts) is all it has, so a wrong prefix shows in its answers.

import type { Agent, AgentEvent, AgentSession, AgentSetup } from '../../src/engine/agent.ts';
import { plainText } from '../../src/store/text.ts';
import type { Message } from '../../src/store/types.ts';

export interface EchoAgent extends Agent {
  /** Processes started so far, with what each was told at the start. */
  readonly started: { setup: AgentSetup; prefix: string[]; alive: boolean; session: EchoSession }[];
}

export class EchoSession implements AgentSession {
  readonly pid = 0;
  readonly place = { transcript: '', offset: 0 };
  alive = true;
  backgroundTasks = 0;
  backgroundAgents = 0;

  constructor(
    readonly id: string,
    readonly known: string[],
    readonly events: (event: AgentEvent) => void,
  ) {}

  async submit(text: string): Promise<void> {
    this.known.push(text);
    const reply = `knows ${this.known.join('|')}`;
    queueMicrotask(() => {
      this.events({ type: 'prompt', text });
      this.say(reply);
      this.known.push(reply);
      this.events({ type: 'end', state: 'done', stopReason: 'end_turn', error: null });
    });
  }

  say(text: string): void {
    this.events({
      type: 'block',
      message: `m${this.known.length}`,
      block: { type: 'text', text },
      model: 'echo',
      usage: null,
      stopReason: 'end_turn',
      agent: null,
      parentTool: null,
    });
  }

  async steer(): Promise<void> {}
  async withdraw(): Promise<string[]> {
    return [];
  }
  async interrupt(): Promise<void> {}
  async close(): Promise<void> {
    if (!this.alive) return;
    this.alive = false;
    this.events({ type: 'exit', reason: 'closed' });
  }
  die(): void {
    void this.close();
  }
}

export function echoAgent(): EchoAgent {
  const started: EchoAgent['started'] = [];
  return {
    started,
    async start(setup: AgentSetup, prefix: readonly Message[], events: (event: AgentEvent) => void) {
      const known = prefix.map(({ blocks }) => plainText(blocks));
      const session = new EchoSession(`echo-${started.length}`, [...known], events);
      started.push({
        setup,
        prefix: known,
        session,
        get alive() {
          return session.alive;
        },
      });
      return session;
    },
    answer() {},
    async recover() {
      return { accepted: false, finished: false, events: [] };
    },
    async close() {},
  };
}
