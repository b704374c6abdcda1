// Why a `claude` did not get ready, from the last words on its screen.
import { AgentError } from '../agent.ts';
import type { Dialog } from './dialogs.ts';
import type { ScreenView } from './screen.ts';

export interface Remains {
  view: ScreenView;
  reason: string;
  cwd: string;
  /** What the person was asked last. */
  dialog: Dialog | null;
  /** What nobody wanted to answer. */
  refused: Dialog | null;
}

export function endedEarly({ view, reason, cwd, dialog, refused }: Remains): AgentError {
  const said = lastWords(view);
  if (/No conversation found|Failed to resume session/.test(said))
    return new AgentError(
      'resume-failed',
      said,
      'Send the prompt again: the conversation is brought back another way.',
    );
  if (dialog?.name === 'trust')
    return new AgentError(
      'not-trusted',
      `The folder ${cwd} is not trusted, and claude works only in folders you trust.`,
      'Start again and trust it when asked, or use another folder.',
    );
  if (dialog?.name === 'bypass-warning')
    return new AgentError(
      'bypass-refused',
      'claude runs without asking only when you accept the warning.',
      'Choose another permission mode, or start again and accept it.',
    );
  if (refused)
    return new AgentError(
      'not-answered',
      `claude asked something before it could begin, and nobody answered: ${refused.text.split('\n')[0]}`,
      'Run `ccchat` in this folder and answer it, then send the prompt again.',
    );
  return new AgentError(
    'agent-exited',
    `claude ended before it was ready (${reason})${said ? `: ${said}` : '.'}`,
    'Run `claude` yourself in this folder to see why, or `ccchat doctor`.',
  );
}

export function neverReady(view: ScreenView): AgentError {
  const said = lastWords(view);
  return new AgentError(
    'never-ready',
    `claude did not get ready within a minute${said ? `; its screen says: ${said}` : '.'}`,
    'Run `claude` yourself in this folder to see what it waits for.',
  );
}

function lastWords({ lines }: ScreenView): string {
  const said = lines.filter((line) => line.trim() !== '' && !/screen reader mode/i.test(line));
  return said.slice(-3).join(' ').slice(-400);
}
