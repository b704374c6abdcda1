// The tour as a table: what happens, and where it stands then.
import { describe, expect, it } from 'vitest';
import type { EngineEvent } from '../../src/engine/events.ts';
import type { ThreadId, TurnId } from '../../src/store/types.ts';
import { wrap } from '../../src/ui/text/wrap.ts';
import { type TourScene, tourHint } from '../../src/ui/tour/hints.ts';
import {
  isWalking,
  moveTour,
  type TourHappening,
  type TourState,
  tourHurries,
  tourPrompt,
} from '../../src/ui/tour/steps.ts';

const thread = 't1' as ThreadId;
const fork = 't2' as ThreadId;
const other = 't3' as ThreadId;
const prompts = { stream: 'S', tool: 'T', steer: 'ST', queue: 'Q', search: 'W' };
const labels: Readonly<Record<string, string>> = {
  send: 'Enter',
  steer: 'Ctrl+S',
  complete: 'Tab',
  clear: 'Ctrl+C',
  interrupt: 'Esc',
  leave: 'Ctrl+D',
  search: 'Ctrl+F',
  'panel-allow': 'Y',
  'panel-choose': 'Enter',
  'panel-focus': 'Alt+A',
  'overlay-close': 'Esc',
};
const scene: TourScene = { keyOf: (name) => labels[name] ?? name, draft: 'ours', panelHears: true };

const event = (type: EngineEvent['type'], more: object = {}): TourHappening => ({
  type: 'event',
  event: { type, thread, turn: 'x' as TurnId, ...more } as EngineEvent,
});
const starts = (text: string, via = 'prompt') => event('turn.start', { text, via });
const ends = (state = 'done') => event('turn.end', { state });
const tool = event('tool.start');
const queue = (count: number) => event('queue.changed', { items: Array(count).fill({ kind: 'follow-up' }) });
const begun: TourHappening = { type: 'begun', running: null };
const sent: TourHappening = { type: 'sent' };
const settled: TourHappening = { type: 'settled' };
const goes = (to: ThreadId | null, parent: ThreadId | null = null): TourHappening => ({
  type: 'viewed',
  thread: to,
  parent,
});

type Table = readonly (readonly [TourHappening, string])[];
const walk: Table = [
  [begun, 'stream S'],
  [sent, 'stream -'],
  [starts('S'), 'stream -'],
  [ends(), 'tool T'],
  [sent, 'tool -'],
  [starts('T'), 'tool -'],
  [tool, 'steer ST'],
  [sent, 'steer -'],
  [event('steer.held'), 'steer -'],
  [settled, 'steer -'],
  [event('steer.accepted'), 'steer -'],
  [event('steer.absorbed'), 'steer -'],
  [tool, 'queue Q'],
  [queue(1), 'queue -'],
  [ends(), 'queue -'],
  [starts('Q', 'follow-up'), 'permission -'],
  [queue(0), 'permission -'],
  [event('permission.asked'), 'permission -'],
  [event('permission.answered'), 'permission -'],
  [ends(), 'revert /revert last'],
  [event('thread.changed', { reason: 'updated' }), 'revert /revert last'],
  [event('thread.changed', { reason: 'reverted' }), 'fork /fork'],
  [goes(thread), 'fork /fork'],
  [goes(fork, thread), 'search /search W'],
  [{ type: 'opened', overlay: 'threads' }, 'search /search W'],
  [{ type: 'opened', overlay: 'search' }, 'over -'],
  [starts('thanks'), 'off -'],
];

const shown = (state: TourState) => `${state.at} ${tourPrompt(state, prompts) ?? '-'}`;
const walked = (happenings: readonly TourHappening[], from: TourState = { at: 'off' }): TourState =>
  happenings.reduce<TourState>((state, one) => moveTour(state, one, prompts), from);
/** As the walk has it when the step's key is there to be pressed. */
const at = (step: string) =>
  walked(walk.slice(0, walk.findIndex(([, is]) => is.startsWith(`${step} `)) + 1).map(([one]) => one));

const strays: readonly (readonly [string, string, readonly TourHappening[], string])[] = [
  ['stream', 'a command is no prompt', [sent, settled], 'stream S'],
  ['stream', 'claude did not start', [starts('S'), ends('failed')], 'stream S'],
  ['stream', 'interrupted', [starts('S'), ends('interrupted')], 'tool T'],
  ['tool', 'free text that uses no tool', [starts('hello'), ends()], 'tool T'],
  ['steer', 'the turn is over too soon', [ends()], 'tool T'],
  ['steer', 'interrupted', [ends('interrupted')], 'tool T'],
  ['steer', 'Enter instead: queued, and still to be steered', [sent, queue(1), settled], 'steer ST'],
  ['steer', 'it came back', [event('steer.held'), event('steer.returned')], 'steer ST'],
  ['steer', 'own words that end the turn', [event('steer.held'), event('steer.accepted'), ends()], 'queue T'],
  ['queue', 'the turn is over too soon', [ends()], 'queue T'],
  ['queue', 'work again', [ends(), starts('T'), tool], 'queue Q'],
  ['queue', 'what was queued before is not the answer', [event('queue.changed', { items: [] })], 'queue Q'],
  ['queue', 'interrupted behind it', [queue(1), ends('interrupted')], 'permission Q'],
  ['queue', 'another follow-up runs first', [queue(2), ends(), starts('ST', 'follow-up'), ends()], 'permission Q'],
  ['permission', 'interrupted', [event('permission.asked'), ends('interrupted')], 'permission Q'],
  ['permission', 'asked again by Enter', [ends('interrupted'), sent, starts('Q')], 'permission -'],
  ['permission', 'nothing is asked in this mode', [ends()], 'revert /revert last'],
  ['revert', 'something queued runs first', [starts('hello', 'follow-up')], 'revert -'],
  ['revert', 'and is over', [starts('hello', 'follow-up'), ends()], 'revert /revert last'],
  ['tool', 'another thread', [goes(other)], 'tool -'],
  ['tool', 'and back', [goes(null), goes(thread)], 'tool T'],
  ['tool', 'a fork of it', [goes(fork, thread)], 'tool T'],
  ['fork', 'the thread is deleted', [event('thread.changed', { reason: 'deleted' })], 'stream S'],
  ['fork', 'left', [{ type: 'stopped' }], 'off -'],
];

