// The running reply before the transcript has it, from whichever channel this `claude` offers. What a finished block already
// said is not said again: the screen keeps showing it until the next thing appears below.
import type { Hook } from './hooks.ts';
import { replyOn, type ScreenView } from './screen.ts';

export interface Preview {
  /** From the screen, in screen-reader mode. */
  look(view: ScreenView): void;
  /** From the `MessageDisplay` hook of a `claude` without it. */
  hear(hook: Extract<Hook, { event: 'MessageDisplay' }>): void;
  /** A block is whole: what stands there now is over. */
  finished(): void;
  /** A new turn begins: whatever the screen shows is from before, also when it was brought back by a resume. */
  begins(view: ScreenView): void;
}

export function previews(tell: (text: string) => void): Preview {
  let last = '';
  let over: string | null = null;
  /** Replies of earlier turns: the program draws them again now and then. */
  const past: string[] = [];
  let message = '';
  let heard: string[] = [];
  const show = (text: string) => {
    if (text === last || !text) return;
    last = text;
    tell(text);
  };
  return {
    look(view) {
      const reply = replyOn(view);
      if (!reply || (over !== null && (reply.startsWith(over) || over.startsWith(reply)))) return;
      if (past.includes(words(reply))) return;
      over = null;
      show(reply);
    },
    hear(hook) {
      if (hook.message !== message) heard = [];
      message = hook.message;
      heard[hook.index] = hook.delta;
      show(heard.join('').trimEnd());
    },
    finished() {
      if (last) over = last;
      last = '';
    },
    begins(view) {
      const shown = replyOn(view);
      for (const text of [over, shown]) if (text && !past.includes(words(text))) past.push(words(text));
      past.splice(0, past.length - remembered);
      over = shown || over;
      last = '';
    },
  };
}

const remembered = 8;
const words = (text: string) => text.replace(/\s+/g, ' ').trim();
