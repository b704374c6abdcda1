// One `claude` in a pseudo-terminal. It lives only as long as somebody holds the other end: closing it, or our own death,
// hangs it up; one that does not go is killed with everything it started in its group.
import pty from 'node-pty';
import { terminalSize } from './terminal.ts';

export interface PtyProcess {
  readonly pid: number;
  readonly alive: boolean;
  write(data: string): void;
  /** Resolves when the process is gone. */
  end(): Promise<void>;
}

export interface PtyOptions {
  file: string;
  args: string[];
  cwd: string;
  env: Record<string, string>;
  onData(data: string): void;
  onExit(reason: string): void;
}

const graceMs = 2_500;

export function spawnPty({ file, args, cwd, env, onData, onExit }: PtyOptions): PtyProcess {
  const child = pty.spawn(file, args, { name: 'xterm-256color', ...terminalSize, cwd, env });
  let alive = true;
  const gone = new Promise<void>((resolve) => {
    child.onExit(({ exitCode, signal }) => {
      alive = false;
      onExit(signal ? `signal ${signal}` : `exit code ${exitCode}`);
      resolve();
    });
  });
  child.onData(onData);
  const send = (target: number, signal: NodeJS.Signals) => {
    try {
      process.kill(target, signal);
    } catch {}
  };
  return {
    pid: child.pid,
    get alive() {
      return alive;
    },
    write: (data) => {
      if (alive) child.write(data);
    },
    async end() {
      if (!alive) return gone;
      send(child.pid, 'SIGHUP');
      const killing = setTimeout(() => {
        send(-child.pid, 'SIGKILL');
        send(child.pid, 'SIGKILL');
      }, graceMs);
      await gone;
      clearTimeout(killing);
    },
  };
}
