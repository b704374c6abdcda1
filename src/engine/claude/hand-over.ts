// The conversation for a person to go on with in `claude` itself: its own screen, no hooks of ours, the person's own environment. What
// happened there is read from its transcript; where they went back and took another way, the line they went on with is what counts.
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { Json, Message } from '../../store/types.ts';
import type { AgentHistory, AgentSetup, HandedBack, HandOver, PastStep, PastStretch } from '../agent.ts';
import { claudeArguments } from './arguments.ts';
import { personsEnvironment } from './environment.ts';
import type { ClaudeProgram } from './program.ts';
import { keptIn } from './transcript/keep.ts';
import { transcriptReader } from './transcript/reader.ts';
import { parseRecord } from './transcript/records.ts';
import { transcriptFile, type Written, writeTranscript } from './transcript/writer.ts';

export interface HandOverOptions {
  readonly program: ClaudeProgram;
  readonly env: NodeJS.ProcessEnv;
  readonly history: AgentHistory;
}

export async function handOver(
  setup: AgentSetup,
  prefix: readonly Message[],
  { program, env, history }: HandOverOptions,
): Promise<HandOver> {
  const session = randomUUID();
  const place = { env, cwd: setup.cwd, session };
  const written: Written =
    prefix.length === 0
      ? { file: transcriptFile(place), offset: 0, lines: [] }
      : await writeTranscript(prefix, { ...place, version: program.version });
  const known = prefix.length === 0 ? 'new' : 'resumed';
  return {
    session,
    file: program.path,
    args: claudeArguments(setup, {
      session: { id: session, known },
      settings: null,
      screenReader: false,
      extraArgs: setup.extraArgs,
    }),
    cwd: setup.cwd,
    env: personsEnvironment(env),
    place: { transcript: written.file, offset: written.offset },
    handedBack: () => handedBack(history, written),
  };
}

function handedBack(history: AgentHistory, { file, lines }: Written): HandedBack {
  if (!existsSync(file)) return { takenBack: 0, steps: [] };
  const known = new Set(lines.map((line) => uuidOf(line)));
  const steps = latestLine(history.open(file).stretches);
  const reader = transcriptReader();
  const toldPrompts = [...lines.flatMap((line) => reader.push(line)), ...reader.flush()].filter(isPrompt).length;
  const keptPrompts = steps.filter(({ event, record }) => known.has(record) && isPrompt(event)).length;
  const said = steps.filter(({ record }) => !known.has(record)).map((step) => withoutKnown(step, known));
  return { takenBack: toldPrompts - keptPrompts, steps: withoutLeaving(said) };
}

/** What stood before the first prompt is held already. */
function withoutKnown(step: PastStep, known: ReadonlySet<string>): PastStep {
  const { event } = step;
  if (event.type !== 'prompt' || event.agent === undefined) return step;
  const agent = keptIn({ own: event.agent }).own.filter(({ record }) => !known.has(String(record.uuid)));
  return { ...step, event: { ...event, agent: agent as unknown as Json } };
}

/** How they left is no part of the conversation. */
function withoutLeaving(steps: PastStep[]): PastStep[] {
  const last = steps.findLastIndex(({ event }) => isPrompt(event));
  const event = steps[last]?.event;
  const left = event?.type === 'prompt' && /^\/(exit|quit)\b/.test(event.text.trim());
  return left ? steps.slice(0, last) : steps;
}

/** Of branches the latest comes first, so the first one that goes on from a stretch is the way that was taken. */
function latestLine(stretches: readonly PastStretch[]): PastStep[] {
  const steps: PastStep[] = [];
  for (let at = stretches.findIndex(({ from }) => from === null); at !== -1; ) {
    steps.push(...stretches[at]!.steps());
    const before = at;
    at = stretches.findIndex(({ from }) => from === before);
  }
  return steps;
}

const isPrompt = ({ type }: PastStep['event']) => type === 'prompt';

function uuidOf(line: string): string {
  const record = parseRecord(line);
  return (record && 'uuid' in record && record.uuid) || '';
}
