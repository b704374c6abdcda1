// Bringing conversations in: the agent's own history and exported threads. File by file, a few small ones in one transaction, so that it
// can be stopped between two and gone on with later; what cannot be read is said at the end and stops nothing.
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { ThreadId } from '../../store/types.ts';
import { AgentError, type PastFile } from '../agent.ts';
import { EngineError } from '../api.ts';
import type { Core } from '../core.ts';
import { readExport, takeExport } from './exported.ts';
import { type Taken, takeSession } from './session.ts';

export interface ImportOptions {
  /** Folders of history, transcripts (`.jsonl`), exported threads (`.json`); default: where the agent keeps its history. */
  paths?: readonly string[];
  /** Stops between two files. */
  signal?: AbortSignal;
  onProgress?(progress: ImportProgress): void;
}

export interface ImportProgress {
  files: number;
  totalFiles: number;
  bytes: number;
  totalBytes: number;
  threads: number;
  messages: number;
}

export interface ImportReport {
  files: number;
  /** New threads. */
  created: ThreadId[];
  /** Threads of an earlier import that have grown. */
  continued: ThreadId[];
  turns: number;
  messages: number;
  /** Files as they were the last time, or with nothing new in them. */
  unchanged: number;
  /** Sessions that ccchat ran itself. */
  own: number;
  /** Files without a conversation, those of subagents among them. */
  empty: number;
  unreadable: { file: string; reason: string }[];
  interrupted: boolean;
}

/** A file that is named is read again even when it is as it was: what it held may have been removed meanwhile. */
interface WantedFile extends PastFile {
  why: 'listed' | 'named';
}

type Outcome =
  | { kind: 'taken'; taken: Taken; badLines: number; lines: number }
  | { kind: 'unchanged' | 'own' | 'empty' };

const groupBytes = 1024 * 1024;

export async function importThreads(core: Core, options: ImportOptions = {}): Promise<ImportReport> {
  const report: ImportReport = {
    files: 0,
    created: [],
    continued: [],
    turns: 0,
    messages: 0,
    unchanged: 0,
    own: 0,
    empty: 0,
    unreadable: [],
    interrupted: false,
  };
  const files = filesOf(core, options.paths ?? []);
  const totalBytes = files.reduce((sum, { size }) => sum + size, 0);
  let bytes = 0;
  const tell = () =>
    options.onProgress?.({
      files: report.files,
      totalFiles: files.length,
      bytes,
      totalBytes,
      threads: report.created.length,
      messages: report.messages,
    });
  const take = (file: WantedFile) => {
    note(report, file.file, () => takeFile(core, file));
    report.files += 1;
    bytes += file.size;
    tell();
  };
  /** A file that fails half-way must leave nothing behind: then each of them gets a transaction of its own. */
  const takeTogether = (group: readonly WantedFile[]): void => {
    const before = { report: structuredClone(report), bytes };
    try {
      core.store.transaction(() => {
        for (const file of group) if (!options.signal?.aborted) take(file);
      });
    } catch (error) {
      if (!isOfTheFile(error)) throw error;
      Object.assign(report, before.report);
      bytes = before.bytes;
      for (const file of group) if (!options.signal?.aborted) take(file);
    }
  };
  tell();
  for (const group of groupsOf(files)) {
    await new Promise<void>((resolve) => setImmediate(resolve));
    takeTogether(group);
    report.interrupted = options.signal?.aborted === true && report.files < files.length;
    if (report.interrupted) break;
  }
  for (const thread of [...report.created, ...report.continued])
    core.bus.emit({ type: 'thread.changed', thread, reason: 'elsewhere' });
  return report;
}

/** As many files as fit: a transaction holds up whoever else writes, and one for each small file would mostly wait for the disk. */
function* groupsOf(files: readonly WantedFile[]): Generator<WantedFile[]> {
  let group: WantedFile[] = [];
  let bytes = 0;
  for (const file of files) {
    if (group.length > 0 && bytes + file.size > groupBytes) {
      yield group;
      group = [];
      bytes = 0;
    }
    group.push(file);
    bytes += file.size;
  }
  if (group.length > 0) yield group;
}

