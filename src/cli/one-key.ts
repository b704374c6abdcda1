// A question that one key answers, asked before there is a chat. The terminal is left as it was, whatever the answer.

export interface Choice<T> {
  readonly key: string;
  readonly says: string;
  readonly value: T;
}

export interface KeyInput {
  /** The bytes of the next key press; `null` when the input has ended. */
  next(): Promise<string | null>;
  close(): void;
}

/** Enter takes the first choice; Ctrl+C, Ctrl+D and Esc take none. */
export async function pick<T>(choices: readonly Choice<T>[], input: KeyInput): Promise<T | null> {
  for (;;) {
    const bytes = await input.next();
    if (bytes === null || /^[\x03\x04\x1b]$/.test(bytes)) return null;
    if (bytes === '\r' || bytes === '\n') return choices[0]?.value ?? null;
    const found = choices.find(({ key }) => key === bytes.toLowerCase());
    if (found) return found.value;
  }
}

export function keyInput(stdin: NodeJS.ReadStream): KeyInput {
  const waiting: ((bytes: string | null) => void)[] = [];
  const early: (string | null)[] = [];
  const give = (bytes: string | null) => {
    const taker = waiting.shift();
    if (taker) taker(bytes);
    else early.push(bytes);
  };
  const data = (chunk: string | Buffer) => give(chunk.toString());
  const end = () => give(null);
  stdin.setRawMode?.(true);
  stdin.on('data', data).on('end', end).resume();
  return {
    next: () =>
      new Promise((resolve) => {
        const first = early.shift();
        if (first === undefined) waiting.push(resolve);
        else resolve(first);
      }),
    close() {
      stdin.off('data', data).off('end', end).pause();
      stdin.setRawMode?.(false);
    },
  };
}
