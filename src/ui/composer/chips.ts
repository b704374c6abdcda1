// A chip stands for something large in the draft: a pasted text or an image. In a line it is one lone low surrogate, which text
// from outside cannot hold, so that it is one cluster to every motion and deletion and never collides with what people type.
import { isChipAt } from './boundaries.ts';

export type Chip =
  | { readonly kind: 'paste'; readonly number: number; readonly text: string; readonly lines: number }
  | { readonly kind: 'image'; readonly number: number; readonly path: string };

/** By the character that stands for it; only ever grows while a draft lives, so that undo finds every chip again. */
export type Chips = ReadonlyMap<string, Chip>;

const FIRST = 0xdc00;
const MOST = 0x400;
const chipCharacter = /(?<![\ud800-\udbff])[\udc00-\udfff]/g;

export const noChips: Chips = new Map();

export function addChip(chips: Chips, chip: Chip): { chips: Chips; character: string } | null {
  if (chips.size >= MOST) return null;
  const character = String.fromCharCode(FIRST + chips.size);
  return { chips: new Map(chips).set(character, chip), character };
}

export function pasteChip(chips: Chips, text: string): Chip {
  return { kind: 'paste', number: countOf(chips, 'paste') + 1, text, lines: text.split('\n').length };
}

export function imageChip(chips: Chips, path: string): Chip {
  return { kind: 'image', number: countOf(chips, 'image') + 1, path };
}

function countOf(chips: Chips, kind: Chip['kind']): number {
  let count = 0;
  for (const chip of chips.values()) if (chip.kind === kind) count++;
  return count;
}

export function chipLabel(chip: Chip): string {
  if (chip.kind === 'image') return `[Image #${chip.number}]`;
  const size = chip.lines > 1 ? `+${chip.lines} lines` : `${chip.text.length} characters`;
  return `[Pasted text #${chip.number} ${size}]`;
}

/** `@path` as `claude` reads it: up to a space and back to an ASCII letter, unless it stands in double quotes. */
export function mention(path: string): string {
  const bare = !/\s/.test(path) && /\w\/?$/.test(path);
  return bare || path.includes('"') ? `@${path}` : `@"${path}"`;
}

/** The text that is sent: pastes in full, images as mentions that stand apart from what is around them. */
export function expandChips(text: string, chips: Chips): string {
  if (chips.size === 0) return text;
  return text.replace(chipCharacter, (character, at: number) => {
    const chip = chips.get(character);
    if (chip === undefined) return '';
    if (chip.kind === 'paste') return chip.text;
    const afterImage = isChipAt(text, at - 1) && chips.get(text.charAt(at - 1))?.kind === 'image';
    const before = at > 0 && !afterImage && !/\s/.test(text.charAt(at - 1)) ? ' ' : '';
    const after = at + 1 < text.length && !/\s/.test(text.charAt(at + 1)) ? ' ' : '';
    return before + mention(chip.path) + after;
  });
}

/** The chips in a text, in order. */
export function chipsIn(text: string, chips: Chips): Chip[] {
  if (chips.size === 0) return [];
  return [...text.matchAll(chipCharacter)].flatMap(([character]) => chips.get(character) ?? []);
}

const PASTE_LINES = 10;
const PASTE_CHARACTERS = 1000;

export function isLargePaste(text: string): boolean {
  return text.length >= PASTE_CHARACTERS || text.split('\n', PASTE_LINES).length >= PASTE_LINES;
}

const controls = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g;

/** What may stand in a draft: newlines are `\n`, control characters are gone, surrogates come in pairs. */
export function cleanText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(controls, '')
    .replace(/\p{Surrogate}/gu, '\ufffd');
}

const imageExtension = /\.(?:png|jpe?g|gif|webp)$/i;

export interface PathPlaces {
  readonly cwd: string;
  readonly home: string;
  readonly isFile: (path: string) => boolean;
}

/** The images a paste names, when it names nothing else: dragged files come as quoted, escaped or `file:` paths. */
export function imagePathsIn(text: string, places: PathPlaces): string[] {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > 8192 || !/\.(?:png|jpe?g|gif|webp)\b/i.test(trimmed)) return [];
  const whole = imagePath(trimmed, places);
  if (whole !== null) return [whole];
  const found = pathWords(trimmed).map((word) => imagePath(word, places));
  return found.every((path) => path !== null) ? found : [];
}

function imagePath(word: string, { cwd, home, isFile }: PathPlaces): string | null {
  const plain = word.startsWith('file://') ? fromFileUrl(word) : word;
  if (plain === null || !imageExtension.test(plain) || plain.includes('\n')) return null;
  const path = plain.startsWith('~/') ? home + plain.slice(1) : plain.startsWith('/') ? plain : `${cwd}/${plain}`;
  return isFile(path) ? path.replace('/./', '/') : null;
}

function fromFileUrl(url: string): string | null {
  try {
    return decodeURIComponent(new URL(url).pathname);
  } catch {
    return null;
  }
}

/** Words as a shell would read them; terminals write dragged paths this way. */
export function pathWords(text: string): string[] {
  const words = text.match(/(?:[^\s'"\\]|\\[\s\S]|'[^']*'|"(?:[^"\\]|\\[\s\S])*")+|\S/g) ?? [];
  return words.map((word) =>
    word.replace(
      /\\([\s\S])|'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"/g,
      (_, escaped?: string, single?: string, double?: string) =>
        escaped ?? single ?? (double ?? '').replace(/\\(["\\$`])/g, '$1'),
    ),
  );
}
