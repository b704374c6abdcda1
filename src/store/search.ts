// Finding any message again: whole words first, ranked by the words that tell (one that thousands of messages hold does not,
// and to weigh it would read them all), else newest first; then parts of words and literal texts, newest first, from the
// substring index. Hits are read until the page is full.
// A hit is reported under one thread that can still reach it.
import type { Connection } from './connection.ts';
import type { Lines } from './lines.ts';
import { isShort, substringQuery, type Term, termsOf, wordQueries } from './query.ts';
import { places } from './rows.ts';
import { snippet } from './snippet.ts';
import { normal, soughtText } from './text.ts';
import type { Block, MessageId, Role, ThreadId, TurnId } from './types.ts';

export interface SearchHit {
  thread: ThreadId;
  title: string | null;
  cwd: string;
  message: MessageId;
  turn: TurnId | null;
  role: Role;
  /** Text around the hit; hits stand between \u0002 and \u0003. */
  snippet: string;
  at: number;
}

export interface SearchOptions {
  thread?: ThreadId;
  cwd?: string;
  /** Only threads of these. */
  folders?: readonly string[];
  roles?: readonly Role[];
  /** Only messages that call this tool. */
  tool?: string;
  /** Milliseconds since 1970: from `after` on, up to and without `before`. */
  after?: number;
  before?: number;
  limit?: number;
  offset?: number;
}

interface HitRow {
  seq: number;
  id: MessageId;
  thread: ThreadId;
  turn: TurnId | null;
  role: Role;
  blocks: string;
  created_at: number;
}

interface Match {
  row: HitRow;
  text: string;
  /** The text in its normal form. */
  whole: string;
}

interface Place {
  id: ThreadId;
  title: string | null;
  cwd: string;
}

interface Where {
  sql: string;
  values: unknown[];
}

const columns = 'm.seq, m.id, m.thread, m.turn, m.role, m.blocks, m.created_at';
/** A word that more messages hold than this tells nothing about any of them. */
const tellingCap = 1000;
const bestFew = 60;

export type Search = ReturnType<typeof searchOn>;

