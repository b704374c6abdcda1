// The colours of the chat: what the person wants, and with `auto` what the terminal tells of its background.
import { parseBackgroundReply, type Theme, type ThemeName } from '../theme.ts';

export interface ColoursOptions {
  readonly theme: (background: 'dark' | 'light' | null, wanted: ThemeName | 'auto') => Theme;
  readonly changed: () => void;
}

export class Colours {
  theme: Theme;
  private background: 'dark' | 'light' | null = null;
  private wanted: ThemeName | 'auto' = 'auto';
  private told = () => {};

  constructor(private readonly options: ColoursOptions) {
    this.theme = options.theme(null, 'auto');
  }

  set(name: ThemeName | 'auto'): void {
    this.wanted = name;
    this.theme = this.options.theme(this.background, name);
    this.options.changed();
  }

  /** What the terminal answered, if it was about its background. */
  replied(sequence: string): void {
    const background = parseBackgroundReply(sequence);
    if (background === null) return;
    this.told();
    if (background === this.background) return;
    this.background = background;
    this.set(this.wanted);
  }

  /** Resolves when the terminal has told its background, or will not. */
  known(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.told = resolve;
      setTimeout(resolve, ms);
    });
  }
}
