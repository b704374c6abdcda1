// The composer as one reducer: event → command → buffer action → state, and effects for what only the host can do.
// Nothing typed is ever lost: what is sent, cleared or walked away from stands in the history of the session.

import type { KeyEvent } from '../keys/events.ts';
import { type Command, commandFor, type KeyContext } from '../keys/index.ts';
import {
  type BufferAction,
  type BufferState,
  bufferImages,
  bufferReducer,
  bufferText,
  emptyBuffer,
  freshBuffer,
  isEmptyBuffer,
  lineText,
} from './buffer.ts';
import { imagePathsIn } from './chips.ts';
import { completionFor, entersProposal, moveSelection, selectedProposal, wordAt, wordKey } from './completion.ts';
import { mergedHistory, newer, older, openSearch, searchMatch, searchReducer, walkText } from './history.ts';
import { lineEdits } from './line-edits.ts';
import { completionView, searchView } from './popup.ts';
import type {
  Composer,
  ComposerContext,
  ComposerEffect,
  ComposerEvent,
  ComposerPicture,
  ComposerStep,
  ComposerViewOptions,
} from './types.ts';
import { composerView, draftColumns } from './view.ts';
import { enterInsert, insertVim, leaveInsert, recordTyped, vimKey } from './vim.ts';

export type * from './types.ts';

const RECENT = 100;
const POPUP_ROWS = 8;

export function emptyComposer(options: { keys?: 'plain' | 'vim'; text?: string } = {}): Composer {
  return {
    buffer: freshBuffer(emptyBuffer, options.text),
    completion: null,
    dismissed: null,
    walk: null,
    search: null,
    vim: options.keys === 'vim' ? insertVim : null,
    recent: [],
    leaveArmed: false,
  };
}

export function composerReducer(state: Composer, event: ComposerEvent, context: ComposerContext): ComposerStep {
  switch (event.type) {
    case 'key':
      return pressed(state, event, context);
    case 'paste':
      return pasted(state, event.text, context);
    case 'focus':
    case 'reply':
      return still(state);
    case 'set-text':
      return still({ ...settled(keepDraft(state)), buffer: bufferReducer(state.buffer, event) });
    case 'open-draft':
      return still({
        ...settled(keepDraft(state)),
        buffer: freshBuffer(state.buffer, event.text),
        vim: freshVim(state),
      });
    case 'insert-text':
      return edited(state, { type: 'insert', text: event.text }, context);
    case 'attach-image':
      return attached(state, [event.path], context);
    case 'files-changed':
      return still({ ...state, completion: proposalsAfter(state, context, 'typed') });
    case 'set-keys':
      return still({ ...state, vim: event.keys === 'plain' ? null : (state.vim ?? insertVim) });
  }
}

/** The whole draft as it stands, chips expanded: what is sent and edited. */
export function textOf(state: Composer): string {
  return bufferText(state.buffer);
}

/** The draft to keep for later: while walking through history, the one that was put aside. */
export function draftOf(state: Composer): string {
  return bufferText(state.walk?.draft ?? state.buffer);
}

export function isEmpty(state: Composer): boolean {
  return isEmptyBuffer(state.buffer);
}

export function composerPicture(state: Composer, options: ComposerViewOptions): ComposerPicture {
  const popup = { width: options.width, maxRows: options.maxPopupRows ?? POPUP_ROWS, theme: options.theme };
  if (state.search !== null) return searchView(state.search, popup);
  const view = composerView(state.buffer, options);
  return { ...view, popup: state.completion === null ? [] : completionView(state.completion, popup) };
}

const still = (state: Composer): ComposerStep => ({ state, effects: [] });
const effect = (state: Composer, ...effects: ComposerEffect[]): ComposerStep => ({ state, effects });

/** Nothing open in the composer any more. */
function settled(state: Composer): Composer {
  return { ...state, completion: null, dismissed: null, walk: null, search: null, leaveArmed: false };
}

