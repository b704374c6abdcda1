// The tour as a state machine: what happens in the chat moves it on, and nothing else. Each step can be done with one key press and waits
// as long as it takes; whatever else a person does, it finds a way back to where its key makes sense, and it never stands in anyone's way.
import type { EngineEvent } from '../../engine/events.ts';
import type { ThreadId } from '../../store/types.ts';

export const tourSteps = ['stream', 'tool', 'steer', 'queue', 'permission', 'revert', 'fork', 'search'] as const;
export type TourStep = (typeof tourSteps)[number];

/** What the person says at the steps where something is said. */
export interface TourScript {
  readonly begins: 'at once' | 'when asked for';
  readonly prompts: Readonly<Record<'stream' | 'tool' | 'steer' | 'queue' | 'search', string>>;
  /** Tools in the tour go on until the person has seen them; this ends the one that runs. */
  readonly hurry: () => void;
  /** The tour begins: what an earlier one left behind goes. */
  readonly fresh: () => void;
}

export interface Walking {
  readonly at: TourStep;
  /** The thread it is played in; null until something is said. */
  readonly thread: ThreadId | null;
  /** Something was sent, and what follows from it is not known yet. */
  readonly pressed: boolean;
  /** The step's key was pressed; what follows from it is on its way. */
  readonly done: boolean;
  /** What the turn that runs was asked; null when none runs. */
  readonly running: string | null;
  readonly asked: 'permission' | 'question' | null;
  /** Follow-ups in the queue. */
  readonly waiting: number;
  /** Another thread is on view. */
  readonly away: boolean;
}

export type TourState = { readonly at: 'off' } | { readonly at: 'over' } | Walking;

export type TourHappening =
  | { readonly type: 'begun'; readonly running: string | null }
  | { readonly type: 'stopped' }
  | { readonly type: 'event'; readonly event: EngineEvent }
  | { readonly type: 'viewed'; readonly thread: ThreadId | null; readonly parent: ThreadId | null }
  | { readonly type: 'opened'; readonly overlay: string }
  | { readonly type: 'sent' }
  /** What was sent has had its effect, or none. */
  | { readonly type: 'settled' };

const begin = (running: string | null): Walking => ({
  at: 'stream',
  thread: null,
  pressed: false,
  done: false,
  running,
  asked: null,
  waiting: 0,
  away: false,
});

const to = (at: TourStep, state: Walking): Walking => ({ ...state, at, pressed: false, done: false });

export function isWalking(state: TourState): state is Walking {
  return state.at !== 'off' && state.at !== 'over';
}

export function moveTour(state: TourState, happening: TourHappening, prompts: TourScript['prompts']): TourState {
  if (happening.type === 'begun') return begin(happening.running);
  if (happening.type === 'stopped') return { at: 'off' };
  if (state.at === 'over') return isPrompt(happening) ? { at: 'off' } : state;
  if (state.at === 'off') return state;
  switch (happening.type) {
    case 'event':
      return heard(state, happening.event, prompts);
    case 'viewed':
      return viewed(state, happening.thread, happening.parent);
    case 'opened':
      return state.at === 'search' && happening.overlay === 'search' ? { at: 'over' } : state;
    case 'sent':
      return state.away ? state : { ...state, pressed: true };
    case 'settled':
      return state.pressed ? { ...state, pressed: false } : state;
  }
}

const isPrompt = (happening: TourHappening) => happening.type === 'event' && happening.event.type === 'turn.start';

