// What a thread did to files, by the word of its own edit tools: a replay of Write, Edit and MultiEdit over the contents that Read
// and Write made known. A call that failed changed nothing. Where the content before is unknown, the edited pieces stand alone.
import type { Block, Message, ToolResultBlock, ToolUseBlock, TurnId } from '../store/types.ts';
import { hunksOf, type PatchPart } from './diff-lines.ts';

export interface FileChange {
  readonly path: string;
  /** `rewritten`: overwritten whole, and nobody knows what was there before. */
  readonly kind: 'created' | 'edited' | 'rewritten';
  readonly additions: number;
  readonly deletions: number;
  /** Unified; hunks whose place in the file is unknown begin with `@@ ... @@`. */
  readonly patch: string;
  readonly parts: readonly PatchPart[];
  /** Turns that changed it, in order. */
  readonly turns: readonly TurnId[];
}

export interface DiffRange {
  /** Paths under it are given relative. */
  readonly cwd?: string;
  /** Which messages count; all by default. The others still tell what files held. */
  readonly within?: (message: Message) => boolean;
}

export interface ChangeReader {
  /** Messages of a line, oldest first. */
  add(message: Message): void;
  changes(): FileChange[];
}

export function fileChanges(messages: Iterable<Message>, range: DiffRange = {}): FileChange[] {
  const reader = readChanges(range);
  for (const message of messages) reader.add(message);
  return reader.changes();
}

interface FileState {
  /** The whole content now, when known. */
  content: string | null;
  /** What it held before the first change that counts; `content` null when unknown. */
  start: { content: string | null; kind: FileChange['kind'] } | null;
  pieces: { before: string; after: string; firstLine: number | null }[];
  kind: FileChange['kind'] | null;
  turns: Set<TurnId>;
}

interface Call {
  use: ToolUseBlock;
  counts: boolean;
  turn: TurnId | null;
}