function contextOf(state: Composer): KeyContext {
  if (state.search !== null) return 'history-search';
  if (state.completion !== null) return 'completion';
  return isEmpty(state) ? 'empty' : 'composer';
}

function pressed(before: Composer, event: KeyEvent, context: ComposerContext): ComposerStep {
  const command = commandFor(context.keymap, contextOf(before), event);
  const state = command === 'clear' ? before : before.leaveArmed ? { ...before, leaveArmed: false } : before;
  if (state.search !== null) return searching(state, event, command, context);
  const vim = vimPressed(state, event, command, context);
  if (vim !== null) return vim;
  if (command !== null) return ran(state, command, context);
  return event.text === '' ? still(state) : edited(state, { type: 'insert', text: event.text }, context);
}

const edits: Readonly<Partial<Record<Command, BufferAction>>> = {
  ...lineEdits,
  newline: { type: 'insert', text: '\n' },
  'kill-blank-word-left': { type: 'cut', by: 'blank-word-left' },
  'expand-chip': { type: 'expand-chip' },
};

function ran(state: Composer, command: Command, context: ComposerContext): ComposerStep {
  const edit = edits[command];
  if (edit !== undefined) return edited(state, edit, context);
  switch (command) {
    case 'send':
      return sent(state, context);
    case 'steer':
      return steered(state);
    case 'clear':
      return cleared(state);
    case 'up':
    case 'down':
      return rowMoved(state, command, context);
    case 'take-back':
      return context.queued > 0 ? effect(state, { type: 'queue-back' }) : walkedOlder(state, context);
    case 'history-search':
      return still({ ...settled(state), search: openSearch(mergedHistory(state.recent, context.history)) });
    case 'editor':
      return effect(settled(state), { type: 'editor', text: textOf(state) });
    case 'complete':
      return proposed(state, context);
    case 'completion-next':
    case 'completion-previous': {
      if (state.completion === null) return still(state);
      const by = command === 'completion-next' ? 1 : -1;
      return still({ ...state, completion: moveSelection(state.completion, by) });
    }
    case 'completion-take':
      return taken(state, context);
    case 'completion-run':
      return entered(state, context);
    case 'completion-close': {
      const word = wordAt(state.buffer);
      return still({ ...state, completion: null, dismissed: word === null ? null : wordKey(word) });
    }
    default:
      return effect(state, { type: 'command', name: command });
  }
}

/** One buffer action, and what follows from it: proposals, and the walk through history ends where the person edits. */
function edited(state: Composer, action: BufferAction, context: ComposerContext): ComposerStep {
  const buffer = bufferReducer(state.buffer, action);
  if (buffer === state.buffer) return still(state);
  const changed = buffer.lines !== state.buffer.lines;
  const vim = state.vim === null ? null : recordTyped(state.vim, action);
  const walked = changed ? keepDraft(state) : state;
  const next = { ...walked, buffer, vim, walk: changed ? null : state.walk };
  return withProposals(state, next, context, changed ? 'typed' : 'moved');
}

/** The draft that was put aside by walking through history is itself put into history when it would be lost. */
function keepDraft(state: Composer): Composer {
  return state.walk === null ? state : remembered(state, bufferText(state.walk.draft));
}

function remembered(state: Composer, text: string): Composer {
  if (text.trim() === '') return state;
  return { ...state, recent: [text, ...state.recent.filter((known) => known !== text)].slice(0, RECENT) };
}

function withProposals(
  before: Composer,
  state: Composer,
  context: ComposerContext,
  cause: 'typed' | 'moved',
): ComposerStep {
  const word = wordAt(state.buffer);
  const dismissed = word !== null && wordKey(word) === state.dismissed ? state.dismissed : null;
  const next = { ...state, dismissed };
  const completion = proposalsAfter(next, context, cause);
  const begins = word?.kind === 'file' && cause === 'typed' && wordAt(before.buffer)?.kind !== 'file';
  return effect({ ...next, completion }, ...(begins ? [{ type: 'refresh-files' } as const] : []));
}

