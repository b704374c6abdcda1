// A keymap says which chord means which command, place by place. It is made from the defaults and the person's own file;
// what they bind wins, the loser gives the chord up, and whatever could not be used is named instead of being ignored.

import { canonicalChord, chordLabel } from './chords.ts';
import { type Command, commandInfo, commandNames, isCommand, type KeyContext } from './commands.ts';
import { chordOf, type InputEvent } from './events.ts';

export interface Keymap {
  readonly chords: ReadonlyMap<Command, readonly string[]>;
  readonly byContext: ReadonlyMap<KeyContext, ReadonlyMap<string, Command>>;
}

export interface KeymapProblem {
  readonly command: string;
  readonly message: string;
}

export interface KeymapResult {
  readonly keymap: Keymap;
  readonly problems: readonly KeymapProblem[];
}

/** A key that a place does not know is looked up in the next. */
const lookedUp: Readonly<Record<KeyContext, readonly KeyContext[]>> = {
  global: ['global'],
  composer: ['composer', 'global'],
  empty: ['empty', 'composer', 'global'],
  completion: ['completion', 'composer', 'global'],
  'history-search': ['history-search'],
  panel: ['panel'],
  overlay: ['overlay'],
};

export const defaultKeymap: Keymap = keymapOf(new Map(commandNames.map((name) => [name, commandInfo(name).chords])));

export function commandFor(keymap: Keymap, context: KeyContext, event: InputEvent): Command | null {
  if (event.type !== 'key') return null;
  const chord = chordOf(event);
  for (const place of lookedUp[context]) {
    const found = keymap.byContext.get(place)?.get(chord);
    if (found !== undefined) return found;
  }
  return null;
}

/** `overrides`: the parsed keymap file, an object from command to chord or list of chords; an empty list unbinds. */
export function keymapFrom(overrides: unknown): KeymapResult {
  const problems: KeymapProblem[] = [];
  const own = new Map<Command, string[]>();
  if (typeof overrides !== 'object' || overrides === null || Array.isArray(overrides)) {
    problems.push({ command: '', message: 'The keymap must be an object from command to chord or list of chords.' });
    return { keymap: defaultKeymap, problems };
  }
  for (const [name, value] of Object.entries(overrides)) {
    if (!isCommand(name)) {
      const nearest = nearestCommand(name);
      const hint = nearest === null ? '' : ` Did you mean "${nearest}"?`;
      problems.push({ command: name, message: `There is no command "${name}".${hint}` });
      continue;
    }
    const chords = ownChords(name, value, problems);
    if (chords !== null) own.set(name, chords);
  }
  return { keymap: keymapOf(merged(own, problems)), problems };
}

/** The text of a keymap file. */
export function parseKeymap(json: string): KeymapResult {
  try {
    return keymapFrom(JSON.parse(json));
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    return { keymap: defaultKeymap, problems: [{ command: '', message: `The keymap is not valid JSON: ${cause}` }] };
  }
}

function ownChords(name: Command, value: unknown, problems: KeymapProblem[]): string[] | null {
  const wanted = value === null ? [] : Array.isArray(value) ? value : [value];
  const chords: string[] = [];
  for (const entry of wanted) {
    const chord = typeof entry === 'string' ? canonicalChord(entry) : null;
    if (chord === null) {
      problems.push({ command: name, message: `${JSON.stringify(entry)} is not a chord; write one as "ctrl+s".` });
    } else if (!chords.includes(chord)) chords.push(chord);
  }
  return chords.length === 0 && wanted.length > 0 ? null : chords;
}

function merged(own: Map<Command, string[]>, problems: KeymapProblem[]): Map<Command, readonly string[]> {
  const taken = new Map<string, Command>();
  for (const [name, chords] of own) {
    const { context } = commandInfo(name);
    own.set(
      name,
      chords.filter((chord) => {
        const place = `${context} ${chord}`;
        const first = taken.get(place);
        if (first === undefined) taken.set(place, name);
        else problems.push({ command: name, message: `${chordLabel(chord)} is already bound to "${first}".` });
        return first === undefined;
      }),
    );
  }
  /** A default of the composer may not stand before what the person bound for everywhere. */
  const winnerOf = (context: KeyContext, chord: string) =>
    taken.get(`${context} ${chord}`) ??
    (context === 'composer' || context === 'empty' ? taken.get(`global ${chord}`) : undefined);
  const chords = new Map<Command, readonly string[]>();
  for (const name of commandNames) {
    const { context, chords: defaults } = commandInfo(name);
    const set = own.get(name);
    chords.set(name, set ?? defaults.filter((chord) => winnerOf(context, chord) === undefined));
    if (set !== undefined || chords.get(name)?.length !== 0 || defaults.length === 0) continue;
    const winner = winnerOf(context, defaults[0]!);
    problems.push({
      command: name,
      message: `"${winner}" took ${chordLabel(defaults[0]!)}: "${name}" has no key left.`,
    });
  }
  return chords;
}

function keymapOf(chords: ReadonlyMap<Command, readonly string[]>): Keymap {
  const byContext = new Map<KeyContext, Map<string, Command>>();
  for (const [name, list] of chords) {
    const { context } = commandInfo(name);
    const place = byContext.get(context) ?? new Map<string, Command>();
    for (const chord of list) place.set(chord, name);
    byContext.set(context, place);
  }
  return { chords, byContext };
}

function nearestCommand(name: string): Command | null {
  const wanted = name.toLowerCase().replace(/[^a-z]+/g, '-');
  return commandNames.find((known) => known === wanted || known.startsWith(wanted) || wanted.startsWith(known)) ?? null;
}

export interface KeyHelp {
  readonly command: Command;
  /** As a person reads them: `Ctrl+S`, `↑`. */
  readonly keys: readonly string[];
  readonly help: string;
}

export interface KeyHelpGroup {
  readonly title: string;
  readonly keys: readonly KeyHelp[];
}

const groupTitles: readonly (readonly [title: string, contexts: readonly KeyContext[]])[] = [
  ['Talking', ['composer', 'empty']],
  ['Going places', ['global']],
  ['Permissions and questions', ['panel']],
  ['Proposals', ['completion']],
  ['Prompt history search', ['history-search']],
];

const editing: ReadonlySet<Command> = new Set<Command>(
  commandNames.slice(commandNames.indexOf('left'), commandNames.indexOf('redo') + 1),
);

/** For the help on `?`: what the keys do, commands without a key left out. */
export function describeKeys(keymap: Keymap): KeyHelpGroup[] {
  const group = (title: string, holds: (name: Command) => boolean): KeyHelpGroup => ({
    title,
    keys: commandNames.filter(holds).flatMap((name) => {
      const chords = keymap.chords.get(name) ?? [];
      return chords.length === 0 ? [] : [{ command: name, keys: chords.map(chordLabel), help: commandInfo(name).help }];
    }),
  });
  const [talking, ...others] = groupTitles.map(([title, contexts]) =>
    group(title, (name) => contexts.includes(commandInfo(name).context) && !editing.has(name)),
  );
  return [talking!, others[0]!, group('Editing', (name) => editing.has(name)), ...others.slice(1)];
}

/** The first key of a command as a person reads it, for hints; empty when it has none. */
export function keyLabel(keymap: Keymap, name: Command): string {
  const chord = keymap.chords.get(name)?.[0];
  return chord === undefined ? '' : chordLabel(chord);
}