function heard(before: Walking, event: EngineEvent, prompts: TourScript['prompts']): Walking {
  if (!('thread' in event) || event.thread === null) return before;
  if (before.thread !== null && event.thread !== before.thread) return before;
  if (event.type === 'thread.changed' && event.reason === 'deleted') return begin(null);
  const state = known(before, event);
  switch (state.at) {
    case 'stream':
      if (event.type === 'turn.start') return { ...state, done: true };
      if (event.type !== 'turn.end' || !before.done) return state;
      return event.state === 'done' || event.state === 'interrupted' ? to('tool', state) : to('stream', state);
    case 'tool':
      if (event.type === 'turn.start') return { ...state, done: true };
      if (event.type === 'turn.end') return to('tool', state);
      return event.type === 'tool.start' ? to('steer', state) : state;
    case 'steer':
      if (event.type === 'steer.held' || event.type === 'steer.accepted') return { ...state, done: true };
      if (event.type === 'steer.returned') return { ...state, done: false };
      if (event.type === 'tool.start' && state.done) return to('queue', state);
      return event.type === 'turn.end' ? to(state.done ? 'queue' : 'tool', state) : state;
    case 'queue':
      if (state.waiting > before.waiting) return { ...state, done: true };
      if (!state.done) return state;
      if (event.type === 'turn.start') return to('permission', state);
      return event.type === 'turn.end' && event.state !== 'done' ? to('permission', state) : state;
    case 'permission':
      if (event.type === 'permission.answered') return { ...state, done: true };
      if (event.type !== 'turn.end') return state;
      return state.done || (event.state === 'done' && before.running === prompts.queue)
        ? to('revert', state)
        : to('permission', state);
    case 'revert':
      return event.type === 'thread.changed' && event.reason === 'reverted' ? to('fork', state) : state;
    case 'fork':
    case 'search':
      return state;
  }
}

/** What is so at every step. */
function known(state: Walking, event: EngineEvent): Walking {
  switch (event.type) {
    case 'turn.start':
      return { ...state, thread: event.thread, running: event.text };
    case 'turn.end':
      return { ...state, running: null, asked: null };
    case 'permission.asked':
      return { ...state, asked: 'permission' };
    case 'question.asked':
      return { ...state, asked: 'question' };
    case 'permission.answered':
    case 'question.answered':
      return { ...state, asked: null };
    case 'queue.changed':
      return { ...state, waiting: event.items.filter(({ kind }) => kind === 'follow-up').length };
    default:
      return state;
  }
}

/** A fork of its thread is where the tour goes on; in any other thread it waits. */
function viewed(state: Walking, thread: ThreadId | null, parent: ThreadId | null): Walking {
  if (state.thread === null) return state;
  if (thread === null || parent === null || parent !== state.thread) {
    const away = thread !== state.thread;
    return away === state.away ? state : { ...state, away };
  }
  const there = { ...state, thread, running: null, asked: null, waiting: 0, away: false };
  if (state.at === 'fork') return to('search', there);
  return to(state.at === 'steer' ? 'tool' : state.at, there);
}

/** What is put into the composer at a step; null when there is nothing to say. */
export function tourPrompt(state: TourState, prompts: TourScript['prompts']): string | null {
  if (!isWalking(state) || state.done || state.pressed || state.away) return null;
  switch (state.at) {
    case 'stream':
    case 'tool':
      return state.running === null ? prompts[state.at] : null;
    case 'steer':
      return prompts.steer;
    case 'queue':
      return state.running === null ? prompts.tool : prompts.queue;
    case 'permission':
      return state.running === null ? prompts.queue : null;
    case 'revert':
      return state.running === null ? '/revert last' : null;
    case 'fork':
      return '/fork';
    case 'search':
      return `/search ${prompts.search}`;
  }
}

/** A tool goes on until the tour has had its key; then it may end, and so may any other that runs meanwhile. */
export function tourHurries(before: TourState, after: TourState, { type }: EngineEvent): boolean {
  if (!isWalking(before) || !isWalking(after)) return false;
  if (type === 'steer.accepted') return before.at === 'steer';
  if (before.at === 'queue' && !before.done && isWalking(after) && after.done) return true;
  return type === 'tool.start' && !(after.at === 'steer' || (after.at === 'queue' && !after.done));
}
