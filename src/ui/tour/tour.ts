// The tour at work in a chat: it holds the state, gives the hint above the composer and puts the next words into it. A draft that the
// person has begun is never touched.
import type { EngineEvent } from '../../engine/events.ts';
import type { ThreadId } from '../../store/types.ts';
import type { ComposerEvent } from '../composer/composer.ts';
import type { Command } from '../keys/commands.ts';
import { QUIET_MS } from '../screen/panel-host.ts';
import { wrap } from '../text/wrap.ts';
import type { Theme } from '../theme.ts';
import {
  moveTour,
  type TourHappening,
  type TourScript,
  type TourState,
  tourHint,
  tourHurries,
  tourPrompt,
} from './steps.ts';

export type { TourScript } from './steps.ts';

export interface TourHost {
  readonly script: TourScript;
  readonly keyOf: (command: Command) => string;
  readonly parentOf: (thread: ThreadId) => ThreadId | null;
  /** What stands in the composer now. */
  readonly draft: () => string;
  readonly compose: (text: string) => void;
  /** The tour moved on. */
  readonly changed: () => void;
}

/** So long a tool goes on after the key, for the person to see what the key did. */
const SEEN_MS = 1_200;
const LISTENING_MS = QUIET_MS + 100;

export class Tour {
  private state: TourState = { at: 'off' };
  /** Ours, or what a revert gave back: may be replaced. */
  private known = '';

  constructor(private readonly host: TourHost) {}

  get isOn(): boolean {
    return this.state.at !== 'off' && this.state.at !== 'over';
  }

  /** Its words stand in the composer, untouched. */
  get isOffering(): boolean {
    return this.isOn && this.known !== '' && this.host.draft() === this.known;
  }

  /** Whoever types something of their own need not clear ours away first. */
  givesWayTo(event: ComposerEvent): boolean {
    const types = event.type === 'paste' || (event.type === 'key' && event.text !== '');
    return types && this.isOffering;
  }

  begin(): void {
    this.move({ type: 'begun' });
  }

  stop(): void {
    if (this.isOffering) this.host.compose('');
    this.move({ type: 'stopped' });
  }

  heard(event: EngineEvent): void {
    this.move({ type: 'event', event });
    if (event.type === 'permission.asked') this.nameKeyWhenHeard();
  }

  viewed(thread: ThreadId | null): void {
    this.move({ type: 'viewed', thread, parent: thread === null ? null : this.host.parentOf(thread) });
  }

  opened(overlay: string): void {
    this.move({ type: 'opened', overlay });
  }

  /** For above the composer. */
  lines(width: number, theme: Theme): string[] {
    const hint = tourHint(this.state, this.host.keyOf);
    if (hint === null) return [];
    const { place, key, says } = hint;
    const head = theme.bold(place === '' ? 'Tour' : `Tour ${place}`);
    const leave = hint.leave === '' ? '' : ` ${hint.leave} leaves the tour.`;
    const parts = [head, ...(key === '' ? [] : [theme.bold(theme.accent(key))]), theme.dim(`${says}${leave}`)];
    return wrap(parts.join(' '), Math.max(10, width));
  }

  /** The same in words, for a chat of plain lines. */
  words(): string | null {
    const hint = tourHint(this.state, this.host.keyOf);
    if (hint === null) return null;
    return [hint.place === '' ? 'tour:' : `tour, ${hint.place}:`, hint.key, hint.says].filter(Boolean).join(' ');
  }

  /** A panel waits for a pause in typing: a key named before that would land in the composer. */
  private nameKeyWhenHeard(): void {
    const asked = this.state;
    const name = () => {
      if (this.state === asked) this.move({ type: 'listening' });
    };
    setTimeout(name, LISTENING_MS).unref();
  }

  private move(happening: TourHappening): void {
    const before = this.state;
    this.state = moveTour(before, happening);
    if (tourHurries(before, this.state)) setTimeout(this.host.script.hurry, SEEN_MS).unref();
    this.offer(before);
    if (this.state !== before) this.host.changed();
  }

  private offer(before: TourState): void {
    const prompt = tourPrompt(this.state, this.host.script);
    if (prompt === null || sameStep(before, this.state)) return;
    setImmediate(() => {
      if (tourPrompt(this.state, this.host.script) !== prompt) return;
      const draft = this.host.draft().trim();
      const ours = draft === '' || draft === this.known || Object.values(this.host.script.prompts).includes(draft);
      if (!ours) return;
      this.known = prompt;
      this.host.compose(prompt);
    });
  }
}

const sameStep = (a: TourState, b: TourState): boolean =>
  a.at === b.at && ('done' in a && 'done' in b ? a.done === b.done && a.thread === b.thread : true);
