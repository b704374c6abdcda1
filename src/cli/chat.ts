// The one way from the shell into the chat; the screen is loaded only then.
import type { EngineApi } from '../engine/api.ts';
import type { ThreadId, ThreadSettings } from '../store/types.ts';
import type { ScreenSettings } from './configured.ts';
import { ShellError } from './errors.ts';
import type { Shell } from './shell.ts';

export interface ChatStart extends ScreenSettings {
  thread?: ThreadId;
  prompt?: string;
  /** Begin in the thread picker. */
  pick?: boolean;
  /** What threads are talked to with unless they say otherwise. */
  defaults?: ThreadSettings;
  env?: NodeJS.ProcessEnv;
  tour?: TourScript;
}

/** What the guided tour says, and how the work it shows is brought to its end. */
export interface TourScript {
  begins: 'at once' | 'when asked for';
  prompts: Readonly<Record<'stream' | 'tool' | 'steer' | 'queue' | 'search', string>>;
  hurry(): void;
  fresh(): void;
}

export function needTerminal(shell: Shell): void {
  if (shell.inputIsTTY && shell.out.isTTY) return;
  throw new ShellError('the chat needs a terminal', 'In scripts use `ccchat send`');
}

export async function openChat(engine: EngineApi, start: ChatStart): Promise<number> {
  const { startChat } = await import('../ui/start.tsx');
  return startChat({ engine, ...start });
}
