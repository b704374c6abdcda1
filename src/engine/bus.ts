// The one stream of events. A listener that throws is the listener's own failure: it neither stops a turn nor the others.
import type { EngineEvent } from './events.ts';

export type Listener = (event: EngineEvent) => void;

export interface Bus {
  emit(event: EngineEvent): void;
  subscribe(listener: Listener): () => void;
}

export function createBus(failed: (error: unknown) => void): Bus {
  const listeners = new Set<Listener>();
  return {
    emit(event) {
      for (const listener of [...listeners]) {
        try {
          listener(event);
        } catch (error) {
          failed(error);
        }
      }
    },
    subscribe(listener) {
      const own: Listener = (event) => listener(event);
      listeners.add(own);
      return () => void listeners.delete(own);
    },
  };
}
