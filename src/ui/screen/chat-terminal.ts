// What the chat may ask of the terminal; everything else about terminals stays behind it.
import type { EditorResult } from '../composer/editor.ts';
import type { Size } from '../overlay.ts';
import type { AlternateScreen } from '../terminal/alternate.ts';

export interface ChatTerminal {
  readonly alternate: AlternateScreen;
  readonly size: () => Size;
  /** An overlay takes the screen, and gives it back. */
  readonly cover: () => void;
  readonly uncover: () => void;
  resized(): void;
  /** Paints everything again, in case something else wrote on the screen. */
  redraw(): void;
  suspend(): void;
  notify(text: string): void;
  title(text: string): void;
  copy(text: string): void;
  /** True when it was an answer the terminal layer had asked for. */
  replied(sequence: string): boolean;
  edit(text: string, cwd: string): Promise<EditorResult>;
  clipboardImage(): Promise<{ type: 'image'; path: string } | { type: 'none'; message: string }>;
  /** Gives the terminal to another program until it ends; `words` are said before. */
  handOver<T>(words: string, run: () => Promise<T>): Promise<T>;
}
