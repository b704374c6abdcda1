// The chat over the real engine and a scripted agent, as a program of its own, for tests of the screen.
//   node scripted-chat.js [--resume THREAD | --fill TURNS] [prompt]
import path from 'node:path';
import { createEngine } from '../../src/engine/engine.ts';
import { openLog } from '../../src/engine/log.ts';
import { openStore } from '../../src/store/index.ts';
import { startChat } from '../../src/ui/start.tsx';
import { scriptedAgent } from './scripted-agent.ts';

const args = process.argv.slice(2);
const engine = await createEngine(
  { home: process.env.CCCHAT_HOME, env: process.env, warmSpare: false },
  { agent: scriptedAgent({ wordMs: Number(process.env.WORD_MS ?? 15) }), log: openLog(process.env) },
);
engine.subscribe((event) => {
  if (event.type === 'turn.start' && event.text === process.env.CRASH_ON)
    setTimeout(() => {
      throw new Error('crashed on purpose');
    }, 50);
});
const at = args.indexOf('--resume');
const fill = args.indexOf('--fill');
let thread = at === -1 ? undefined : engine.find(args.splice(at, 2)[1]!).id;
if (fill !== -1) thread = fillThread(Number(args.splice(fill, 2)[1]));
const code = await startChat({ engine, thread, prompt: args.join(' ') || undefined });
await engine.close();
process.exit(code);

/** A thread with this many turns, written straight into the database. */
function fillThread(turns: number) {
  const { id } = engine.create({ cwd: process.cwd(), title: `A thread of ${turns} turns` });
  const store = openStore(path.join(process.env.CCCHAT_HOME!, 'ccchat.db'));
  store.transaction(() => {
    for (let number = 1; number <= turns; number += 1) {
      const turn = store.turns.create({ thread: id });
      const say = (role: 'user' | 'assistant', text: string) =>
        store.messages.append({
          thread: id,
          turn: turn.id,
          role,
          via: role === 'user' ? 'prompt' : null,
          blocks: [{ type: 'text', text }],
        });
      say('user', `prompt ${number}`);
      say('assistant', `reply ${number}`);
      store.turns.update(turn.id, { state: 'done', endedAt: Date.now(), durationMs: 1 });
    }
  });
  store.close();
  return id;
}
