// Text to be read and left again: status, todo list, anything a command answers with more than a line.
import { closed, type Overlay, type OverlayContext, stay } from '../overlay.ts';
import { sanitise } from '../text/sanitise.ts';
import { wrap } from '../text/wrap.ts';
import type { Theme } from '../theme.ts';
import { bodyRows, frame } from './frame.ts';
import { actionFor, type Binding, footerOf, hintsOf, type Move, pagerMoveFor } from './keys.ts';

export interface ViewerOptions {
  readonly title: string;
  /** What is copied; shown as it is unless `lines` draws it. */
  readonly text: string;
  readonly lines?: (columns: number, theme: Theme) => readonly string[];
}

const viewerKeys: readonly Binding<'copy'>[] = [{ action: 'copy', chords: ['y'], help: 'copy' }];

export function createViewer({ theme, keymap }: OverlayContext, options: ViewerOptions): Overlay {
  let top = 0;
  let drawn: { columns: number; lines: readonly string[] } | null = null;

  const linesAt = (columns: number): readonly string[] => {
    if (drawn?.columns !== columns)
      drawn = { columns, lines: options.lines?.(columns, theme) ?? wrap(sanitise(options.text), columns) };
    return drawn.lines;
  };

  return {
    name: 'viewer',
    view(size) {
      const lines = linesAt(size.columns);
      const height = bodyRows(size);
      top = scrolled(top, 0, lines.length, height);
      const info = lines.length > height ? `${Math.min(lines.length, top + height)} of ${lines.length} lines` : '';
      const hints = [...(lines.length > height ? [{ key: '↑↓', help: 'scroll' }] : []), ...hintsOf(viewerKeys)];
      const footer = footerOf(hints, theme, size);
      return frame(size, theme, { title: options.title, info, footer, body: lines.slice(top, top + height) });
    },
    input(event, size) {
      if (actionFor(viewerKeys, event) === 'copy')
        return { type: 'copy', text: options.text, what: options.title.toLowerCase() };
      const move = pagerMoveFor(keymap, event);
      if (move === 'close' || move === 'choose') return closed;
      const height = bodyRows(size);
      if (move) top = scrolled(top, stepOf(move, height), linesAt(size.columns).length, height);
      return stay;
    },
  };
}

/** How far a move goes in a text, in lines. */
export function stepOf(move: Move, height: number): number {
  switch (move) {
    case 'up':
      return -1;
    case 'down':
      return 1;
    case 'page-up':
      return -Math.max(1, height - 1);
    case 'page-down':
      return Math.max(1, height - 1);
    case 'top':
      return Number.NEGATIVE_INFINITY;
    case 'bottom':
      return Number.POSITIVE_INFINITY;
    case 'close':
    case 'choose':
      return 0;
  }
}

export function scrolled(top: number, by: number, length: number, height: number): number {
  return Math.max(0, Math.min(top + by, length - height));
}
