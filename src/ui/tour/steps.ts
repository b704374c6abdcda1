// The tour as a state machine: what happens in the chat moves it on, and nothing else. Each step can be done with one key press, waits as
// long as it takes, and goes back to where it makes sense again when the turn it needs is over. It never stands in anyone's way.
import type { EngineEvent } from '../../engine/events.ts';
import type { ThreadId } from '../../store/types.ts';
import type { Command } from '../keys/commands.ts';

export const tourSteps = ['stream', 'tool', 'steer', 'queue', 'permission', 'revert', 'fork', 'search'] as const;
export type TourStep = (typeof tourSteps)[number];

/** What the person says at the steps where something is said. */
export interface TourScript {
  readonly prompts: Readonly<Record<'stream' | 'tool' | 'steer' | 'queue' | 'search', string>>;
  /** Tools in the tour go on until the person has seen them; this ends the one that runs. */
  readonly hurry: () => void;
}

export type TourState =
  | { readonly at: 'off' }
  | { readonly at: 'over' }
  | {
      readonly at: TourStep;
      readonly thread: ThreadId | null;
      /** The step's key was pressed; what follows from it is on its way. */
      readonly done: boolean;
    };

export type TourHappening =
  | { readonly type: 'begun' }
  | { readonly type: 'stopped' }
  | { readonly type: 'event'; readonly event: EngineEvent }
  | { readonly type: 'viewed'; readonly thread: ThreadId | null; readonly parent: ThreadId | null }
  | { readonly type: 'opened'; readonly overlay: string }
  /** The panel that stands there takes keys now. */
  | { readonly type: 'listening' };

const begin: TourState = { at: 'stream', thread: null, done: false };
const to = (at: TourStep, thread: ThreadId | null): TourState => ({ at, thread, done: false });

export function moveTour(state: TourState, happening: TourHappening): TourState {
  if (happening.type === 'begun') return begin;
  if (happening.type === 'stopped') return { at: 'off' };
  if (state.at === 'over') return isPrompt(happening) ? { at: 'off' } : state;
  if (state.at === 'off') return state;
  switch (happening.type) {
    case 'event':
      return heard(state, happening.event);
    case 'viewed':
      return viewed(state, happening.thread, happening.parent);
    case 'opened':
      return state.at === 'search' && happening.overlay === 'search' ? { at: 'over' } : state;
    case 'listening':
      return state.at === 'permission' ? { ...state, done: false } : state;
  }
}

const isPrompt = (happening: TourHappening) => happening.type === 'event' && happening.event.type === 'turn.start';

type Walking = Extract<TourState, { thread: unknown }>;

function heard(state: Walking, event: EngineEvent): TourState {
  if (!('thread' in event) || event.thread === null) return state;
  const { thread } = event;
  if (state.thread !== null && thread !== state.thread) return state;
  switch (state.at) {
    case 'stream':
      if (event.type === 'turn.start') return { ...state, thread, done: true };
      return event.type === 'turn.end' ? to('tool', thread) : state;
    case 'tool':
      if (event.type === 'turn.start') return { ...state, thread, done: true };
      if (event.type === 'turn.end') return to('tool', thread);
      return event.type === 'tool.start' ? to('steer', thread) : state;
    case 'steer':
      if (event.type === 'steer.accepted') return { ...state, done: true };
      if (event.type === 'steer.returned') return { ...state, done: false };
      if (event.type === 'tool.start' && state.done) return to('queue', thread);
      return event.type === 'turn.end' ? to('tool', thread) : state;
    case 'queue':
      if (event.type === 'queue.changed' && event.items.some(({ kind }) => kind === 'follow-up'))
        return { ...state, done: true };
      if (event.type === 'turn.start' && event.via === 'follow-up') return { at: 'permission', thread, done: true };
      return event.type === 'turn.end' && !state.done ? to('tool', thread) : state;
    case 'permission':
      if (event.type === 'permission.asked' || event.type === 'permission.answered') return { ...state, done: true };
      return event.type === 'turn.end' ? to('revert', thread) : state;
    case 'revert':
      return event.type === 'thread.changed' && event.reason === 'reverted' ? to('fork', thread) : state;
    case 'fork':
    case 'search':
      return state;
  }
}

