// Reads what is configured: defaults, the person's file, the project's file, the environment; the command line comes above all of them.
// Whatever cannot be taken is a problem with the place where it stands; the option is then as if it had not been written there.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { personFile, projectFile } from './files.ts';
import { nearest } from './nearest.ts';
import {
  type Config,
  type ConfigValue,
  type InProject,
  isOption,
  type OptionName,
  optionInfo,
  optionNames,
  variableOf,
} from './options.ts';
import { takeText, takeValue } from './values.ts';

export type Place =
  | { readonly kind: 'person'; readonly file: string }
  | { readonly kind: 'project'; readonly file: string }
  | { readonly kind: 'variable'; readonly name: string };

export interface ConfigProblem {
  readonly place: Place;
  /** `wrong` stops a turn from being started with something else than was meant; `ignored` was left out and did no harm. */
  readonly level: 'wrong' | 'ignored';
  readonly says: string;
  readonly next: string;
}

export interface ReadConfig {
  readonly config: Config;
  /** Where the value that counts comes from; lists that add up come from several. */
  readonly places: ReadonlyMap<OptionName, readonly Place[]>;
  readonly problems: readonly ConfigProblem[];
  readonly files: { readonly person: string; readonly project: string | null };
}

type Values = Map<OptionName, { value: ConfigValue; places: Place[] }>;

/** These add up, as they do between a thread and a call; the later place wins for every other option. */
export const adding: ReadonlySet<OptionName> = new Set(['allowedTools', 'deniedTools', 'mcpConfig']);

export function readConfig({ env, folder }: { env: NodeJS.ProcessEnv; folder: string }): ReadConfig {
  const values: Values = new Map();
  const problems: ConfigProblem[] = [];
  const files = { person: personFile(env), project: projectFile(folder) };
  const person: Place = { kind: 'person', file: files.person };
  fileValues(person, env.CCCHAT_CONFIG ? 'needed' : 'optional', values, problems);
  if (files.project !== null) fileValues({ kind: 'project', file: files.project }, 'needed', values, problems);
  for (const name of optionNames) variableValue(env, name, values, problems);
  const config = Object.fromEntries([...values].map(([name, { value }]) => [name, value])) as Config;
  const places = new Map([...values].map(([name, one]) => [name, one.places]));
  return { config, places, problems, files };
}

function fileValues(
  place: Exclude<Place, { kind: 'variable' }>,
  presence: 'needed' | 'optional',
  values: Values,
  problems: ConfigProblem[],
): void {
  const parsed = parseFile(place, presence, problems);
  for (const [name, given] of Object.entries(parsed ?? {})) {
    if (name === '$schema') continue;
    if (!isOption(name)) {
      problems.push(unknownOption(place, name));
      continue;
    }
    const { kind, inProject } = optionInfo(name);
    const taken = takeValue(kind, given);
    if (place.kind === 'project' && !inProject.allowed) problems.push(notInProject(place, name, inProject));
    else if (!taken.ok) problems.push(wrongValue(place, name, given, taken.says));
    else if (place.kind === 'project' && !mayBe(inProject, taken.value)) problems.push(tooBold(place, name, inProject));
    else if (place.kind === 'project' && name === 'mode' && lessCareful(taken.value, values))
      problems.push(kept(place));
    else put(values, name, resolved(name, taken.value, place.file), place);
  }
}

const care: Readonly<Record<string, number>> = { 'accept-edits': 0, ask: 1, plan: 2, 'read-only': 2 };

function lessCareful(mode: ConfigValue, values: Values): boolean {
  const own = values.get('mode')?.value;
  return own !== undefined && (care[String(mode)] ?? 0) < (care[String(own)] ?? 0);
}

const kept = (place: Place): ConfigProblem => ({
  place,
  level: 'ignored',
  says: `${nameOf(place)}: its mode asks for less care than your own`,
  next: 'Yours holds; --mode says otherwise for a call',
});

