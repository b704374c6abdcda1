// One whole vim command carried out on the buffer. Everything it changes goes through buffer actions, so that undo, chips and
// cluster boundaries hold here as they do for plain keys.
import { nextBoundary } from './boundaries.ts';
import { type BufferAction, type BufferState, bufferReducer, rawText } from './buffer.ts';
import type { Position } from './layout.ts';
import type { Find, Register, VimState, VimStep } from './vim.ts';
import { firstNonBlank, lineEnd, lineStart, objectAt, reachOf, type Span } from './vim-motions.ts';
import { type Operator, type OperatorTarget, parseKeys, type VimCommand } from './vim-parse.ts';

interface Place {
  readonly text: string;
  readonly at: number;
}

function placeOf(buffer: BufferState): Place {
  let at = buffer.cursor.offset;
  for (let line = 0; line < buffer.cursor.line; line++) at += buffer.lines[line]!.text.length + 1;
  return { text: rawText(buffer), at };
}

function positionAt(text: string, at: number): Position {
  const start = lineStart(text, at);
  let line = 0;
  for (let place = text.indexOf('\n'); place !== -1 && place < start; place = text.indexOf('\n', place + 1)) line++;
  return { line, offset: at - start };
}

const moveTo = (buffer: BufferState, at: number): BufferState =>
  bufferReducer(buffer, { type: 'move-to', position: positionAt(rawText(buffer), at) });

function replaceSpan(buffer: BufferState, from: number, to: number, text: string): BufferState {
  const whole = rawText(buffer);
  return bufferReducer(buffer, { type: 'replace', from: positionAt(whole, from), to: positionAt(whole, to), text });
}

export function applyCommand(vim: VimState, buffer: BufferState, command: VimCommand, columns: number): VimStep {
  switch (command.type) {
    case 'motion':
      return applyMotion(vim, buffer, command, columns);
    case 'operator':
      return applyOperator(vim, buffer, command);
    case 'replace':
      return applyReplace(vim, buffer, command);
    case 'simple':
      return applySimple(vim, buffer, command, columns);
  }
}

const taken = (vim: VimState, buffer: BufferState): VimStep => ({ outcome: 'taken', vim, buffer });

function applyMotion(
  vim: VimState,
  buffer: BufferState,
  { motion, count }: VimCommand & { type: 'motion' },
  columns: number,
): VimStep {
  if (motion.key === 'j' || motion.key === 'k') {
    const by = motion.key === 'j' ? 1 : -1;
    let moved = buffer;
    for (let times = count ?? 1; times > 0; times--) moved = bufferReducer(moved, { type: 'move-row', by, columns });
    return moved === buffer ? { outcome: by === -1 ? 'older' : 'newer' } : taken(vim, moved);
  }
  const { text, at } = placeOf(buffer);
  const reach = reachOf(text, at, motion, count, vim.find);
  const find = findOf(motion) ?? vim.find;
  return taken({ ...vim, find }, reach === null ? buffer : moveTo(buffer, reach.to));
}

function findOf({ key, character }: { key: string; character?: string }): Find | null {
  return character === undefined ? null : { key: key as Find['key'], character };
}

function spanOf(
  { text, at }: Place,
  operator: Operator,
  target: OperatorTarget,
  count: number | null,
  find: Find | null,
): Span | null {
  if (target.type === 'object') return objectAt(text, at, target.reach, target.object);
  if (target.type === 'lines') {
    let end = lineEnd(text, at);
    for (let more = (count ?? 1) - 1; more > 0 && end < text.length; more--) end = lineEnd(text, end + 1);
    return { from: lineStart(text, at), to: end, shape: 'lines' };
  }
  const onWord = at < text.length && !/\s/.test(text.charAt(at));
  const changesWord = operator === 'c' && onWord && (target.motion.key === 'w' || target.motion.key === 'W');
  if (changesWord) return changedWord(text, at, target.motion.key, count);
  const reach = reachOf(text, at, target.motion, count, find);
  if (reach === null) return null;
  const [from, end] = reach.to < at ? [reach.to, at] : [at, reach.to];
  if (reach.shape === 'lines') return { from: lineStart(text, from), to: lineEnd(text, end), shape: 'lines' };
  const to = reach.shape === 'inclusive' ? nextBoundary(text, end) : end;
  const overLines =
    target.motion.key.toLowerCase() === 'w' && lineStart(text, to) > from && to <= firstNonBlank(text, to);
  return { from, to: overLines ? Math.max(from, lineStart(text, to) - 1) : to, shape: 'exclusive' };
}

