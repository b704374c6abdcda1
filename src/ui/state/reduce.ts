// Events and actions in, state out; no input, no output, no clock. A thread that is not on view keeps its running turn here, so that
// switching to it shows the turn as it stands; its finished words are read from the database when it comes on view.
import type { Ask } from '../../engine/agent.ts';
import type { EngineEvent } from '../../engine/events.ts';
import type { InboxItem, Message, MessageId, ThreadId, Usage } from '../../store/types.ts';
import { itemsOf, withTaskNames } from '../blocks/index.ts';
import type {
  ChatAction,
  ChatState,
  Entry,
  EntryItem,
  LiveShell,
  LiveTurn,
  LoadedThread,
  ThreadState,
} from './model.ts';
import * as turns from './turn.ts';

export const emptyChat: ChatState = { view: null, threads: new Map(), entries: [], shown: new Set() };

export const noUsage: Usage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };

export function reduceChat(state: ChatState, action: ChatAction): ChatState {
  switch (action.type) {
    case 'event':
      return printFinished(reduceEvent(state, action.event));
    case 'opened':
      return printFinished(open(state, action.loaded));
    case 'refreshed':
      return printFinished(refresh(state, action.loaded));
    case 'blank':
      return beginAnew({ ...state, view: null, shown: new Set() });
    case 'said':
      return append(state, [action.item]);
  }
}

/** Below other words, a new thread says that it is one. */
function beginAnew(state: ChatState): ChatState {
  const header: EntryItem = { kind: 'thread', title: 'New thread', cwd: '', above: 0 };
  return state.entries.length === 0 ? state : append(state, [header]);
}

function open(state: ChatState, loaded: LoadedThread): ChatState {
  const { thread } = loaded;
  const before = state.threads.get(thread.id);
  const live = before?.turn ?? null;
  const settled = loaded.messages.filter((message) => live === null || message.turn !== live.id);
  const header: EntryItem = { kind: 'thread', title: thread.title, cwd: thread.cwd, above: loaded.above };
  const viewed: ThreadState = {
    ...facts(before ?? unknownThread(thread.id), loaded),
    turn: live === null ? null : { ...live, printed: 0 },
    usage: lastUsage(loaded.messages),
    spent: loaded.messages.reduce((sum, message) => addUsage(sum, message.usage), noUsage),
    mark: null,
  };
  const shown = new Set(loaded.messages.map((message) => message.id));
  const next = withThread({ ...state, view: thread.id, shown }, viewed);
  return append(next, [
    ...(thread.head === null ? [] : [header]),
    ...itemsOf(
      settled,
      loaded.turns.filter((turn) => turn.id !== live?.id),
    ),
  ]);
}

function refresh(state: ChatState, loaded: LoadedThread): ChatState {
  const before = state.threads.get(loaded.thread.id) ?? unknownThread(loaded.thread.id);
  const now = facts(before, loaded);
  if (state.view !== now.id) return withThread(state, now);
  const fresh = loaded.messages.filter((message) => !state.shown.has(message.id) && message.turn !== before.turn?.id);
  if (fresh.length === 0) return withThread(state, now);
  const next = withThread(state, fresh.reduce(counted, now));
  const shown = new Set([...state.shown, ...fresh.map((message) => message.id)]);
  const ended = loaded.turns.filter(({ id }) => id !== before.turn?.id && fresh.some(({ turn }) => turn === id));
  return append({ ...next, shown }, itemsOf(fresh, ended, loaded.messages));
}

function facts(before: ThreadState, loaded: LoadedThread): ThreadState {
  const { thread } = loaded;
  const model = loaded.messages.findLast((message) => message.model !== null)?.model;
  return {
    ...before,
    title: thread.title,
    cwd: thread.cwd,
    model: thread.settings.model ?? model ?? before.model,
    mode: thread.settings.mode ?? 'ask',
    status: loaded.status,
    asks: loaded.asks,
    agents: loaded.agents,
    inbox: loaded.inbox.filter(isPending),
    paused: loaded.paused,
    elsewhere: loaded.elsewhere,
  };
}

