// The chat's terminal, put together: modes, live region, alternate screen, clipboard, and what they owe each other. Only one of them
// writes at a time, and whoever takes the screen over gets it clean.
import { editInEditor } from '../composer/editor.ts';
import type { InputEvent } from '../keys/events.ts';
import { createAlternateScreen } from '../terminal/alternate.ts';
import { notification, titleSequence } from '../terminal/attention.ts';
import { type Canvas, createCanvas } from '../terminal/canvas.ts';
import { clipboardImage, copyToSystem, osc52 } from '../terminal/clipboard.ts';
import { IDENTITY_QUERY, reflowFromIdentity, reflowOf } from '../terminal/reflow.ts';
import { onImpatience, watchSignals } from '../terminal/signals.ts';
import { createTerminal, type TerminalStreams } from '../terminal/terminal.ts';
import type { ChatTerminal } from './chat-terminal.ts';

export interface RealTerminalOptions extends TerminalStreams {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly notify?: 'auto' | 'bell' | 'off';
  readonly input: (event: InputEvent) => void;
  readonly resized: () => void;
  /** The screen was someone else's for a while. */
  readonly returned: () => void;
  readonly leave: (code: number) => void;
  /** Going down: save what must not be lost. */
  readonly dying: () => void;
}

export interface RealTerminal extends ChatTerminal {
  readonly canvas: Canvas;
  write(bytes: string): void;
  enter(): void;
  /** Gives the terminal back; `words` stay on the screen. */
  leave(words: string): void;
}

const INTERRUPTED = 130;

export function realTerminal(options: RealTerminalOptions): RealTerminal {
  const { env } = options;
  const terminal = createTerminal(options, {
    input: options.input,
    resized: options.resized,
    hungUp: () => options.leave(129),
  });
  let reflow = reflowOf(env);
  let away = false;
  /** Another program has the terminal: stopping, going on and Ctrl+C are its own business. */
  let lent = false;

  const told = env.TMUX ? 'late' : 'at once';
  const canvas = createCanvas({ write: terminal.write, size: terminal.size, reflow: () => reflow, told });
  const alternate = createAlternateScreen((bytes) => {
    terminal.alternate = alternate.isOpen;
    terminal.write(bytes);
  });

  const goAway = () => {
    if (away) return;
    away = true;
    if (!alternate.isOpen) canvas.pause('cleared');
    terminal.leave();
  };
  const comeBack = () => {
    if (!away) return;
    away = false;
    terminal.enter();
    if (alternate.isOpen) alternate.reopen();
    else canvas.resume();
    options.returned();
  };
  const lend = async <T>(run: () => Promise<T>): Promise<T> => {
    goAway();
    lent = true;
    try {
      return await run();
    } finally {
      lent = false;
      comeBack();
    }
  };
  const signals = watchSignals({
    ended: (code) => {
      if (!lent || code !== INTERRUPTED) options.leave(code);
    },
    stopping: () => {
      if (!lent) goAway();
    },
    continued: () => {
      if (!lent) comeBack();
    },
    dying: () => {
      options.dying();
      if (away) return;
      terminal.leaveNow(canvas.abandon());
    },
  });

  return {
    canvas,
    alternate,
    size: terminal.size,
    write: terminal.write,
    enter: () => {
      terminal.enter();
      terminal.write(IDENTITY_QUERY);
    },
    leave: (words) => {
      alternate.close();
      canvas.close();
      if (words !== '') terminal.write(`${words}\r\n`);
      terminal.leave();
      signals.dispose();
      onImpatience(terminal.leaveAgain);
    },
    cover: () => canvas.pause('kept'),
    uncover: () => canvas.resume(),
    resized: () => canvas.resized(),
    redraw: () => {
      canvas.pause('cleared');
      canvas.resume();
    },
    suspend: () => signals.stop(),
    notify: (text) => {
      if (options.notify !== 'off') terminal.write(options.notify === 'bell' ? '\x07' : notification(text, env));
    },
    title: (text) => {
      if (!away) terminal.write(titleSequence(text));
    },
    copy: (text) => {
      terminal.write(osc52(text, env));
      copyToSystem(text, env);
    },
    replied: (sequence) => {
      const told = reflowFromIdentity(sequence);
      if (told === null) return canvas.replied(sequence);
      reflow = told;
      canvas.known();
      return true;
    },
    edit: (text, cwd) => lend(() => editInEditor(text, { env: env as NodeJS.ProcessEnv, cwd })),
    clipboardImage: () => clipboardImage(env),
    handOver: (words, run) =>
      lend(() => {
        terminal.write(`${words}\r\n`);
        return run();
      }),
  };
}
