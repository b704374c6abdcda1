// Overlays, one on top of the other, on the alternate screen. While one is open the live region rests and finished entries wait.
import type { EngineEvent } from '../../engine/events.ts';
import type { InputEvent } from '../keys/events.ts';
import type { Overlay, OverlayOutcome, Size } from '../overlay.ts';
import type { AlternateScreen } from '../terminal/alternate.ts';

export interface OverlayHostOptions {
  readonly screen: AlternateScreen;
  readonly size: () => Size;
  /** The alternate screen opens or closes. */
  readonly covered: () => void;
  readonly uncovered: () => void;
  /** What an overlay wants done beyond its own screen. */
  readonly carryOut: (outcome: Exclude<OverlayOutcome, { type: 'stay' | 'close' | 'open' }>) => void;
}

export class OverlayHost {
  private stack: Overlay[] = [];

  constructor(private readonly options: OverlayHostOptions) {}

  get isOpen(): boolean {
    return this.stack.length > 0;
  }

  open(overlay: Overlay): void {
    if (!this.isOpen) {
      this.options.covered();
      this.options.screen.open();
    }
    this.stack.push(overlay);
    this.paint();
  }

  input(event: InputEvent) {
    const top = this.stack.at(-1);
    if (!top) return;
    const outcome = top.input(event, this.options.size());
    switch (outcome.type) {
      case 'stay':
        return this.paint();
      case 'open':
        return this.open(outcome.overlay);
      case 'close':
        this.stack.pop();
        return this.isOpen ? this.paint() : this.uncover();
      case 'copy':
        this.options.carryOut(outcome);
        return this.paint();
      default:
        this.stack = [];
        this.uncover();
        this.options.carryOut(outcome);
    }
  }

  engineEvent(event: EngineEvent): void {
    const changed = this.stack.map((overlay) => overlay.engineEvent?.(event) ?? false);
    if (changed.at(-1)) this.paint();
  }

  paint(): void {
    const size = this.options.size();
    const top = this.stack.at(-1);
    if (top) this.options.screen.paint(top.view(size), size);
  }

  closeAll(): void {
    if (!this.isOpen) return;
    this.stack = [];
    this.uncover();
  }

  private uncover(): void {
    this.options.screen.close();
    this.options.uncovered();
  }
}
