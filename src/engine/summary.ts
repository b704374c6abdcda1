// A summary in the model's own words, made on a process of its own so that the thread's live one learns nothing of it.
// It is a message of the thread like any other; what it sums up stays in the database.
import { plainText } from '../store/text.ts';
import type { Message, Thread } from '../store/types.ts';
import { AgentError, type AgentEvent, type AgentSession } from './agent.ts';
import { EngineError } from './api.ts';
import type { Core } from './core.ts';
import { messagesFromEvents } from './messages-from-events.ts';
import { ownSummary, prefixOf } from './prefix.ts';
import { mergeSettings, setupOf } from './setup.ts';

/** What a process is asked for a summary with; an import knows such a turn by it. */
export const summaryOrder = `Summarise our conversation so far, so that somebody who has only your summary can go on with the work. Say what was asked, \
what was decided and why, which files and commands matter, what was done, what failed, and what is still open. \
Use no tools. Answer with the summary alone.`;

export async function summaryOf(core: Core, thread: Thread): Promise<Message> {
  const prefix = prefixOf(core, thread);
  if (prefix.length === 0)
    throw new EngineError('nothing-to-do', `thread ${thread.id} is empty`, 'Say something first.');
  const setup = setupOf(thread, mergeSettings(core.defaults, thread.settings, { mode: 'plan' }));
  const reply = await ask(core, summaryOrder, (events) => core.agent.start(setup, prefix, events));
  const { store } = core;
  return store.messages.append({
    thread: thread.id,
    role: 'summary',
    blocks: [{ type: 'text', text: reply }],
    agent: { ...ownSummary },
  });
}

/** One question to a process that is closed afterwards; whatever it asks is denied. */
async function ask(
  core: Core,
  text: string,
  start: (events: (event: AgentEvent) => void) => Promise<AgentSession>,
): Promise<string> {
  const fold = messagesFromEvents();
  let reply = '';
  let heard: (event: AgentEvent) => void = () => {};
  const ended = new Promise<void>((resolve, reject) => {
    heard = (event) => {
      if (event.type === 'exit') reject(new AgentError('agent-exited', 'claude ended', 'Try again.'));
      if (event.type !== 'end') return;
      if (event.state === 'done') resolve();
      else reject(new AgentError('summary', event.error?.text ?? 'the summary was interrupted', 'Try again.'));
    };
  });
  ended.catch(() => {});
  const session = await start((event) => {
    for (const draft of fold.push(event)) if (draft.role === 'assistant') reply = plainText(draft.blocks) || reply;
    if (event.type === 'asked') core.agent.answer(event.ask.id, { kind: 'deny', comment: 'Answer without tools.' });
    heard(event);
  });
  try {
    await session.submit(text);
    await ended;
    for (const draft of fold.finish()) if (draft.role === 'assistant') reply = plainText(draft.blocks) || reply;
  } finally {
    await session.close();
  }
  if (reply.trim() === '') throw new AgentError('summary', 'claude gave no summary', 'Try again.');
  return reply;
}