function proposalsAfter(state: Composer, context: ComposerContext, cause: 'typed' | 'moved') {
  if (state.search !== null || state.walk !== null || state.vim?.mode === 'normal') return null;
  const word = wordAt(state.buffer);
  if (word === null || state.dismissed === wordKey(word)) return null;
  const sameWord = state.completion !== null && wordKey(state.completion.word) === wordKey(word);
  if (cause === 'moved' && !sameWord) return null;
  return completionFor(word, context, sameWord ? state.completion : null);
}

function proposed(state: Composer, context: ComposerContext): ComposerStep {
  const completion = proposalsAfter({ ...state, dismissed: null }, context, 'typed');
  if (completion === null) return still(state);
  const opened = { ...state, dismissed: null, completion };
  return completion.proposals.length === 1 ? taken(opened, context) : still(opened);
}

/** The proposal in the place of the word. */
function taken(state: Composer, context: ComposerContext): ComposerStep {
  const { completion } = state;
  const proposal = completion === null ? null : selectedProposal(completion);
  if (completion === null || proposal === null) return still(state);
  const { line, from, to } = completion.word;
  const follows = lineText(state.buffer, line).slice(to);
  const space = proposal.after === 'open' || follows.startsWith(' ') ? '' : ' ';
  const replace: BufferAction = {
    type: 'replace',
    from: { line, offset: from },
    to: { line, offset: to },
    text: proposal.insert + space,
  };
  return edited(state, replace, context);
}

function entered(state: Composer, context: ComposerContext): ComposerStep {
  const { completion } = state;
  if (completion === null || !entersProposal(completion)) return sent(state, context);
  const proposal = selectedProposal(completion);
  const done = taken(state, context);
  if (proposal?.after !== 'run') return done;
  const trimmed = textOf(done.state).replace(/ +$/, '');
  return sent(
    { ...done.state, buffer: bufferReducer(done.state.buffer, { type: 'set-text', text: trimmed }) },
    context,
  );
}

function sent(state: Composer, context: ComposerContext): ComposerStep {
  const { line, offset } = state.buffer.cursor;
  if (/(?<!\\)(?:\\\\)*\\$/.test(lineText(state.buffer, line).slice(0, offset))) {
    const from = { line, offset: offset - 1 };
    return edited(state, { type: 'replace', from, to: state.buffer.cursor, text: '\n' }, context);
  }
  const text = textOf(state);
  if (text.trim() === '') return still({ ...state, completion: null });
  return effect(emptied(state), { type: 'send', text, images: bufferImages(state.buffer) });
}

function steered(state: Composer): ComposerStep {
  const text = textOf(state);
  if (text.trim() === '') return effect(state, { type: 'steer', text: '', images: [] });
  return effect(emptied(state), { type: 'steer', text, images: bufferImages(state.buffer) });
}

function cleared(state: Composer): ComposerStep {
  if (!isEmpty(state)) return still({ ...emptied(state), leaveArmed: true });
  if (state.leaveArmed) return effect({ ...state, leaveArmed: false }, { type: 'command', name: 'leave' });
  return still({ ...state, leaveArmed: true });
}

/** The draft goes into history; a fresh one takes its place. */
function emptied(state: Composer): Composer {
  const kept = remembered(keepDraft(state), textOf(state));
  return { ...settled(kept), buffer: freshBuffer(state.buffer), vim: freshVim(state) };
}

function freshVim(state: Composer): Composer['vim'] {
  return state.vim === null ? null : enterInsert(state.vim, state.buffer.chips);
}

function rowMoved(state: Composer, command: 'up' | 'down', context: ComposerContext): ComposerStep {
  const columns = draftColumns(context.width, context.prompt);
  const by = command === 'up' ? -1 : 1;
  const buffer = bufferReducer(state.buffer, { type: 'move-row', by, columns });
  if (buffer !== state.buffer) return withProposals(state, { ...state, buffer }, context, 'moved');
  if (command === 'up') return walkedOlder(state, context);
  return state.walk === null ? edited(state, { type: 'move', by: 'line-end' }, context) : walkedNewer(state);
}

