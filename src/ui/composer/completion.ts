// Proposals for the word at the cursor: `/` commands with their help, the words a command takes, `@` files. All of it is a function of
// the draft, the catalogue and the file list, made again after each edit; while a word grows only what matched before is looked at.
import type { BufferState } from './buffer.ts';
import { lineText } from './buffer.ts';
import { mention } from './chips.ts';
import type { FileEntry, FileList } from './files.ts';
import { fuzzyMatch, isSubsequence, letterBits, rank } from './fuzzy.ts';
import type { CommandHelp } from './types.ts';

export interface Proposal {
  readonly label: string;
  readonly help: string;
  /** What takes the place of the word. */
  readonly insert: string;
  /** Offsets in the label of what was matched. */
  readonly hits: readonly number[];
  /** `run`: Enter may run it at once; `open`: a folder, more may follow. */
  readonly after: 'run' | 'space' | 'open';
}

export interface Completion {
  readonly kind: 'command' | 'argument' | 'file';
  readonly word: Word;
  readonly proposals: readonly Proposal[];
  readonly selected: number;
  /** Enter takes a proposal that was only guessed when the person moved to it. */
  readonly moved: boolean;
  readonly narrowed: Narrowed | null;
}

export interface Word {
  readonly kind: Completion['kind'];
  readonly line: number;
  readonly from: number;
  readonly to: number;
  readonly query: string;
  /** The command whose argument it is. */
  readonly command?: string;
}

interface Narrowed {
  readonly query: string;
  readonly version: number;
  /** All that may match this query or a longer one. */
  readonly entries: readonly FileEntry[];
  /** Those worth scoring. */
  readonly likely: readonly FileEntry[];
}

export interface CompletionSources {
  readonly commands: readonly CommandHelp[];
  readonly files: FileList;
}

const MOST = 50;
const SCORED = 1000;
const LONGEST_WORD = 1024;

/** The word at the cursor that something could complete. */
export function wordAt(state: BufferState): Word | null {
  const { line, offset } = state.cursor;
  const text = lineText(state, line);
  if (line === 0 && text.startsWith('/') && offset <= LONGEST_WORD) {
    const [, name, gap, argument] = /^\/([\p{L}\d_:-]*)(?:( +)(\S*))?$/u.exec(text.slice(0, offset)) ?? [];
    if (name !== undefined && gap === undefined) {
      const to = /^\/[\p{L}\d_:-]*/u.exec(text)?.[0].length ?? offset;
      return { kind: 'command', line, from: 0, to, query: name };
    }
    if (name !== undefined && argument !== undefined) {
      return { kind: 'argument', line, from: offset - argument.length, to: offset, query: argument, command: name };
    }
  }
  const before = text.slice(Math.max(0, offset - LONGEST_WORD), offset);
  const [, , quoted, plain] = /(^|[\s\u3002\u3001\uff1f\uff01])@(?:"([^"]*)|([^\s@"]*))$/u.exec(before) ?? [];
  const query = quoted ?? plain;
  if (query === undefined) return null;
  const rest =
    quoted === undefined ? /^[^\s@"]*/.exec(text.slice(offset))?.[0] : /^[^"]*"/.exec(text.slice(offset))?.[0];
  const from = offset - query.length - (quoted === undefined ? 1 : 2);
  return { kind: 'file', line, from, to: offset + (rest?.length ?? 0), query };
}

/** Names a word so that closing its proposals lasts while it is typed on. */
export function wordKey(word: Word): string {
  return `${word.kind} ${word.line}:${word.from}`;
}

export function completionFor(word: Word, sources: CompletionSources, before: Completion | null): Completion | null {
  const narrowed = word.kind === 'file' ? narrow(word.query, sources.files, before?.narrowed ?? null) : null;
  const proposals =
    word.kind === 'command'
      ? commandProposals(word.query, sources.commands)
      : word.kind === 'argument'
        ? argumentProposals(word, sources.commands)
        : fileProposals(word.query, narrowed!);
  if (proposals.length === 0) return null;
  const same = before !== null && wordKey(before.word) === wordKey(word) && before.word.query === word.query;
  const selected = same ? Math.min(before.selected, proposals.length - 1) : 0;
  return { kind: word.kind, word, proposals, selected, moved: same && before.moved, narrowed };
}

export function moveSelection(state: Completion, by: -1 | 1): Completion {
  const count = state.proposals.length;
  return { ...state, selected: (state.selected + by + count) % count, moved: true };
}

export function selectedProposal(state: Completion): Proposal | null {
  return state.proposals[state.selected] ?? null;
}

/** Whether Enter means the proposal rather than what is typed. */
export function entersProposal(state: Completion): boolean {
  const proposal = selectedProposal(state);
  if (proposal === null) return false;
  if (state.kind === 'file' || state.moved) return true;
  return state.kind === 'command' && proposal.insert.slice(1).toLowerCase().startsWith(state.word.query.toLowerCase());
}

function commandProposals(query: string, commands: readonly CommandHelp[]): Proposal[] {
  const wanted = query.toLowerCase();
  const found = commands.flatMap((command) => {
    const names = [command.name, ...(command.aliases ?? [])];
    const best = names
      .flatMap((name) => {
        const match = fuzzyMatch(wanted, name);
        const lead = name === wanted ? 2000 : name.startsWith(wanted) ? 1000 : 0;
        return match === null
          ? []
          : [{ name, hits: match.hits, score: match.score + lead - (name === command.name ? 0 : 500) }];
      })
      .sort((a, b) => b.score - a.score)[0];
    return best === undefined ? [] : [{ command, ...best }];
  });
  if (wanted !== '') found.sort((a, b) => b.score - a.score);
  return found.map(({ command, name, hits }) => {
    const own = name === command.name;
    const args = command.args === undefined ? '' : ` ${command.args}`;
    return {
      label: own ? `/${name}${args}` : `/${command.name} (${name})${args}`,
      help: command.help,
      insert: `/${command.name}`,
      hits: hits.map((hit) => hit + (own ? 1 : command.name.length + 3)),
      after: command.args?.includes('<') ? 'space' : 'run',
    };
  });
}

function argumentProposals(word: Word, commands: readonly CommandHelp[]): Proposal[] {
  const command = commands.find(({ name, aliases }) => name === word.command || aliases?.includes(word.command ?? ''));
  const choices = /^[[<]([^\]>]*\|[^\]>]*)[\]>]/.exec(command?.args ?? '')?.[1]?.split('|') ?? [];
  const names = choices.map((choice) => choice.trim()).filter((choice) => choice !== word.query);
  return rank(word.query, names, (name) => name, MOST).map(({ item, hits }) => ({
    label: item,
    help: '',
    insert: item,
    hits,
    after: 'run',
  }));
}

