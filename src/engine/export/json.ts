// A thread as JSON, whole: what is read back is what was written, block by block, so that an import can rebuild the same line.
import type { Message, Thread, Turn } from '../../store/types.ts';

export interface ThreadExport {
  readonly format: 'ccchat-thread';
  readonly version: 1;
  readonly thread: Thread;
  /** The current line, oldest first. */
  readonly messages: readonly Message[];
  readonly turns: readonly Turn[];
}

export class ExportError extends Error {
  constructor(
    message: string,
    readonly next: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'ExportError';
  }
}

export function jsonOf(thread: Thread, messages: Iterable<Message>, turns: Iterable<Turn> = []): string {
  const whole: ThreadExport = {
    format: 'ccchat-thread',
    version: 1,
    thread,
    messages: [...messages],
    turns: [...turns],
  };
  return `${JSON.stringify(whole, null, 2)}\n`;
}

/** Throws an `ExportError` that says what is wrong with the file. */
export function parseExport(json: string): ThreadExport {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    throw new ExportError('This is not JSON', 'Give a file that `export --format json` wrote', { cause: error });
  }
  const found = value as Partial<ThreadExport> | null;
  if (found === null || typeof found !== 'object' || found.format !== 'ccchat-thread')
    throw new ExportError('This is not an exported thread', 'Give a file that `export --format json` wrote');
  if (found.version !== 1)
    throw new ExportError(`This export has version ${String(found.version)}, newer than this ccchat`, 'Update ccchat');
  const messages = found.messages ?? [];
  const broken = messages.findIndex((message, index) => !isMessage(message, messages[index - 1]));
  if (!isThread(found.thread) || broken >= 0)
    throw new ExportError(
      broken >= 0 ? `Message ${broken + 1} of the export is damaged` : 'The export has no thread in it',
      'Export the thread again',
    );
  return { format: 'ccchat-thread', version: 1, thread: found.thread, messages, turns: found.turns ?? [] };
}

function isThread(thread: unknown): thread is Thread {
  if (thread === null || typeof thread !== 'object') return false;
  const { id, cwd, settings } = thread as Partial<Thread>;
  return typeof id === 'string' && typeof cwd === 'string' && settings !== null && typeof settings === 'object';
}

function isMessage(message: unknown, before: Message | undefined): message is Message {
  if (message === null || typeof message !== 'object') return false;
  const { id, role, blocks, parent } = message as Partial<Message>;
  const roles = ['user', 'assistant', 'tool', 'summary', 'shell'];
  const chained = before === undefined || parent === before.id;
  return typeof id === 'string' && roles.includes(role as string) && Array.isArray(blocks) && chained;
}
