import { errorLine, logError } from './errors.ts';
import { run } from './program.ts';
import { realShell } from './shell.ts';

const shell = realShell();

for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error: unknown) => {
    shell.err.write(`${errorLine(error)}\n`);
    logError(shell, error);
    process.exit(1);
  });
}

const code = await run(process.argv.slice(2), shell);
await Promise.all([process.stdout, process.stderr].map(written));
process.exit(code);

function written(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    if (stream.destroyed || !stream.writable) resolve();
    else stream.write('', () => resolve());
  });
}
