// What to do next, as it is done in the chat.
import { type AdviceWords, nextIn } from '../../engine/advice.ts';

const words: AdviceWords = {
  'begin a turn': () => 'Send it as a prompt',
  'join the turn': () => '/steer says something to it, /queue lines up behind it; or wait for its end',
  'list threads': () => '/threads lists every thread',
  'list messages': () => '/revert and /fork without one go by turns',
  undelete: (thread) => `/undelete ${thread} brings it back`,
  'name it': () => 'Give a title, or none at all',
};

export const nextStep = (error: unknown): string | undefined => nextIn(words, error);
