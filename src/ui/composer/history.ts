// Prompts of before: walking through them with ↑ and ↓, and searching them as one types. The draft is put aside, never lost:
// walking down past the newest brings it back as it was, and a search leaves it alone until a match is taken.
import type { BufferState } from './buffer.ts';

export interface HistoryWalk {
  /** Into `texts`; 0 is the newest. */
  readonly index: number;
  readonly texts: readonly string[];
  readonly draft: BufferState;
}

export interface HistorySearch {
  readonly query: string;
  readonly matches: readonly string[];
  readonly index: number;
  readonly texts: readonly string[];
}

/** Each text once, the session's own first. */
export function mergedHistory(recent: readonly string[], history: readonly string[]): string[] {
  return [...new Set([...recent, ...history])].filter((text) => text.trim() !== '');
}

/** One older; null when there is none. */
export function older(walk: HistoryWalk | null, draft: BufferState, texts: readonly string[]): HistoryWalk | null {
  if (walk === null) return texts.length === 0 ? null : { index: 0, texts, draft };
  return walk.index + 1 < walk.texts.length ? { ...walk, index: walk.index + 1 } : null;
}

export type Newer = { readonly walk: HistoryWalk } | { readonly draft: BufferState };

export function newer(walk: HistoryWalk): Newer {
  return walk.index === 0 ? { draft: walk.draft } : { walk: { ...walk, index: walk.index - 1 } };
}

export function walkText(walk: HistoryWalk): string {
  return walk.texts[walk.index] ?? '';
}

export function openSearch(texts: readonly string[]): HistorySearch {
  return { query: '', matches: texts, index: 0, texts };
}

export type SearchAction =
  | { readonly type: 'type'; readonly text: string }
  | { readonly type: 'delete-left' }
  | { readonly type: 'clear' }
  | { readonly type: 'older' }
  | { readonly type: 'newer' };

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

export function searchReducer(state: HistorySearch, action: SearchAction): HistorySearch {
  switch (action.type) {
    case 'type':
      return searched(state, state.query + action.text);
    case 'delete-left':
      return searched(
        state,
        [...graphemes.segment(state.query)]
          .slice(0, -1)
          .map((part) => part.segment)
          .join(''),
      );
    case 'clear':
      return searched(state, '');
    case 'older':
      return { ...state, index: Math.min(state.index + 1, Math.max(0, state.matches.length - 1)) };
    case 'newer':
      return { ...state, index: Math.max(0, state.index - 1) };
  }
}

export function searchMatch(state: HistorySearch): string | null {
  return state.matches[state.index] ?? null;
}

/** Keeps the match it stands on where it still matches, so that typing on does not jump. */
function searched(state: HistorySearch, query: string): HistorySearch {
  const words = foldText(query).split(/\s+/).filter(Boolean);
  const matches = state.texts.filter((text) => {
    const folded = foldText(text);
    return words.every((word) => folded.includes(word));
  });
  const current = searchMatch(state);
  const kept = current === null || query === '' ? -1 : matches.indexOf(current);
  return { ...state, query, matches, index: Math.max(0, kept) };
}

/** Case and accents aside. */
export function foldText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
}
