// A turn whose process was lost, read to where its transcript ends. A last line without its newline counts when it is whole:
// the process may have died right after it.
import { open } from 'node:fs/promises';
import type { AgentEvent, RecoveredTurn } from '../../agent.ts';
import { transcriptReader } from './reader.ts';
import { parseRecord } from './records.ts';

export async function recoverTurn(transcript: string, offset: number): Promise<RecoveredTurn> {
  const [known, lines] = await linesAround(transcript, offset);
  const reader = transcriptReader({ known });
  const events: AgentEvent[] = [...lines.flatMap((line) => reader.push(line)), ...reader.flush()];
  const accepted = events.some((event) => event.type === 'prompt');
  return { accepted, finished: accepted && reader.ended, events };
}

/** What stood there before `offset` tells a repeated line from a new one. */
async function linesAround(file: string, offset: number): Promise<[before: string[], after: string[]]> {
  const handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (!handle) return [[], []];
  try {
    const bytes = await handle.readFile();
    const start = Math.min(offset, bytes.length);
    return [linesIn(bytes.subarray(0, start)), linesIn(bytes.subarray(start))];
  } finally {
    await handle.close();
  }
}

function linesIn(bytes: Buffer): string[] {
  const lines = bytes.toString('utf8').split('\n');
  const last = lines.pop();
  if (last && parseRecord(last)) lines.push(last);
  return lines.filter((line) => line !== '');
}