export function searchOn({ sql }: Connection, lines: Lines) {
  function find(query: string, options: SearchOptions = {}): SearchHit[] {
    const { limit = 20, offset = 0 } = options;
    const terms = termsOf(query);
    const hits: SearchHit[] = [];
    if ((terms.length === 0 && !isFiltered(options)) || limit <= 0) return hits;
    let passed = 0;
    const placeOf = placer(options);
    for (const { row, text, whole } of matches(terms, options)) {
      const place = placeOf(row);
      if (!place) continue;
      passed += 1;
      if (passed <= offset) continue;
      hits.push({
        thread: place.id,
        title: place.title,
        cwd: place.cwd,
        message: row.id,
        turn: row.turn,
        role: row.role,
        snippet: snippet(text, shown(whole, terms)),
        at: row.created_at,
      });
      if (hits.length >= limit) break;
    }
    return hits;
  }

  function* matches(terms: Term[], options: SearchOptions): Generator<Match> {
    const where = whereOf(options);
    if (terms.length === 0) return yield* everything(where, options);
    const seen = new Set<number>();
    const literals = terms.filter((term) => term.kind === 'literal');
    for (const [rows, required] of [
      [() => byWords(terms, where), literals],
      [() => bySubstrings(terms, where, seen.size > 0 ? 'some' : 'none'), terms],
    ] as const)
      for (const row of rows()) {
        if (seen.has(row.seq)) continue;
        const blocks = JSON.parse(row.blocks) as Block[];
        const text = soughtText(blocks);
        const whole = normal(text);
        if (!holdsAll(whole, required) || !calls(blocks, options.tool)) continue;
        seen.add(row.seq);
        yield { row, text, whole };
      }
  }

  function* everything(where: Where, { tool }: SearchOptions): Generator<Match> {
    const rows = sql<HitRow>(`SELECT ${columns} FROM message m WHERE true ${where.sql} ORDER BY m.seq DESC`);
    for (const row of rows.iterate(...where.values)) {
      const blocks = JSON.parse(row.blocks) as Block[];
      const text = soughtText(blocks);
      if (text.trim() !== '' && calls(blocks, tool)) yield { row, text, whole: '' };
    }
  }

  function* byWords(terms: Term[], where: Where): Generator<HitRow> {
    const words = wordQueries(terms);
    const isLiteral = terms.some((term) => term.kind === 'literal');
    if (words.length === 0 || (isLiteral && !terms.some(isShort))) return;
    if (isLiteral) return yield* newestFirst('word_index', words.join(' '), where);
    const telling = words.filter((word) => isTelling(word));
    if (telling.length === 0) return yield* newestFirst('word_index', words.join(' '), where);
    const wanted = telling.length < words.length ? new Set(wordHits(words.join(' '))) : null;
    const read = sql<HitRow>(`SELECT ${columns} FROM message m WHERE m.seq = ? ${where.sql}`);
    for (const seq of bestFirst(telling.join(' '))) {
      if (wanted && !wanted.has(seq)) continue;
      const row = read.get(seq, ...where.values);
      if (row) yield row;
    }
  }

  /** The best few are found without putting all in order. */
  function* bestFirst(match: string): Generator<number> {
    const ranked =
      'SELECT rowid AS seq FROM word_index WHERE word_index MATCH ? ORDER BY bm25(word_index), rowid DESC LIMIT ?';
    const best = sql<{ seq: number }>(ranked).all(match, bestFew);
    for (const { seq } of best) yield seq;
    if (best.length < bestFew) return;
    const rest = sql<{ seq: number }>(`${ranked} OFFSET ?`).iterate(match, -1, bestFew);
    for (const { seq } of rest) yield seq;
  }

  const isTelling = (word: string): boolean =>
    sql<{ hits: number }>(
      'SELECT count(*) AS hits FROM (SELECT rowid FROM word_index WHERE word_index MATCH ? LIMIT ?)',
    ).get(word, tellingCap + 1)!.hits <= tellingCap;

  const wordHits = (match: string): number[] =>
    sql<{ seq: number }>('SELECT rowid AS seq FROM word_index WHERE word_index MATCH ?')
      .all(match)
      .map(({ seq }) => seq);

  /** Under three characters there is no index for a part of a word: every text is read, and only when no word was found. */
  function bySubstrings(terms: Term[], where: Where, found: 'some' | 'none'): Iterable<HitRow> {
    const match = substringQuery(terms);
    if (match !== null) return newestFirst('substring_index', match, where);
    if (found === 'some') return [];
    const longest = terms.reduce((a, b) => (b.text.length > a.text.length ? b : a));
    return sql<HitRow>(
      `SELECT ${columns} FROM message m WHERE m.blocks LIKE ? ESCAPE '\\' ${where.sql} ORDER BY m.seq DESC`,
    ).iterate(`%${longest.text.replace(/[\\%_]/g, '\\$&')}%`, ...where.values);
  }

  const newestFirst = (index: 'word_index' | 'substring_index', match: string, where: Where): Iterable<HitRow> =>
    sql<HitRow>(
      `SELECT ${columns} FROM ${index} i CROSS JOIN message m ON m.seq = i.rowid
       WHERE ${index} MATCH ? ${where.sql} ORDER BY i.rowid DESC`,
    ).iterate(match, ...where.values);

  function whereOf({ thread, roles, tool, after, before }: SearchOptions): Where {
    const conditions: string[] = [];
    const values: unknown[] = [];
    const and = (condition: string, ...given: unknown[]) => {
      conditions.push(`AND ${condition}`);
      values.push(...given);
    };
    if (thread !== undefined) {
      const family = forebearsOf(thread);
      and(`m.thread IN (${places(family)})`, ...family);
    }
    if (roles !== undefined) and(`m.role IN (${places(roles)})`, ...roles);
    if (after !== undefined) and('m.created_at >= ?', after);
    if (before !== undefined) and('m.created_at < ?', before);
    if (tool !== undefined) and('instr(m.blocks, ?) > 0', JSON.stringify(tool));
    return { sql: conditions.join(' '), values };
  }

  /** The thread and those it was forked from: whatever it reaches was written in one of them. */
  const forebearsOf = (thread: ThreadId): ThreadId[] =>
    sql<{ id: ThreadId }>(
      `WITH RECURSIVE forebear(id) AS (
         SELECT ? UNION SELECT t.parent FROM thread t JOIN forebear f ON t.id = f.id WHERE t.parent IS NOT NULL)
       SELECT id FROM forebear`,
    )
      .all(thread)
      .map(({ id }) => id);

  /** The thread to report a hit under: the one asked for, else the one it was written in, else a fork that still has it. */
  function placer({ thread, cwd, folders }: SearchOptions): (hit: HitRow) => Place | null {
    const fits = (place: Place) =>
      (cwd === undefined || place.cwd === cwd) && (folders === undefined || folders.includes(place.cwd));
    if (thread !== undefined) {
      const place = placeById(thread);
      if (!place || !fits(place)) return () => null;
      return (hit) => (hit.thread === thread || lines.reaches(thread, hit.id) ? place : null);
    }
    const homes = new Map<ThreadId, { home: Place | null; forks: Place[] }>();
    const look = (id: ThreadId) => {
      const home = placeById(id);
      const found = home && fits(home) ? { home, forks: [] } : { home: null, forks: forksOf(id).filter(fits) };
      homes.set(id, found);
      return found;
    };
    return (hit) => {
      const { home, forks } = homes.get(hit.thread) ?? look(hit.thread);
      return home ?? forks.find((place) => lines.reaches(place.id, hit.id)) ?? null;
    };
  }

  const placeById = (id: ThreadId): Place | undefined =>
    sql<Place>('SELECT id, title, cwd FROM thread WHERE id = ? AND deleted_at IS NULL').get(id);

  const forksOf = (id: ThreadId): Place[] =>
    sql<Place>(
      `WITH RECURSIVE fork(id) AS (
         SELECT id FROM thread WHERE parent = ? UNION SELECT t.id FROM thread t JOIN fork ON t.parent = fork.id)
       SELECT t.id, t.title, t.cwd FROM fork JOIN thread t ON t.id = fork.id WHERE t.deleted_at IS NULL ORDER BY t.updated_at DESC`,
    ).all(id);

  return { find };
}

/** Without words, filters alone say what is meant: the newest that fit. */
const isFiltered = ({ folders, roles, tool, after, before }: SearchOptions): boolean =>
  [folders, roles, tool, after, before].some((given) => given !== undefined);

/** What to mark in a text: the terms, and the words of a phrase that is not there as it stands. */
function shown(whole: string, terms: Term[]): string[] {
  return terms.flatMap((term) => (whole.includes(term.text) ? [term.text] : term.text.split(' ')));
}

function holdsAll(whole: string, terms: readonly Term[]): boolean {
  return terms.every((term) => (term.kind === 'prefix' ? beginsWord(whole, term.text) : whole.includes(term.text)));
}

function beginsWord(text: string, prefix: string): boolean {
  for (let at = text.indexOf(prefix); at >= 0; at = text.indexOf(prefix, at + 1))
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1]!)) return true;
  return false;
}

const calls = (blocks: Block[], tool: string | undefined): boolean =>
  tool === undefined || blocks.some((block) => block.type === 'tool_use' && block.name === tool);
