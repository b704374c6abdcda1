// What a process is told when it has to learn a conversation: the line of the thread from its last summary on. A line that is
// too long without one is cut to a digest and its last turns; the database keeps everything.
import { plainText } from '../store/text.ts';
import type { Message, MessageId, Thread, TurnId } from '../store/types.ts';
import type { Core } from './core.ts';

export const keptTurns = 10;
const digestTurns = 60;
const digestLine = 200;

/** Marks a summary that the user asked us for: the turns just before it stay word for word. */
export const ownSummary = { by: 'ccchat' } as const;

export function prefixOf(core: Pick<Core, 'store' | 'longThreadChars'>, thread: Pick<Thread, 'head'>): Message[] {
  const line = sinceSummary(core.store.messages.walk(thread.head));
  const chars = line.reduce((sum, message) => sum + JSON.stringify(message.blocks).length, 0);
  return chars > core.longThreadChars ? shortened(line) : line;
}

function sinceSummary(newestFirst: Iterable<Message>): Message[] {
  const line: Message[] = [];
  let summary: Message | null = null;
  const before = new Set<TurnId | MessageId>();
  for (const message of newestFirst) {
    if (message.hidden) continue;
    if (summary) {
      before.add(message.turn ?? message.id);
      if (message.role === 'summary' || before.size > keptTurns) break;
    } else if (message.role === 'summary') {
      summary = message;
      if (!isOwn(message)) break;
      continue;
    }
    line.push(message);
  }
  if (summary) line.push(summary);
  return line.reverse();
}

function isOwn({ agent }: Message): boolean {
  return agent !== null && typeof agent === 'object' && !Array.isArray(agent) && agent.by === ownSummary.by;
}

function shortened(line: Message[]): Message[] {
  const turns = [...new Set(line.map((message) => message.turn ?? message.id))];
  const kept = new Set(turns.slice(-keptTurns));
  const first = line.findIndex((message) => kept.has(message.turn ?? message.id));
  const [older, recent] = [line.slice(0, first), line.slice(first)];
  return older.length === 0 ? recent : [digestOf(older), ...recent];
}

function digestOf(older: Message[]): Message {
  const last = older.at(-1)!;
  const summaries = older.filter(({ role }) => role === 'summary').map(({ blocks }) => plainText(blocks));
  const said = older
    .filter(({ role }) => role === 'user' || role === 'assistant')
    .map(({ role, blocks }) => ({ role, text: cut(plainText(blocks)) }))
    .filter(({ text }) => text !== '')
    .slice(-2 * digestTurns)
    .map(({ role, text }) => `${role === 'user' ? 'User' : 'You'}: ${text}`);
  const text = [
    'The beginning of this conversation is left out because it is long. In short, it was:',
    ...summaries.slice(-1),
    ...said,
  ].join('\n');
  return { ...last, role: 'summary', via: null, blocks: [{ type: 'text', text }], agent: { ...ownSummary } };
}

function cut(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > digestLine ? `${line.slice(0, digestLine - 1)}…` : line;
}
