// Signals and crashes: the terminal is put right first, then the signal takes its course. Ctrl+Z stops the whole job, as the shell expects,
// and coming back is an event like any other.

export interface SignalListeners {
  /** Asked to end; `code` is what the shell will see. */
  ended(code: number): void;
  /** About to be stopped: give the terminal back. */
  stopping(): void;
  continued(): void;
  /** The process is going down and nothing can be waited for. */
  dying(): void;
}

const ending = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

export interface Signals {
  stop(): void;
  dispose(): void;
}

/** A job nobody could continue is not stopped by the kernel: then it goes on by itself. */
const NOT_STOPPED_MS = 300;

/** Once more while the rest is put away: everything is said and kept by then, so only a second time ends it at once. */
export function onImpatience(pressed: () => void): void {
  process.once('SIGINT', pressed);
}

export function watchSignals(listeners: SignalListeners): Signals {
  let notStopped: NodeJS.Timeout | undefined;
  const handlers: [NodeJS.Signals, () => void][] = Object.entries(ending).map(([signal, code]) => [
    signal as NodeJS.Signals,
    () => listeners.ended(code),
  ]);
  const stop = () => {
    listeners.stopping();
    process.off('SIGTSTP', stop);
    process.kill(0, 'SIGTSTP');
    notStopped = setTimeout(continued, NOT_STOPPED_MS);
  };
  const continued = () => {
    clearTimeout(notStopped);
    process.off('SIGTSTP', stop);
    process.on('SIGTSTP', stop);
    listeners.continued();
  };
  const dying = () => listeners.dying();
  for (const [signal, handler] of handlers) process.on(signal, handler);
  process.on('SIGTSTP', stop);
  process.on('SIGCONT', continued);
  process.on('exit', dying);
  process.on('uncaughtExceptionMonitor', dying);
  // Listening would keep a rejection from ending the process; where somebody else does, this one must come first.
  const rejections = process.listenerCount('unhandledRejection') > 0;
  if (rejections) process.prependListener('unhandledRejection', dying);
  return {
    stop,
    dispose: () => {
      for (const [signal, handler] of handlers) process.off(signal, handler);
      process.off('SIGTSTP', stop);
      process.off('SIGCONT', continued);
      process.off('exit', dying);
      process.off('uncaughtExceptionMonitor', dying);
      process.off('unhandledRejection', dying);
    },
  };
}