/** Looks for the letters together first; letters apart cost more to find and matter only when those are few. */
function narrow(query: string, files: FileList, before: Narrowed | null): Narrowed {
  const wanted = query.replace(/^\.\//, '').toLowerCase();
  const grows = before !== null && before.version === files.version && wanted.startsWith(before.query);
  const candidates = grows ? before.entries : files.entries;
  if (wanted === '') return { query: wanted, version: files.version, entries: candidates, likely: candidates };
  const bits = letterBits(wanted);
  const possible = candidates.filter((entry) => (entry.bits & bits) === bits);
  const [atStart, inName, inPath]: [FileEntry[], FileEntry[], FileEntry[]] = [[], [], []];
  const apart = new Uint8Array(possible.length);
  for (let index = 0; index < possible.length; index++) {
    const { folded, base } = possible[index]!;
    const at = folded.indexOf(wanted, base);
    if (at !== -1) (at === base ? atStart : inName).push(possible[index]!);
    else if (folded.includes(wanted)) inPath.push(possible[index]!);
    else apart[index] = 1;
  }
  const together = atStart.concat(inName, inPath);
  if (together.length >= SCORED) {
    return { query: wanted, version: files.version, entries: possible, likely: together.slice(0, SCORED) };
  }
  const scattered = possible.filter((entry, index) => apart[index] === 1 && isSubsequence(wanted, entry.folded));
  const likely = [...together, ...scattered.slice(0, SCORED - together.length)];
  return { query: wanted, version: files.version, entries: [...together, ...scattered], likely };
}

function fileProposals(query: string, { query: wanted, likely }: Narrowed): Proposal[] {
  const asked = query.replace(/^\.\//, '');
  const ranked =
    wanted === '' ? likely.slice(0, MOST).map((item) => ({ item, hits: [] })) : rank(asked, likely, pathOf, MOST);
  return ranked.map(({ item, hits }) => {
    const folder = item.path.endsWith('/');
    const written = mention(item.path);
    const insert = folder && written.endsWith('"') ? written.slice(0, -1) : written;
    return { label: item.path, help: '', insert, hits, after: folder ? 'open' : 'space' };
  });
}

const pathOf = (entry: FileEntry) => entry.path;
