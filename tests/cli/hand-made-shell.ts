// A shell whose streams are strings, for what a command says before it needs the engine.
import { Chalk } from 'chalk';
import { run } from '../../src/cli/program.ts';
import type { Output, Shell } from '../../src/cli/shell.ts';

export interface Ran {
  code: number;
  out: string;
  err: string;
}

export async function runByHand(argv: string[], shell: Partial<Shell> = {}): Promise<Ran> {
  const out = collector();
  const err = collector();
  const code = await run(argv, {
    out: out.output,
    err: err.output,
    inputIsTTY: false,
    env: {},
    cwd: '/',
    now: () => 0,
    readInput: async () => '',
    openEngine: async () => {
      throw new Error('the engine was opened');
    },
    openTerminal: () => null,
    onInterrupt: () => () => {},
    leaveNow: () => {},
    terminalFacts: () => ({
      isTTY: false,
      inputIsTTY: false,
      columns: 0,
      rows: 0,
      colour: 0,
      term: undefined,
      noColour: false,
    }),
    exitCode: 0,
    ...shell,
  });
  return { code, out: out.text(), err: err.text() };
}

export function collector(isTTY = false, columns = 80): { output: Output; text(): string } {
  let text = '';
  const write = (part: string) => {
    text += part;
  };
  return { output: { write, isTTY, columns, style: new Chalk({ level: 0 }) }, text: () => text };
}
