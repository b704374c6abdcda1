// A thread as the screen first shows it: its last turns. Everything above them is one key away in the reader; printing it all again
// would cost seconds and bury what the terminal already holds.
import type { EngineApi } from '../../engine/api.ts';
import type { ThreadId, TurnId } from '../../store/types.ts';
import type { LoadedThread } from '../state/model.ts';

/** Messages read for one turn at most before it is shown from its middle. */
const MESSAGES_A_TURN = 40;

/** Without turns: only what is true of the thread now. */
export function loadThread(engine: EngineApi, id: ThreadId, lastTurns: number): LoadedThread {
  const thread = engine.get(id);
  const report = engine.status(id);
  const turns = lastTurns === 0 ? [] : engine.turns(id, { limit: lastTurns + 1 });
  const shown = turns.slice(-lastTurns);
  const wanted = new Set<TurnId>(shown.map((turn) => turn.id));
  const recent = lastTurns === 0 ? [] : engine.messages(id, { limit: Math.max(200, lastTurns * MESSAGES_A_TURN) });
  const first = turns.length > shown.length ? recent.findIndex(({ turn }) => turn !== null && wanted.has(turn)) : 0;
  const messages = first === -1 ? recent : recent.slice(first);
  return {
    thread,
    status: report.status,
    turn: report.turn,
    messages,
    turns: shown,
    asks: report.asks,
    agents: report.agents,
    inbox: report.queue,
    paused: report.paused,
    elsewhere: report.owner !== null,
    above: thread.messages - messages.length,
  };
}