/** `cw` changes the word under the cursor and leaves the blanks after it. */
function changedWord(text: string, at: number, key: string, count: number | null): Span {
  const object = objectAt(text, at, 'i', key)!;
  if ((count ?? 1) === 1) return { from: at, to: object.to, shape: 'exclusive' };
  const end = key === 'w' ? 'e' : 'E';
  const last = reachOf(text, object.to - 1, { key: end }, (count ?? 1) - 1, null);
  return { from: at, to: nextBoundary(text, last?.to ?? object.to - 1), shape: 'exclusive' };
}

function applyOperator(vim: VimState, buffer: BufferState, command: VimCommand & { type: 'operator' }): VimStep {
  const { operator, target, count } = command;
  const place = placeOf(buffer);
  const find = (target.type === 'motion' ? findOf(target.motion) : null) ?? vim.find;
  const span = spanOf(place, operator, target, count, vim.find);
  if (span === null) return taken({ ...vim, find }, buffer);
  const register: Register = {
    text: place.text.slice(span.from, span.to),
    shape: span.shape === 'lines' ? 'lines' : 'characters',
  };
  const kept = register.text === '' ? buffer : bufferReducer(buffer, { type: 'keep-cut', text: register.text });
  const held = { ...vim, find, register };
  if (operator === 'y') {
    const at =
      span.shape === 'lines' ? Math.min(place.at, span.from + (place.at - lineStart(place.text, place.at))) : span.from;
    return taken(held, moveTo(kept, span.shape === 'lines' && at < span.from ? span.from : at));
  }
  if (operator === 'c') {
    const emptied = span.from === span.to ? moveTo(kept, span.from) : replaceSpan(kept, span.from, span.to, '');
    return taken(inserting(held, command.keys, buffer), emptied);
  }
  const removed =
    span.shape === 'lines' ? removeLines(kept, place.text, span) : replaceSpan(kept, span.from, span.to, '');
  return taken({ ...held, change: { keys: command.keys, typed: [] } }, removed);
}

function removeLines(buffer: BufferState, text: string, { from, to }: Span): BufferState {
  const last = to >= text.length;
  const removed = replaceSpan(buffer, last && from > 0 ? from - 1 : from, last ? to : to + 1, '');
  const rest = rawText(removed);
  return moveTo(removed, firstNonBlank(rest, Math.min(from, rest.length)));
}

/** Insert mode, with everything typed until Esc kept for `.`. */
function inserting(vim: VimState, keys: readonly string[], before: BufferState): VimState {
  return { ...vim, mode: 'insert', recording: { change: { keys, typed: [] }, undoDepth: before.undo.length } };
}

function applyReplace(vim: VimState, buffer: BufferState, command: VimCommand & { type: 'replace' }): VimStep {
  const { text, at } = placeOf(buffer);
  const count = command.count ?? 1;
  const to = forwardInLine(text, at, count);
  if (to === null || command.character === 'backspace') return taken(vim, buffer);
  const replaced = replaceSpan(buffer, at, to, command.character.repeat(count));
  const changed = { ...vim, change: { keys: command.keys, typed: [] } };
  return taken(changed, moveTo(replaced, at + command.character.length * (count - 1)));
}

/** The end of `count` characters from `at`; null when the line has fewer. */
function forwardInLine(text: string, at: number, count: number): number | null {
  let to = at;
  for (let left = count; left > 0; left--) {
    if (to >= lineEnd(text, at)) return null;
    to = nextBoundary(text, to);
  }
  return to;
}

