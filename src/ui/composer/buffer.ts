// The draft as a value: lines, cursor, chips, undo and what was cut. Each action gives the next value and shares every line it did not
// touch. The cursor always stands between two clusters, so that no action can cut through what a person sees as one character.
import { boundaryAtOrAfter, isChipAt, nextBoundary, previousBoundary } from './boundaries.ts';
import {
  addChip,
  type Chip,
  type Chips,
  chipsIn,
  cleanText,
  expandChips,
  imageChip,
  isLargePaste,
  noChips,
  pasteChip,
} from './chips.ts';
import { carryRows, columnAt, type Line, offsetAt, type Position, rowAt, rowStarts } from './layout.ts';
import { blankWordStartBefore, wordEndAfter, wordStartBefore } from './words.ts';

interface Snapshot {
  readonly lines: readonly Line[];
  readonly cursor: Position;
}

export interface BufferState extends Snapshot {
  readonly chips: Chips;
  /** The column that up and down try to keep. */
  readonly goal: number | null;
  readonly undo: readonly Snapshot[];
  readonly redo: readonly Snapshot[];
  /** Edits of one kind in a row are one step to undo, or one cut to put back. */
  readonly streak: 'type' | 'delete' | 'cut' | null;
  /** What was cut, newest first. */
  readonly cuts: readonly string[];
  readonly yanked: { readonly from: Position; readonly index: number } | null;
}

export type Motion =
  | 'left'
  | 'right'
  | 'word-left'
  | 'word-right'
  | 'blank-word-left'
  | 'line-start'
  | 'line-end'
  | 'draft-start'
  | 'draft-end';

export type BufferAction =
  | { readonly type: 'insert'; readonly text: string }
  | { readonly type: 'paste'; readonly text: string }
  | { readonly type: 'attach-image'; readonly path: string }
  | { readonly type: 'move'; readonly by: Motion }
  | { readonly type: 'move-row'; readonly by: -1 | 1; readonly columns: number }
  | { readonly type: 'move-to'; readonly position: Position }
  | { readonly type: 'delete'; readonly by: Motion }
  | { readonly type: 'cut'; readonly by: Motion }
  | { readonly type: 'cut-range'; readonly from: Position; readonly to: Position }
  | { readonly type: 'keep-cut'; readonly text: string }
  | { readonly type: 'replace'; readonly from: Position; readonly to: Position; readonly text: string }
  | { readonly type: 'yank' }
  | { readonly type: 'yank-older' }
  | { readonly type: 'undo' }
  | { readonly type: 'redo' }
  | { readonly type: 'expand-chip' }
  | { readonly type: 'set-text'; readonly text: string };

const UNDO_STEPS = 300;
const CUTS = 32;

export const emptyBuffer: BufferState = {
  lines: [{ text: '' }],
  cursor: { line: 0, offset: 0 },
  chips: noChips,
  goal: null,
  undo: [],
  redo: [],
  streak: null,
  cuts: [],
  yanked: null,
};

/** A new draft that has nothing of the old one but what was cut. */
export function freshBuffer(old: BufferState, text = ''): BufferState {
  const lines = linesOf(cleanText(text));
  const cuts = old.cuts.map((cut) => expandChips(cut, old.chips));
  return { ...emptyBuffer, lines, cursor: endOf(lines), cuts };
}

export function bufferReducer(state: BufferState, action: BufferAction): BufferState {
  switch (action.type) {
    case 'insert':
      return insertTyped(state, cleanText(action.text));
    case 'paste':
      return paste(state, cleanText(action.text));
    case 'attach-image':
      return insertChip(state, imageChip(state.chips, action.path)) ?? state;
    case 'move':
      return moved(state, target(state, action.by));
    case 'move-row':
      return moveRow(state, action.by, action.columns);
    case 'move-to':
      return moved(state, clamp(state.lines, action.position));
    case 'delete':
      return remove(state, target(state, action.by), 'delete');
    case 'cut':
      return cut(state, target(state, cutMotion(state, action.by)));
    case 'cut-range':
      return cutRange(state, action.from, action.to);
    case 'keep-cut':
      return { ...state, cuts: [action.text, ...state.cuts].slice(0, CUTS) };
    case 'replace':
      return replaced(remember(state, null), action.from, action.to, cleanDraft(action.text, state.chips));
    case 'yank':
      return yank(state, 0, state.cursor);
    case 'yank-older':
      return state.yanked === null ? state : yank(state, state.yanked.index + 1, state.yanked.from);
    case 'undo':
      return timeTravel(state, 'undo', 'redo');
    case 'redo':
      return timeTravel(state, 'redo', 'undo');
    case 'expand-chip':
      return expandChip(state);
    case 'set-text': {
      const lines = linesOf(cleanText(action.text));
      return { ...remember(state, null), lines, cursor: endOf(lines) };
    }
  }
}

