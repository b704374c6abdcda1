// What a slash command may ask of the screen. A command decides what should happen; the host alone touches terminal, clipboard
// and state, so that every command can be tried without a screen.
import type { EngineApi } from '../../engine/api.ts';
import type { ThreadId, ThreadSettings } from '../../store/types.ts';
import type { Overlay, OverlayContext } from '../overlay.ts';
import type { ThemeName } from '../theme.ts';

export type NoticeLevel = 'info' | 'warning' | 'error';

export interface CommandHost {
  readonly engine: EngineApi;
  /** The thread on the screen; null before the first prompt of a new one. */
  readonly thread: ThreadId | null;
  readonly cwd: string;
  /** For the overlays a command opens. */
  readonly overlays: OverlayContext;
  /** The thread on the screen, made now when there is none yet. */
  needThread(): ThreadId;
  /** Settings of the thread on the screen, or those the next new one will get. */
  settings(): ThreadSettings;
  setSettings(change: ThreadSettings): void;
  openOverlay(overlay: Overlay): void;
  notice(level: NoticeLevel, text: string, next?: string): void;
  /** Puts text into the composer. */
  compose(text: string): void;
  /** Shows a thread; null begins a new one. */
  switchTo(thread: ThreadId | null): void;
  setTheme(name: ThemeName | 'auto'): void;
  /** `what` names it for the notice: "the last answer". */
  copy(text: string, what: string): void;
  /** Hands the terminal to the agent itself on this thread and takes in afterwards what happened there. */
  attach(thread: ThreadId): Promise<void>;
  tour(): void;
  quit(): void;
}
