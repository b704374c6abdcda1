// The tour as a table: what happens, and where it stands then.
import { describe, expect, it } from 'vitest';
import type { EngineEvent } from '../../src/engine/events.ts';
import type { ThreadId, TurnId } from '../../src/store/types.ts';
import {
  moveTour,
  type TourHappening,
  type TourScript,
  type TourState,
  tourHint,
  tourHurries,
  tourPrompt,
} from '../../src/ui/tour/steps.ts';

const thread = 't1' as ThreadId;
const fork = 't2' as ThreadId;
const script: TourScript = {
  prompts: { stream: 'S', tool: 'T', steer: 'ST', queue: 'Q', search: 'W' },
  hurry: () => {},
};

const event = (type: EngineEvent['type'], more: object = {}): TourHappening => ({
  type: 'event',
  event: { type, thread, turn: 'x' as TurnId, ...more } as EngineEvent,
});
const prompted = event('turn.start', { via: 'prompt' });
const followed = event('turn.start', { via: 'follow-up' });
const ended = event('turn.end', { state: 'done' });
const tool = event('tool.start');
const queued = event('queue.changed', { items: [{ kind: 'follow-up' }] });
const walk: readonly (readonly [TourHappening, string])[] = [
  [{ type: 'begun' }, 'stream S'],
  [prompted, 'stream -'],
  [ended, 'tool T'],
  [prompted, 'tool -'],
  [tool, 'steer ST'],
  [event('steer.held'), 'steer ST'],
  [event('steer.accepted'), 'steer -'],
  [event('steer.absorbed'), 'steer -'],
  [tool, 'queue Q'],
  [queued, 'queue -'],
  [ended, 'queue -'],
  [followed, 'permission -'],
  [event('permission.asked'), 'permission -'],
  [{ type: 'listening' }, 'permission -'],
  [event('permission.answered'), 'permission -'],
  [ended, 'revert /revert last'],
  [event('thread.changed', { reason: 'updated' }), 'revert /revert last'],
  [event('thread.changed', { reason: 'reverted' }), 'fork /fork'],
  [{ type: 'viewed', thread, parent: null }, 'fork /fork'],
  [{ type: 'viewed', thread: fork, parent: thread }, 'search /search W'],
  [{ type: 'opened', overlay: 'threads' }, 'search /search W'],
  [{ type: 'opened', overlay: 'search' }, 'over -'],
  [prompted, 'off -'],
];

const shown = (state: TourState) => `${state.at} ${tourPrompt(state, script) ?? '-'}`;
const walked = (happenings: readonly TourHappening[]): TourState =>
  happenings.reduce<TourState>(moveTour, { at: 'off' });
const until = (step: string) =>
  walk.slice(0, walk.findIndex(([, at]) => at.startsWith(`${step} `)) + 1).map(([one]) => one);

describe('the tour', () => {
  it('goes step by step, and says at each what to press', () => {
    let state: TourState = { at: 'off' };
    for (const [happening, expected] of walk) {
      state = moveTour(state, happening);
      expect(shown(state)).toBe(expected);
      if (state.at !== 'off') expect(tourHint(state, (name) => name)?.says).not.toBe('');
    }
  });

  it.each([
    ['steer', ended, 'tool T'],
    ['queue', ended, 'tool T'],
    ['steer', event('steer.returned'), 'steer ST'],
    ['stream', { type: 'stopped' } as const, 'off -'],
    ['fork', { type: 'stopped' } as const, 'off -'],
  ])('at %s: what came too early or too late leads back to where it makes sense', (step, happening, expected) => {
    expect(shown(moveTour(walked(until(step)), happening))).toBe(expected);
  });

  it('is not moved by other threads', () => {
    const elsewhere = event('turn.end', { thread: fork });
    const state = walked(until('tool'));
    expect(moveTour(state, elsewhere)).toBe(state);
  });

  it('ends a tool once its key was pressed, once for each', () => {
    let state: TourState = { at: 'off' };
    const hurried: string[] = [];
    for (const [happening] of walk) {
      const next = moveTour(state, happening);
      if (tourHurries(state, next)) hurried.push(next.at);
      state = next;
    }
    expect(hurried).toEqual(['steer', 'queue']);
  });

  it('names the key of a permission only when the panel hears it', () => {
    const asked = walk.findIndex(([one]) => one.type === 'listening');
    const key = (steps: number) => tourHint(walked(walk.slice(0, steps).map(([one]) => one)), (name) => name)?.key;
    expect([key(asked), key(asked + 1), key(asked + 2)]).toEqual(['', 'panel-allow', '']);
  });

  it('names a leaving key only where that key interrupts nothing', () => {
    const leave = (step: string) => tourHint(walked(until(step)), (name) => name)?.leave;
    expect(['stream', 'tool', 'revert', 'fork', 'search'].map(leave)).toEqual(Array(5).fill('interrupt'));
    expect(['steer', 'queue', 'permission'].map(leave)).toEqual(['', '', '']);
  });
});
