// The tour at work in a chat: it holds the state, gives the hint above the composer and puts the next words into it. A draft that the
// person has begun is never touched, and what they cleared away comes back only when they ask for it.
import type { EngineEvent } from '../../engine/events.ts';
import type { ThreadId } from '../../store/types.ts';
import type { ComposerEvent } from '../composer/composer.ts';
import type { Command } from '../keys/commands.ts';
import { wrap } from '../text/wrap.ts';
import type { Theme } from '../theme.ts';
import { type TourHint, tourHint } from './hints.ts';
import {
  isWalking,
  moveTour,
  type TourHappening,
  type TourScript,
  type TourState,
  tourHurries,
  tourPrompt,
} from './steps.ts';

export type { TourScript } from './steps.ts';

export interface TourHost {
  readonly script: TourScript;
  readonly keyOf: (command: Command) => string;
  readonly parentOf: (thread: ThreadId) => ThreadId | null;
  /** What the turn on view was asked; null when none runs. */
  readonly running: () => string | null;
  /** What stands in the composer now. */
  readonly draft: () => string;
  readonly panelHears: () => boolean;
  readonly compose: (text: string) => void;
  readonly switchTo: (thread: ThreadId) => void;
  /** The tour moved on. */
  readonly changed: () => void;
}

/** So long a tool goes on after the key, for the person to see what the key did. */
const SEEN_MS = 1_200;
/** And so long outside the tour: time to steer it, and no more. */
const FREE_MS = 8_000;

export class Tour {
  private state: TourState = { at: 'off' };
  /** Ours: may be replaced. */
  private offered = '';
  private hurrying: NodeJS.Timeout | undefined;

  constructor(private readonly host: TourHost) {}

  get isOn(): boolean {
    return isWalking(this.state);
  }

  /** It says something, if only that it is over. */
  get isShown(): boolean {
    return this.state.at !== 'off';
  }

  /** Whoever types something of their own need not clear ours away first. */
  givesWayTo(event: ComposerEvent): boolean {
    const types = event.type === 'paste' || (event.type === 'key' && event.text !== '');
    return types && this.isOffering;
  }

  /** The chat is open. */
  opens(): void {
    if (this.host.script.begins === 'at once') this.begin();
  }

  begin(): void {
    clearTimeout(this.hurrying);
    this.host.script.fresh();
    this.move({ type: 'begun', running: this.host.running() });
  }

  stop(): void {
    if (this.isOffering) this.host.compose('');
    this.move({ type: 'stopped' });
    this.hurryAfter(FREE_MS);
  }

  heard(event: EngineEvent): void {
    const before = this.state;
    this.move({ type: 'event', event });
    if (tourHurries(before, this.state, event)) this.hurryAfter(SEEN_MS);
    else if (event.type === 'tool.start' && !this.isOn) this.hurryAfter(FREE_MS);
  }

  viewed(thread: ThreadId | null): void {
    this.move({ type: 'viewed', thread, parent: thread === null ? null : this.host.parentOf(thread) });
  }

  opened(overlay: string): void {
    this.move({ type: 'opened', overlay });
  }

  sent(): void {
    this.move({ type: 'sent' });
  }

  settled(): void {
    this.move({ type: 'settled' });
  }

  /** Back on its feet after the person went elsewhere or cleared its words away; true when there was something to bring back. */
  bringBack(): boolean {
    const { state } = this;
    if (!isWalking(state) || this.host.draft() !== '') return false;
    if (state.away && state.thread !== null) this.host.switchTo(state.thread);
    else if (tourPrompt(state, this.host.script.prompts) === null) return false;
    setImmediate(() => this.offer());
    return true;
  }

  /** Puts its words into a composer that has none of the person's. */
  offer(): void {
    this.place('mind their draft');
  }

  /** For above the composer. */
  lines(width: number, theme: Theme): string[] {
    const hint = this.hint();
    if (hint === null) return [];
    const { place, key, says } = hint;
    const head = place === '' ? [] : [theme.bold(`Tour ${place}`)];
    const leave = hint.leave === '' ? '' : ` ${hint.leave} leaves the tour.`;
    const parts = [...head, ...(key === '' ? [] : [theme.bold(theme.accent(key))]), theme.dim(`${says}${leave}`)];
    return wrap(parts.join(' '), Math.max(10, width));
  }

  /** The same in words, for a chat of plain lines. */
  words(): string | null {
    const hint = this.hint();
    if (hint === null) return null;
    return [hint.place === '' ? 'tour:' : `tour, ${hint.place}:`, hint.key, hint.says].filter(Boolean).join(' ');
  }

  private hurryAfter(ms: number): void {
    clearTimeout(this.hurrying);
    this.hurrying = setTimeout(this.host.script.hurry, ms).unref();
  }

  /** Its words stand in the composer, untouched. */
  private get isOffering(): boolean {
    return this.isOn && this.offered !== '' && this.host.draft() === this.offered;
  }

  private hint(): TourHint | null {
    const { script, keyOf, draft, panelHears } = this.host;
    const text = draft();
    const scene = {
      keyOf,
      draft: text === '' ? 'empty' : text === this.offered ? 'ours' : 'own',
      panelHears: panelHears(),
    } as const;
    return tourHint(this.state, script.prompts, scene);
  }

  private move(happening: TourHappening): void {
    const { prompts } = this.host.script;
    const before = this.state;
    this.state = moveTour(before, happening, prompts);
    if (this.state === before) return;
    const wanted = tourPrompt(this.state, prompts);
    const gaveBack = happening.type === 'event' && happening.event.type === 'thread.changed';
    if (wanted !== tourPrompt(before, prompts) || before.at !== this.state.at)
      setImmediate(() => this.place(gaveBack ? 'take their place' : 'mind their draft'));
    this.host.changed();
  }

  /** What a revert gave back into the composer is not what the person wrote now: the tour's words may take its place. */
  private place(how: 'mind their draft' | 'take their place'): void {
    const { script, draft, compose } = this.host;
    const prompt = tourPrompt(this.state, script.prompts);
    const text = draft();
    if (text === (prompt ?? '')) {
      this.offered = text;
      return;
    }
    if (text !== '' && text !== this.offered && how === 'mind their draft') return;
    if (prompt === null && text !== this.offered) return;
    this.offered = prompt ?? '';
    compose(this.offered);
  }
}
