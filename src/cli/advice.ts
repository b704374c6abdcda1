// What to do next, as commands of the shell.
import type { AdviceWords } from '../engine/advice.ts';

export const commands: AdviceWords = {
  'begin a turn': (thread) => `Begin one with \`ccchat send --thread ${thread} TEXT\``,
  'join the turn': (thread) =>
    `Say something to it with \`ccchat steer ${thread} TEXT\`, line up behind it with \`ccchat queue ${thread} add TEXT\`, or stop it with \`ccchat abort ${thread}\``,
  'list threads': () => '`ccchat list` shows every thread',
  'list messages': (thread) => `\`ccchat show ${thread || 'THREAD'}\` prints messages with their ids`,
  undelete: (thread) => `Bring it back first: \`ccchat delete --undo ${thread}\``,
  'name it': (thread) => `Give one: \`ccchat rename ${thread} TITLE\``,
};
