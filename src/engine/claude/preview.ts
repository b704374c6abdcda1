// The running reply before the transcript has it, from whichever channel this `claude` offers. What a finished block already
// said is not said again: the screen keeps showing it until the next thing appears below.
import type { Hook } from './hooks.ts';
import { replyOn, type ScreenView } from './screen.ts';

export interface Preview {
  /** From the screen, in screen-reader mode. */
  look(view: ScreenView): void;
  /** From the `MessageDisplay` hook of a `claude` without it. */
  hear(hook: Extract<Hook, { event: 'MessageDisplay' }>): void;
  /** A block is whole: what stands there now is over. What it says may reach the screen only later. */
  finished(text?: string): void;
  /** A new turn begins: whatever the screen shows is from before, also when it was brought back by a resume. */
  begins(view: ScreenView): void;
}

export function previews(tell: (text: string) => void): Preview {
  let last = '';
  /** What is over, as the screen had it and as the transcript has it. */
  let over = '';
  let whole = '';
  /** Replies of earlier turns: the program draws them again now and then. */
  const past: string[] = [];
  let message = '';
  let heard: string[] = [];
  const show = (text: string) => {
    if (text === last || !text) return;
    last = text;
    tell(text);
  };
  const isOver = (said: string) =>
    (over !== '' && (said.startsWith(over) || over.startsWith(said))) || whole.startsWith(said) || past.includes(said);
  return {
    look(view) {
      const reply = replyOn(view);
      if (!reply || isOver(letters(reply))) return;
      over = '';
      show(reply);
    },
    hear(hook) {
      if (hook.message !== message) heard = [];
      message = hook.message;
      heard[hook.index] = hook.delta;
      show(heard.join('').trimEnd());
    },
    finished(text) {
      if (last) over = letters(last);
      if (text !== undefined) whole = letters(text);
      last = '';
    },
    begins(view) {
      const shown = letters(replyOn(view) ?? '');
      for (const said of [over, whole, shown]) if (said && !past.includes(said)) past.push(said);
      past.splice(0, past.length - remembered);
      over = shown || over;
      last = '';
    },
  };
}

const remembered = 16;
/** The screen has lost the marks of the markdown. */
const letters = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, '');
