// What stands between a person and their first prompt, and the way on from each: one question, never a wizard. Whoever was signed in the
// last time is asked nothing and waits for nothing.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { developmentClaude } from '../demo/development.ts';
import type { ClaudeReport } from '../engine/inspect.ts';
import { personLine } from './errors.ts';
import { type Choice, keyInput, pick } from './one-key.ts';
import type { Shell } from './shell.ts';
import { rememberSignedIn, wasSignedIn } from './signed-in.ts';
import { sentence, wrapWords } from './text.ts';

export type WayOn = 'chat' | 'demo' | 'leave';
type Wish = WayOn | 'sign-in';

const eraseLine = '\x1b[K';
const smallestRoom = 10;

export interface FirstRun {
  /** As given or configured. */
  readonly claude?: string;
  /** Lines that stay as they are, for a screen reader. */
  readonly plain?: boolean;
}

export async function wayOn(shell: Shell, { claude, plain = false }: FirstRun): Promise<WayOn> {
  const { inspectClaude, locateClaude } = await import('../engine/inspect.ts');
  const { env } = shell;
  const file = await locateClaude({ claude, env });
  if (file !== null && wasSignedIn(file, env)) return 'chat';
  for (;;) {
    if (!plain) shell.out.write(`${shell.out.style.dim('Asking claude if you are signed in …')}\r`);
    const report = await inspectClaude({ claude, env });
    if (!plain) shell.out.write(eraseLine);
    const signed = report.kind === 'usable' ? report.signIn.kind : null;
    if (file !== null && signed === 'signed-in') rememberSignedIn(file, env);
    if (signed === 'signed-in' || signed === 'unknown') return 'chat';
    const wish = await ask(shell, report, choicesFor(report));
    if (wish !== 'sign-in') return wish;
    if (report.kind === 'usable') await signIn(shell, report.path);
  }
}

function whatIsWrong(report: ClaudeReport): [what: string, next: string] {
  if (report.kind === 'unusable') return [report.says, report.next];
  return [`claude ${report.version} is here, but nobody is signed in`, ''];
}

const demo: Choice<Wish> = {
  key: 'd',
  says: 'try the demo: a scripted model, no account, no network',
  value: 'demo',
};
const signingIn: Choice<Wish> = {
  key: 's',
  says: 'sign in: claude itself takes the terminal, then the chat opens',
  value: 'sign-in',
};
const anyway: Choice<Wish> = {
  key: 'c',
  says: 'open the chat all the same: read, search and export old threads',
  value: 'chat',
};
const quit: Choice<Wish> = { key: 'q', says: 'quit', value: 'leave' };

/** What is offered can be done: the demo needs some claude, signing in needs theirs, and old threads need none. */
function choicesFor(report: ClaudeReport): Choice<Wish>[] {
  if (report.kind === 'usable') return [demo, signingIn, anyway, quit];
  return developmentClaude(fileURLToPath(import.meta.url)) === null ? [anyway, quit] : [demo, anyway, quit];
}

async function ask(shell: Shell, report: ClaudeReport, choices: readonly Choice<Wish>[]): Promise<Wish> {
  const { out } = shell;
  const [what, next] = whatIsWrong(report);
  const fitting = (text: string, margin = 0) => wrapWords(text, Math.max(smallestRoom, out.columns - margin));
  const lines = [
    ...fitting(sentence(what)).map((line) => out.style.bold(line)),
    ...(next === '' ? [] : fitting(sentence(next))),
    '',
    ...choices.flatMap(({ key, says }, index) => {
      const [first = '', ...rest] = fitting(index === 0 ? `${says} (Enter)` : says, 5);
      return [`  ${out.style.cyan(key)}  ${first}`, ...rest.map((line) => `     ${line}`)];
    }),
    '',
  ];
  out.write(`${lines.join('\n')}\n`);
  const input = keyInput(process.stdin);
  try {
    return (await pick(choices, input)) ?? 'leave';
  } finally {
    input.close();
  }
}

/** The whole terminal is its own for as long as it takes; it returns by itself once the person is signed in. */
async function signIn(shell: Shell, claude: string): Promise<void> {
  const { CLAUDECODE: _, CLAUDE_CODE_ENTRYPOINT: __, ...env } = shell.env;
  const ignore = () => {};
  process.on('SIGINT', ignore);
  try {
    const ended = await new Promise<number | Error>((resolve) => {
      const child = spawn(claude, ['auth', 'login'], { stdio: 'inherit', env });
      child.once('error', resolve).once('close', (code) => resolve(code ?? 1));
    });
    if (ended instanceof Error) shell.err.write(`${personLine(`claude could not be run: ${ended.message}`)}\n`);
    shell.out.write('\n');
  } finally {
    process.off('SIGINT', ignore);
  }
}
