// What an overlay wants done once it is closed: go somewhere, branch off, go back, put words into the composer or onto the clipboard.
import type { EngineApi } from '../../engine/api.ts';
import type { ThreadId } from '../../store/types.ts';
import type { OverlayOutcome } from '../overlay.ts';
import type { ReaderOptions } from '../overlays/index.ts';

export type Outcome = Exclude<OverlayOutcome, { type: 'stay' | 'close' | 'open' }>;

export interface OutcomeHost {
  readonly engine: EngineApi;
  readonly viewed: () => ThreadId | null;
  readonly switchTo: (thread: ThreadId, at?: ReaderOptions) => void;
  readonly setText: (text: string) => void;
  readonly copy: (text: string, what: string) => void;
}

export function carryOut(outcome: Outcome, { engine, viewed, switchTo, setText, copy }: OutcomeHost) {
  switch (outcome.type) {
    case 'go':
      return switchTo(outcome.thread, outcome.message === undefined ? undefined : outcome);
    case 'fork':
      return switchTo(engine.fork(outcome.thread, outcome.message).id);
    case 'revert': {
      const { text } = engine.revert(outcome.thread, outcome.message);
      if (outcome.thread !== viewed()) switchTo(outcome.thread);
      return setText(text);
    }
    case 'compose':
      return setText(outcome.text);
    case 'copy':
      return copy(outcome.text, outcome.what);
  }
}
