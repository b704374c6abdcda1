// Waiting for something to become true: whoever changes state tells, whoever waits looks again. No polling, no missed signals.
export class Condition {
  private readonly waiting = new Set<() => void>();

  tell(): void {
    for (const look of [...this.waiting]) look();
  }

  /** Resolves when `isTrue`, or after `ms` whatever it is. */
  until(isTrue: () => boolean, ms?: number): Promise<void> {
    if (isTrue()) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.waiting.delete(look);
        resolve();
      };
      const look = () => {
        if (isTrue()) done();
      };
      const timer = ms === undefined ? undefined : setTimeout(done, ms);
      this.waiting.add(look);
    });
  }
}
