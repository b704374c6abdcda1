// Another program on the person's own terminal, until it ends. The chat has let go of the terminal by then.
import { spawn } from 'node:child_process';

export interface Program {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Resolves with how it ended, or with why it could not begin. */
export function runProgram({ file, args, cwd, env }: Program): Promise<{ code: number } | { failed: string }> {
  return new Promise((resolve) => {
    const child = spawn(file, args, { stdio: 'inherit', cwd, env });
    child.on('error', (error) => resolve({ failed: error.message }));
    child.on('close', (code) => resolve({ code: code ?? 1 }));
  });
}
