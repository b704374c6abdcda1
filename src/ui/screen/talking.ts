// What is sent goes where it belongs: a shell command, a slash command, a prompt, or behind the turn that runs. Whatever fails says so
// in one notice with the next step, and gives the words back.
import type { EngineApi } from '../../engine/api.ts';
import type { InboxItem, ThreadId } from '../../store/types.ts';
import { type CommandHost, parseCommand, runCommand } from '../commands/index.ts';
import type { ThreadState } from '../state/model.ts';
import { nextStep } from '../text/advice.ts';

export interface TalkingHost {
  readonly engine: EngineApi;
  /** The thread on view, as the screen knows it. */
  readonly viewed: () => ThreadState | null;
  readonly needThread: () => ThreadId;
  readonly commands: CommandHost;
  /** To the thread it was meant for: into the composer, when nothing else is typed there. */
  readonly giveBack: (thread: ThreadId | null, text: string) => void;
  readonly notice: (level: 'info' | 'warning' | 'error', text: string, next?: string) => void;
}

export function isBusy(thread: ThreadState | null): boolean {
  return thread !== null && (thread.status === 'running' || thread.status === 'waiting' || thread.elsewhere);
}

export function runsShell(thread: ThreadState | null): boolean {
  return thread?.shells.some(({ state }) => state === 'running') ?? false;
}

export async function send(host: TalkingHost, text: string): Promise<void> {
  if (text.trim() === '') return;
  const shell = /^(!!?)\s*([\s\S]*\S)\s*$/.exec(text);
  await attempt(host, text, async () => {
    if (shell) return void (await host.engine.shell(host.needThread(), shell[2]!, { hidden: shell[1] === '!!' }));
    const command = parseCommand(text);
    if (command?.type === 'own') return runCommand(command, host.commands);
    const thread = host.needThread();
    if (isBusy(host.viewed())) return void host.engine.followUp(thread, text);
    if (command) return void (await host.engine.command(thread, command.text));
    await host.engine.prompt(thread, text);
  });
}

export async function steer(host: TalkingHost, text: string): Promise<void> {
  const thread = host.viewed();
  if (text.trim() === '') return deliverNow(host, thread);
  if (thread === null || !isBusy(thread)) return send(host, text);
  await attempt(host, text, async () => void host.engine.steer(thread.id, text));
}

async function deliverNow(host: TalkingHost, thread: ThreadState | null): Promise<void> {
  if (thread === null || !isBusy(thread)) return;
  const steers = thread.inbox.filter((item) => item.kind === 'steer');
  if (steers.length === 0) return host.notice('info', 'No steer is on its way', 'Type one, then press the key.');
  await attempt(host, '', () => host.engine.deliver(thread.id));
}

/** What nobody paused and nobody runs were left by a process that is gone: it is their turn. */
export function runWaiting(host: Pick<TalkingHost, 'engine' | 'notice'>, thread: ThreadId): void {
  const { status, owner, paused } = host.engine.status(thread);
  if (status === 'queued' && owner === null && !paused)
    void host.engine.resume(thread).catch((error) => tell(host, error));
}

/** The last message that still waits in our own hands; null when there is none. */
export function lastQueued(thread: ThreadState | null): InboxItem | null {
  const waiting = thread?.inbox.filter(({ state }) => state === 'queued' || state === 'held' || state === 'returned');
  return waiting?.at(-1) ?? null;
}

export function takeBack(host: TalkingHost): string | null {
  const item = lastQueued(host.viewed());
  if (item === null) return null;
  try {
    host.engine.inbox.remove(item.id);
    return item.text;
  } catch (error) {
    tell(host, error);
    return null;
  }
}

async function attempt(host: TalkingHost, text: string, action: () => Promise<void>): Promise<void> {
  const thread = host.viewed()?.id;
  try {
    await action();
  } catch (error) {
    tell(host, error);
    if (text !== '') host.giveBack(thread ?? host.viewed()?.id ?? null, text);
  }
}

export function tell(host: Pick<TalkingHost, 'notice'>, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  host.notice('error', message.charAt(0).toUpperCase() + message.slice(1), nextStep(error));
}
