// What the composer takes and gives, for the host that wires it: InputEvent or action in, next state and effects out.
// The composer never touches the terminal, the engine or the disk; everything it needs to know comes in the context.
import type { Command } from '../keys/commands.ts';
import type { InputEvent } from '../keys/events.ts';
import type { Keymap } from '../keys/keymap.ts';
import type { Theme } from '../theme.ts';
import type { BufferState } from './buffer.ts';
import type { Completion } from './completion.ts';
import type { FileList } from './files.ts';
import type { HistorySearch, HistoryWalk } from './history.ts';
import type { VimState } from './vim.ts';

/** One command that `/` completes. */
export interface CommandHelp {
  /** Without the slash. */
  readonly name: string;
  readonly help: string;
  /** What may follow, as shown to the person: `<title>`, `[turn]`; Enter runs the command at once unless something in `<>` must follow. */
  readonly args?: string;
  readonly aliases?: readonly string[];
}

export interface ComposerContext {
  readonly keymap: Keymap;
  /** Columns of the terminal; the same that the view gets. */
  readonly width: number;
  readonly prompt?: string;
  readonly commands: readonly CommandHelp[];
  readonly files: FileList;
  /** Prompts of any thread, newest first; `engine.promptHistory()`. */
  readonly history: readonly string[];
  /** How many messages wait in the queue: ↑ on an empty composer takes the last one back. */
  readonly queued: number;
  readonly cwd: string;
  readonly home: string;
  /** Decides whether a pasted path is an image to attach; pasted text otherwise. */
  readonly isFile: (path: string) => boolean;
}

/** What the host says to the composer. */
export type ComposerAction =
  /** Replaces the draft, undoable: a draft restored, a queued message taken back, what came back from the editor. */
  | { readonly type: 'set-text'; readonly text: string }
  | { readonly type: 'insert-text'; readonly text: string }
  | { readonly type: 'attach-image'; readonly path: string }
  /** Another thread: a fresh draft, without undo into the old one. */
  | { readonly type: 'open-draft'; readonly text: string }
  | { readonly type: 'files-changed' }
  | { readonly type: 'set-keys'; readonly keys: 'plain' | 'vim' };

export type ComposerEffect =
  /** The draft was taken out of the composer: prompt, follow-up, `/command` or `!shell`, as the host finds. */
  | { readonly type: 'send'; readonly text: string; readonly images: readonly string[] }
  /** `text` is empty when nothing was typed: interrupt and deliver now. */
  | { readonly type: 'steer'; readonly text: string; readonly images: readonly string[] }
  /** Take the last queued message back and hand it in with `set-text`. */
  | { readonly type: 'queue-back' }
  /** Run the editor on the text and hand the result in with `set-text`. */
  | { readonly type: 'editor'; readonly text: string }
  /** `@` was typed: a good moment to list the files again. */
  | { readonly type: 'refresh-files' }
  /** Any command that is not the composer's own: interrupt, leave, tree, search, help, paste-image, … */
  | { readonly type: 'command'; readonly name: Command };

export interface Composer {
  readonly buffer: BufferState;
  readonly completion: Completion | null;
  /** Where proposals were closed with Esc: they stay closed for that word. */
  readonly dismissed: string | null;
  readonly walk: HistoryWalk | null;
  readonly search: HistorySearch | null;
  readonly vim: VimState | null;
  /** Sent or cleared in this session, newest first; comes before the context's history. */
  readonly recent: readonly string[];
  /** The next Ctrl+C leaves; the host may say so. */
  readonly leaveArmed: boolean;
}

export interface ComposerStep {
  readonly state: Composer;
  readonly effects: readonly ComposerEffect[];
}

export type ComposerEvent = InputEvent | ComposerAction;

export interface ComposerViewOptions {
  readonly width: number;
  /** For the draft; the popup comes on top of it. */
  readonly maxRows: number;
  /** Rows for proposals below the draft; default 8. */
  readonly maxPopupRows?: number;
  readonly theme: Theme;
  readonly placeholder?: string;
  /** Default `› `; the context's must be the same. */
  readonly prompt?: string;
}

export interface ComposerPicture {
  /** Styled, each narrower than `width`. */
  readonly lines: readonly string[];
  /** Where the cursor stands in `lines`, from 0. */
  readonly cursor: { readonly row: number; readonly column: number };
  /** Proposals or history matches, to be drawn right below `lines`. */
  readonly popup: readonly string[];
}
