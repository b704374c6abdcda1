// A session's transcript and those of its subagents, followed together and told as events. What waits for a line that does not
// come is let go after a moment, so that nothing is held back for long.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { AgentEvent } from '../../agent.ts';
import { transcriptReader } from './reader.ts';
import { type Pace, type Tail, tail } from './tail.ts';

export interface Following {
  readonly file: string;
  /** After the last complete line read: a turn that starts here can be recovered from here. */
  readonly offset: number;
  /** The transcript says that the last turn is over. */
  readonly ended: boolean;
  /** Reads and tells what is there now. */
  drain(): Promise<void>;
  /** `busy` while a turn runs. */
  pace(pace: Pace): void;
  close(): void;
}

export interface FollowOptions {
  file: string;
  offset?: number;
  /** The lines before `offset`, as `writeTranscript` gave them. */
  known?: readonly string[];
  onEvent(event: AgentEvent): void;
  onLine?(line: string): void;
  onError?(error: Error): void;
}

/** A busy `claude` writes the result of an interrupted tool late, but it does; without it the next turn would be taken for the interrupted one. */
const patienceMs = { parent: 1_000, result: 5_000 };

export function followTranscript({ file, offset, known, onEvent, onLine, onError }: FollowOptions): Following {
  const reader = transcriptReader({ known: known ?? (offset ? undefined : []) });
  const folder = path.join(file.replace(/\.jsonl$/, ''), 'subagents');
  const subagents = new Map<string, Tail>();
  let pace: Pace = 'idle';
  let letGo: NodeJS.Timeout | undefined;

  const tell = (events: AgentEvent[]) => {
    for (const event of events) onEvent(event);
    clearTimeout(letGo);
    letGo = reader.waiting ? setTimeout(() => tell(reader.flush()), patienceMs[reader.waiting]) : undefined;
    letGo?.unref();
  };

  const main = tail({
    file,
    offset,
    onError,
    onLine(line) {
      onLine?.(line);
      tell(reader.push(line));
    },
  });

  const findSubagents = () => {
    for (const name of transcriptsIn(folder)) {
      if (subagents.has(name)) continue;
      let toolUse: string | null = null;
      const own = tail({
        file: path.join(folder, name),
        onLine(line) {
          toolUse ??= callOf(path.join(folder, name.replace(/\.jsonl$/, '.meta.json')));
          tell(reader.push(line, { toolUse }));
        },
      });
      own.pace(pace);
      subagents.set(name, own);
    }
  };
  const looking = setInterval(() => {
    if (pace === 'busy') findSubagents();
  }, 200);
  looking.unref();

  return {
    file,
    get offset() {
      return main.offset;
    },
    get ended() {
      return reader.ended;
    },
    async drain() {
      await main.drain();
      findSubagents();
      await Promise.all([...subagents.values()].map((one) => one.drain()));
    },
    pace(wanted) {
      pace = wanted;
      for (const one of [main, ...subagents.values()]) one.pace(wanted);
    },
    close() {
      clearTimeout(letGo);
      clearInterval(looking);
      for (const one of [main, ...subagents.values()]) one.close();
    },
  };
}

function transcriptsIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
  } catch {
    return [];
  }
}

function callOf(file: string): string | null {
  try {
    const { toolUseId } = JSON.parse(readFileSync(file, 'utf8')) as { toolUseId?: unknown };
    return typeof toolUseId === 'string' ? toolUseId : null;
  } catch {
    return null;
  }
}
