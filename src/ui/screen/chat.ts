// The chat: the one place where keys, engine events and time meet. It keeps no picture of its own; whatever happens changes the state
// or the composer, and the next paint, at most sixty a second, shows both as they are.
import type { Answer, Ask } from '../../engine/agent.ts';
import type { EngineEvent } from '../../engine/events.ts';
import type { PermissionMode, ThreadId } from '../../store/types.ts';
import type { MountedApp } from '../app.tsx';
import type { ComposerEffect, ComposerEvent } from '../composer/composer.ts';
import type { Command } from '../keys/commands.ts';
import type { InputEvent } from '../keys/events.ts';
import { commandFor, keyLabel } from '../keys/keymap.ts';
import type { Overlay, OverlayContext } from '../overlay.ts';
import type { ReaderOptions } from '../overlays/index.ts';
import type { ThreadState } from '../state/model.ts';
import type { Theme, ThemeName } from '../theme.ts';
import type { Tour } from '../tour/tour.ts';
import { callFor, titleOf } from './attention.ts';
import type { ChatOptions } from './chat-options.ts';
import { chatTour } from './chat-tour.ts';
import { Colours } from './colours.ts';
import { commandHost } from './command-host.ts';
import { Drafting } from './drafting.ts';
import { attach, type ErrandHost, editDraft, pasteImage } from './errands.ts';
import { gitBranch } from './git.ts';
import { sayMoved } from './moved.ts';
import { carryOut, type Outcome } from './outcomes.ts';
import { OverlayHost } from './overlay-host.ts';
import { openNamed } from './overlay-names.ts';
import { createPace, type Pace } from './pace.ts';
import { PanelHost } from './panel-host.ts';
import { Passing } from './passing.ts';
import { chatPicture } from './picture.ts';
import { endsWithIt } from './status-line.ts';
import { isBusy, lastQueued, runsShell, runWaiting, send, steer, type TalkingHost, takeBack, tell } from './talking.ts';
import { Viewing } from './viewing.ts';

/** Turns printed when a thread is taken up, and when one goes over to it. */
const RESUMED_TURNS = 50;
const VISITED_TURNS = 8;
const FRAME_MS = 16;
const TWICE_MS = 700;
const modes: readonly PermissionMode[] = ['ask', 'accept-edits', 'plan', 'read-only'];

export class Chat {
  readonly colours: Colours;
  private readonly drafting: Drafting;
  private readonly pace: Pace;
  readonly viewing: Viewing;
  readonly tour: Tour | null;
  private app: MountedApp | null = null;
  private readonly overlays: OverlayHost;
  private readonly panels: PanelHost;
  private readonly talking: TalkingHost;
  private readonly errands: ErrandHost;
  private branch: string | null = null;
  private readonly passing: Passing;
  private escapedAt = Number.NEGATIVE_INFINITY;
  private focused = true;
  private unsubscribe = () => {};
  private left: ((code: number) => void) | null = null;
  private title = '';
  private spoken = false;
  /** Typed before the chat was there to take it. */
  private early: InputEvent[] | null = [];

  constructor(readonly options: ChatOptions) {
    const { engine, terminal, now } = options;
    this.colours = new Colours({ theme: options.theme, changed: () => this.invalidate() });
    this.pace = createPace(() => this.paint(), FRAME_MS);
    this.passing = new Passing({ now, changed: () => this.invalidate() });
    this.viewing = new Viewing({ ...options, changed: () => this.changed() });
    this.drafting = new Drafting({
      ...options,
      width: () => terminal.size().columns - 1,
      queued: () => lastQueued(this.viewed) !== null,
      changed: () => this.invalidate(),
    });
    this.tour = chatTour(options, {
      running: () => (isBusy(this.viewed) ? '' : null),
      draft: () => this.drafting.text,
      panelHears: () => this.panels.active,
      compose: (text) => this.setText(text),
      switchTo: (thread) => this.switchTo(thread),
      changed: () => this.invalidate(),
    });
    this.overlays = new OverlayHost({
      screen: terminal.alternate,
      size: terminal.size,
      covered: terminal.cover,
      uncovered: () => {
        terminal.uncover();
        this.tour?.offer();
        this.invalidate();
      },
      carryOut: (outcome) => this.carryOut(outcome),
    });
    this.panels = new PanelHost({
      context: () => ({ theme: this.theme, keymap: options.keymap, cwd: this.cwd }),
      now,
      answer: (ask, answer) => this.answer(ask, answer),
      draftIsEmpty: () => this.drafting.isEmpty,
      compose: (event) => this.compose(event),
      changed: () => this.invalidate(),
    });
    this.talking = {
      engine,
      viewed: () => this.viewed,
      needThread: () => this.needThread(),
      commands: commandHost(this),
      giveBack: (thread, text) => this.giveBack(thread, text),
      notice: (level, text, next) => this.notice(level, text, next),
    };
    this.errands = {
      engine,
      terminal,
      cwd: () => this.cwd,
      compose: (event) => this.compose(event),
      say: (text) => this.say(text),
      notice: (level, text, next) => this.notice(level, text, next),
    };
  }

