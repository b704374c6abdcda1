// Code in colour. Grammars load on demand, so highlighting is plain until they are there; after that it is a pure function of
// language, text and theme, computed once. Text is never changed: what the highlighter cannot take stays as it is.
import type { HLJSApi } from 'highlight.js';
import type { Style, Theme } from '../theme.ts';
import { grammarOf, grammarOfPath, grammars, parts } from './languages.ts';

const LONGEST = 60_000;
const CACHED = 200;

let core: HLJSApi | null = null;
const loading = new Map<string, Promise<void>>();
const cache = new Map<string, string[]>();

/** Loads what the fences of this text name; resolves at once when there is nothing to load. */
export async function loadLanguages(markdown: string): Promise<void> {
  const names = [...markdown.matchAll(/^[ \t>]*(?:[-*+]|\d+[.)])?[ \t]*(?:`{3,}|~{3,})[ \t]*([\w+#.-]+)/gm)];
  await Promise.all(names.map(([, name]) => load(grammarOf(name!))));
}

/** Loads what a file of this name is written in. */
export async function loadLanguageOfPath(path: string): Promise<void> {
  await load(grammarOfPath(path));
}

async function load(grammar: string | null): Promise<void> {
  if (grammar === null || !Object.hasOwn(grammars, grammar)) return;
  let pending = loading.get(grammar);
  if (!pending) {
    pending = register(grammar);
    loading.set(grammar, pending);
  }
  await pending;
}

async function register(grammar: string): Promise<void> {
  const [{ default: hljs }, { default: language }] = await Promise.all([
    import('highlight.js/lib/core'),
    grammars[grammar]!(),
    ...(parts[grammar] ?? []).map(load),
  ]);
  core = hljs;
  hljs.registerLanguage(grammar, language);
}

/** The lines of a piece of code; plain when its language is unknown or not yet loaded. */
export function highlight(code: string, grammar: string | null, theme: Theme): string[] {
  if (grammar === null || code.length > LONGEST || !core?.getLanguage(grammar)) return code.split('\n');
  const key = `${grammar}\0${theme.key}\0${code}`;
  const known = cache.get(key);
  if (known) return known;
  const lines = colour(core.highlight(code, { language: grammar, ignoreIllegals: true }).value, theme);
  if (cache.size >= CACHED) cache.delete(cache.keys().next().value!);
  cache.set(key, lines);
  return lines;
}

const entity: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

/** The highlighter writes HTML with nested spans; the innermost one that means something here gives the style. */
function colour(html: string, theme: Theme): string[] {
  const lines: string[] = [''];
  const styles: (Style | null)[] = [];
  for (const [part, opened, text] of html.matchAll(/<span class="([^"]*)">|<\/span>|([^<]+)/g)) {
    if (opened !== undefined) styles.push(styleOf(opened, theme));
    else if (text === undefined) styles.pop();
    else {
      const style = styles.findLast((candidate) => candidate !== null);
      const plain = part.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => entity[name]!);
      for (const [index, piece] of plain.split('\n').entries()) {
        if (index > 0) lines.push('');
        lines[lines.length - 1] += style && piece.trim() !== '' ? style(piece) : piece;
      }
    }
  }
  return lines;
}

const meanings: Record<string, keyof Theme['syntax']> = {
  keyword: 'keyword',
  'selector-tag': 'keyword',
  operator: 'keyword',
  string: 'string',
  regexp: 'string',
  char: 'string',
  symbol: 'string',
  number: 'number',
  literal: 'number',
  comment: 'comment',
  quote: 'comment',
  doctag: 'comment',
  title: 'title',
  section: 'title',
  name: 'title',
  'selector-class': 'title',
  'selector-id': 'title',
  type: 'type',
  built_in: 'type',
  class: 'type',
  attr: 'attribute',
  attribute: 'attribute',
  property: 'attribute',
  variable: 'attribute',
  'template-variable': 'attribute',
  meta: 'meta',
};

function styleOf(classes: string, theme: Theme): Style | null {
  for (const name of classes.split(' ')) {
    if (!name.startsWith('hljs-')) continue;
    const meaning = meanings[name.slice(5)];
    if (meaning === undefined) return null;
    return classes.includes('class_') ? theme.syntax.type : theme.syntax[meaning];
  }
  return null;
}
