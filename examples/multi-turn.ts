// A conversation of two turns from a script: one thread, one `claude`, everything recorded.
// Run it with `node --import tsx examples/multi-turn.ts`. Outside this repository, import from 'ccchat'.
import { openEngine } from '../src/engine/index.ts';

const prompts = ['Remember the codeword: Beaver. Reply OK.', 'What was the codeword?'];

const engine = await openEngine({ warmSpare: false });
// Nobody sits here to answer: no is better than waiting for ever.
engine.subscribe((event) => {
  if (event.type !== 'permission.asked' && event.type !== 'question.asked') return;
  console.error(`claude asks, and nobody answers: ${event.ask.kind === 'dialog' ? event.ask.text : event.ask.kind}`);
  engine.answer(event.thread, event.ask.id, { kind: 'deny' });
});
try {
  const thread = engine.create({ title: 'Codeword' });
  for (const prompt of prompts) {
    const turn = await engine.prompt(thread.id, prompt);
    if (turn.error) throw new Error(`${turn.error.text} ${turn.error.next}`);
    console.log(`you:    ${prompt}`);
    console.log(`claude: ${turn.text}`);
    console.log(`        stop reason ${turn.stopReason}, ${turn.durationMs} ms`);
  }
  const sessions = new Set(engine.turns(thread.id).map((turn) => turn.session));
  console.log(`${prompts.length} turns, ${sessions.size} claude process`);
} finally {
  await engine.close();
}