describe('the tour', () => {
  it('goes step by step, and says at each what to press', () => {
    let state: TourState = { at: 'off' };
    for (const [happening, expected] of walk) {
      state = moveTour(state, happening, prompts);
      expect(shown(state)).toBe(expected);
      if (state.at !== 'off') expect(tourHint(state, prompts, scene)?.says).not.toBe('');
    }
  });

  it.each(strays)('at %s: %s', (step, _, happenings, expected) => {
    expect(shown(walked(happenings, at(step)))).toBe(expected);
  });

  it('is not moved by other threads', () => {
    const elsewhere = event('turn.end', { thread: other, state: 'done' });
    const state = at('tool');
    expect(moveTour(state, elsewhere, prompts)).toBe(state);
  });

  it('begins while a turn runs by waiting for its end', () => {
    const state = walked([{ type: 'begun', running: 'x' }]);
    expect(shown(state)).toBe('stream -');
    expect(shown(walked([ends()], state))).toBe('stream S');
  });

  it('ends a tool once its key was pressed, and whatever else runs when no key is to be pressed', () => {
    const hurried = (happenings: readonly TourHappening[], from: TourState) => {
      let state = from;
      return happenings.flatMap((happening) => {
        const before = state;
        state = moveTour(before, happening, prompts);
        return happening.type === 'event' && tourHurries(before, state, happening.event) ? [state.at] : [];
      });
    };
    const whole = walk.map(([one]) => one);
    expect(hurried(whole, { at: 'off' })).toEqual(['steer', 'queue']);
    expect(hurried([starts('ST', 'follow-up'), tool], at('permission'))).toEqual(['permission']);
    expect(hurried([starts('taste'), tool], { at: 'off' })).toEqual([]);
  });
});

describe('the hint', () => {
  const hint = (state: TourState, more: Partial<TourScene> = {}) => {
    const { key = '', says = '', leave = '' } = tourHint(state, prompts, { ...scene, ...more }) ?? {};
    return { key, says, leave };
  };
  const todo = ['stream', 'tool', 'steer', 'queue', 'revert', 'fork', 'search'];

  it('names the step’s key while its words stand there, and the way back to them otherwise', () => {
    expect(todo.map((step) => hint(at(step)).key)).toEqual(todo.map((step) => (step === 'steer' ? 'Ctrl+S' : 'Enter')));
    for (const step of todo) {
      expect(hint(at(step), { draft: 'empty' }).key).toBe('Tab');
      expect(hint(at(step), { draft: 'own' })).toMatchObject({ key: 'Ctrl+C', says: expect.stringContaining('send') });
    }
  });

  it('names the key of a permission only when the panel hears it, else the key that goes there', () => {
    const state = walked([event('permission.asked')], at('permission'));
    expect(hint(state).key).toBe('y');
    expect(hint(state, { draft: 'empty', panelHears: false }).key).toBe('');
    expect(hint(state, { draft: 'own', panelHears: false })).toMatchObject({
      key: 'Alt+A',
      says: expect.stringContaining('Then y'),
    });
    expect(hint(walked([event('permission.answered')], state)).key).toBe('');
  });

  it('leads back from another thread', () => {
    expect(hint(walked([goes(other)], at('queue')), { draft: 'empty' }).key).toBe('Tab');
  });

  it('names what leaves the tour at every step: a key where it interrupts nothing, else a command', () => {
    const states = walk.map((_, index) => walked(walk.slice(0, index + 1).map(([one]) => one))).filter(isWalking);
    for (const state of states) expect(hint(state).leave).toBe(state.running || state.pressed ? '/tour' : 'Esc');
  });

  it('fits into three lines of a narrow window', () => {
    const states = walk.map((_, index) => walked(walk.slice(0, index + 1).map(([one]) => one)));
    const more = strays.map(([step, , happenings]) => walked(happenings, at(step)));
    for (const state of [...states, ...more, walked([event('permission.asked')], at('permission'))])
      for (const draft of ['ours', 'empty', 'own'] as const)
        for (const panelHears of [true, false]) {
          const { key, says, leave } = hint(state, { draft, panelHears });
          const line = `Tour 5 of 8 ${key} ${says} ${leave} leaves the tour.`;
          expect({ line, rows: wrap(line, 39).length <= 3 }).toEqual({ line, rows: true });
        }
  });
});
