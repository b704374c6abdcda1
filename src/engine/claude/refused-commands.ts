// Commands of `claude` that would part the process from the thread it belongs to. ccchat has its own for each.
import { AgentError } from '../agent.ts';

const instead: Record<string, string> = {
  clear: 'Use /new to start a fresh thread.',
  new: 'Use /new in the chat or `ccchat --new` to start a fresh thread.',
  reset: 'Use /new to start a fresh thread.',
  resume: 'Use /threads to open another thread.',
  continue: 'Use /threads to open another thread.',
  rewind: 'Use /revert to go back to an earlier turn.',
  checkpoint: 'Use /revert to go back to an earlier turn.',
  undo: 'Use /revert to go back to an earlier turn.',
  branch: 'Use /fork to branch off at any turn.',
  fork: 'Use /fork to branch off at any turn.',
  exit: 'Use /quit to leave ccchat.',
  quit: 'Use /quit to leave ccchat.',
  background: 'Threads go on while you look at another: open one with /threads.',
  bg: 'Threads go on while you look at another: open one with /threads.',
  login: 'Run `claude` in a terminal of its own and sign in there; ccchat uses that sign-in.',
  logout: 'Run `claude` in a terminal of its own and sign out there.',
};

export function refuseCommand(command: string): void {
  const word = /^\/([\w:-]+)/.exec(command.trim())?.[1]?.toLowerCase();
  const next = word === undefined ? undefined : instead[word];
  if (next) throw new AgentError('not-here', `claude's own /${word} would leave this thread behind.`, next);
}
