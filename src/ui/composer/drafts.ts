// A draft is saved a moment after the last key, not at every one, and at once when the host asks: on sending, on leaving, on suspend.

export interface DraftSaver {
  changed(text: string): void;
  /** Saves what waits, now. */
  flush(): void;
}

/** `save` gets each text once; a text equal to the last saved one is not saved again. */
export function draftSaver(save: (text: string) => void, delayMs = 400, saved = ''): DraftSaver {
  let last = saved;
  let waiting: { readonly text: string } | null = null;
  let timer: NodeJS.Timeout | null = null;

  const flush = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const text = waiting?.text;
    waiting = null;
    if (text === undefined || text === last) return;
    last = text;
    save(text);
  };

  return {
    changed: (text) => {
      waiting = { text };
      if (timer !== null) clearTimeout(timer);
      timer = setTimeout(flush, delayMs);
      timer.unref();
    },
    flush,
  };
}
