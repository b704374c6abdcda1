// Runs a prompt and what was queued behind it, with a person or a script looking on; ends with the last turn that ran.
import { type EngineApi, EngineError } from '../engine/api.ts';
import type { EngineEvent } from '../engine/events.ts';
import type { ThreadId } from '../store/types.ts';
import { AskDesk } from './asks.ts';
import { exitCodes, personLine, ShellError } from './errors.ts';
import type { Reporter } from './reporters.ts';
import type { Shell } from './shell.ts';

export type TurnEnd = Extract<EngineEvent, { type: 'turn.end' }>;

export interface TurnRun {
  thread: ThreadId;
  /** What sets the first turn going. */
  start: () => Promise<unknown>;
  /** Whether what is queued runs as well before this ends. */
  followUps: boolean;
  reporter: Reporter;
}

export async function runTurns(engine: EngineApi, shell: Shell, run: TurnRun): Promise<TurnEnd> {
  const { thread, reporter } = run;
  const ended: TurnEnd[] = [];
  let interrupts = 0;
  let heard = () => {};

  const interrupt = () => {
    interrupts += 1;
    if (interrupts > 1) return shell.leaveNow(exitCodes.interrupted);
    heard();
    engine.inbox.pause(thread);
    engine.abort(thread).catch(() => {}); // nothing ran yet or any more: the turn's own end tells
  };
  const desk = new AskDesk(engine, thread, shell, { interrupt, asking: () => reporter.hush() });
  const stopListening = shell.onInterrupt(interrupt);
  const unsubscribe = engine.subscribe((event) => {
    if (event.thread !== null && event.thread !== thread) return;
    if (event.type === 'turn.end') ended.push(event);
    if (event.type === 'turn.start' && !run.followUps) engine.inbox.pause(thread);
    reporter.event(event);
    desk.handle(event);
    heard();
  });

  /** What agents in the background find comes in turns of their own; ending before would end them. */
  const untilAllIsSaid = async () => {
    await engine.waitForIdle(thread);
    while (interrupts === 0 && engine.status(thread).agents > 0) {
      await new Promise<void>((resolve) => {
        heard = resolve;
        setTimeout(resolve, 1_000).unref();
      });
      await engine.waitForIdle(thread);
    }
  };

  try {
    await run.start();
    await untilAllIsSaid();
  } catch (error) {
    const told = ended.at(-1)?.error; // a turn that failed says why itself
    if (!told) throw runsElsewhere(error, thread) ?? error;
  } finally {
    unsubscribe();
    stopListening();
    desk.close();
    reporter.end();
  }
  const last = ended.at(-1);
  if (!last) throw new ShellError('the turn never began', 'Try again; `ccchat doctor` checks the set-up');
  return last;
}

export function runsElsewhere(error: unknown, thread: ThreadId): ShellError | null {
  if (!(error instanceof EngineError) || (error.code !== 'owned-elsewhere' && error.code !== 'busy')) return null;
  return new ShellError(
    error.code === 'busy' ? `thread ${thread} is in the middle of a turn` : `another process runs thread ${thread}`,
    `Steer it with \`ccchat steer ${thread} TEXT\`, or line up behind it with \`ccchat queue ${thread} add TEXT\``,
    { cause: error },
  );
}

export function exitCodeOfTurn(end: TurnEnd): number {
  if (end.state === 'done') return 0;
  return end.state === 'interrupted' ? exitCodes.interrupted : exitCodes.failed;
}

/** Before anything of the thread is touched: the process that runs it reads it too. */
export function refuseOwnedElsewhere(engine: EngineApi, thread: ThreadId): void {
  const { owner } = engine.status(thread);
  if (owner !== null) throw runsElsewhere(new EngineError('owned-elsewhere', '', ''), thread);
}

export function reportEnd(shell: Shell, end: TurnEnd, left: 'thread' | 'nothing' = 'thread'): void {
  shell.exitCode = exitCodeOfTurn(end);
  if (end.state === 'interrupted') shell.err.write(`${personLine(interruption(end, left))}\n`);
  else if (end.error) shell.err.write(`${personLine(end.error.text, end.error.next)}\n`);
  else if (end.state !== 'done') shell.err.write(`ccchat: the turn ${end.state === 'lost' ? 'was lost' : 'failed'}.\n`);
}

function interruption({ returned }: TurnEnd, left: 'thread' | 'nothing'): string {
  if (left === 'nothing') return 'interrupted before claude had it: nothing was sent, and the new thread is gone';
  return returned === null ? 'interrupted' : 'interrupted before claude had it: nothing was sent';
}
