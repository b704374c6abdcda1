// The user's own sessions with `claude`, read as trees. `claude` never rewrites a transcript: going back makes the next prompt a child
// of an earlier record, so a session is a tree of turns, and where a turn has several next ones it branched. Within a turn records
// branch too (parallel tools), but there the order of the file is the order of the conversation.
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import {
  AgentError,
  type AgentEvent,
  type AgentHistory,
  type PastFile,
  type PastSession,
  type PastStep,
  type PastStretch,
} from '../../agent.ts';
import { type FileLine, lineReader, linesOf } from './lines.ts';
import { configFolder } from './place.ts';
import { transcriptReader } from './reader.ts';
import { parseRecord, type Raw, type TranscriptRecord } from './records.ts';

type Place = Pick<FileLine, 'offset' | 'length'>;

/** A prompt and every record up to the next prompts; the first turn may begin without one. */
interface PastTurn {
  parent: PastTurn | null;
  lines: Place[];
  /** What came after its last word: it belongs to whatever is said next. */
  trailing: Place[];
  children: PastTurn[];
  answered: boolean;
  /** Where the last record of it or of any later turn lies: the latest line is the one that was gone on with. */
  last: number;
}

interface Outline {
  cwd: string | null;
  title: string | null;
  beginnings: PastTurn[];
  sideRecords: number;
  badLines: number;
  lines: number;
}

/** So many records before a branch are shown to its reader, for a compaction that keeps the last ones. */
const memory = 400;

export function claudeHistory(env: NodeJS.ProcessEnv): AgentHistory {
  return {
    files: (folder) => (folder === undefined ? filesBelow(configFolder(env)) : filesBelow(folder)),
    open: openSession,
  };
}

/** `projects` may be named itself, its parent, or one project; a subagent's transcript lies deeper and is no conversation. */
function filesBelow(folder: string): PastFile[] {
  const projects = [path.join(folder, 'projects'), folder].find(isFolder);
  if (!projects)
    throw new AgentError('no-history', `There is no history of claude in ${folder}.`, 'Name the folder that has it.');
  const files = [projects, ...folders(projects)].flatMap(transcriptsIn);
  return files.sort((a, b) => a.modifiedAt - b.modifiedAt || (a.file < b.file ? -1 : 1));
}

const isFolder = (name: string): boolean => statSync(name, { throwIfNoEntry: false })?.isDirectory() === true;

const folders = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
    .map((entry) => path.join(folder, entry.name))
    .filter(isFolder);

function transcriptsIn(folder: string): PastFile[] {
  let names: string[];
  try {
    names = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
  } catch {
    return [{ file: folder, size: 0, modifiedAt: 0 }]; // opening it says why
  }
  return names.flatMap((name) => {
    const file = path.join(folder, name);
    const found = statSync(file, { throwIfNoEntry: false });
    return found && !found.isDirectory() ? [{ file, size: found.size, modifiedAt: Math.round(found.mtimeMs) }] : [];
  });
}

function openSession(file: string): PastSession {
  const outline = outlineOf(file);
  const { beginnings, ...about } = outline;
  return { id: path.basename(file, '.jsonl'), ...about, stretches: stretchesOf(file, beginnings) };
}

function outlineOf(file: string): Outline {
  const outline: Outline = { cwd: null, title: null, beginnings: [], sideRecords: 0, badLines: 0, lines: 0 };
  const titles: Partial<Record<TitleKind, string>> = {};
  const nodes: Node[] = [];
  for (const { offset, length, bytes } of linesOf(file)) {
    outline.lines += 1;
    const record = parseRecord(bytes.toString('utf8'));
    if (!record) outline.badLines += 1;
    else if ('uuid' in record && record.subagent !== null) outline.sideRecords += 1;
    else {
      if ('raw' in record) {
        outline.cwd ??= typeof record.raw.cwd === 'string' ? record.raw.cwd : null;
        Object.assign(titles, titleIn(record.raw));
      }
      nodes.push(nodeOf(record, { offset, length }));
    }
  }
  outline.beginnings = turnsOf(nodes);
  outline.title = titles.person ?? titles.agent ?? titles.summary ?? null;
  return outline;
}

