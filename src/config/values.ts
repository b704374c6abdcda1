// A value is taken as it should be or not at all: nothing is bent into shape, so that what `config --show` says is what was written.
import { type ConfigValue, type Kind, takes } from './options.ts';

export type Taken = { readonly ok: true; readonly value: ConfigValue } | { readonly ok: false; readonly says: string };

const wrong = (kind: Kind, given: unknown): Taken => ({
  ok: false,
  says: `must be ${takes(kind)}, not ${inWords(given)}`,
});

/** As it stands in a file. */
export function takeValue(kind: Kind, given: unknown): Taken {
  return fits(kind, given) ? { ok: true, value: given as ConfigValue } : wrong(kind, given);
}

/** As it stands in a variable: text, from which switches, numbers and lists are read. */
export function takeText(kind: Kind, given: string): Taken {
  switch (kind.type) {
    case 'switch':
      if (/^(1|true|yes|on)$/i.test(given)) return { ok: true, value: true };
      if (/^(0|false|no|off)$/i.test(given)) return { ok: true, value: false };
      return wrong(kind, given);
    case 'number': {
      const number = given.trim() === '' ? Number.NaN : Number(given);
      return fits(kind, number) ? { ok: true, value: number } : wrong(kind, given);
    }
    case 'list':
      return { ok: true, value: splitList(given) };
    default:
      return takeValue(kind, given);
  }
}

/** Commas and spaces part entries, but not inside brackets: `Bash(git log:*),Edit`. */
export function splitList(given: string): string[] {
  return given.match(/(?:\([^)]*\)|[^\s,(])+/g) ?? [];
}

function fits(kind: Kind, given: unknown): boolean {
  switch (kind.type) {
    case 'text':
      return typeof given === 'string' && given.trim() !== '';
    case 'switch':
      return typeof given === 'boolean';
    case 'choice':
      return typeof given === 'string' && kind.choices.includes(given);
    case 'number': {
      if (typeof given !== 'number' || !Number.isFinite(given)) return false;
      if (kind.whole && !Number.isInteger(given)) return false;
      return kind.above ? given > kind.atLeast : given >= kind.atLeast;
    }
    case 'list':
      return isTexts(given);
    case 'keys':
      return (
        typeof given === 'object' &&
        given !== null &&
        !Array.isArray(given) &&
        Object.values(given).every((keys) => keys === null || typeof keys === 'string' || isTexts(keys))
      );
  }
}

const isTexts = (given: unknown): boolean =>
  Array.isArray(given) && given.every((entry) => typeof entry === 'string' && entry.trim() !== '');

function inWords(given: unknown): string {
  if (given === undefined) return 'nothing';
  const text = JSON.stringify(given) ?? String(given);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
