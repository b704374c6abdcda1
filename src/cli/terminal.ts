// The person at the keyboard, reached directly, so that a question finds them although input and output are redirected.
import { closeSync, openSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { ReadStream, WriteStream } from 'node:tty';

export interface Terminal {
  say(text: string): void;
  /** One line of answer; `null` when the person closed the input (Ctrl+D). Rejects when `signal` fires. */
  ask(question: string, signal: AbortSignal): Promise<string | null>;
  /** Ctrl+C while a question stands. */
  onInterrupt(listener: () => void): void;
  close(): void;
}

export function openTerminal(device: string): Terminal | null {
  let fds: [number, number];
  try {
    fds = [openSync(device, 'r'), openSync(device, 'w')];
  } catch {
    return null;
  }
  let input: ReadStream;
  let output: WriteStream;
  try {
    input = new ReadStream(fds[0]);
    output = new WriteStream(fds[1]);
  } catch {
    for (const fd of fds) closeSync(fd);
    return null;
  }
  let interrupted = () => {};
  return {
    say: (text) => void output.write(text),
    async ask(question, signal) {
      const lines = createInterface({ input, output, terminal: true, historySize: 0 });
      lines.on('SIGINT', () => interrupted());
      const closed = new Promise<null>((resolve) => lines.once('close', () => resolve(null)));
      try {
        return await Promise.race([lines.question(question, { signal }), closed]);
      } finally {
        lines.close(); // before the next question opens its own: the terminal's mode belongs to one of them at a time
        input.pause();
      }
    },
    onInterrupt(listener) {
      interrupted = listener;
    },
    close() {
      input.destroy();
      output.destroy();
    },
  };
}