  get theme(): Theme {
    return this.colours.theme;
  }

  get viewed(): ThreadState | null {
    return this.viewing.thread;
  }

  get cwd(): string {
    return this.viewing.cwd;
  }

  get overlayContext(): OverlayContext {
    const { engine, home, now, keymap } = this.options;
    return { engine, theme: this.theme, thread: this.viewing.id, cwd: this.cwd, home, now, keymap };
  }

  /** Resolves with the exit code when the person leaves. */
  run(app: MountedApp, start: { thread?: ThreadId; prompt?: string; pick?: boolean }): Promise<number> {
    this.app = app;
    this.unsubscribe = this.options.engine.subscribe((event) => this.heard(event));
    this.openThread(start.thread ?? null, RESUMED_TURNS);
    const ended = new Promise<number>((resolve) => {
      this.left = resolve;
    });
    this.invalidate();
    const early = this.early ?? [];
    this.early = null;
    for (const event of early) this.input(event);
    if (start.pick) this.openOverlay(openNamed('threads', this.overlayContext));
    if (start.prompt !== undefined) void send(this.talking, start.prompt);
    this.tour?.opens();
    return ended;
  }

  leave(code: number): void {
    this.drafting.close();
    this.pace.stop();
    this.unsubscribe();
    this.panels.close();
    this.passing.beat('rests');
    this.left?.(code);
    this.left = null;
  }

  /** A crash or a signal must not cost what was typed. */
  saveDraft(): void {
    this.drafting.save();
  }

  lastWords(): string {
    const thread = this.viewed;
    return thread === null || !this.spoken || this.tour !== null
      ? ''
      : `Back to this thread: ccchat --resume ${thread.id}`;
  }

  input(event: InputEvent) {
    if (event.type === 'reply') return this.replied(event.sequence);
    if (this.left === null) return void this.early?.push(event);
    if (event.type === 'focus') {
      this.focused = event.focused;
      if (event.focused) this.refreshBranch();
      return this.invalidate();
    }
    if (this.overlays.isOpen) return this.overlays.input(event);
    if (this.panels.input(event)) return this.invalidate();
    if (this.entersPanel(event)) this.panels.enter();
    else if (!this.bringsTourBack(event)) this.compose(event);
    this.invalidate();
  }

  resized(): void {
    this.options.terminal.resized();
    this.overlays.paint();
    this.invalidate();
  }

  redraw(): void {
    this.title = '';
    this.overlays.paint();
    this.invalidate();
  }

  private entersPanel(event: InputEvent): boolean {
    if (!this.panels.waiting || event.type !== 'key' || event.key !== 'tab') return false;
    return !event.shift && !event.ctrl && !event.alt && this.drafting.isEmpty;
  }

  private bringsTourBack(event: InputEvent): boolean {
    if (!this.tour?.isOn || !this.drafting.isEmpty) return false;
    return commandFor(this.options.keymap, 'composer', event) === 'complete' && this.tour.bringBack();
  }

