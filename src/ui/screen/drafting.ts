// The composer and what it lives on: the draft that survives a crash, the prompts of before, the files of the folder.
import type { EngineApi } from '../../engine/api.ts';
import type { ThreadId } from '../../store/types.ts';
import { catalogue } from '../commands/index.ts';
import {
  type Composer,
  type ComposerContext,
  type ComposerEffect,
  type ComposerEvent,
  type ComposerPicture,
  type ComposerViewOptions,
  composerPicture,
  composerReducer,
  draftOf,
  emptyComposer,
  isEmpty,
} from '../composer/composer.ts';
import { type DraftSaver, draftSaver } from '../composer/drafts.ts';
import { createFileSource, type FileSource } from '../composer/files.ts';
import type { Keymap } from '../keys/keymap.ts';

export interface DraftingOptions {
  readonly engine: EngineApi;
  readonly keymap: Keymap;
  readonly keys: 'plain' | 'vim';
  readonly cwd: string;
  readonly home: string;
  readonly isFile: (path: string) => boolean;
  readonly width: () => number;
  /** Something waits that ↑ may take back. */
  readonly queued: () => boolean;
  readonly changed: () => void;
}

const HISTORY = 1_000;
const SAVE_MS = 400;

export class Drafting {
  private composer: Composer;
  private drafts: DraftSaver = draftSaver(() => {});
  private files: FileSource;
  private folder: string;
  private history: readonly string[] = [];
  /** Made here, perhaps for nothing. */
  private adopted: ThreadId | null = null;

  constructor(private readonly options: DraftingOptions) {
    this.composer = emptyComposer({ keys: options.keys });
    this.folder = options.cwd;
    this.files = this.fileSource();
  }

  get text(): string {
    return draftOf(this.composer);
  }

  get isEmpty(): boolean {
    return isEmpty(this.composer);
  }

  /** The next Ctrl+C leaves. */
  get leaving(): boolean {
    return this.composer.leaveArmed;
  }

  input(event: ComposerEvent): readonly ComposerEffect[] {
    const { state, effects } = composerReducer(this.composer, event, this.context());
    if (state.buffer !== this.composer.buffer) this.drafts.changed(draftOf(state));
    this.composer = state;
    return effects;
  }

  view(options: ComposerViewOptions): ComposerPicture {
    return composerPicture(this.composer, options);
  }

  /** Another thread, or none yet: its own draft, the files of its folder. */
  open(thread: ThreadId | null, folder: string): void {
    this.drafts.flush();
    this.disown();
    const text = this.options.engine.drafts.get(this.keyOf(thread));
    this.drafts = this.saver(thread);
    this.composer = composerReducer(this.composer, { type: 'open-draft', text }, this.context()).state;
    if (folder !== this.folder || this.files.list.version === 0) {
      this.files.close();
      this.folder = folder;
      this.files = this.fileSource();
      void this.files.refresh();
    }
    this.remember();
  }

  /** The new thread has got its name: what is typed from now on is its draft. */
  adopt(thread: ThreadId): void {
    this.drafts.flush();
    this.options.engine.drafts.set(this.keyOf(null), '');
    this.drafts = this.saver(thread);
    this.adopted = thread;
  }

  /** What was sent is history from the next key on. */
  sent(): void {
    this.drafts.flush();
    setImmediate(() => this.remember());
  }

  save(): void {
    this.drafts.flush();
  }

  refreshFiles(): void {
    void this.files.refresh();
  }

  close(): void {
    this.drafts.flush();
    this.disown();
    this.files.close();
  }

  /** A thread made here that came to nothing goes again; its draft is that of the next new one. */
  private disown(): void {
    const { engine } = this.options;
    const thread = this.adopted;
    this.adopted = null;
    if (thread === null || !engine.discard(thread)) return;
    const text = engine.drafts.get(this.keyOf(thread));
    engine.drafts.set(this.keyOf(thread), '');
    if (text !== '') engine.drafts.set(this.keyOf(null), text);
  }

  private remember(): void {
    this.history = this.options.engine.promptHistory({ limit: HISTORY });
  }

  private saver(thread: ThreadId | null): DraftSaver {
    const { drafts } = this.options.engine;
    const key = this.keyOf(thread);
    return draftSaver((text) => drafts.set(key, text), SAVE_MS, drafts.get(key));
  }

  private keyOf(thread: ThreadId | null): string {
    return thread ?? `new:${this.options.cwd}`;
  }

  private fileSource(): FileSource {
    const onChange = () => {
      this.input({ type: 'files-changed' });
      this.options.changed();
    };
    return createFileSource({ cwd: this.folder, onChange });
  }

  private context(): ComposerContext {
    const { keymap, home, isFile, width, queued } = this.options;
    return {
      keymap,
      width: width(),
      commands: catalogue,
      files: this.files.list,
      history: this.history,
      queued: queued() ? 1 : 0,
      cwd: this.folder,
      home,
      isFile,
    };
  }
}
