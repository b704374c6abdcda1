// After `close` there is no database to ask: every call says that as an `EngineError`, thrown or rejected as its kind of answer has it.
import { type EngineApi, EngineError } from './api.ts';

type Promising = {
  [Name in keyof EngineApi]: EngineApi[Name] extends (...args: never[]) => Promise<unknown> ? Name : never;
}[keyof EngineApi];

const promising: Record<Promising, true> = {
  prompt: true,
  deliver: true,
  abort: true,
  resume: true,
  attach: true,
  waitForIdle: true,
  command: true,
  shell: true,
  summarize: true,
  import: true,
  init: true,
  close: true,
};

export function refusingOnceClosed(engine: EngineApi): EngineApi {
  let closed = false;
  const refusing =
    (name: string, call: (...args: unknown[]) => unknown) =>
    (...args: unknown[]) => {
      if (!closed) return call(...args);
      const error = new EngineError('closed', 'the engine is closed', 'Open a new one.');
      if (name in promising) return Promise.reject(error);
      throw error;
    };
  const every = <Face extends object>(face: Face): Face =>
    Object.fromEntries(
      Object.entries(face).map(([name, part]) => [
        name,
        typeof part === 'function' ? refusing(name, part) : every(part),
      ]),
    ) as Face;
  const close = () =>
    engine.close().finally(() => {
      closed = true;
    });
  return { ...every(engine), close };
}
