// A panel puts one question of the agent before the person, above the composer. It has its own little state and no timer: whether a key
// is meant for it is the screen's to say, and a key it has no use for is handed back, so that nothing typed is ever lost.
import type { Answer, Ask } from '../../engine/agent.ts';
import type { InputEvent } from '../keys/events.ts';
import type { Keymap } from '../keys/keymap.ts';
import type { Theme } from '../theme.ts';

export interface PanelView {
  readonly width: number;
  /** At most this many lines. */
  readonly rows: number;
  /** Keys go to the panel. */
  readonly active: boolean;
  /** Words stand in the composer: a pause in typing is not enough to come here. */
  readonly besideDraft: boolean;
  /** `2 of 3`, when several wait. */
  readonly place: string;
}

export interface PanelPicture {
  readonly lines: readonly string[];
  /** When something is typed into the panel. */
  readonly cursor: { readonly row: number; readonly column: number } | null;
}

export type PanelOutcome =
  | { readonly type: 'stay' }
  | { readonly type: 'answer'; readonly answer: Answer }
  /** Back to the composer; the question goes on waiting. */
  | { readonly type: 'leave' }
  /** To the next that waits. */
  | { readonly type: 'other' }
  | { readonly type: 'unused' };

export interface Panel {
  readonly ask: Ask;
  /** Words are being typed into it: every key is its own. */
  readonly typing: boolean;
  view(view: PanelView): PanelPicture;
  input(event: InputEvent): PanelOutcome;
}

export interface PanelContext {
  readonly theme: Theme;
  readonly keymap: Keymap;
  readonly cwd: string;
}

export const stay: PanelOutcome = { type: 'stay' };
export const unused: PanelOutcome = { type: 'unused' };
export const answered = (answer: Answer): PanelOutcome => ({ type: 'answer', answer });
