// Keys of vim's normal mode as a grammar: `[count] command`, where a command may be an operator with a motion or a text object.

export interface VimMotion {
  readonly key: string;
  /** For `f F t T`. */
  readonly character?: string;
}

export type Operator = 'd' | 'c' | 'y';

export type OperatorTarget =
  | { readonly type: 'motion'; readonly motion: VimMotion }
  | { readonly type: 'object'; readonly reach: 'i' | 'a'; readonly object: string }
  | { readonly type: 'lines' };

export type VimCommand = { readonly keys: readonly string[]; readonly count: number | null } & (
  | { readonly type: 'motion'; readonly motion: VimMotion }
  | { readonly type: 'operator'; readonly operator: Operator; readonly target: OperatorTarget }
  | { readonly type: 'replace'; readonly character: string }
  | { readonly type: 'simple'; readonly key: string }
);

export type Parsed = VimCommand | 'incomplete' | 'unknown';

const motions = new Set([...'hjklwWbBeE0^$G;,%{}', ' ', 'backspace']);
const simple = new Set([...'xXpPuoOAIaisSDCYJ~.', 'ctrl+r']);
const objects = new Set([...'wWp"\'`()b[]{}B<>']);
const MOST = 9999;

/** The same thing, said longer. */
const shorthand: Readonly<Record<string, readonly string[]>> = {
  x: ['d', 'l'],
  X: ['d', 'h'],
  s: ['c', 'l'],
  S: ['c', 'c'],
  D: ['d', '$'],
  C: ['c', '$'],
  Y: ['y', 'y'],
};

export function parseKeys(keys: readonly string[]): Parsed {
  const first = countAt(keys, 0);
  const [key, ...rest] = keys.slice(first.next);
  if (key === undefined) return 'incomplete';
  const long = shorthand[key];
  if (long !== undefined)
    return rest.length > 0 ? 'unknown' : withKeys(parseKeys([...keys.slice(0, first.next), ...long]), keys);
  const base = { keys, count: first.count };
  if (key === 'd' || key === 'c' || key === 'y') return parseOperator(key, rest, base);
  if (key === 'r') return rest[0] === undefined ? 'incomplete' : { ...base, type: 'replace', character: rest[0] };
  if (simple.has(key)) return { ...base, type: 'simple', key };
  const motion = motionAt(keys, first.next);
  return typeof motion === 'string' ? motion : { ...base, type: 'motion', motion };
}

function withKeys(parsed: Parsed, keys: readonly string[]): Parsed {
  return typeof parsed === 'string' ? parsed : { ...parsed, keys };
}

function parseOperator(
  operator: Operator,
  rest: readonly string[],
  base: { keys: readonly string[]; count: number | null },
): Parsed {
  const second = countAt(rest, 0);
  const count = base.count === null && second.count === null ? null : (base.count ?? 1) * (second.count ?? 1);
  const whole = { ...base, count: count === null ? null : Math.min(count, MOST), type: 'operator', operator } as const;
  const [key, object] = rest.slice(second.next);
  if (key === undefined) return 'incomplete';
  if (key === operator) return { ...whole, target: { type: 'lines' } };
  if (key === 'i' || key === 'a') {
    if (object === undefined) return 'incomplete';
    return objects.has(object) ? { ...whole, target: { type: 'object', reach: key, object } } : 'unknown';
  }
  const motion = motionAt(rest, second.next);
  return typeof motion === 'string' ? motion : { ...whole, target: { type: 'motion', motion } };
}

function motionAt(keys: readonly string[], at: number): VimMotion | 'incomplete' | 'unknown' {
  const [key, next] = keys.slice(at);
  if (key === undefined) return 'incomplete';
  if (key === 'f' || key === 'F' || key === 't' || key === 'T') {
    if (next === undefined) return 'incomplete';
    return next === 'backspace' ? 'unknown' : { key, character: next };
  }
  if (key === 'g')
    return next === undefined ? 'incomplete' : next === 'g' || next === 'e' ? { key: `g${next}` } : 'unknown';
  return motions.has(key) ? { key } : 'unknown';
}

function countAt(keys: readonly string[], at: number): { count: number | null; next: number } {
  let next = at;
  let digits = '';
  while (/^\d$/.test(keys[next] ?? '') && (digits !== '' || keys[next] !== '0')) digits += keys[next++];
  return { count: digits === '' ? null : Math.min(MOST, Number(digits)), next };
}