interface Node extends Place {
  uuid: string | null;
  parent: string | null;
  kind: TranscriptRecord['kind'];
}

function nodeOf(record: TranscriptRecord, place: Place): Node {
  if (!('uuid' in record)) return { ...place, kind: record.kind, uuid: null, parent: null };
  return { ...place, kind: record.kind, uuid: record.uuid, parent: record.parent ?? logicalParent(record.raw) };
}

function turnsOf(nodes: readonly Node[]): PastTurn[] {
  const beginnings: PastTurn[] = [];
  const turnOf = new Map<string, PastTurn>();
  let current: PastTurn | null = null;

  const begin = (parent: PastTurn | null): PastTurn => {
    const turn: PastTurn = { parent, lines: [], trailing: [], children: [], answered: false, last: 0 };
    (parent?.children ?? beginnings).push(turn);
    return turn;
  };
  /** A chain that goes on from what is not in the file goes on from what stands before it. */
  const homeOf = ({ kind, parent }: Node): PastTurn | null => {
    if (parent === null) return kind === 'boundary' ? current : null;
    return turnOf.get(parent) ?? current;
  };

  for (const node of inOrder(nodes)) {
    const { offset, length, uuid, kind } = node;
    if (uuid === null) {
      if (kind === 'queue' || kind === 'loose') current?.lines.push({ offset, length });
      continue;
    }
    const home = homeOf(node);
    const turn: PastTurn = kind === 'prompt' || !home ? begin(home) : home;
    if (kind === 'aside') turn.trailing.push({ offset, length });
    else {
      turn.lines.push(...turn.trailing, { offset, length });
      turn.trailing = [];
    }
    turn.answered ||= kind === 'blocks';
    turn.last = Math.max(turn.last, offset);
    turnOf.set(uuid, turn);
    current = turn;
  }
  for (const turn of beginnings) settle(turn);
  return beginnings.filter(isKept);
}

/** As the file has them, but none before its parent: `claude` writes from several places at once. */
function* inOrder(nodes: readonly Node[]): Generator<Node> {
  const inFile = new Set(nodes.map(({ uuid }) => uuid));
  const placed = new Set<string>();
  const waiting = new Map<string, Node[]>();
  const isReady = ({ parent }: Node) => parent === null || !inFile.has(parent) || placed.has(parent);
  for (const node of nodes) {
    if (node.uuid !== null && placed.has(node.uuid)) continue;
    if (!isReady(node)) {
      waiting.set(node.parent!, [...(waiting.get(node.parent!) ?? []), node]);
      continue;
    }
    const ready = [node];
    for (let next = ready.shift(); next; next = ready.shift()) {
      yield next;
      if (next.uuid === null) continue;
      placed.add(next.uuid);
      ready.unshift(...(waiting.get(next.uuid) ?? []));
      waiting.delete(next.uuid);
    }
  }
  for (const stranded of waiting.values()) yield* stranded;
}

/** A compaction begins a chain of its own and says what it goes on from beside it. */
function logicalParent(raw: Raw): string | null {
  return typeof raw.logicalParentUuid === 'string' ? raw.logicalParentUuid : null;
}

type TitleKind = 'person' | 'agent' | 'summary';

function titleIn(raw: Raw): Partial<Record<TitleKind, string>> {
  const name = (kind: TitleKind, value: unknown) =>
    typeof value === 'string' && value.trim() ? { [kind]: value } : {};
  switch (raw.type) {
    case 'custom-title':
      return name('person', raw.customTitle ?? raw.title);
    case 'ai-title':
      return name('agent', raw.aiTitle ?? raw.title);
    case 'summary':
      return name('summary', raw.summary);
    default:
      return {};
  }
}

