// The draft in the person's own editor: written to a file only they can read, read back when the editor ends, removed in any case.
// Every failure is a value, and the draft is then as it was. The host gives the terminal away before and takes it back after.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathWords } from './chips.ts';

export type EditorResult =
  | { readonly type: 'edited'; readonly text: string }
  | { readonly type: 'failed'; readonly message: string; readonly next: string };

export interface EditorOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
}

/** The command a person set, as words; `vi` when they set none. */
export function editorCommand(env: NodeJS.ProcessEnv): readonly string[] {
  const set = [env.VISUAL, env.EDITOR].find((command) => command !== undefined && command.trim() !== '');
  return set === undefined ? ['vi'] : pathWords(set.trim());
}

export async function editInEditor(text: string, options: EditorOptions = {}): Promise<EditorResult> {
  const { env = process.env, cwd = process.cwd() } = options;
  const [program = 'vi', ...args] = editorCommand(env);
  const folder = await mkdtemp(join(tmpdir(), 'ccchat-draft-')).catch((error: unknown) => causeOf(error));
  if (typeof folder !== 'string') {
    return failed(`No temporary file could be made: ${folder.cause}`, 'Free some space or set TMPDIR.');
  }
  try {
    const file = join(folder, 'draft.md');
    await writeFile(file, text, { mode: 0o600 });
    const ended = await run(program, [...args, file], env, cwd);
    if (ended !== null) return ended;
    const edited = await readFile(file, 'utf8');
    return { type: 'edited', text: text.endsWith('\n') ? edited : edited.replace(/\r?\n$/, '') };
  } catch (error) {
    return failed(`The draft could not be read back: ${causeOf(error).cause}`, 'The draft is as it was.');
  } finally {
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

function run(program: string, args: string[], env: NodeJS.ProcessEnv, cwd: string): Promise<EditorResult | null> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: 'inherit', env, cwd });
    child.on('error', (error: NodeJS.ErrnoException) => {
      const cause = error.code === 'ENOENT' ? 'it was not found' : error.message;
      resolve(
        failed(`The editor "${program}" did not start: ${cause}.`, 'Set $VISUAL or $EDITOR to one that is installed.'),
      );
    });
    child.on('close', (code, signal) => {
      if (code === 0) resolve(null);
      else
        resolve(failed(`The editor "${program}" ended with ${signal ?? `code ${code}`}.`, 'The draft is as it was.'));
    });
  });
}

function failed(message: string, next: string): EditorResult {
  return { type: 'failed', message, next };
}

function causeOf(error: unknown): { readonly cause: string } {
  return { cause: error instanceof Error ? error.message : String(error) };
}