export function unknownThread(id: ThreadId): ThreadState {
  return {
    id,
    title: null,
    cwd: '',
    model: null,
    mode: 'ask',
    status: 'idle',
    turn: null,
    asks: [],
    agents: 0,
    shells: [],
    inbox: [],
    paused: false,
    elsewhere: false,
    usage: null,
    spent: noUsage,
    mark: null,
  };
}

function reduceEvent(state: ChatState, event: EngineEvent): ChatState {
  if (event.type === 'notice') {
    const here = event.thread === null || event.thread === state.view;
    const { level, text, next } = event;
    return here ? append(state, [{ kind: 'notice', level, text, next }]) : state;
  }
  const before = state.threads.get(event.thread) ?? unknownThread(event.thread);
  const after = reduceThread(before, event, state.view === event.thread);
  const next = after === before ? state : withThread(state, after);
  return note(next, event, before);
}

/** What the thread on view has shown; messages outside any turn go straight to the entries. */
function note(state: ChatState, event: EngineEvent, before: ThreadState): ChatState {
  if (!('thread' in event) || event.thread !== state.view) return state;
  const id = event.type === 'turn.start' ? event.prompt : event.type === 'message.start' ? event.message : null;
  if (id !== null) return withShown(state, id);
  if (event.type !== 'message.end') return state;
  const { message } = event;
  const inTurn = before.turn !== null && message.turn === before.turn.id;
  if (inTurn || state.shown.has(message.id)) return withShown(state, message.id);
  return append(withShown(state, message.id), itemsOf([message]));
}

function reduceThread(
  thread: ThreadState,
  event: Exclude<EngineEvent, { type: 'notice' }>,
  onView: boolean,
): ThreadState {
  switch (event.type) {
    case 'turn.start':
      return thread.turn?.id === event.turn ? thread : { ...thread, turn: turns.startTurn(event), mark: null };
    case 'turn.update':
      return inTurn(thread, event.turn, (turn) => ({ ...turn, state: event.state }));
    case 'turn.end': {
      const ended = inTurn(thread, event.turn, (turn) => turns.endTurn(turn, event));
      const mark = onView ? null : event.state === 'done' ? 'done' : 'failed';
      return { ...ended, turn: onView ? ended.turn : null, asks: [], mark };
    }
    case 'message.start':
      return thread;
    case 'message.update':
      return awaited(
        inTurn(thread, event.turn, (turn) => turns.addBlock(turn, event.message, event.index, event.block)),
      );
    case 'message.end':
      return counted(
        inTurn(thread, event.turn, (turn) => turns.addMessage(turn, event.message)),
        event.message,
      );
    case 'text.preview':
      return inTurn(thread, event.turn, (turn) => ({ ...turn, preview: event.text }));
    case 'tool.start':
      return awaited(inTurn(thread, event.turn, (turn) => turns.startTool(turn, event)));
    case 'tool.update':
      return inTurn(thread, event.turn, (turn) => turns.setToolState(turn, event.tool, event.state));
    case 'tool.end':
      return inTurn(thread, event.turn, (turn) =>
        turns.endTool(turn, event.tool, event.block, event.isError, event.at),
      );
    case 'subagent.block':
      return inTurn(thread, event.turn, (turn) => turns.addSubagentBlock(turn, event.parentTool, event.block));
    case 'permission.asked':
    case 'question.asked':
      return { ...thread, asks: [...withoutAsk(thread.asks, event.ask.id), event.ask] };
    case 'permission.answered':
    case 'question.answered':
      return { ...thread, asks: withoutAsk(thread.asks, event.ask) };
    case 'steer.held':
    case 'steer.typed':
    case 'steer.accepted':
    case 'steer.absorbed':
    case 'steer.ran':
    case 'steer.returned':
      return { ...thread, inbox: upsert(thread.inbox, event.item) };
    case 'shell.update':
      return { ...thread, shells: withShell(thread.shells, event) };
    case 'queue.changed':
      return { ...thread, inbox: event.items.filter(isPending) };
    case 'status':
      return { ...thread, status: event.status, agents: event.agents };
    case 'thread.changed':
      return thread;
  }
}