/** From the leaves up, without recursion: a session may have thousands of turns one below the other. */
function settle(beginning: PastTurn): void {
  const order: PastTurn[] = [beginning];
  for (let at = 0; at < order.length; at += 1) order.push(...order[at]!.children);
  for (const turn of order.reverse()) {
    turn.children = turn.children.filter(isKept);
    turn.children.sort((a, b) => b.last - a.last);
    turn.last = Math.max(turn.last, ...turn.children.map(({ last }) => last));
  }
}

/** A branch that nobody answered is a prompt that was taken back. It is the latest when nothing came after it. */
function isKept(turn: PastTurn, _: number, siblings: readonly PastTurn[]): boolean {
  return isAnswered(turn) || siblings.every((one) => one === turn || one.last < turn.last);
}

function isAnswered(turn: PastTurn): boolean {
  const pending = [turn];
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (next.answered) return true;
    pending.push(...next.children);
  }
  return false;
}

function stretchesOf(file: string, beginnings: readonly PastTurn[]): PastStretch[] {
  const stretches: PastStretch[] = [];
  const latestFirst = [...beginnings].sort((a, b) => b.last - a.last);
  const pending = latestFirst.map((turn) => ({ turn, from: null as number | null })).reverse();
  for (let next = pending.pop(); next; next = pending.pop()) {
    const turns = [next.turn];
    for (let at = next.turn; at.children.length === 1; at = turns.at(-1)!) turns.push(at.children[0]!);
    const index = stretches.push({
      from: next.from,
      answered: turns.some(({ answered }) => answered),
      steps: () => stepsOf(file, turns),
    });
    const branches = turns.at(-1)!.children.map((turn) => ({ turn, from: index - 1 }));
    pending.push(...branches.reverse());
  }
  return stretches;
}

function* stepsOf(file: string, turns: readonly PastTurn[]): Generator<PastStep> {
  const lines = lineReader(file);
  try {
    const { known, lead } = before(turns[0]!);
    const reader = transcriptReader({ known: known.length > 0 ? known.map(lines.read) : undefined });
    const places = [
      ...lead,
      ...turns.flatMap((turn, index) => linesIn(turn, index < turns.length - 1 ? 'goes on' : 'ends')),
    ];
    let last: Stamp = { record: '', at: null };
    for (const place of places) {
      const line = lines.read(place);
      const events = reader.push(line);
      if (events.length > 0) last = stampOf(parseRecord(line)) ?? last;
      for (const event of events) yield { event, ...(stampIn(event) ?? last) };
    }
    for (const event of reader.flush()) yield { event, ...(stampIn(event) ?? last) };
  } finally {
    lines.close();
  }
}

/** What a reader has to know that begins at a branch: the records before it, and what was said behind the last word before it. */
function before(turn: PastTurn): { known: Place[]; lead: Place[] } {
  const known: Place[] = [];
  for (let at = turn.parent; at && known.length < memory; at = at.parent) known.unshift(...at.lines.slice(-memory));
  return { known, lead: turn.parent?.trailing ?? [] };
}

/** At a branch, what came after the last word goes with each of the lines that follow. */
const linesIn = ({ lines, trailing, children }: PastTurn, here: 'goes on' | 'ends'): Place[] =>
  here === 'goes on' || children.length === 0 ? [...lines, ...trailing] : lines;

type Stamp = Omit<PastStep, 'event'>;

function stampOf(record: TranscriptRecord | null): Stamp | null {
  return record && 'uuid' in record ? stampOfRaw(record.raw) : null;
}

/** A record may be told later than it was read: what an event keeps says which it is from. */
function stampIn(event: AgentEvent): Stamp | null {
  if (!('agent' in event) || !event.agent) return null;
  const kept = Array.isArray(event.agent) ? event.agent.at(-1) : event.agent;
  const record = (kept as { record?: Raw } | undefined)?.record;
  return record ? stampOfRaw(record) : null;
}

function stampOfRaw({ uuid, timestamp }: Raw): Stamp | null {
  const at = Date.parse(String(timestamp));
  return typeof uuid === 'string' ? { record: uuid, at: Number.isNaN(at) ? null : at } : null;
}
