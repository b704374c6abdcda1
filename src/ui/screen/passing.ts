// What changes on the screen by itself: a passing word that goes after a while, and the beat of whatever shows time. `changed` is told
// each time there is something new to show, and never while there is not.
import { SPINNER_MS } from './activity.ts';

const HINT_MS = 4_000;

export interface PassingOptions {
  readonly now: () => number;
  readonly changed: () => void;
}

/** A function gives the words as they are true by now, or null once they are not. */
export type PassingWord = string | (() => string | null);

export class Passing {
  private word: { said: PassingWord; until: number } | null = null;
  private beating: NodeJS.Timeout | null = null;

  constructor(private readonly options: PassingOptions) {}

  get hint(): string | null {
    if (this.word === null || this.word.until <= this.options.now()) return null;
    const { said } = this.word;
    return typeof said === 'string' ? said : said();
  }

  say(said: PassingWord): void {
    const { now, changed } = this.options;
    this.word = { said, until: now() + HINT_MS };
    setTimeout(changed, HINT_MS + 10).unref();
    changed();
  }

  forget(): void {
    this.word = null;
  }

  /** Time is on the screen from now on, or no longer. */
  beat(what: 'goes' | 'rests'): void {
    if (what === 'goes') this.beating ??= setInterval(this.options.changed, SPINNER_MS);
    else if (this.beating !== null) {
      clearInterval(this.beating);
      this.beating = null;
    }
  }
}
