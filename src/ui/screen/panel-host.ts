// Which keys are the panel's. A key belongs to the composer unless the person moved to the panel, or the composer is empty and nothing was
// typed for a second; even then a letter counts as an answer only if no other key follows at once, because words begin with letters too.
import type { Ask } from '../../engine/agent.ts';
import type { InputEvent } from '../keys/events.ts';
import { createPanel, type Panel, type PanelContext, type PanelOutcome, type PanelPicture } from '../panels/index.ts';

const QUIET_MS = 1_000;
export const LETTER_MS = 350;

export interface PanelHostOptions {
  readonly context: () => PanelContext;
  readonly now: () => number;
  readonly answer: (ask: Ask, answer: Extract<PanelOutcome, { type: 'answer' }>['answer']) => void;
  readonly draftIsEmpty: () => boolean;
  /** Gives a key to the composer after all. */
  readonly compose: (event: InputEvent) => void;
  readonly changed: () => void;
}

export class PanelHost {
  private panels: Panel[] = [];
  private at = 0;
  private entered = false;
  private typedAt = Number.NEGATIVE_INFINITY;
  private arrivedAt = Number.NEGATIVE_INFINITY;
  private letter: { event: InputEvent; timer: NodeJS.Timeout } | null = null;
  private wake: NodeJS.Timeout | undefined;

  constructor(private readonly options: PanelHostOptions) {}

  get waiting(): boolean {
    return this.panels.length > 0;
  }

  get active(): boolean {
    if (!this.waiting) return false;
    if (this.entered || this.current?.typing) return true;
    return this.options.draftIsEmpty() && this.quietFor() >= QUIET_MS;
  }

  /** The asks of the thread on view, as they are now; panels of asks that stay keep their state. */
  show(asks: readonly Ask[]): void {
    const current = this.current?.ask.id;
    const known = new Map(this.panels.map((panel) => [panel.ask.id, panel]));
    if (asks.length === this.panels.length && asks.every(({ id }) => known.has(id))) return;
    if (asks.some(({ id }) => !known.has(id)) && this.panels.length === 0) this.arrivedAt = this.options.now();
    this.panels = asks.map((ask) => known.get(ask.id) ?? createPanel(ask, this.options.context()));
    const place = this.panels.findIndex(({ ask }) => ask.id === current);
    this.at = place === -1 ? 0 : place;
    if (place === -1 && current !== undefined) {
      this.entered = false;
      this.arrivedAt = this.options.now();
      this.forgetLetter();
    }
    this.rouse();
  }

  enter(): void {
    if (this.waiting) this.entered = true;
  }

  /** The composer got a key. */
  typed(): void {
    this.typedAt = this.options.now();
    this.entered = false;
    this.rouse();
  }

  /** True when the key was the panel's. */
  input(event: InputEvent): boolean {
    const panel = this.current;
    if (!panel || event.type === 'focus' || event.type === 'reply') return false;
    if (this.letter) {
      const { event: first } = this.letter;
      this.forgetLetter();
      if (event.type === 'key' && event.key === 'enter') {
        const outcome = panel.input(first);
        const taken = this.carryOut(panel, first, outcome);
        return outcome.type === 'stay' && !panel.typing ? this.settle(panel, event) : taken;
      }
      this.options.compose(first);
      return false;
    }
    if (!this.active) return false;
    if (isLetter(event) && !this.entered && !panel.typing) {
      const timer = setTimeout(() => {
        this.letter = null;
        this.settle(panel, event);
        this.options.changed();
      }, LETTER_MS);
      this.letter = { event, timer };
      return true;
    }
    return this.settle(panel, event);
  }

  view(width: number, rows: number): PanelPicture | null {
    const panel = this.current;
    if (!panel) return null;
    const place = this.panels.length > 1 ? `${this.at + 1} of ${this.panels.length} · Tab: next` : '';
    return panel.view({ width, rows, active: this.active, besideDraft: !this.options.draftIsEmpty(), place });
  }

  close(): void {
    clearTimeout(this.wake);
    this.forgetLetter();
  }

  private get current(): Panel | undefined {
    return this.panels[this.at];
  }

  private settle(panel: Panel, event: InputEvent): boolean {
    return this.carryOut(panel, event, panel.input(event));
  }

  private carryOut(panel: Panel, event: InputEvent, outcome: PanelOutcome): boolean {
    switch (outcome.type) {
      case 'stay':
        this.entered = true;
        return true;
      case 'answer':
        this.entered = false;
        this.options.answer(panel.ask, outcome.answer);
        return true;
      case 'leave':
        this.entered = false;
        this.typedAt = this.options.now();
        this.rouse();
        return true;
      case 'other':
        this.at = (this.at + 1) % this.panels.length;
        this.entered = true;
        return true;
      case 'unused':
        if (event.type === 'key' && event.text === '') return false;
        this.options.compose(event);
        return true;
    }
  }

  private forgetLetter(): void {
    if (this.letter) clearTimeout(this.letter.timer);
    this.letter = null;
  }

  private quietFor(): number {
    return this.options.now() - Math.max(this.typedAt, this.arrivedAt);
  }

  /** The panel wakes by itself: the screen has to show it. */
  private rouse(): void {
    clearTimeout(this.wake);
    if (!this.waiting || !this.options.draftIsEmpty()) return;
    this.wake = setTimeout(() => this.options.changed(), Math.max(0, QUIET_MS - this.quietFor()) + 5);
    this.wake.unref();
  }
}

function isLetter(event: InputEvent): boolean {
  return event.type === 'key' && event.text !== '' && event.key !== 'space';
}
