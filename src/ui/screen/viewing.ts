// The thread on view, and the state that follows from what happened. Reading the database is done when something changed there, never
// for a frame.
import type { EngineApi } from '../../engine/api.ts';
import type { EngineEvent } from '../../engine/events.ts';
import type { PermissionMode, ThreadId, ThreadSettings } from '../../store/types.ts';
import type { Item } from '../blocks/items.ts';
import { prepareItems } from '../blocks/render.ts';
import type { ChatAction, ChatState, Entry, EntryItem, ThreadState } from '../state/model.ts';
import { emptyChat, reduceChat } from '../state/reduce.ts';
import { loadThread } from './load.ts';

export interface ViewingOptions {
  readonly engine: EngineApi;
  readonly cwd: string;
  /** Settings of threads that do not say otherwise. */
  readonly defaults: ThreadSettings;
  readonly changed: () => void;
}

/** Read again when another process went on with the thread. */
const CAUGHT_UP_TURNS = 8;

export class Viewing {
  state: ChatState = emptyChat;
  /** What may be printed: grammars are loaded before the words they colour are printed for good. */
  printable: readonly Entry[] = [];
  private preparing = 0;
  private newSettings: ThreadSettings = {};
  private ownSettings: ThreadSettings = {};

  constructor(private readonly options: ViewingOptions) {}

  /** Nothing finished waits to be printable: a frame now would show it neither above nor below. */
  get isSettled(): boolean {
    return this.preparing === 0;
  }

  get id(): ThreadId | null {
    return this.state.view;
  }

  get thread(): ThreadState | null {
    return this.state.view === null ? null : (this.state.threads.get(this.state.view) ?? null);
  }

  get cwd(): string {
    return this.thread?.cwd || this.options.cwd;
  }

  get settings(): ThreadSettings {
    return { ...this.options.defaults, ...(this.id === null ? this.newSettings : this.ownSettings) };
  }

  get mode(): PermissionMode {
    return this.settings.mode ?? 'ask';
  }

  get model(): string | null {
    return this.settings.model ?? this.thread?.model ?? null;
  }

  change(settings: ThreadSettings): void {
    const { engine } = this.options;
    if (this.id === null) this.newSettings = { ...this.newSettings, ...settings };
    else this.ownSettings = engine.update(this.id, { settings: { ...this.ownSettings, ...settings } }).settings;
    this.options.changed();
  }

  /** Null begins a new thread, which is made with its first words. */
  open(thread: ThreadId | null, turns: number): void {
    if (thread === null) {
      this.newSettings = {};
      this.dispatch({ type: 'blank' });
      return;
    }
    const loaded = loadThread(this.options.engine, thread, turns);
    this.ownSettings = loaded.thread.settings;
    this.dispatch({ type: 'opened', loaded });
  }

  /** The thread on view, made now when there is none yet; `made` is told. */
  need(made: (thread: ThreadId) => void): ThreadId {
    if (this.id !== null) return this.id;
    const { engine, cwd } = this.options;
    const { id } = engine.create({ cwd, settings: this.newSettings });
    this.open(id, 1);
    made(id);
    return id;
  }

  heard(event: EngineEvent): void {
    this.dispatch({ type: 'event', event });
    if (!('thread' in event) || event.thread === null || event.thread !== this.id) return;
    if (event.type === 'queue.changed') this.refresh(0);
    if (event.type === 'thread.changed') this.refresh(event.reason === 'elsewhere' ? CAUGHT_UP_TURNS : 0);
  }

  say(item: EntryItem): void {
    this.dispatch({ type: 'said', item });
  }

  refresh(turns: number): void {
    if (this.id === null) return;
    const loaded = loadThread(this.options.engine, this.id, turns);
    this.ownSettings = loaded.thread.settings;
    this.dispatch({ type: 'refreshed', loaded });
  }

  private dispatch(action: ChatAction): void {
    const before = this.state;
    this.state = reduceChat(before, action);
    if (this.state === before) return;
    if (this.state.entries !== before.entries) this.prepare(this.state.entries.slice(before.entries.length));
    this.options.changed();
  }

  private prepare(fresh: readonly Entry[]): void {
    this.preparing += 1;
    void prepareItems(fresh.map(({ item }) => item).filter(isBlock))
      .catch(() => {})
      .finally(() => {
        this.preparing -= 1;
        if (this.preparing > 0) return;
        this.printable = this.state.entries;
        this.options.changed();
      });
  }
}

function isBlock(item: EntryItem): item is Item {
  return item.kind !== 'thread' && item.kind !== 'lines';
}
