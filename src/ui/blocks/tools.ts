// What a tool call does, in one line a person reads at a glance. Inputs are the model's: every field may be missing or of another
// type, and every text goes through the door before it is shown. Unknown tools show their input as compact JSON.
import { plural } from '../../text/figures.ts';
import { oneLine } from '../text/sanitise.ts';
import type { TruncateAt } from '../text/truncate.ts';
import type { TodoEntry } from './items.ts';

type Input = Readonly<Record<string, unknown>>;

export interface ToolLine {
  text: string;
  /** Where to cut when it is too long: a path keeps its ends. */
  cut: TruncateAt;
}

/** The name as shown: `mcp__server__do_it` is `server/do_it`. */
export function toolLabel(name: string): string {
  const mcp = /^mcp__(.+?)__(.+)$/.exec(name);
  if (mcp) return oneLine(`${mcp[1]!.replace(/^(?:plugin|claude_ai)_/, '')}/${mcp[2]}`);
  return labels[name] ?? oneLine(name);
}

const labels: Record<string, string> = {
  MultiEdit: 'Edit',
  NotebookEdit: 'Edit',
  Task: 'Agent',
  TodoWrite: 'Todo',
  TaskCreate: 'Todo',
  TaskUpdate: 'Todo',
  TaskList: 'Todo',
  AskUserQuestion: 'Question',
  ExitPlanMode: 'Plan',
  BashOutput: 'Output',
  TaskOutput: 'Output',
  KillShell: 'Stop',
  TaskStop: 'Stop',
  WebFetch: 'Fetch',
  WebSearch: 'Search',
};

export function describeTool(name: string, input: Input, cwd?: string): string {
  return toolLine(name, input, cwd).text;
}

export function toolLine(name: string, input: Input, cwd?: string): ToolLine {
  const known = lines[name];
  const text = known ? known(input, cwd) : compact(input);
  return { text: oneLine(text), cut: pathTools.has(name) ? 'middle' : 'end' };
}

const pathTools = new Set(['Read', 'Write', 'Edit', 'MultiEdit', 'NotebookEdit', 'LS']);

const lines: Record<string, (input: Input, cwd?: string) => string> = {
  Bash: (input) => string(input.command) + (input.run_in_background === true ? ' (in the background)' : ''),
  BashOutput: (input) => string(input.bash_id),
  TaskOutput: (input) => string(input.task_id),
  KillShell: (input) => string(input.shell_id),
  TaskStop: (input) => string(input.task_id),
  Read: (input, cwd) => shortPath(string(input.file_path), cwd) + range(input),
  Write: (input, cwd) =>
    `${shortPath(string(input.file_path), cwd)} (${plural(lineCount(string(input.content)), 'line')})`,
  Edit: (input, cwd) =>
    shortPath(string(input.file_path), cwd) + (input.replace_all === true ? ' (every occurrence)' : ''),
  MultiEdit: (input, cwd) =>
    `${shortPath(string(input.file_path), cwd)} (${plural(array(input.edits).length, 'edit')})`,
  NotebookEdit: (input, cwd) => shortPath(string(input.notebook_path), cwd),
  Grep: (input, cwd) => [`"${string(input.pattern)}"`, where(input, cwd)].filter(Boolean).join(' '),
  Glob: (input, cwd) => [string(input.pattern), where(input, cwd)].filter(Boolean).join(' '),
  LS: (input, cwd) => shortPath(string(input.path), cwd),
  WebFetch: (input) => string(input.url),
  WebSearch: (input) => `"${string(input.query)}"`,
  Task: (input) => agentLine(input),
  Agent: (input) => agentLine(input),
  TodoWrite: (input) => todoLine(todoEntries(input)),
  TaskCreate: (input) => string(input.subject) || string(input.description),
  TaskUpdate: (input) =>
    [string(input.subject) || `#${string(input.taskId)}`, taskStates[string(input.status)] ?? string(input.status)]
      .filter(Boolean)
      .join(': '),
  TaskList: () => '',
  AskUserQuestion: (input) =>
    questions(input)
      .map(({ header, question }) => header || question)
      .join(', '),
  ExitPlanMode: () => '',
  EnterPlanMode: () => '',
  Skill: (input) => [string(input.skill) || string(input.command), string(input.args)].filter(Boolean).join(' '),
  SlashCommand: (input) => string(input.command),
  ToolSearch: (input) => string(input.query),
};

