// An overlay is a full-screen view on the alternate screen. It is an object with its own state that takes events and gives lines;
// the host owns the terminal, so that an overlay can be tested as a value and the scrollback is never touched.
import type { EngineApi } from '../engine/api.ts';
import type { EngineEvent } from '../engine/events.ts';
import type { MessageId, ThreadId } from '../store/types.ts';
import type { InputEvent } from './keys/events.ts';
import type { Keymap } from './keys/keymap.ts';
import type { Theme } from './theme.ts';

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

export interface Picture {
  /** From the top, at most `rows`; styled, none wider than `columns`. */
  readonly lines: readonly string[];
  /** Where the cursor stands, from 0; hidden when null. */
  readonly cursor: { readonly row: number; readonly column: number } | null;
}

export interface OverlayContext {
  readonly engine: EngineApi;
  readonly theme: Theme;
  /** The thread on the screen; null before the first prompt of a new one. */
  readonly thread: ThreadId | null;
  readonly cwd: string;
  readonly home: string;
  readonly now: () => number;
  /** The person's own keys; the defaults when absent. */
  readonly keymap?: Keymap;
}

export type OverlayOutcome =
  | { type: 'stay' }
  | { type: 'close' }
  /** Leave for this thread; `message` is where to look first, `query` what was found there. */
  | { type: 'go'; thread: ThreadId; message?: MessageId; query?: string }
  | { type: 'fork'; thread: ThreadId; message?: MessageId }
  | { type: 'revert'; thread: ThreadId; message: MessageId }
  /** Close and put this text into the composer. */
  | { type: 'compose'; text: string }
  | { type: 'copy'; text: string; what: string }
  /** Put another overlay on top; closing it comes back here. */
  | { type: 'open'; overlay: Overlay };

export interface Overlay {
  readonly name: string;
  view(size: Size): Picture;
  input(event: InputEvent, size: Size): OverlayOutcome;
  /** True when the picture may have changed. */
  engineEvent?(event: EngineEvent): boolean;
}

export const stay: OverlayOutcome = { type: 'stay' };
export const closed: OverlayOutcome = { type: 'close' };
