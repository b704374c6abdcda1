// Watches over a running turn and says what a person who waits would want to know: that `claude` tries again, that nothing has
// come for a while. It only speaks; a turn is never ended from here.
import type { AgentEvent } from '../agent.ts';
import { retryOn, type ScreenView } from './screen.ts';

export interface VigilOptions {
  stallMs: number;
  emit(event: AgentEvent): void;
}

export class Vigil {
  private readonly tools = new Set<string>();
  private lastProgress = Date.now();
  private stallTold = false;
  private attemptTold = 0;

  constructor(private readonly options: VigilOptions) {}

  begins(): void {
    this.attemptTold = 0;
    this.tools.clear();
    this.progressed();
  }

  /** The model, not just the clock on the screen, has moved. */
  progressed(event?: AgentEvent): void {
    if (event?.type === 'tool.start') this.tools.add(event.id);
    if (event?.type === 'tool.end') this.tools.delete(event.id);
    this.lastProgress = Date.now();
    this.stallTold = false;
  }

  look(view: ScreenView, waitsFor: 'model' | 'person'): void {
    const retry = retryOn(view);
    if (retry && retry.attempt !== this.attemptTold) {
      this.attemptTold = retry.attempt;
      const text = `${retry.reason || 'API error'}: claude tries again (${retry.attempt} of ${retry.of}).`;
      this.warn('retrying', text, 'Wait, or interrupt the turn.');
    }
    if (this.stallTold || waitsFor === 'person' || this.tools.size > 0) return;
    if (Date.now() - this.lastProgress < this.options.stallMs) return;
    this.stallTold = true;
    const seconds = Math.round(this.options.stallMs / 1_000);
    this.warn('stalled', `Nothing has come for ${seconds} seconds.`, 'Wait, or interrupt the turn and send it again.');
  }

  private warn(code: string, text: string, next: string): void {
    this.options.emit({ type: 'notice', level: 'warning', code, text, next });
  }
}
