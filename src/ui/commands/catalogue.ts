// Every slash command as data: completion, help and the parser read this one table. What is not in it belongs to the agent.

export const commandNames = [
  'new',
  'resume',
  'threads',
  'show',
  'search',
  'fork',
  'revert',
  'unrevert',
  'tree',
  'queue',
  'steer',
  'abort',
  'rename',
  'update',
  'delete',
  'undelete',
  'export',
  'import',
  'share',
  'unshare',
  'diff',
  'summarize',
  'todo',
  'children',
  'status',
  'stats',
  'model',
  'mode',
  'copy',
  'attach',
  'init',
  'theme',
  'help',
  'quit',
  'tour',
] as const;

export type CommandName = (typeof commandNames)[number];

/** As the composer's completion takes it. */
export interface SlashCommand {
  readonly name: CommandName;
  /** What may follow, as shown to the person; absent: nothing, so that Enter runs it at once. */
  readonly args?: string;
  readonly help: string;
  readonly aliases?: readonly string[];
}

export const catalogue: readonly SlashCommand[] = [
  { name: 'new', help: 'begin a new thread', args: '[prompt]', aliases: ['clear', 'create'] },
  { name: 'resume', help: 'go to a thread; without a name: pick one', args: '[thread]', aliases: ['continue'] },
  { name: 'threads', help: 'all threads: find, rename, pin, archive, delete', args: '[filter]', aliases: ['list'] },
  {
    name: 'show',
    help: 'read this thread from its end, or from a message on',
    args: '[message]',
    aliases: ['messages'],
  },
  { name: 'search', help: 'search everything that was ever said', args: '[words]', aliases: ['find'] },
  { name: 'fork', help: 'branch off here, or at a message', args: '[message]', aliases: ['branch'] },
  {
    name: 'revert',
    help: 'go back to before a turn; without one: pick it',
    args: '[message | last]',
    aliases: ['rewind', 'undo'],
  },
  { name: 'unrevert', help: 'bring back what the last revert took away', aliases: ['redo'] },
  { name: 'tree', help: 'the family of forks of this thread' },
  { name: 'queue', help: 'what waits: edit, reorder, delete; with text: add a follow-up', args: '[text]' },
  { name: 'steer', help: 'say something to the running turn', args: '<text>' },
  { name: 'abort', help: 'interrupt the running turn, as Esc does; the queue stays', aliases: ['stop'] },
  { name: 'rename', help: 'give this thread a title', args: '[title]', aliases: ['title'] },
  {
    name: 'update',
    help: 'change this thread: pin or archive it, keep something of your own with it',
    args: '<pin | unpin | archive | unarchive | extra {…}>',
  },
  { name: 'delete', help: 'delete this thread, or another (can be undone)', args: '[thread]' },
  { name: 'undelete', help: 'bring the last deleted thread back, or another', args: '[thread]' },
  { name: 'export', help: 'write this thread to a file', args: '[markdown | json | html] [file]' },
  { name: 'import', help: "bring in claude's own history, or exported threads", args: '[path]' },
  { name: 'share', help: 'write this thread as a web page into a folder', args: '[folder]' },
  { name: 'unshare', help: 'remove the shared page again' },
  { name: 'diff', help: 'files this thread changed, with patches', args: '[last | message] [to message]' },
  { name: 'summarize', help: 'have the model summarise the thread so far', aliases: ['summarise'] },
  { name: 'todo', help: "the model's todo list", aliases: ['todos'] },
  { name: 'children', help: 'forks of this thread' },
  { name: 'status', help: 'this thread: state, turn, queue, settings' },
  { name: 'stats', help: 'turns, tokens and time of this thread, and of everything' },
  { name: 'model', help: 'which model answers; without a name: pick one', args: '[model]' },
  { name: 'mode', help: 'what may happen without asking', args: '[ask | plan | accept-edits | read-only]' },
  { name: 'copy', help: 'copy the last answer, code block, turn or everything', args: '[answer | code | turn | all]' },
  { name: 'attach', help: 'hand the terminal to the agent itself on this thread' },
  { name: 'init', help: "have the project's instructions file written" },
  { name: 'theme', help: 'colours', args: '[dark | light | plain | auto]' },
  { name: 'help', help: 'keys and commands', args: '[word]', aliases: ['keys'] },
  { name: 'quit', help: 'leave; running turns are interrupted, nothing is lost', aliases: ['exit'] },
  { name: 'tour', help: 'the guided tour' },
];

const byWord = new Map<string, SlashCommand>(
  catalogue.flatMap((command) => [command.name, ...(command.aliases ?? [])].map((word) => [word, command] as const)),
);

export function commandNamed(word: string): SlashCommand | null {
  return byWord.get(word.toLowerCase()) ?? null;
}

export type ParsedCommand =
  | { readonly type: 'own'; readonly name: CommandName; readonly args: string }
  /** The agent's, as it will be typed. */
  | { readonly type: 'agent'; readonly text: string };

/** Null: not a command but something to say. `/etc/hosts is wrong` is; `//status` is the agent's own `/status`. */
export function parseCommand(text: string): ParsedCommand | null {
  const match = /^(\/\/?)([a-z][\w:-]*)(?:\s+([\s\S]*))?$/i.exec(text.trim());
  if (!match) return null;
  const [, slashes, word = '', args = ''] = match;
  const own = slashes === '/' ? commandNamed(word) : null;
  if (own) return { type: 'own', name: own.name, args: args.trim() };
  return { type: 'agent', text: `/${word}${args === '' ? '' : ` ${args}`}` };
}
