// Which replies on the screen are the running turn's: those below its own prompt. That prompt is the first one below those that
// stood there before it was typed, so it is known also when it repeats them. What once stood somewhere stays there until it goes
// off the top; where it does not, the screen is half drawn or drawn anew, and tells nothing.
import { type ScreenView, type Spoken, spokenOn } from './screen.ts';

export interface RunningTurn {
  /** A prompt is about to be typed. */
  begins(view: ScreenView): void;
  /** How many replies stand below the prompt; null when it cannot be placed. */
  replies(view: ScreenView): number | null;
}

export function runningTurn(): RunningTurn {
  let earlier: Spoken[] = [];
  let own = Infinity;
  return {
    begins(view) {
      earlier = spokenOn(view).filter(isPrompt);
      own = Infinity;
    },
    replies(view) {
      const { gone = 0 } = view;
      const spoken = spokenOn(view);
      const prompts = spoken.filter(isPrompt);
      earlier = earlier.filter(({ row }) => row >= gone);
      const stand = earlier.every(
        ({ row, line }, index) => prompts[index]?.row === row && prompts[index].line === line,
      );
      if (!stand) return null;
      // Once seen it need not be there: the program now and then draws over it.
      if (own === Infinity) own = prompts[earlier.length]?.row ?? Infinity;
      if (own === Infinity || own < gone) return null;
      return spoken.filter((one) => !isPrompt(one) && one.row >= own).length;
    },
  };
}

const isPrompt = ({ line }: Spoken) => line.startsWith('you:');