function viewed(state: Walking, thread: ThreadId | null, parent: ThreadId | null): TourState {
  if (state.at === 'fork' && thread !== null && parent !== null && parent === state.thread) return to('search', thread);
  return state;
}

/** What is put into the composer at a step; null leaves it alone. */
export function tourPrompt(state: TourState, { prompts }: TourScript): string | null {
  if (state.at === 'off' || state.at === 'over' || state.done) return null;
  switch (state.at) {
    case 'permission':
      return null;
    case 'revert':
      return '/revert last';
    case 'fork':
      return '/fork';
    case 'search':
      return `/search ${prompts.search}`;
    default:
      return prompts[state.at];
  }
}

/** A tool that has nothing more to show may end. */
export function tourHurries(before: TourState, after: TourState): boolean {
  const pressed = (state: TourState) => (state.at === 'steer' || state.at === 'queue') && state.done;
  return pressed(after) && !(pressed(before) && before.at === after.at);
}

export interface TourHint {
  /** "2 of 8"; empty at the end. */
  readonly place: string;
  /** The key to press; empty while there is only something to watch. */
  readonly key: string;
  readonly says: string;
  /** The key that leaves it; empty while that key would interrupt the turn. */
  readonly leave: string;
}

export function tourHint(state: TourState, keyOf: (command: Command) => string): TourHint | null {
  if (state.at === 'off') return null;
  if (state.at === 'over')
    return {
      place: '',
      key: '',
      says: `That was the tour. /tour plays it again, ? shows the keys, ${keyOf('leave')} leaves.`,
      leave: '',
    };
  const place = `${tourSteps.indexOf(state.at) + 1} of ${tourSteps.length}`;
  const { key, says } = state.done ? watching(state.at) : pressing(state.at, keyOf);
  const running = state.done || state.at === 'steer' || state.at === 'queue' || state.at === 'permission';
  return { place, key, says, leave: running ? '' : keyOf('interrupt') };
}

function pressing(step: TourStep, keyOf: (command: Command) => string): { key: string; says: string } {
  const enter = keyOf('send');
  switch (step) {
    case 'stream':
      return { key: enter, says: 'sends what stands below. Watch the answer arrive.' };
    case 'tool':
      return { key: enter, says: 'asks for some work. Watch the tool run.' };
    case 'steer':
      return { key: keyOf('steer'), says: 'steers: your words go into the turn that runs, after this tool.' };
    case 'queue':
      return { key: enter, says: 'while it works queues a follow-up: a turn of its own, when this one ends.' };
    case 'permission':
      return { key: asTyped(keyOf('panel-allow')), says: 'allows it once. Nothing is written until you say so.' };
    case 'revert':
      return { key: enter, says: 'takes the last turn back. /unrevert would bring it forward again.' };
    case 'fork':
      return { key: enter, says: 'forks the thread here: two lines from one past, and both stay.' };
    case 'search':
      return {
        key: enter,
        says: `searches every thread (${keyOf('search')} any time). ${keyOf('overlay-close')} comes back.`,
      };
  }
}

/** A letter is pressed without Shift. */
const asTyped = (key: string) => (key.length === 1 ? key.toLowerCase() : key);

function watching(step: TourStep): { key: string; says: string } {
  switch (step) {
    case 'steer':
      return { key: '', says: 'Accepted: it goes in when the tool is done.' };
    case 'queue':
      return { key: '', says: 'Queued: it runs by itself when this turn ends.' };
    case 'permission':
      return { key: '', says: 'The follow-up runs, and asks before it writes.' };
    default:
      return { key: '', says: 'Watch.' };
  }
}
