// Another agent behind the engine, whole: it answers with what it was told so far, and thereby gets threads, forks, the queue and search.
// Run it with `node --import tsx examples/another-agent.ts`. Outside this repository, import from 'ccchat'.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  type Agent,
  type AgentEvent,
  type AgentSession,
  createEngine,
  type Message,
  silentLog,
} from '../src/engine/index.ts';

let sessions = 0;

function openSession(told: string[], emit: (event: AgentEvent) => void): AgentSession {
  let alive = true;
  return {
    id: `parrot-${++sessions}`,
    pid: process.pid,
    place: { transcript: '', offset: 0 },
    get alive() {
      return alive;
    },
    backgroundTasks: 0,
    backgroundAgents: 0,
    async submit(text) {
      told.push(text);
      const block = { type: 'text', text: `You said: ${told.join(', ')}.` } as const;
      setImmediate(() => {
        emit({ type: 'prompt', text });
        emit({
          type: 'block',
          message: `${sessions}-${told.length}`,
          block,
          model: 'parrot',
          usage: null,
          stopReason: 'end_turn',
          agent: null,
          parentTool: null,
        });
        emit({ type: 'end', state: 'done', stopReason: 'end_turn', error: null });
      });
    },
    async steer() {},
    async withdraw() {
      return [];
    },
    async interrupt() {
      emit({ type: 'end', state: 'interrupted', stopReason: null, error: null });
    },
    async close() {
      if (!alive) return;
      alive = false;
      emit({ type: 'exit', reason: 'closed' });
    },
  };
}

const wordsOf = ({ blocks }: Message) => blocks.map((block) => (block.type === 'text' ? block.text : '')).join('');

const parrot: Agent = {
  async start(_setup, prefix, emit) {
    return openSession(prefix.filter(({ role }) => role === 'user').map(wordsOf), emit);
  },
  answer() {},
  async recover() {
    return { accepted: false, finished: false, events: [] };
  },
  async close() {},
};

const home = mkdtempSync(path.join(tmpdir(), 'parrot-'));
const engine = await createEngine({ home }, { agent: parrot, log: silentLog });
try {
  const thread = engine.create();
  const first = await engine.prompt(thread.id, 'one');
  const fork = engine.fork(thread.id);
  await engine.prompt(thread.id, 'two');
  const other = await engine.prompt(fork.id, 'three');
  console.log(first.text);
  console.log((await engine.prompt(thread.id, 'four')).text);
  console.log(other.text);
  console.log(`${engine.search('three').length} messages say "three"`);
} finally {
  await engine.close();
  rmSync(home, { recursive: true, force: true });
}
