// A shell command of the user's, run in the thread's folder with the user's own shell. Output beyond a limit is dropped and
// counted; whatever the command starts ends with it.
import { spawn } from 'node:child_process';

export interface ShellRun {
  command: string;
  output: string;
  exitCode: number | null;
  signal: string | null;
}

const outputCap = 30_000;
/** For whoever does not listen when asked to end. */
const patienceMs = 2_000;

export function runShell(
  command: string,
  options: { cwd: string; env: NodeJS.ProcessEnv; signal?: AbortSignal },
): Promise<ShellRun> {
  const shell = options.env.SHELL || '/bin/sh';
  return new Promise((resolve, reject) => {
    const child = spawn(shell, ['-c', command], {
      cwd: options.cwd,
      env: { ...options.env, TERM: 'dumb', NO_COLOR: '1', PAGER: 'cat', GIT_PAGER: 'cat' },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    const decoder = new TextDecoder();
    let output = '';
    let dropped = 0;
    const take = (chunk: Uint8Array) => {
      const text = decoder.decode(chunk, { stream: true });
      const room = Math.max(0, outputCap - output.length);
      output += text.slice(0, room);
      dropped += Math.max(0, text.length - room);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    let insisting: NodeJS.Timeout | undefined;
    const stop = () => {
      const { pid } = child;
      if (pid === undefined) return;
      endGroup(pid, 'SIGTERM');
      insisting = setTimeout(() => endGroup(pid, 'SIGKILL'), patienceMs);
    };
    options.signal?.addEventListener('abort', stop, { once: true });
    child.on('error', reject);
    child.on('close', (exitCode, signal) => {
      options.signal?.removeEventListener('abort', stop);
      clearTimeout(insisting);
      const rest = dropped > 0 ? `\n… ${dropped} more characters` : '';
      resolve({ command, output: output + rest, exitCode, signal });
    });
  });
}

function endGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // it ended by itself meanwhile
  }
}
