// What the editing keys do to a line of text, in the composer and in every field: one table, so that they feel the same everywhere.
import type { Command } from '../keys/commands.ts';
import type { BufferAction } from './buffer.ts';

export const lineEdits: Readonly<Partial<Record<Command, BufferAction>>> = {
  left: { type: 'move', by: 'left' },
  right: { type: 'move', by: 'right' },
  'word-left': { type: 'move', by: 'word-left' },
  'word-right': { type: 'move', by: 'word-right' },
  'line-start': { type: 'move', by: 'line-start' },
  'line-end': { type: 'move', by: 'line-end' },
  'draft-start': { type: 'move', by: 'draft-start' },
  'draft-end': { type: 'move', by: 'draft-end' },
  'delete-left': { type: 'delete', by: 'left' },
  'delete-right': { type: 'delete', by: 'right' },
  'kill-word-left': { type: 'cut', by: 'word-left' },
  'kill-word-right': { type: 'cut', by: 'word-right' },
  'kill-line-left': { type: 'cut', by: 'line-start' },
  'kill-line-right': { type: 'cut', by: 'line-end' },
  yank: { type: 'yank' },
  'yank-older': { type: 'yank-older' },
  undo: { type: 'undo' },
  redo: { type: 'redo' },
};
