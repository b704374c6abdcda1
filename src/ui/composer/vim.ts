// Vim keys on top of the buffer: a key string is read as a whole command or not yet one, and a whole command is applied in one step.
// In normal mode the cursor stands on a character, and everything between entering and leaving insert is one change to undo and repeat.
import type { KeyEvent } from '../keys/events.ts';
import { previousBoundary } from './boundaries.ts';
import { type BufferAction, type BufferState, bufferReducer, lineText } from './buffer.ts';
import { type Chips, expandChips } from './chips.ts';
import { applyCommand } from './vim-apply.ts';
import { parseKeys } from './vim-parse.ts';

export interface Register {
  readonly text: string;
  readonly shape: 'characters' | 'lines';
}

export interface Find {
  readonly key: 'f' | 'F' | 't' | 'T';
  readonly character: string;
}

/** What `.` does again: the keys, and what was typed before Esc. */
export interface Change {
  readonly keys: readonly string[];
  readonly typed: readonly BufferAction[];
}

export interface VimState {
  readonly mode: 'insert' | 'normal';
  /** Keys of a command that is not whole yet. */
  readonly pending: readonly string[];
  readonly register: Register;
  readonly find: Find | null;
  readonly change: Change | null;
  readonly recording: { readonly change: Change; readonly undoDepth: number } | null;
}

export type VimStep =
  | { readonly outcome: 'taken'; readonly vim: VimState; readonly buffer: BufferState }
  /** `k` on the first row, `j` on the last: the host walks through history. */
  | { readonly outcome: 'older' | 'newer' };

export const insertVim: VimState = {
  mode: 'insert',
  pending: [],
  register: { text: '', shape: 'characters' },
  find: null,
  change: null,
  recording: null,
};

/** Insert mode on a fresh draft; the register must not hold chips of the old one. */
export function enterInsert(vim: VimState, chips: Chips): VimState {
  const register = { ...vim.register, text: expandChips(vim.register.text, chips) };
  return { ...vim, mode: 'insert', pending: [], register, recording: null };
}

export function recordTyped(vim: VimState, action: BufferAction): VimState {
  if (vim.mode !== 'insert' || vim.recording === null) return vim;
  const { change, undoDepth } = vim.recording;
  const last = change.typed.at(-1);
  const goesOn = last?.type === 'insert' && action.type === 'insert';
  const typed = goesOn
    ? [...change.typed.slice(0, -1), { ...action, text: last.text + action.text }]
    : [...change.typed, action];
  return { ...vim, recording: { change: { ...change, typed }, undoDepth } };
}

export function leaveInsert(vim: VimState, buffer: BufferState): { vim: VimState; buffer: BufferState } {
  const { recording } = vim;
  const { line, offset } = buffer.cursor;
  const stepped = bufferReducer(buffer, {
    type: 'move-to',
    position: { line, offset: previousBoundary(lineText(buffer, line), offset) },
  });
  const undo = recording === null ? stepped.undo : stepped.undo.slice(0, recording.undoDepth + 1);
  return {
    vim: { ...vim, mode: 'normal', pending: [], change: recording?.change ?? vim.change, recording: null },
    buffer: { ...stepped, undo },
  };
}

/** Null when the key is not vim's. */
export function vimKey(vim: VimState, buffer: BufferState, event: KeyEvent, columns: number): VimStep | null {
  const key = nameOf(event);
  if (key === null) return null;
  if (key === 'esc') {
    if (vim.pending.length === 0) return null;
    return { outcome: 'taken', vim: { ...vim, pending: [] }, buffer };
  }
  const keys = [...vim.pending, key];
  const parsed = parseKeys(keys);
  if (parsed === 'incomplete') return { outcome: 'taken', vim: { ...vim, pending: keys }, buffer };
  if (parsed === 'unknown') {
    return vim.pending.length === 0 ? null : { outcome: 'taken', vim: { ...vim, pending: [] }, buffer };
  }
  const step = applyCommand({ ...vim, pending: [] }, buffer, parsed, columns);
  return step.outcome === 'taken' ? { ...step, buffer: onCharacter(step.vim, step.buffer) } : step;
}

function onCharacter(vim: VimState, buffer: BufferState): BufferState {
  const { line, offset } = buffer.cursor;
  const text = lineText(buffer, line);
  if (vim.mode === 'insert' || offset === 0 || offset < text.length) return buffer;
  return { ...buffer, cursor: { line, offset: previousBoundary(text, offset) } };
}

function nameOf(event: KeyEvent): string | null {
  if (event.ctrl && !event.alt && event.key === 'r') return 'ctrl+r';
  if (event.ctrl || event.alt || event.super) return null;
  if (event.text !== '') return event.text;
  return event.key === 'esc' || event.key === 'backspace' ? event.key : null;
}
