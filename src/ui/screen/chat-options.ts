// What a chat is made of and with; everything that differs between the program and a test comes in here.
import type { EngineApi } from '../../engine/api.ts';
import type { ThreadSettings } from '../../store/types.ts';
import type { Keymap } from '../keys/keymap.ts';
import type { Theme, ThemeName } from '../theme.ts';
import type { TourScript } from '../tour/tour.ts';
import type { ChatTerminal } from './chat-terminal.ts';

export interface ChatOptions {
  readonly engine: EngineApi;
  readonly cwd: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly keymap: Keymap;
  readonly keys: 'plain' | 'vim';
  readonly theme: (background: 'dark' | 'light' | null, wanted: ThemeName | 'auto') => Theme;
  /** Settings of threads that do not say otherwise. */
  readonly defaults: ThreadSettings;
  readonly terminal: ChatTerminal;
  readonly now: () => number;
  readonly isFile: (path: string) => boolean;
  /** Where there is one, it begins with the chat and can be played again. */
  readonly tour?: TourScript;
}
