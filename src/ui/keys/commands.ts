// What keys can do, as data: each command has a name, the place where it applies, its default chords and a line of help.
// Nothing here knows how a command is carried out, so that the keymap file and the help are made from one table.

/** Where a key is pressed. `empty` is the composer with nothing typed, `completion` and `history-search` what stands open in it. */
export type KeyContext = 'global' | 'composer' | 'empty' | 'completion' | 'history-search' | 'panel' | 'overlay';

export interface CommandInfo {
  readonly context: KeyContext;
  readonly chords: readonly string[];
  readonly help: string;
}

const command = (context: KeyContext, chords: readonly string[], help: string): CommandInfo => ({
  context,
  chords,
  help,
});

export const commandTable = {
  send: command('composer', ['enter'], 'send; while a turn runs: queue as follow-up'),
  steer: command('composer', ['ctrl+s'], 'steer the running turn; with nothing typed: interrupt and deliver now'),
  interrupt: command('composer', ['esc'], 'interrupt the turn; draft, steers and queue stay'),
  newline: command('composer', ['ctrl+j', 'alt+enter', 'shift+enter'], 'new line (also \\ Enter)'),
  clear: command('composer', ['ctrl+c'], 'clear the draft (kept in history); twice: leave'),
  editor: command('composer', ['ctrl+g'], 'edit the draft in $EDITOR'),
  'history-search': command('composer', ['ctrl+r'], 'search prompt history'),
  complete: command('composer', ['tab'], 'complete a command or a file'),
  'paste-image': command('composer', ['ctrl+v'], 'attach the image on the clipboard'),
  'expand-chip': command('composer', ['alt+e', 'ctrl+x'], 'expand the pasted text at the cursor'),
  'panel-focus': command('composer', ['alt+a', 'f2'], 'move to the waiting permission or question'),

  'take-back': command('empty', ['up'], 'take the last queued message back; else prompt history'),
  help: command('empty', ['?'], 'show the keys'),
  leave: command('empty', ['ctrl+d'], 'leave'),

  queue: command('global', ['ctrl+q'], 'queue: edit, delete, reorder, make a steer'),
  tree: command('global', ['ctrl+t'], 'fork tree'),
  search: command('global', ['ctrl+f'], 'search everything'),
  threads: command('global', ['ctrl+p'], 'threads'),
  reader: command('global', ['ctrl+o', 'pageup'], 'reader: whole transcript, tools expanded'),
  'next-mode': command('global', ['shift+tab'], 'next permission mode'),
  suspend: command('global', ['ctrl+z'], 'suspend to the shell'),
  redraw: command('global', ['ctrl+l'], 'draw the screen again'),

  left: command('composer', ['left', 'ctrl+b'], 'one character left'),
  right: command('composer', ['right'], 'one character right'),
  up: command('composer', ['up'], 'one row up; on the first row: older prompts'),
  down: command('composer', ['down', 'ctrl+n'], 'one row down; on the last row: newer prompts'),
  'word-left': command('composer', ['alt+left', 'ctrl+left', 'alt+b'], 'one word left'),
  'word-right': command('composer', ['alt+right', 'ctrl+right', 'alt+f'], 'one word right'),
  'line-start': command('composer', ['home', 'ctrl+a'], 'start of the line'),
  'line-end': command('composer', ['end', 'ctrl+e'], 'end of the line'),
  'draft-start': command('composer', ['ctrl+home', 'alt+<'], 'start of the draft'),
  'draft-end': command('composer', ['ctrl+end', 'alt+>'], 'end of the draft'),
  'delete-left': command('composer', ['backspace', 'shift+backspace', 'ctrl+h'], 'delete the character before'),
  'delete-right': command('composer', ['delete', 'ctrl+d'], 'delete the character after'),
  'kill-word-left': command('composer', ['alt+backspace', 'ctrl+backspace'], 'cut the word before'),
  'kill-blank-word-left': command('composer', ['ctrl+w'], 'cut back to the last space'),
  'kill-word-right': command('composer', ['alt+d', 'alt+delete', 'ctrl+delete'], 'cut the word after'),
  'kill-line-left': command('composer', ['ctrl+u'], 'cut back to the start of the line'),
  'kill-line-right': command('composer', ['ctrl+k'], 'cut to the end of the line'),
  yank: command('composer', ['ctrl+y'], 'put back what was cut'),
  'yank-older': command('composer', ['alt+y'], 'after putting back: the cut before that'),
  undo: command('composer', ['ctrl+_', 'ctrl+/', 'ctrl+-', 'alt+z', 'super+z'], 'undo'),
  redo: command('composer', ['alt+shift+z', 'alt+_', 'alt+/', 'ctrl+shift+z', 'shift+super+z'], 'redo'),

  'completion-next': command('completion', ['down', 'ctrl+n'], 'next proposal'),
  'completion-previous': command('completion', ['up'], 'previous proposal'),
  'completion-take': command('completion', ['tab'], 'take the proposal'),
  'completion-run': command('completion', ['enter'], 'take the proposal; a command without arguments runs at once'),
  'completion-close': command('completion', ['esc'], 'close the proposals'),

  'search-older': command('history-search', ['ctrl+r', 'up', 'ctrl+p'], 'next older match'),
  'search-newer': command('history-search', ['ctrl+s', 'down', 'ctrl+n'], 'next newer match'),
  'search-take': command(
    'history-search',
    ['enter', 'tab', 'right', 'end', 'ctrl+e'],
    'take the match into the composer',
  ),
  'search-delete-left': command('history-search', ['backspace', 'shift+backspace', 'ctrl+h'], 'shorten the search'),
  'search-clear': command('history-search', ['ctrl+u'], 'empty the search'),
  'search-close': command('history-search', ['esc', 'ctrl+c', 'ctrl+g'], 'close, with the draft as it was'),

  'panel-previous': command('panel', ['up'], 'previous choice'),
  'panel-next': command('panel', ['down'], 'next choice'),
  'panel-choose': command('panel', ['enter'], 'take the choice'),
  'panel-allow': command('panel', ['y'], 'allow once'),
  'panel-always': command('panel', ['a'], 'allow always'),
  'panel-deny': command('panel', ['n'], 'deny'),
  'panel-comment': command('panel', ['c'], 'deny with a comment'),
  'panel-other': command('panel', ['tab'], 'the next that waits'),
  'panel-leave': command('panel', ['esc'], 'back to the composer; it goes on waiting'),

  'overlay-close': command('overlay', ['esc', 'ctrl+c'], 'close'),
  'overlay-choose': command('overlay', ['enter'], 'choose'),
  'overlay-up': command('overlay', ['up', 'ctrl+p'], 'up'),
  'overlay-down': command('overlay', ['down', 'ctrl+n'], 'down'),
  'overlay-page-up': command('overlay', ['pageup'], 'a page up'),
  'overlay-page-down': command('overlay', ['pagedown'], 'a page down'),
  'overlay-top': command('overlay', ['home'], 'to the top'),
  'overlay-bottom': command('overlay', ['end'], 'to the bottom'),
} as const satisfies Readonly<Record<string, CommandInfo>>;

export type Command = keyof typeof commandTable;

export const commandNames = Object.keys(commandTable) as readonly Command[];

export function isCommand(name: string): name is Command {
  return Object.hasOwn(commandTable, name);
}

export function commandInfo(name: Command): CommandInfo {
  return commandTable[name];
}
