// One turn while it runs: what the agent says becomes rows as soon as a message is whole, and events at once.
// The prompt is a row of the inbox until the agent has taken it, and a message of the thread from then on: it is never nowhere.
import { plainText } from '../store/text.ts';
import type {
  EndedTurnState,
  InboxItem,
  LiveTurnState,
  Message,
  MessageId,
  ThreadId,
  TurnId,
  Via,
} from '../store/types.ts';
import type { AgentEvent, AgentFailure, AgentSession, Answer, Ask } from './agent.ts';
import type { TurnResult } from './api.ts';
import { emitAnswered, emitAsked } from './background-asks.ts';
import { changedPaths, type ToolCall } from './changed-paths.ts';
import type { Core } from './core.ts';
import { type MessageDraft, messagesFromEvents } from './messages-from-events.ts';
import { emitQueue, emitSteer } from './queue.ts';
import { titleFrom } from './titles.ts';
import { advance, begun, liveState, type Progress } from './turn-state.ts';

export interface TurnStart {
  thread: ThreadId;
  text: string;
  via: Via | null;
  /** The inbox row that waits for this turn; null for what the agent began by itself. */
  item: InboxItem | null;
}

export class ActiveTurn {
  readonly id: TurnId;
  readonly thread: ThreadId;
  readonly text: string;
  result: TurnResult | null = null;
  private readonly prompt: MessageId;
  private readonly startedAt = Date.now();
  private readonly fold = messagesFromEvents();
  private readonly open: { agentId: string; id: MessageId; blocks: number }[] = [];
  private readonly calls = new Map<string, ToolCall>();
  private progress: Progress = begun;
  private stored = false;
  missed = false;
  /** The agent's record goes on after the prompt. */
  private answered = false;
  private state: LiveTurnState = 'starting';
  private lastText = '';
  /** Of the text that is being written, as the screen has it. */
  private unfinished = '';

  constructor(
    private readonly core: Core,
    private readonly start: TurnStart,
  ) {
    const { store, bus } = core;
    this.thread = start.thread;
    this.text = start.text;
    this.prompt = store.messages.newId();
    this.id = store.transaction(() => {
      const turn = store.turns.create({ thread: start.thread, prompt: this.prompt, startedAt: this.startedAt });
      if (start.item) store.inbox.update(start.item.id, { turn: turn.id });
      return turn.id;
    });
    bus.emit({
      type: 'turn.start',
      ...this.names,
      text: start.text,
      via: start.via,
      prompt: this.prompt,
      at: this.startedAt,
    });
  }

  get accepted(): boolean {
    return this.progress.accepted;
  }
  get asks(): readonly Ask[] {
    return this.progress.asks;
  }
  /** Cut off before the first word: the agent takes such a prompt back, and then does not know what the thread holds. */
  get inDoubt(): boolean {
    return this.result?.state === 'interrupted' && this.stored && !this.answered;
  }
  private get names() {
    return { thread: this.thread, turn: this.id };
  }

  /** From here the turn can be read to its end when everything else is gone. */
  runsIn(session: AgentSession): void {
    const { transcript, offset } = session.place;
    this.core.store.turns.update(this.id, { session: session.id, transcript, offset });
  }

  handle(event: AgentEvent): void {
    if (!this.result) this.orMiss(() => this.take(event));
  }

  /** The database did not take it (another process kept it locked): the row stays unfinished, and recovery reads it all again. */
  private orMiss(store: () => void): void {
    try {
      store();
    } catch (error) {
      this.missed = true;
      this.core.log.write('turn', { missed: String(error) });
    }
  }

  private take(event: AgentEvent): void {
    const before = this.progress;
    if (event.type === 'block' || event.type === 'inserted') this.answered = true;
    this.progress = advance(before, event);
    const drafts = this.fold.push(event);
    if (event.type === 'prompt' && !this.stored && drafts.length > 0) this.storePrompt(drafts.pop());
    if (event.type === 'unasked') this.announceUnasked(before, event.id);
    else this.announce(event);
    this.storeAll(drafts);
    this.moveTo(liveState(this.progress));
  }

  finish(state: EndedTurnState, stopReason: string | null, error: AgentFailure | null): TurnResult {
    if (this.result) return this.result;
    const { store, bus } = this.core;
    for (const ask of this.progress.asks) this.announceAnswered(ask, null);
    this.progress = { ...this.progress, asks: [] };
    const endedAt = Date.now();
    const durationMs = endedAt - this.startedAt;
    this.orMiss(() =>
      store.transaction(() => {
        this.storeAll(this.fold.finish());
        if (state === 'lost') this.storeUnfinished();
        if (this.accepted && !this.stored) this.storePrompt(undefined);
        this.returnPrompt();
        if (this.missed) return;
        store.turns.update(this.id, { state, stopReason, error: error?.text ?? null, endedAt, durationMs });
      }),
    );
    this.result = { ...this.names, state, stopReason, durationMs, error, text: this.lastText };
    const returned = this.accepted || state === 'done' || this.start.item?.kind !== 'prompt' ? null : this.text;
    bus.emit({ type: 'turn.end', ...this.names, state, stopReason, durationMs, error, returned });
    return this.result;
  }

