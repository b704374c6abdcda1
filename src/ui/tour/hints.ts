// What the tour says, from where it stands and what is on the screen at this moment: the one key to press, or how to get to where that
// key works again, and always how to leave.
import type { Command } from '../keys/commands.ts';
import { type TourScript, type TourState, tourPrompt, tourSteps, type Walking } from './steps.ts';

export interface TourHint {
  /** "2 of 8"; empty at the end. */
  readonly place: string;
  /** The key to press; empty while there is only something to watch. */
  readonly key: string;
  readonly says: string;
  /** What leaves the tour now; empty at the end. */
  readonly leave: string;
}

export interface TourScene {
  readonly keyOf: (command: Command) => string;
  /** What stands in the composer: the tour's words, nothing, or the person's own. */
  readonly draft: 'ours' | 'empty' | 'own';
  /** A key pressed now answers what is asked. */
  readonly panelHears: boolean;
}

export function tourHint(state: TourState, prompts: TourScript['prompts'], scene: TourScene): TourHint | null {
  const { keyOf } = scene;
  if (state.at === 'off') return null;
  if (state.at === 'over') {
    const says = `That was the tour. /tour plays it again, ? shows the keys, ${keyOf('leave')} leaves.`;
    return { place: '', key: '', says, leave: '' };
  }
  const place = `${tourSteps.indexOf(state.at) + 1} of ${tourSteps.length}`;
  const stops = state.running === null && state.asked === null && !state.pressed;
  return { place, ...keyAndWords(state, prompts, scene), leave: stops ? keyOf('interrupt') : '/tour' };
}

interface KeyAndWords {
  readonly key: string;
  readonly says: string;
}

function keyAndWords(state: Walking, prompts: TourScript['prompts'], scene: TourScene): KeyAndWords {
  const { keyOf, draft } = scene;
  const clear = { key: keyOf('clear'), says: 'clears what you typed. Or send it: the tour waits.' };
  if (state.away)
    return draft === 'own' ? clear : { key: keyOf('complete'), says: 'goes back to the thread of the tour.' };
  if (state.asked !== null) return asked(state, scene);
  if (tourPrompt(state, prompts) === null) return { key: '', says: watching(state) };
  if (draft === 'own') return clear;
  if (draft === 'empty') return { key: keyOf('complete'), says: 'brings the words of the tour back.' };
  return pressing(state, keyOf);
}

function asked({ asked: what }: Walking, { keyOf, draft, panelHears }: TourScene): KeyAndWords {
  const allow = asTyped(keyOf('panel-allow'));
  if (panelHears && what === 'permission')
    return { key: allow, says: 'allows it once. Nothing is written until you say so.' };
  if (panelHears) return { key: keyOf('panel-choose'), says: 'answers the question above.' };
  if (draft === 'empty')
    return { key: '', says: 'Now it asks. Wait a moment: the question listens when you do not type.' };
  const then = what === 'permission' ? ` Then ${allow} allows it.` : '';
  return { key: keyOf('panel-focus'), says: `goes to the question; what you typed stays.${then}` };
}

function pressing(state: Walking, keyOf: TourScene['keyOf']): KeyAndWords {
  const enter = keyOf('send');
  switch (state.at) {
    case 'stream':
      return { key: enter, says: 'sends what stands below. Watch the answer arrive.' };
    case 'tool':
      return { key: enter, says: 'asks for some work. Watch the tool run.' };
    case 'steer':
      return { key: keyOf('steer'), says: 'steers: your words go into the turn that runs, after this tool.' };
    case 'queue':
      return state.running === null
        ? { key: enter, says: 'asks for some work once more: a follow-up waits behind a turn.' }
        : { key: enter, says: 'while it works queues a follow-up: a turn of its own, when this one ends.' };
    case 'permission':
      return { key: enter, says: 'asks for a file. Nothing is written before you say so.' };
    case 'revert':
      return { key: enter, says: 'takes the last turn back. /unrevert would bring it forward again.' };
    case 'fork':
      return { key: enter, says: 'forks the thread here: two lines from one past, and both stay.' };
    case 'search':
      return {
        key: enter,
        says: `searches every thread, as ${keyOf('search')} does at any time.`,
      };
  }
}

/** A letter is pressed without Shift. */
const asTyped = (key: string) => (key.length === 1 ? key.toLowerCase() : key);

function watching({ at, done, running }: Walking): string {
  if (at === 'steer' && done) return 'On its way: it goes in when the tool is done.';
  if (at === 'queue' && done) return 'Queued: it runs by itself when this turn ends.';
  if (at === 'permission' && running !== null && !done) return 'The follow-up runs, and asks before it writes.';
  if (at === 'revert') return 'Something else runs first: the tour waits.';
  return 'Watch.';
}