  private compose(event: ComposerEvent): void {
    if (this.tour?.givesWayTo(event)) this.drafting.input({ type: 'set-text', text: '' });
    const armed = this.drafting.leaving;
    const effects = this.drafting.input(event);
    const typing = event.type === 'key' || event.type === 'paste';
    if (typing && !effects.some(({ type }) => type === 'command')) this.panels.typed();
    if (event.type === 'key' && event.key !== 'esc') this.escapedAt = Number.NEGATIVE_INFINITY;
    if (this.drafting.leaving && !armed) this.passing.say(() => this.againLeaves());
    for (const effect of effects) this.carryOutEffect(effect);
    this.invalidate();
  }

  private againLeaves(): string | null {
    if (!this.drafting.leaving) return null;
    return `${keyLabel(this.options.keymap, 'clear')} again leaves${endsWithIt(this.viewing.state)}`;
  }

  private carryOutEffect(effect: ComposerEffect) {
    switch (effect.type) {
      case 'send':
        this.sent();
        return void send(this.talking, effect.text).then(() => this.tour?.settled());
      case 'steer':
        if (effect.text !== '') this.sent();
        return void steer(this.talking, effect.text).then(() => this.tour?.settled());
      case 'queue-back': {
        const text = takeBack(this.talking);
        return text === null ? undefined : this.compose({ type: 'set-text', text });
      }
      case 'editor':
        return void editDraft(this.errands, effect.text);
      case 'refresh-files':
        return this.drafting.refreshFiles();
      case 'command':
        return this.command(effect.name);
    }
  }

  private sent(): void {
    this.drafting.sent();
    this.passing.forget();
    this.tour?.sent();
  }

  private command(name: Command) {
    switch (name) {
      case 'interrupt':
        return this.interrupt();
      case 'leave':
      case 'clear':
        return this.leave(0);
      case 'next-mode':
        return this.nextMode();
      case 'suspend':
        this.drafting.save();
        return this.options.terminal.suspend();
      case 'redraw':
        return this.options.terminal.redraw();
      case 'panel-focus':
        return this.panels.enter();
      case 'paste-image':
        return void pasteImage(this.errands);
      default: {
        const overlay = openNamed(name, this.overlayContext);
        if (overlay) this.openOverlay(overlay);
      }
    }
  }

  private interrupt() {
    const thread = this.viewed;
    const now = this.options.now();
    if (thread && (isBusy(thread) || runsShell(thread))) {
      void this.options.engine.abort(thread.id).catch((error) => tell(this, error));
      return;
    }
    if (this.tour?.isShown) return this.leaveTour();
    if (!this.drafting.isEmpty || thread === null) return;
    if (now - this.escapedAt < TWICE_MS) {
      this.escapedAt = Number.NEGATIVE_INFINITY;
      return this.openOverlay(openNamed('revert', this.overlayContext));
    }
    this.escapedAt = now;
    this.say('Esc again: go back to an earlier turn');
  }

  leaveTour(): void {
    if (this.tour?.isOn) this.say('/tour plays the tour again');
    this.tour?.stop();
  }

  private nextMode(): void {
    const at = modes.indexOf(this.viewing.mode);
    this.viewing.change({ mode: modes[(at + 1) % modes.length] });
  }

  needThread(): ThreadId {
    return this.viewing.need((made) => this.drafting.adopt(made));
  }

  switchTo(thread: ThreadId | null, at?: ReaderOptions): void {
    if (thread === null || thread !== this.viewing.id) this.openThread(thread, VISITED_TURNS);
    if (at !== undefined && thread !== null)
      this.openOverlay(openNamed('reader', { ...this.overlayContext, thread }, at));
  }

  private openThread(thread: ThreadId | null, turns: number): void {
    this.drafting.save();
    try {
      this.viewing.open(thread, turns);
    } catch (error) {
      tell(this, error);
      return;
    }
    this.drafting.open(thread, this.cwd);
    this.tour?.viewed(thread);
    this.refreshBranch();
    if (thread !== null) runWaiting(this.talking, thread);
    this.invalidate();
  }

  private refreshBranch(): void {
    this.branch = gitBranch(this.cwd);
  }