function inTurn(thread: ThreadState, turn: string | null, change: (turn: LiveTurn) => LiveTurn): ThreadState {
  if (thread.turn === null || thread.turn.id !== turn) return thread;
  const changed = change(thread.turn);
  return changed === thread.turn ? thread : { ...thread, turn: changed };
}

function counted(thread: ThreadState, message: Message): ThreadState {
  if (message.usage === null && message.model === null) return thread;
  return {
    ...thread,
    model: message.model ?? thread.model,
    usage: message.usage ?? thread.usage,
    spent: addUsage(thread.spent, message.usage),
  };
}

/** A question can be here before the tool that it is about. */
function awaited(thread: ThreadState): ThreadState {
  if (thread.turn === null) return thread;
  let { turn } = thread;
  for (const ask of thread.asks)
    if (ask.kind !== 'dialog' && ask.toolUse !== null) turn = turns.setToolState(turn, ask.toolUse, 'waiting');
  return { ...thread, turn };
}

const withoutAsk = (asks: readonly Ask[], id: string) => asks.filter((ask) => ask.id !== id);

function withShell(
  shells: readonly LiveShell[],
  { shell, command, state, at }: Extract<EngineEvent, { type: 'shell.update' }>,
): readonly LiveShell[] {
  const others = shells.filter(({ id }) => id !== shell);
  return state === 'over' ? others : [...others, { id: shell, command, state, startedAt: at }];
}

function isPending(item: InboxItem): boolean {
  if (item.kind === 'follow-up') return item.state === 'queued';
  return item.kind === 'steer' && item.state !== 'absorbed' && item.state !== 'ran';
}

function upsert(inbox: readonly InboxItem[], item: InboxItem): readonly InboxItem[] {
  const known = inbox.some((one) => one.id === item.id);
  const next = known ? inbox.map((one) => (one.id === item.id ? item : one)) : [...inbox, item];
  return next.filter(isPending);
}

export function addUsage(sum: Usage, more: Usage | null): Usage {
  if (more === null) return sum;
  return {
    inputTokens: sum.inputTokens + more.inputTokens,
    outputTokens: sum.outputTokens + more.outputTokens,
    cacheReadTokens: sum.cacheReadTokens + more.cacheReadTokens,
    cacheWriteTokens: sum.cacheWriteTokens + more.cacheWriteTokens,
  };
}

const lastUsage = (messages: readonly Message[]) =>
  messages.findLast((message) => message.usage !== null)?.usage ?? null;

function withThread(state: ChatState, thread: ThreadState): ChatState {
  return { ...state, threads: new Map(state.threads).set(thread.id, thread) };
}

function withShown(state: ChatState, id: MessageId): ChatState {
  return state.shown.has(id) ? state : { ...state, shown: new Set(state.shown).add(id) };
}

function append(state: ChatState, items: readonly EntryItem[]): ChatState {
  if (items.length === 0) return state;
  const from = state.entries.length;
  const named = withTaskNames(items, () => state.entries.map(({ item }) => item));
  const added = named.map((item, index): Entry => ({ key: String(from + index), item }));
  return { ...state, entries: [...state.entries, ...added] };
}

/** Moves what is finished, in order, from the running turn to the entries; a turn that has ended and is printed is gone. */
function printFinished(state: ChatState): ChatState {
  const thread = state.view === null ? undefined : state.threads.get(state.view);
  const turn = thread?.turn;
  if (!thread || !turn) return state;
  let printed = turn.printed;
  while (printed < turn.items.length && turn.items[printed]!.finished && turn.items[printed]!.placed) printed += 1;
  if (printed === turn.printed) return state;
  const next = append(
    state,
    turn.items.slice(turn.printed, printed).map((one) => one.item),
  );
  const ended =
    turn.state !== 'starting' && turn.state !== 'streaming' && turn.state !== 'tool' && turn.state !== 'waiting';
  return withThread(next, { ...thread, turn: ended ? null : { ...turn, printed } });
}