const taskStates: Readonly<Record<string, string>> = { completed: 'done', in_progress: 'in progress' };

const string = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
const array = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const record = (value: unknown): Input => (value !== null && typeof value === 'object' ? (value as Input) : {});

function agentLine(input: Input): string {
  const kind = string(input.subagent_type);
  const what = string(input.description) || string(input.prompt);
  return kind === '' || kind === 'general-purpose' ? what : `${what} (${kind})`;
}

function range(input: Input): string {
  const from = Number(input.offset ?? 0);
  const count = Number(input.limit ?? 0);
  if (string(input.pages)) return ` (pages ${string(input.pages)})`;
  if (!from && !count) return '';
  const first = Math.max(1, from);
  return count ? `:${first}-${first + count - 1}` : `:${first}-`;
}

function where(input: Input, cwd?: string): string {
  const path = string(input.path);
  const filter = string(input.glob) || (input.type ? `*.${string(input.type)}` : '');
  const places = [path && path !== cwd ? shortPath(path, cwd) : '', filter].filter(Boolean);
  return places.length > 0 ? `in ${places.join(' ')}` : '';
}

export function shortPath(path: string, cwd?: string): string {
  if (cwd && path.startsWith(`${cwd.replace(/\/$/, '')}/`)) return path.slice(cwd.replace(/\/$/, '').length + 1);
  return path;
}

export function lineCount(text: string): number {
  return text === '' ? 0 : text.replace(/\n$/, '').split('\n').length;
}

function compact(input: Input): string {
  const entries = Object.entries(input);
  if (entries.length === 0) return '';
  if (entries.length === 1 && typeof entries[0]![1] === 'string') return entries[0]![1];
  return entries.map(([key, value]) => `${key}: ${typeof value === 'string' ? value : json(value)}`).join(', ');
}

function json(value: unknown): string {
  return JSON.stringify(value) ?? String(value);
}

/** The list that `TodoWrite` carries; entries it cannot read are left out. */
export function todoEntries(input: Input): TodoEntry[] {
  return array(input.todos).flatMap((value) => {
    const { content, activeForm, status } = record(value);
    const text = (status === 'in_progress' && string(activeForm)) || string(content);
    if (text === '') return [];
    return [{ text, state: status === 'completed' ? 'done' : status === 'in_progress' ? 'active' : 'pending' }];
  });
}

export function todoLine(entries: readonly TodoEntry[]): string {
  const done = entries.filter((entry) => entry.state === 'done').length;
  return entries.length > 0 ? `${done} of ${entries.length} done` : 'empty';
}

export interface AskedQuestion {
  header: string;
  question: string;
}

export function questions(input: Input): AskedQuestion[] {
  return array(input.questions).map((value) => ({
    header: string(record(value).header),
    question: string(record(value).question),
  }));
}

export interface TextEdit {
  before: string;
  after: string;
}

/** What an edit tool changes; null for tools that change no text. */
export function editsOf(name: string, input: Input): { path: string; edits: TextEdit[] } | null {
  const path = string(input.file_path) || string(input.notebook_path);
  switch (name) {
    case 'Edit':
      return { path, edits: [edit(input)] };
    case 'MultiEdit':
      return { path, edits: array(input.edits).map((value) => edit(record(value))) };
    case 'Write':
      return { path, edits: [{ before: '', after: string(input.content) }] };
    case 'NotebookEdit':
      return { path, edits: [{ before: '', after: string(input.new_source) }] };
    default:
      return null;
  }
}

const edit = (input: Input): TextEdit => ({ before: string(input.old_string), after: string(input.new_string) });
