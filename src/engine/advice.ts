// What to do about a failure, where the way differs: a script calls methods, the shell has commands, the screen has keys. The engine
// says what is meant, in its own words; each face that talks to people says it in theirs.

export interface Advice {
  readonly to: 'begin a turn' | 'join the turn' | 'list threads' | 'list messages' | 'undelete' | 'name it';
  /** The thread it is about; empty when there is none. */
  readonly thread: string;
}

export type AdviceWords = Readonly<Record<Advice['to'], (thread: string) => string>>;

export const methods: AdviceWords = {
  'begin a turn': () => 'Use prompt to begin one.',
  'join the turn': () => 'Use steer to change what it does, followUp to say what comes next, or abort to stop it.',
  'list threads': () => 'list gives every thread.',
  'list messages': () => 'messages gives them with their ids.',
  undelete: () => 'Bring it back first with undelete.',
  'name it': () => 'Give a title, or null to have none.',
};

/** What to do next, in the words of whoever asks; undefined when the failure does not say. */
export function nextIn(words: AdviceWords, error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { advice, next } = error as { advice?: Advice | null; next?: unknown };
  if (advice) return words[advice.to](advice.thread);
  return typeof next === 'string' ? next : undefined;
}
