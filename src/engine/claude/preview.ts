// The running reply before the transcript has it, from whichever channel this `claude` offers. What a finished block already
// said is not said again: the screen keeps showing it until the next thing appears below. Replies are told apart by counting
// them below the turn's prompt, because one may begin like another; only where that prompt is not in sight, by their words.
import type { Hook } from './hooks.ts';
import { runningTurn } from './running-turn.ts';
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
  const turn = runningTurn();
  /** Of the replies below the turn's prompt, those that stand there and those that are over. */
  let standing = 0;
  let spent = 0;
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
  const soundsOver = (said: string) =>
    (over !== '' && (said.startsWith(over) || over.startsWith(said))) || whole.startsWith(said) || past.includes(said);
  return {
    look(view) {
      const replies = turn.replies(view);
      standing = replies ?? standing;
      const reply = replyOn(view);
      if (!reply || (replies === null ? soundsOver(letters(reply)) : replies <= spent)) return;
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
      const said = letters(last);
      if (said) over = said;
      if (text === undefined) spent = Math.max(spent, standing);
      else {
        whole = letters(text);
        // A reply now and then leaves the screen again: counting starts over from the one that is known.
        if (said && whole.startsWith(said)) spent = standing;
        else if (whole) spent += 1;
      }
      last = '';
    },
    begins(view) {
      const shown = letters(replyOn(view) ?? '');
      for (const said of [over, whole, shown]) if (said && !past.includes(said)) past.push(said);
      past.splice(0, past.length - remembered);
      over = shown || over;
      last = '';
      turn.begins(view);
      standing = 0;
      spent = 0;
    },
  };
}

const remembered = 16;
/** The screen has lost the marks of the markdown. */
const letters = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, '');
