// A history such as years of use leave: many small sessions, a few large ones, tools with long results, records that are no
// conversation. Made up, but of the shape that `claude` writes.
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface PastSessions {
  files: number;
  megabytes: number;
  records: number;
}

const words =
  'the parser reads every token of a stream and keeps what it cannot place until the next boundary so that nothing is lost when a file grows while it is read and the cache of the index stays warm for queries about deploy retry queue letter session fork branch merge test failure timeout socket buffer lexer schema migration'.split(
    ' ',
  );

export function makePastSessions(
  folder: string,
  { files, megabytes }: { files: number; megabytes: number },
): PastSessions {
  const average = (megabytes * 1024 * 1024) / files;
  let seed = 1;
  const random = () => {
    seed = (seed * 1103515245 + 12345) & 0x7fffffff;
    return seed / 0x7fffffff;
  };
  const text = (length: number) => {
    let made = '';
    while (made.length < length)
      made += `${words[Math.floor(random() * words.length)]}${random() < 0.05 ? '.\n' : ' '}`;
    return made.slice(0, length);
  };
  const made: PastSessions = { files, megabytes: 0, records: 0 };
  for (let number = 0; number < files; number += 1) {
    const project = join(folder, 'projects', `-work-project-${number % 40}`);
    mkdirSync(project, { recursive: true });
    const size = average * (number % 100 === 99 ? 50 : 0.5);
    const session = randomUUID();
    const lines: string[] = [];
    let bytes = 0;
    let parent: string | null = null;
    const add = (record: Record<string, unknown>) => {
      const uuid = randomUUID();
      const common = {
        parentUuid: parent,
        isSidechain: false,
        uuid,
        sessionId: session,
        cwd: `/work/project-${number % 40}`,
      };
      const at = new Date(1_700_000_000_000 + number * 3_600_000 + lines.length * 1000).toISOString();
      const line = JSON.stringify({ ...common, version: '2.1.197', timestamp: at, ...record });
      lines.push(line);
      bytes += line.length + 1;
      parent = uuid;
    };
    const reply = (content: unknown[], stop: string) => ({
      type: 'assistant',
      message: {
        id: `msg_${randomUUID()}`,
        role: 'assistant',
        model: 'made-up',
        content,
        stop_reason: stop,
        usage: { input_tokens: 900, output_tokens: 120 },
      },
    });
    while (bytes < size) {
      add({ type: 'user', message: { role: 'user', content: `${text(120)} number ${number}` } });
      const id = `toolu_${randomUUID()}`;
      add(reply([{ type: 'tool_use', id, name: 'Bash', input: { command: text(60) } }], 'tool_use'));
      const result = text(Math.min(size, 400 + random() * 6_000));
      add({
        type: 'user',
        toolUseResult: { stdout: result },
        message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: result }] },
      });
      add(reply([{ type: 'text', text: text(800) }], 'end_turn'));
      add({ type: 'system', subtype: 'turn_duration', durationMs: 5000 });
    }
    writeFileSync(join(project, `${session}.jsonl`), lines.map((line) => `${line}\n`).join(''));
    made.megabytes += bytes / 1024 / 1024;
    made.records += lines.length;
  }
  return made;
}