function applySimple(
  vim: VimState,
  buffer: BufferState,
  { key, keys, count }: VimCommand & { type: 'simple' },
  columns: number,
): VimStep {
  const { text, at } = placeOf(buffer);
  const times = count ?? 1;
  const changed: VimState = { ...vim, change: { keys, typed: [] } };
  const insertAt = (place: number) => taken(inserting(vim, keys, buffer), moveTo(buffer, place));
  switch (key) {
    case 'i':
      return insertAt(at);
    case 'a':
      return insertAt(Math.min(lineEnd(text, at), nextBoundary(text, at)));
    case 'I':
      return insertAt(firstNonBlank(text, at));
    case 'A':
      return insertAt(lineEnd(text, at));
    case 'o':
      return taken(inserting(vim, keys, buffer), replaceSpan(buffer, lineEnd(text, at), lineEnd(text, at), '\n'));
    case 'O': {
      const start = lineStart(text, at);
      return taken(inserting(vim, keys, buffer), moveTo(replaceSpan(buffer, start, start, '\n'), start));
    }
    case 'p':
    case 'P':
      return taken(changed, put(buffer, vim.register, key, times));
    case 'u':
      return taken(vim, repeated(buffer, times, { type: 'undo' }));
    case 'ctrl+r':
      return taken(vim, repeated(buffer, times, { type: 'redo' }));
    case 'J':
      return taken(changed, joined(buffer, Math.max(1, times - 1)));
    case '~':
      return taken(changed, caseToggled(buffer, times));
    default:
      return again(vim, buffer, count, columns);
  }
}

function repeated(buffer: BufferState, times: number, action: BufferAction): BufferState {
  let last = buffer;
  for (let left = times; left > 0; left--) last = bufferReducer(last, action);
  return last;
}

function put(buffer: BufferState, { text: held, shape }: Register, key: 'p' | 'P', times: number): BufferState {
  const { text, at } = placeOf(buffer);
  if (held === '' && shape === 'characters') return buffer;
  if (shape === 'characters') {
    const place = key === 'p' ? Math.min(lineEnd(text, at), nextBoundary(text, at)) : at;
    const inserted = replaceSpan(buffer, place, place, held.repeat(times));
    return bufferReducer(inserted, { type: 'move', by: 'left' });
  }
  const lines = Array.from({ length: times }, () => held).join('\n');
  const place = key === 'p' ? lineEnd(text, at) : lineStart(text, at);
  const inserted = replaceSpan(buffer, place, place, key === 'p' ? `\n${lines}` : `${lines}\n`);
  return moveTo(inserted, firstNonBlank(rawText(inserted), key === 'p' ? place + 1 : place));
}

function joined(buffer: BufferState, times: number): BufferState {
  let last = buffer;
  for (let left = times; left > 0; left--) {
    const { text, at } = placeOf(last);
    const end = lineEnd(text, at);
    if (end >= text.length) return last;
    const next = firstNonBlank(text, end + 1);
    const space =
      end === lineStart(text, at) || next === lineEnd(text, next) || /\s/.test(text.charAt(end - 1)) ? '' : ' ';
    last = moveTo(replaceSpan(last, end, next, space), end);
  }
  return last;
}

function caseToggled(buffer: BufferState, times: number): BufferState {
  const { text, at } = placeOf(buffer);
  const end = lineEnd(text, at);
  let to = at;
  for (let left = times; left > 0 && to < end; left--) to = nextBoundary(text, to);
  if (to === at) return buffer;
  const toggled = [...text.slice(at, to)].map((letter) => {
    const upper = letter.toUpperCase();
    return letter === upper ? letter.toLowerCase() : upper;
  });
  return replaceSpan(buffer, at, to, toggled.join(''));
}

/** `.`: the last change again, with what was typed in it, as one step to undo. */
function again(vim: VimState, buffer: BufferState, count: number | null, columns: number): VimStep {
  if (vim.change === null) return taken(vim, buffer);
  const keys =
    count === null ? vim.change.keys : [...String(count), ...vim.change.keys.filter((key) => !/^\d$/.test(key))];
  const parsed = parseKeys(keys);
  if (typeof parsed === 'string') return taken(vim, buffer);
  const step = applyCommand(vim, buffer, parsed, columns);
  if (step.outcome !== 'taken') return step;
  let last = step.buffer;
  for (const action of vim.change.typed) last = bufferReducer(last, action);
  if (step.vim.mode === 'insert') {
    const { text, at } = placeOf(last);
    if (at > lineStart(text, at)) last = bufferReducer(last, { type: 'move', by: 'left' });
  }
  const undo = last.undo.slice(0, buffer.undo.length + 1);
  return taken({ ...step.vim, mode: 'normal', recording: null, change: vim.change }, { ...last, undo });
}
