// A place to type in an overlay: the composer's own buffer under the composer's own keys, so that editing is the same everywhere.
// In a field of one line pasted line breaks become spaces.
import { type BufferAction, type BufferState, bufferReducer, bufferText, emptyBuffer } from '../composer/buffer.ts';
import { lineEdits } from '../composer/line-edits.ts';
import { composerView, draftColumns } from '../composer/view.ts';
import type { InputEvent } from '../keys/events.ts';
import { commandFor, defaultKeymap, type Keymap } from '../keys/keymap.ts';
import type { Theme } from '../theme.ts';

export interface FieldOptions {
  readonly theme: Theme;
  readonly keymap?: Keymap;
  readonly text?: string;
  readonly lines?: 'one' | 'many';
  readonly prompt?: string;
  readonly placeholder?: string;
}

export interface FieldPicture {
  readonly lines: readonly string[];
  readonly cursor: { readonly row: number; readonly column: number };
}

export interface Field {
  readonly text: string;
  set(text: string): void;
  /** True when the event was typing or editing; false when it means something else. */
  input(event: InputEvent, columns: number): boolean;
  view(columns: number, rows?: number): FieldPicture;
}

export function createField(options: FieldOptions): Field {
  const { theme, keymap = defaultKeymap, lines = 'one', prompt = '› ', placeholder } = options;
  const oneLine = (text: string) => (lines === 'one' ? text.replace(/\s*\r?\n\s*/g, ' ') : text);
  let buffer: BufferState = emptyBuffer;

  const apply = (action: BufferAction): true => {
    buffer = bufferReducer(buffer, action);
    return true;
  };

  const set = (text: string): void => {
    buffer = bufferReducer(emptyBuffer, { type: 'insert', text: oneLine(text) });
  };

  function input(event: InputEvent, columns: number): boolean {
    if (event.type === 'paste') return apply({ type: 'insert', text: oneLine(event.text) });
    if (event.type !== 'key') return false;
    if (event.text !== '') return apply({ type: 'insert', text: event.text });
    const command = commandFor(keymap, 'composer', event);
    if (command === null) return false;
    const action = lineEdits[command];
    if (action) return apply(action);
    if (lines === 'one') return false;
    if (command === 'newline') return apply({ type: 'insert', text: '\n' });
    if (command !== 'up' && command !== 'down') return false;
    return apply({ type: 'move-row', by: command === 'up' ? -1 : 1, columns: draftColumns(columns, prompt) });
  }

  if (options.text) set(options.text);
  return {
    get text() {
      return bufferText(buffer);
    },
    set,
    input,
    view: (columns, rows = 1) =>
      composerView(buffer, {
        width: columns,
        maxRows: rows,
        theme,
        prompt,
        ...(placeholder === undefined ? {} : { placeholder }),
      }),
  };
}