function parseFile(
  place: Exclude<Place, { kind: 'variable' }>,
  presence: 'needed' | 'optional',
  problems: ConfigProblem[],
): Record<string, unknown> | null {
  const { file } = place;
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const absent = code === 'ENOENT' || code === 'ENOTDIR';
    if (absent && presence === 'optional') return null;
    const says = absent ? `there is no file ${file}` : `${file} cannot be read: ${message}`;
    problems.push({
      place,
      level: 'wrong',
      says,
      next: absent ? 'Correct or unset CCCHAT_CONFIG' : 'Make it readable',
    });
    return null;
  }
  try {
    const parsed: unknown = JSON.parse(text.replace(/^\uFEFF/, '') || '{}');
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed))
      return parsed as Record<string, unknown>;
    problems.push({
      place,
      level: 'wrong',
      says: `${file} must hold one object`,
      next: 'Write it as { "model": "…" }',
    });
  } catch (error) {
    const says = `${file} is not valid JSON${lineOf(text, error)}`;
    problems.push({ place, level: 'wrong', says, next: 'Correct it, or move it away' });
  }
  return null;
}

/** Newer Nodes name the line, older ones the offset. */
function lineOf(text: string, error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  const offset = /position (\d+)/.exec(message)?.[1];
  const line = /line (\d+)/.exec(message)?.[1] ?? (offset && String(text.slice(0, Number(offset)).split('\n').length));
  return line ? ` (line ${line})` : '';
}

function variableValue(env: NodeJS.ProcessEnv, name: OptionName, values: Values, problems: ConfigProblem[]): void {
  const variable = variableOf(name);
  const given = variable === null ? undefined : env[variable];
  if (variable === null || given === undefined || given === '') return;
  const place: Place = { kind: 'variable', name: variable };
  const taken = takeText(optionInfo(name).kind, given);
  if (taken.ok) put(values, name, resolved(name, taken.value, null), place);
  else problems.push(wrongValue(place, name, given, taken.says));
}

function put(values: Values, name: OptionName, value: ConfigValue, place: Place): void {
  const before = values.get(name);
  if (before && adding.has(name) && Array.isArray(before.value) && Array.isArray(value)) {
    values.set(name, { value: [...new Set([...before.value, ...value])], places: [...before.places, place] });
  } else values.set(name, { value, places: [place] });
}

/** A path in a file is meant from where the file lies. */
function resolved(name: OptionName, value: ConfigValue, file: string | null): ConfigValue {
  if (file === null) return value;
  const from = (entry: string) => path.resolve(path.dirname(file), entry);
  if (name === 'mcpConfig' && Array.isArray(value))
    return value.map((entry: string) =>
      entry.trimStart().startsWith('{') || entry.startsWith('~') ? entry : from(entry),
    );
  if (name === 'claude' && typeof value === 'string' && value.startsWith('.')) return from(value);
  return value;
}

const mayBe = (rule: InProject, value: ConfigValue): boolean =>
  rule.allowed && (!('only' in rule) || (typeof value === 'string' && rule.only.includes(value)));

function unknownOption(place: Place, name: string): ConfigProblem {
  const meant = nearest(name, optionNames);
  return {
    place,
    level: 'ignored',
    says: `${nameOf(place)}: there is no option "${name}"`,
    next: meant === null ? '`ccchat config --show` lists them all' : `Did you mean "${meant}"?`,
  };
}

function wrongValue(place: Place, name: string, given: unknown, says: string): ConfigProblem {
  const what = place.kind === 'variable' ? place.name : `${nameOf(place)}: ${name}`;
  if (name === 'mode' && given === 'bypass')
    return {
      place,
      level: 'wrong',
      says: `${what} cannot be bypass: it holds only for the call that names it`,
      next: 'Use --mode bypass when you mean it',
    };
  return { place, level: 'wrong', says: `${what} ${says}`, next: 'Correct it, or leave it out' };
}

function notInProject(place: Place, name: string, rule: InProject): ConfigProblem {
  const because = rule.allowed ? '' : `: ${rule.because}`;
  return {
    place,
    level: 'ignored',
    says: `${nameOf(place)}: a project may not set ${name}${because}`,
    next: 'Put it into your own file if you want it',
  };
}

function tooBold(place: Place, name: string, rule: InProject): ConfigProblem {
  const only = rule.allowed && 'only' in rule ? rule.only.join(', ') : '';
  return {
    place,
    level: 'ignored',
    says: `${nameOf(place)}: a project may set ${name} only to ${only}`,
    next: 'Put it into your own file if you want it',
  };
}

export function nameOf(place: Place): string {
  return place.kind === 'variable' ? place.name : place.file;
}