function filesOf({ agent }: Core, paths: readonly string[]): WantedFile[] {
  const history = (folder?: string): WantedFile[] => {
    if (!agent.history)
      throw new EngineError('bad-input', 'this agent keeps no history', 'Name exported threads to import.');
    return agent.history.files(folder).map((file) => ({ ...file, why: 'listed' }));
  };
  try {
    return paths.length === 0 ? history() : paths.flatMap((name) => filesAt(path.resolve(name), history));
  } catch (error) {
    if (error instanceof AgentError) throw new EngineError('not-found', error.message, error.next, { cause: error });
    throw error;
  }
}

function filesAt(name: string, history: (folder: string) => WantedFile[]): WantedFile[] {
  const found = statSync(name, { throwIfNoEntry: false });
  if (!found) throw new EngineError('not-found', `there is no ${name}`, 'Name a folder or a file that is there.');
  if (found.isDirectory()) return history(name);
  return [{ file: name, size: found.size, modifiedAt: Math.round(found.mtimeMs), why: 'named' }];
}

/** What goes wrong with one file is told with the rest; a failure of the store is everybody's. */
function note(report: ImportReport, file: string, take: () => Outcome): void {
  let outcome: Outcome;
  try {
    outcome = take();
  } catch (error) {
    if (!isOfTheFile(error)) throw error;
    report.unreadable.push({ file, reason: reasonOf(error) });
    return;
  }
  if (outcome.kind !== 'taken') {
    report[outcome.kind] += 1;
    return;
  }
  const { taken, badLines, lines } = outcome;
  if (badLines > 0) report.unreadable.push({ file, reason: `${badLines} of its ${lines} lines could not be read` });
  report.created.push(...taken.created);
  report.continued.push(...taken.continued.filter((thread) => !report.continued.includes(thread)));
  report.turns += taken.turns;
  report.messages += taken.messages;
  if (taken.messages === 0 && taken.created.length === 0) report.unchanged += 1;
}

const isOfTheFile = (error: unknown): boolean =>
  error instanceof EngineError || (error instanceof Error && 'syscall' in error);

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EACCES' || code === 'EPERM') return 'it may not be read';
  if (code === 'ENOENT') return 'it is not there any more';
  return message;
}

function takeFile(core: Core, file: WantedFile): Outcome {
  return path.extname(file.file) === '.json' ? takeExported(core, file) : takeTranscript(core, file);
}

function takeExported(core: Core, { file }: PastFile): Outcome {
  const whole = readExport(readFileSync(file, 'utf8'));
  const taken = core.store.transaction(() => takeExport(core, whole, file));
  return { kind: 'taken', taken, badLines: 0, lines: 0 };
}

function takeTranscript(core: Core, file: WantedFile): Outcome {
  const { store, agent } = core;
  const before = store.imports.file(file.file);
  const isSame = before !== null && before.size === file.size && before.modifiedAt === file.modifiedAt;
  if (isSame && file.why === 'listed') return { kind: 'unchanged' };
  if (!agent.history) throw new EngineError('bad-input', 'this agent keeps no history', 'Name exported threads.');
  const session = agent.history.open(file.file);
  if (session.lines > 0 && session.badLines === session.lines)
    throw new EngineError('bad-input', 'nothing in it is a record of claude', 'Leave it out.');
  return store.transaction((): Outcome => {
    store.imports.remember(file);
    if (store.imports.isOwnSession(session.id)) return { kind: 'own' };
    if (!session.stretches.some(({ answered }) => answered)) return { kind: 'empty' };
    const { badLines, lines } = session;
    return { kind: 'taken', taken: takeSession(core, session, file), badLines, lines };
  });
}