  private heard(event: EngineEvent): void {
    this.viewing.heard(event);
    this.overlays.engineEvent(event);
    this.tour?.heard(event);
    const here = 'thread' in event && event.thread === this.viewing.id;
    if (event.type === 'message.end' && here) this.spoken = true;
    if (event.type === 'turn.end') this.refreshBranch();
    if (event.type === 'turn.end' && event.returned) this.giveBack(event.thread, event.returned);
    if (event.type === 'thread.changed' && here) this.movedHead(event);
    const call = callFor(event, { view: this.viewing.id, focused: this.focused, titleOf: (id) => this.nameOf(id) });
    if (call !== null) this.options.terminal.notify(call);
  }

  private movedHead(event: Extract<EngineEvent, { type: 'thread.changed' }>): void {
    sayMoved(event, (level, text, next) => this.notice(level, text, next));
    if (event.reason === 'deleted') this.openThread(null, 0);
  }

  private nameOf(thread: ThreadId): string {
    try {
      return this.options.engine.get(thread).title ?? thread;
    } catch {
      return thread;
    }
  }

  private changed(): void {
    this.panels.show(this.viewed?.asks ?? []);
    const thread = this.viewed;
    const showsTime = thread !== null && (thread.turn !== null || thread.inbox.length > 0 || thread.shells.length > 0);
    this.passing.beat(showsTime ? 'goes' : 'rests');
    this.invalidate();
  }

  private answer(ask: Ask, answer: Answer): void {
    if (this.viewing.id === null) return;
    try {
      this.options.engine.answer(this.viewing.id, ask.id, answer);
    } catch (error) {
      tell(this, error);
      this.viewing.refresh(0);
    }
  }

  openOverlay(overlay: Overlay | null): void {
    if (!overlay) return;
    this.overlays.open(overlay);
    this.tour?.opened(overlay.name);
  }

  private carryOut(outcome: Outcome): void {
    try {
      carryOut(outcome, {
        engine: this.options.engine,
        viewed: () => this.viewing.id,
        switchTo: (thread, at) => this.switchTo(thread, at),
        setText: (text) => this.setText(text),
        copy: (text, what) => this.copy(text, what),
      });
    } catch (error) {
      tell(this, error);
    }
  }

  copy(text: string, what: string): void {
    this.options.terminal.copy(text);
    this.say(`Copied ${what}`);
  }

  setTheme(name: ThemeName | 'auto'): void {
    this.colours.set(name);
  }

  async attach(thread: ThreadId): Promise<void> {
    await attach(this.errands, thread);
    runWaiting(this.talking, thread);
  }

  setText(text: string): void {
    this.compose({ type: 'set-text', text });
  }

  /** The agent never took it: back into the composer, or into the queue when the composer has other words or another thread. */
  private giveBack(thread: ThreadId | null, text: string): void {
    const { isEmpty, text: draft } = this.drafting;
    if (thread === null || (thread === this.viewing.id && isEmpty)) {
      this.compose({ type: 'set-text', text: isEmpty ? text : `${text}\n${draft}` });
      return;
    }
    const { engine } = this.options;
    engine.inbox.pause(thread);
    engine.followUp(thread, text);
  }

  notice(level: 'info' | 'warning' | 'error', text: string, next?: string): void {
    this.viewing.say({ kind: 'notice', level, text, next });
  }

  say(text: string): void {
    this.passing.say(text);
  }

  private replied(sequence: string): void {
    if (!this.options.terminal.replied(sequence)) this.colours.replied(sequence);
  }

  /** Shows things as they are, soon. */
  invalidate(): void {
    if (this.left !== null) this.pace.ask();
  }

  private paint(): void {
    if (this.left === null || this.app === null || !this.viewing.isSettled) return;
    const { keymap, home, now, terminal } = this.options;
    const live = chatPicture({
      state: this.viewing.state,
      thread: this.viewed,
      size: terminal.size(),
      theme: this.theme,
      keymap,
      now: now(),
      cwd: this.cwd,
      home,
      branch: this.branch,
      mode: this.viewing.mode,
      model: this.viewing.model,
      hint: this.passing.hint,
      tour: this.tour,
      drafting: this.drafting,
      panels: this.panels,
    });
    this.app.show({ entries: this.viewing.printable, live });
    this.showTitle();
  }

  private showTitle(): void {
    const title = titleOf(this.viewing.state, this.viewed, this.cwd);
    if (title === this.title) return;
    this.title = title;
    this.options.terminal.title(title);
  }
}