/** The whole draft with its chips expanded. */
export function bufferText(state: BufferState): string {
  return expandChips(rawText(state), state.chips);
}

/** The draft with chips as they stand in it. */
export function rawText(state: BufferState): string {
  return state.lines.length === 1 ? state.lines[0]!.text : state.lines.map((line) => line.text).join('\n');
}

export function bufferImages(state: BufferState): string[] {
  return chipsIn(rawText(state), state.chips).flatMap((chip) => (chip.kind === 'image' ? [chip.path] : []));
}

export function isEmptyBuffer(state: BufferState): boolean {
  return state.lines.length === 1 && state.lines[0]!.text === '';
}

export function lineText(state: Snapshot, line: number): string {
  return state.lines[line]?.text ?? '';
}

export function isBefore(a: Position, b: Position): boolean {
  return a.line < b.line || (a.line === b.line && a.offset < b.offset);
}

export function textBetween(state: Snapshot, from: Position, to: Position): string {
  if (from.line === to.line) return lineText(state, from.line).slice(from.offset, to.offset);
  const middle = state.lines.slice(from.line + 1, to.line).map((line) => line.text);
  return [lineText(state, from.line).slice(from.offset), ...middle, lineText(state, to.line).slice(0, to.offset)].join(
    '\n',
  );
}

function linesOf(text: string): readonly Line[] {
  return text.split('\n').map((line) => ({ text: line }));
}

function endOf(lines: readonly Line[]): Position {
  return { line: lines.length - 1, offset: lines.at(-1)?.text.length ?? 0 };
}

function clamp(lines: readonly Line[], { line, offset }: Position): Position {
  const at = Math.max(0, Math.min(line, lines.length - 1));
  return { line: at, offset: boundaryAtOrAfter(lines[at]?.text ?? '', offset) };
}

/** Text that may hold chips of this draft, and no others. */
function cleanDraft(text: string, chips: Chips): string {
  if (chips.size === 0) return cleanText(text);
  return text
    .split(/((?<![\ud800-\udbff])[\udc00-\udfff])/)
    .map((part) => (chips.has(part) ? part : cleanText(part)))
    .join('');
}

function target(state: BufferState, by: Motion): Position {
  const { line, offset } = state.cursor;
  const text = lineText(state, line);
  const leftwards = by === 'left' || by === 'word-left' || by === 'blank-word-left';
  if (leftwards && offset === 0) {
    return line === 0 ? state.cursor : { line: line - 1, offset: lineText(state, line - 1).length };
  }
  if ((by === 'right' || by === 'word-right') && offset === text.length) {
    return line === state.lines.length - 1 ? state.cursor : { line: line + 1, offset: 0 };
  }
  switch (by) {
    case 'left':
      return { line, offset: previousBoundary(text, offset) };
    case 'right':
      return { line, offset: nextBoundary(text, offset) };
    case 'word-left':
      return { line, offset: wordStartBefore(text, offset) };
    case 'word-right':
      return { line, offset: wordEndAfter(text, offset) };
    case 'blank-word-left':
      return { line, offset: blankWordStartBefore(text, offset) };
    case 'line-start':
      return { line, offset: 0 };
    case 'line-end':
      return { line, offset: text.length };
    case 'draft-start':
      return { line: 0, offset: 0 };
    case 'draft-end':
      return endOf(state.lines);
  }
}

function moved(state: BufferState, cursor: Position): BufferState {
  return { ...state, cursor, goal: null, streak: null, yanked: null };
}

/** Stays where it is on the first and last row: the caller sees that by the cursor. */
function moveRow(state: BufferState, by: -1 | 1, columns: number): BufferState {
  const { line, offset } = state.cursor;
  const here = state.lines[line]!;
  const starts = rowStarts(here, columns, state.chips);
  const row = rowAt(starts, offset);
  const goal = state.goal ?? columnAt(here.text, starts[row]!, offset, columns, state.chips);
  const within = row + by >= 0 && row + by < starts.length;
  const nextLine = within ? line : line + by;
  const there = state.lines[nextLine];
  if (there === undefined) return state;
  const nextRow = within ? row + by : by === 1 ? 0 : rowStarts(there, columns, state.chips).length - 1;
  const cursor = { line: nextLine, offset: offsetAt(there, nextRow, goal, columns, state.chips) };
  return { ...state, cursor, goal, streak: null, yanked: null };
}

/** Before an edit: keeps what there is for undo, unless the edit goes on with the one before. */
function remember(state: BufferState, streak: BufferState['streak']): BufferState {
  const goesOn = streak !== null && streak === state.streak;
  const { lines, cursor } = state;
  const undo = goesOn ? state.undo : [...state.undo.slice(1 - UNDO_STEPS), { lines, cursor }];
  return { ...state, undo, redo: [], streak, goal: null, yanked: null };
}

