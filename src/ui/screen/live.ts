// The live region as lines: what runs, what is asked, what waits, the composer, one status line. Never taller than the window less one
// row, and about half of it where its parts can do with less: what a window made shorter pushes into the scrollback is not ours any more.
// The composer and the status line have their rows first, then what asks for an answer, and what runs gets what is left of the half.
import { renderItems } from '../blocks/index.ts';
import { renderPreview } from '../markdown/index.ts';
import type { Picture, Size } from '../overlay.ts';
import type { PanelPicture } from '../panels/index.ts';
import type { LiveTurn } from '../state/model.ts';
import { truncate } from '../text/truncate.ts';
import type { Theme } from '../theme.ts';

export interface LiveParts {
  readonly size: Size;
  readonly theme: Theme;
  readonly now: number;
  readonly cwd: string;
  readonly turn: LiveTurn | null;
  /** The tool that the panel is about: shown there and nowhere else. */
  readonly asked: string | null;
  /** Made for the rows they may have. */
  readonly activity: (width: number) => string | null;
  readonly panel: (width: number, rows: number) => PanelPicture | null;
  readonly pending: (width: number, rows: number) => readonly string[];
  /** A passing word: "copied", "press again to leave". */
  readonly hint: string | null;
  /** What the tour says; stands right above the composer. */
  readonly tour: (width: number) => readonly string[];
  readonly composer: (
    width: number,
    rows: number,
    popupRows: number,
  ) => {
    readonly lines: readonly string[];
    readonly cursor: { readonly row: number; readonly column: number };
    readonly popup: readonly string[];
  };
  readonly status: (width: number) => string;
  /** Shown while nothing was said yet. */
  readonly welcome: readonly string[];
}

export const SMALLEST: Size = { columns: 20, rows: 5 };

export function liveRegion(parts: LiveParts): Picture {
  const { size, theme } = parts;
  const width = size.columns - 1;
  const half = Math.floor(size.rows / 2);
  let left = size.rows - 1;
  const used = () => size.rows - 1 - left;
  if (size.columns < SMALLEST.columns || size.rows < SMALLEST.rows) {
    const words = ['Window too small:', 'make it larger'].slice(0, Math.max(1, left));
    return { lines: words.map((line) => truncate(line, Math.max(1, width))), cursor: null };
  }
  const take = (lines: readonly string[], most = left): string[] => {
    const taken = lines.slice(0, Math.max(0, Math.min(most, left))).map((line) => truncate(line, width));
    left -= taken.length;
    return taken;
  };

  const draft = parts.composer(width, draftRows(size, parts.turn), popupRows(size));
  const status = take([parts.status(width)]);
  const composer = take(draft.lines);
  const popup = take(draft.popup);
  const tour = take(parts.tour(width), 3);
  const hint = take(parts.hint === null ? [] : [theme.dim(parts.hint)]);
  const activity = parts.activity(width);
  const panel = left > 3 ? parts.panel(width, Math.min(left - 1, Math.max(panelRows(size), half - used() - 2))) : null;
  const panelLines = take(panel?.lines ?? []);
  const pending = take(left > 1 ? parts.pending(width, Math.min(left - 1, pendingRows(size))) : []);
  const doing = take(activity === null ? [] : [activity]);
  const airy = size.rows >= 16 && left > 4;
  const gap = left > 2 ? 1 : 0;
  const middle = doing.length + panelLines.length + pending.length + hint.length + tour.length;
  const air = airy && middle > 0 ? 1 : 0;
  left -= gap + air;
  const most = Math.min(left - 1, Math.max(3, half - used() - 1));
  const running = parts.turn === null ? [] : runningLines(parts.turn, panel ? parts : { ...parts, asked: null }, most);
  const above = running.length > 0 ? ['', ...take(running)] : take(parts.welcome);
  const blank = (rows: number) => Array.from({ length: rows }, () => '');
  const lines = [...above, ...blank(gap), ...doing, ...panelLines, ...pending, ...hint, ...tour, ...blank(air)];
  const top = lines.length;
  const cursor = panel?.cursor
    ? { row: above.length + gap + doing.length + panel.cursor.row, column: Math.min(panel.cursor.column, width) }
    : { row: top + Math.min(draft.cursor.row, composer.length - 1), column: Math.min(draft.cursor.column, width) };
  return { lines: [...lines, ...composer, ...popup, ...status], cursor };
}

const popupRows = ({ rows }: Size) => Math.max(2, Math.min(8, Math.floor(rows / 3)));

/** While a turn runs the draft leaves room for it. */
function draftRows({ rows }: Size, turn: LiveTurn | null): number {
  const fair = Math.floor(rows / 2) - (turn === null ? 3 : 7);
  return Math.max(1, Math.min(3, Math.floor((rows - 2) / 2)), Math.min(12, fair));
}

/** Enough to see what is asked, even when that is more than half of a small window. */
const panelRows = ({ rows }: Size) => Math.max(6, Math.min(14, Math.floor(rows * 0.6)));

const pendingRows = ({ rows }: Size) => Math.max(3, Math.min(6, Math.floor(rows / 6)));

/** What is not printed yet, and the end of what is being written. */
function runningLines(turn: LiveTurn, { theme, now, cwd, size, asked }: LiveParts, rows: number): string[] {
  if (rows < 1) return [];
  const width = size.columns - 1;
  const open = turn.items
    .slice(turn.printed)
    .map(({ item }) => item)
    .filter((item) => asked === null || item.kind !== 'tool' || item.id !== asked);
  const items = renderItems(open, { width, theme, detail: 'folded', now, cwd });
  const text = turn.preview.trim() === '' ? [] : renderPreview(turn.preview, { width, theme, rows });
  const both = text.length > 0 && items.length > 0 ? [...items, '', ...text] : [...items, ...text];
  if (both.length <= rows) return both;
  if (rows < 3) return both.slice(-rows);
  return [theme.dim('…'), ...both.slice(-(rows - 1))];
}