export function readChanges({ cwd, within = () => true }: DiffRange = {}): ChangeReader {
  const files = new Map<string, FileState>();
  const calls = new Map<string, Call>();

  const fileAt = (path: string): FileState => {
    const known = files.get(path);
    if (known) return known;
    const file: FileState = { content: null, start: null, pieces: [], kind: null, turns: new Set() };
    files.set(path, file);
    return file;
  };

  function finished(call: Call, result: ToolResultBlock): void {
    const { name, input } = call.use;
    const path = text(input.file_path) || text(input.notebook_path);
    if (path === '' || result.is_error === true) return;
    const answer = resultText(result);
    const file = fileAt(path);
    switch (name) {
      case 'Read':
        if (input.offset === undefined && input.limit === undefined) read(file, answer);
        break;
      case 'Write':
        write(file, call, text(input.content), /^File created|created successfully/i.test(answer) ? 'new' : 'there');
        break;
      case 'Edit':
        edit(file, call, input);
        break;
      case 'MultiEdit':
        for (const one of Array.isArray(input.edits) ? input.edits : []) edit(file, call, record(one));
        break;
      case 'NotebookEdit':
        piece(file, call, '', text(input.edit_mode) === 'delete' ? '' : text(input.new_source));
        break;
    }
  }

  function read(file: FileState, answer: string): void {
    const content = numberedContent(answer);
    if (content === null || (file.content !== null && sameText(file.content, content))) return;
    close(file);
    file.content = content;
  }

  function write(file: FileState, call: Call, content: string, was: 'new' | 'there'): void {
    if (call.counts) {
      const before = file.content ?? (was === 'new' ? '' : null);
      file.start ??= { content: before, kind: was === 'new' ? 'created' : before === null ? 'rewritten' : 'edited' };
      note(file, call);
    }
    file.content = content;
  }

  function edit(file: FileState, call: Call, input: Record<string, unknown>): void {
    const before = text(input.old_string);
    const after = text(input.new_string);
    if (before === '') {
      write(file, call, after, file.content === null ? 'new' : 'there');
      return;
    }
    if (file.content === null || !file.content.includes(before)) {
      close(file);
      file.content = null;
      if (call.counts) piece(file, call, before, after);
      return;
    }
    if (call.counts) {
      file.start ??= { content: file.content, kind: 'edited' };
      note(file, call);
    }
    file.content = replaced(file.content, before, after, input.replace_all === true ? 'all' : 'first');
  }

  /** A change whose place is unknown; one that changes an earlier piece again becomes part of it. */
  function piece(file: FileState, call: Call, before: string, after: string): void {
    if (!call.counts) return;
    note(file, call);
    const earlier = before === '' ? undefined : file.pieces.findLast((one) => one.after.includes(before));
    if (earlier) earlier.after = replaced(earlier.after, before, after, 'first');
    else file.pieces.push({ before, after, firstLine: null });
  }

  function note(file: FileState, call: Call): void {
    if (call.turn !== null) file.turns.add(call.turn);
  }

  /** What counts so far becomes a part of its own: somebody else changed the file meanwhile. */
  function close(file: FileState): void {
    if (file.start && file.content !== null) {
      file.pieces.push({ before: file.start.content ?? '', after: file.content, firstLine: 1 });
      file.kind ??= file.start.kind;
    }
    file.start = null;
  }

  function changeOf(path: string, file: FileState): FileChange[] {
    const last =
      file.start && file.content !== null
        ? [{ before: file.start.content ?? '', after: file.content, firstLine: 1 }]
        : [];
    const parts = [...file.pieces, ...last].filter(({ before, after }) => before !== after);
    const kind = file.kind ?? file.start?.kind ?? 'edited';
    if (parts.length === 0 && !(kind === 'created' && file.turns.size > 0)) return [];
    const shown = relative(path, cwd);
    const hunks = parts.map(hunksOf);
    const name = shown.replace(/^\/+/, '');
    const header = `--- ${kind === 'created' ? '/dev/null' : `a/${name}`}\n+++ b/${name}\n`;
    return [
      {
        path: shown,
        kind,
        additions: hunks.reduce((sum, hunk) => sum + hunk.additions, 0),
        deletions: hunks.reduce((sum, hunk) => sum + hunk.deletions, 0),
        patch: header + hunks.map((hunk) => hunk.text).join(''),
        parts,
        turns: [...file.turns],
      },
    ];
  }

  return {
    add(message) {
      for (const block of message.blocks) {
        if (block.type === 'tool_use') calls.set(block.id, { use: block, counts: within(message), turn: message.turn });
        if (block.type !== 'tool_result') continue;
        const call = calls.get(block.tool_use_id);
        calls.delete(block.tool_use_id);
        if (call) finished(call, block);
      }
    },
    changes: () => [...files].flatMap(([path, file]) => changeOf(path, file)),
  };
}

function replaced(content: string, before: string, after: string, which: 'first' | 'all'): string {
  return which === 'all' ? content.replaceAll(before, () => after) : content.replace(before, () => after);
}

/** The file that a Read shows with line numbers; null when it is not all there. */
function numberedContent(answer: string): string | null {
  const lines: string[] = [];
  for (const line of answer.replace(/\n*<system-reminder>[\s\S]*$/, '').split('\n')) {
    const match = /^\s*(\d+)(?:→|\t)(.*)$/s.exec(line);
    if (!match) {
      if (line.trim() === '') continue;
      return null;
    }
    if (Number(match[1]) !== lines.length + 1) return null;
    lines.push(match[2]!);
  }
  return lines.length === 0 || lines.length >= 2000 ? null : `${lines.join('\n')}\n`;
}

/** A Read does not tell whether the last line ends. */
const sameText = (a: string, b: string) => a.replace(/\n+$/, '') === b.replace(/\n+$/, '');

function resultText({ content }: ToolResultBlock): string {
  if (typeof content === 'string') return content;
  return (content ?? []).map((block: Block) => (block.type === 'text' ? block.text : '')).join('\n');
}

function relative(path: string, cwd: string | undefined): string {
  const folder = cwd?.replace(/\/+$/, '');
  return folder && path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const record = (value: unknown): Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