  private storePrompt(draft: MessageDraft | undefined): void {
    const { store } = this.core;
    const { item, via, thread } = this.start;
    this.stored = true;
    const message = store.transaction(() => {
      if (item) store.inbox.remove(item.id);
      const known = store.threads.get(thread)!;
      if (known.title === null && known.head === null && via !== null)
        store.threads.update(thread, { title: titleFrom(this.text) });
      return store.messages.append({
        thread,
        turn: this.id,
        id: this.prompt,
        role: draft?.role ?? 'user',
        via: via ?? draft?.via ?? null,
        blocks: draft?.blocks ?? [{ type: 'text', text: this.text }],
        agent: draft?.agent ?? null,
      });
    });
    this.core.bus.emit({ type: 'message.end', ...this.names, message });
    if (item?.kind === 'steer') emitSteer(this.core, { ...item, state: 'ran', turn: this.id });
    else if (item) emitQueue(this.core, thread);
  }

  /** The agent never took it: a queued one waits again, a typed one goes back to whoever typed it. */
  private returnPrompt(): void {
    const { item } = this.start;
    if (this.accepted || !item) return;
    if (item.kind === 'prompt') {
      this.core.store.inbox.remove(item.id);
      return;
    }
    const state = item.kind === 'follow-up' ? 'queued' : 'returned';
    const back = this.core.store.inbox.update(item.id, { state, now: false, turn: null });
    if (back.kind === 'steer') emitSteer(this.core, back);
    else emitQueue(this.core, this.thread);
  }

  private storeAll(drafts: readonly MessageDraft[]): void {
    if (drafts.length === 0) return;
    if (!this.stored && drafts.some(({ role }) => role !== 'summary')) this.storePrompt(undefined);
    const { store, bus } = this.core;
    const messages: Message[] = store.transaction(() =>
      drafts.map((draft) => {
        const id = draft.role === 'assistant' ? this.open.shift()?.id : undefined;
        return store.messages.append({ thread: this.thread, turn: this.id, id, ...draft });
      }),
    );
    for (const message of messages) {
      if (message.role === 'assistant') this.lastText = plainText(message.blocks) || this.lastText;
      bus.emit({ type: 'message.end', ...this.names, message });
    }
  }

  /** Nobody will write it down any more: inexact words are better than none. */
  private storeUnfinished(): void {
    const text = this.unfinished.trim();
    if (text === '') return;
    const blocks = [{ type: 'text' as const, text }];
    this.storeAll([{ role: 'assistant', via: null, blocks, hidden: false, model: null, usage: null, agent: null }]);
  }

  private announce(event: AgentEvent): void {
    const { bus, store } = this.core;
    switch (event.type) {
      case 'preview':
        if (this.accepted) this.unfinished = event.text;
        if (this.accepted) bus.emit({ type: 'text.preview', ...this.names, text: event.text });
        return;
      case 'block':
        this.announceBlock(event);
        return;
      case 'tool.start': {
        const { id: tool, name, input, parentTool } = event;
        bus.emit({ type: 'tool.start', ...this.names, tool, name, input, parentTool, at: Date.now() });
        return;
      }
      case 'tool.end': {
        const isError = event.block.type === 'tool_result' && event.block.is_error === true;
        const paths = isError ? [] : changedPaths(event.id, this.calls);
        if (paths.length > 0) store.turns.addPaths(this.id, paths);
        bus.emit({ type: 'tool.end', ...this.names, tool: event.id, block: event.block, isError, at: Date.now() });
        return;
      }
      case 'asked':
        this.announceTool(event.ask, 'waiting');
        emitAsked(this.core, this.names, event.ask);
        return;
      case 'notice': {
        const { level, code, text, next } = event;
        bus.emit({ type: 'notice', thread: this.thread, level, code, text, next });
      }
    }
  }

  private announceBlock({ message, block, parentTool }: Extract<AgentEvent, { type: 'block' }>): void {
    const { bus, store } = this.core;
    if (block.type === 'text' && parentTool === null) this.unfinished = '';
    if (block.type === 'tool_use') this.calls.set(block.id, { name: block.name, input: block.input });
    if (parentTool !== null) {
      bus.emit({ type: 'subagent.block', ...this.names, parentTool, block });
      return;
    }
    let open = this.open.find(({ agentId }) => agentId === message);
    if (!open) {
      open = { agentId: message, id: store.messages.newId(), blocks: 0 };
      this.open.push(open);
      bus.emit({ type: 'message.start', ...this.names, message: open.id, role: 'assistant' });
    }
    bus.emit({ type: 'message.update', ...this.names, message: open.id, index: open.blocks++, block });
  }

  /** False: there is no such ask any more. */
  answer(id: string, answer: Answer): boolean {
    const ask = this.progress.asks.find((one) => one.id === id);
    if (!ask) return false;
    this.progress = advance(this.progress, { type: 'unasked', id });
    this.announceAnswered(ask, answer);
    this.core.agent.answer(id, answer);
    this.moveTo(liveState(this.progress));
    return true;
  }

  private announceUnasked(before: Progress, id: string): void {
    const ask = before.asks.find((one) => one.id === id);
    if (ask) this.announceAnswered(ask, null);
  }

  private announceAnswered(ask: Ask, answer: Answer | null): void {
    emitAnswered(this.core, this.names, ask, answer);
    this.announceTool(ask, 'running');
  }

  private announceTool(ask: Ask, state: 'running' | 'waiting'): void {
    if (ask.kind === 'dialog' || ask.toolUse === null) return;
    this.core.bus.emit({ type: 'tool.update', ...this.names, tool: ask.toolUse, state });
  }

  private moveTo(state: LiveTurnState): void {
    if (state === this.state) return;
    this.state = state;
    this.core.store.turns.update(this.id, { state });
    this.core.bus.emit({ type: 'turn.update', ...this.names, state });
  }
}