function replaced(state: BufferState, from: Position, to: Position, text: string): BufferState {
  const [start, end] = isBefore(to, from) ? [to, from] : [from, to];
  const head = lineText(state, start.line).slice(0, start.offset);
  const tail = lineText(state, end.line).slice(end.offset);
  const parts = text.split('\n');
  const fresh: Line[] = parts.map((part, index) => ({
    text: (index === 0 ? head : '') + part + (index === parts.length - 1 ? tail : ''),
  }));
  const old = state.lines[start.line];
  if (fresh.length === 1 && start.line === end.line && old !== undefined) {
    carryRows(old, fresh[0]!, start.offset, end.offset, state.chips);
  }
  const lines = [...state.lines.slice(0, start.line), ...fresh, ...state.lines.slice(end.line + 1)];
  const last = start.line + fresh.length - 1;
  const offset = fresh.at(-1)!.text.length - tail.length;
  return { ...state, lines, cursor: { line: last, offset: boundaryAtOrAfter(fresh.at(-1)!.text, offset) } };
}

function insertTyped(state: BufferState, text: string): BufferState {
  if (text === '') return state;
  const before = lineText(state, state.cursor.line).slice(0, state.cursor.offset);
  const startsWord = /(?:^|\s)$/u.test(before) && !/^\s/u.test(text);
  const begun = startsWord && state.streak === 'type' ? { ...state, streak: null } : state;
  return replaced(remember(begun, text === '\n' ? null : 'type'), state.cursor, state.cursor, text);
}

function paste(state: BufferState, text: string): BufferState {
  if (text === '') return state;
  const folded = isLargePaste(text) ? insertChip(state, pasteChip(state.chips, text)) : null;
  return folded ?? replaced(remember(state, null), state.cursor, state.cursor, text);
}

function insertChip(state: BufferState, chip: Chip): BufferState | null {
  const added = addChip(state.chips, chip);
  if (added === null) return null;
  const begun = { ...remember(state, null), chips: added.chips };
  return replaced(begun, state.cursor, state.cursor, added.character);
}

function remove(state: BufferState, to: Position, streak: 'delete' | 'cut'): BufferState {
  if (to.line === state.cursor.line && to.offset === state.cursor.offset) return state;
  return replaced(remember(state, streak), state.cursor, to, '');
}

/** At the end of a line, cutting to its end takes the line break; likewise at its start. */
function cutMotion(state: BufferState, by: Motion): Motion {
  const { line, offset } = state.cursor;
  if (by === 'line-start' && offset === 0) return 'left';
  return by === 'line-end' && offset === lineText(state, line).length ? 'right' : by;
}

function cut(state: BufferState, to: Position): BufferState {
  const backwards = isBefore(to, state.cursor);
  const [from, end] = backwards ? [to, state.cursor] : [state.cursor, to];
  const text = textBetween(state, from, end);
  if (text === '') return state;
  const [last = '', ...older] = state.streak === 'cut' ? state.cuts : ['', ...state.cuts];
  const joined = backwards ? text + last : last + text;
  return { ...remove(state, to, 'cut'), cuts: [joined, ...older].slice(0, CUTS) };
}

function cutRange(state: BufferState, a: Position, b: Position): BufferState {
  const [from, to] = isBefore(b, a) ? [b, a] : [a, b];
  const text = textBetween(state, from, to);
  if (text === '') return moved(state, from);
  return { ...replaced(remember(state, null), from, to, ''), cuts: [text, ...state.cuts].slice(0, CUTS) };
}

function yank(state: BufferState, index: number, from: Position): BufferState {
  if (state.cuts.length === 0) return state;
  const wrapped = index % state.cuts.length;
  const text = state.cuts[wrapped] ?? '';
  return { ...replaced(remember(state, null), from, state.cursor, text), yanked: { from, index: wrapped } };
}

function timeTravel(state: BufferState, from: 'undo' | 'redo', to: 'undo' | 'redo'): BufferState {
  const snapshot = state[from].at(-1);
  if (snapshot === undefined) return state;
  const { lines, cursor } = state;
  return {
    ...state,
    ...snapshot,
    [from]: state[from].slice(0, -1),
    [to]: [...state[to], { lines, cursor }],
    goal: null,
    streak: null,
    yanked: null,
  };
}

/** The chip before the cursor, else the one after it. */
function expandChip(state: BufferState): BufferState {
  const { line, offset } = state.cursor;
  const text = lineText(state, line);
  for (const at of [offset - 1, offset]) {
    const chip = isChipAt(text, at) ? state.chips.get(text.charAt(at)) : undefined;
    if (chip?.kind !== 'paste') continue;
    return replaced(remember(state, null), { line, offset: at }, { line, offset: at + 1 }, chip.text);
  }
  return state;
}
