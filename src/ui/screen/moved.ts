// What is said when the thread on view went back, came forward or is gone, whoever did it: the one place where it is said.
import type { EngineEvent, MovedTurns } from '../../engine/events.ts';
import { plural } from '../../text/figures.ts';

type Changed = Extract<EngineEvent, { type: 'thread.changed' }>;
type Words = readonly [text: string, next?: string];

export function sayMoved(event: Changed, notice: (level: 'info', text: string, next?: string) => void): void {
  const said = wordsFor(event);
  if (said) notice('info', ...said);
}

function wordsFor(event: Changed): Words | null {
  switch (event.reason) {
    case 'reverted':
      return reverted(event);
    case 'unreverted':
      return unreverted(event);
    case 'deleted':
      return ['This thread is deleted', '/undelete brings it back'];
    case 'updated':
    case 'elsewhere':
      return null;
  }
}

function reverted({ back, out, counted }: MovedTurns): Words {
  if (counted === 'some') return ['Reverted: many turns are out of the conversation', '/unrevert brings them back'];
  if (back > 0 && out === 0) return [`Reverted: ${turns(back)} back`];
  const next = `/unrevert brings ${out > 1 ? 'them' : 'it'} back`;
  if (back > 0) return [`Reverted: ${turns(back)} back; ${turns(out)} out`, next];
  return [`Reverted: ${out === 0 ? 'what came after is' : turns(out)} out of the conversation`, next];
}

/** Without a turn on one side, messages of no turn moved, such as shell commands. */
function unreverted({ back, out, counted, swaps }: MovedTurns): Words {
  if (counted === 'some')
    return swaps ? ['Many turns moved', '/unrevert swaps them again'] : ['What was reverted is back: many turns'];
  const came = back === 0 ? 'What was reverted is back' : `${turns(back)} back`;
  if (out === 0) return [came];
  return [`${came}; ${turns(out)} out`, swaps ? '/unrevert swaps them again' : '/unrevert goes on to what left before'];
}

const turns = (count: number) => `${plural(count, 'turn')} ${count === 1 ? 'is' : 'are'}`;