function walkedOlder(state: Composer, context: ComposerContext): ComposerStep {
  const texts = mergedHistory(state.recent, context.history);
  const walk = older(state.walk, state.buffer, texts);
  if (walk === null) return still(state);
  const buffer = freshBuffer(walk.draft, walkText(walk));
  return still({ ...settled(state), walk, buffer });
}

function walkedNewer(state: Composer): ComposerStep {
  if (state.walk === null) return still(state);
  const step = newer(state.walk);
  if ('draft' in step) return still({ ...settled(state), buffer: step.draft });
  return still({ ...settled(state), walk: step.walk, buffer: freshBuffer(step.walk.draft, walkText(step.walk)) });
}

function searching(state: Composer, event: KeyEvent, command: Command | null, context: ComposerContext): ComposerStep {
  const { search } = state;
  if (search === null) return still(state);
  switch (command) {
    case 'search-older':
      return still({ ...state, search: searchReducer(search, { type: 'older' }) });
    case 'search-newer':
      return still({ ...state, search: searchReducer(search, { type: 'newer' }) });
    case 'search-delete-left':
      return still({ ...state, search: searchReducer(search, { type: 'delete-left' }) });
    case 'search-clear':
      return still({ ...state, search: searchReducer(search, { type: 'clear' }) });
    case 'search-close':
      return still({ ...state, search: null });
    case 'search-take':
      return still(searchTaken(state));
    default:
      if (event.text !== '')
        return still({ ...state, search: searchReducer(search, { type: 'type', text: event.text }) });
      return pressed(searchTaken(state), event, context);
  }
}

/** What was typed before the search goes into history when a match takes its place. */
function searchTaken(state: Composer): Composer {
  const match = state.search === null ? null : searchMatch(state.search);
  if (match === null) return { ...state, search: null };
  const kept = remembered(state, textOf(state));
  return { ...settled(kept), buffer: bufferReducer(state.buffer, { type: 'set-text', text: match }) };
}

function pasted(state: Composer, text: string, context: ComposerContext): ComposerStep {
  if (state.search !== null) {
    const query = text.trim().replace(/\s+/g, ' ');
    return still({ ...state, search: searchReducer(state.search, { type: 'type', text: query }) });
  }
  if (text === '') return effect(state, { type: 'command', name: 'paste-image' });
  const images = imagePathsIn(text, context);
  return images.length > 0 ? attached(state, images, context) : edited(state, { type: 'paste', text }, context);
}

function attached(state: Composer, paths: readonly string[], context: ComposerContext): ComposerStep {
  const buffer = paths.reduce<BufferState>(
    (last, path) => bufferReducer(bufferReducer(last, { type: 'attach-image', path }), { type: 'insert', text: ' ' }),
    state.buffer,
  );
  return withProposals(state, { ...keepDraft(state), buffer, walk: null }, context, 'moved');
}

/** Null when vim keys are off or leave this key to the keymap; in normal mode nothing types. */
function vimPressed(
  state: Composer,
  event: KeyEvent,
  command: Command | null,
  context: ComposerContext,
): ComposerStep | null {
  if (state.vim === null) return null;
  if (state.vim.mode === 'insert') {
    if (event.key !== 'esc' || state.completion !== null) return null;
    const left = leaveInsert(state.vim, state.buffer);
    return still({ ...state, ...left, completion: null });
  }
  const step = vimKey(state.vim, state.buffer, event, draftColumns(context.width, context.prompt));
  if (step === null) return command === null ? still(state) : null;
  if (step.outcome !== 'taken') {
    if (step.outcome === 'newer') return walkedNewer(state);
    return isEmpty(state) ? ran(state, 'take-back', context) : walkedOlder(state, context);
  }
  const changed = step.buffer.lines !== state.buffer.lines;
  const kept = changed ? keepDraft(state) : state;
  return still({ ...kept, vim: step.vim, buffer: step.buffer, completion: null, walk: changed ? null : state.walk });
}
