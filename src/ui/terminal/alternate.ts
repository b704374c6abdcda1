// The alternate screen, for overlays: whole pictures in, only changed rows out. The scrollback is not there, so nothing can be lost.
import type { Picture, Size } from '../overlay.ts';

export interface AlternateScreen {
  readonly isOpen: boolean;
  open(): void;
  paint(picture: Picture, size: Size): void;
  /** After the terminal was someone else's: everything is painted again. */
  reopen(): void;
  close(): void;
}

export function createAlternateScreen(write: (bytes: string) => void): AlternateScreen {
  let isOpen = false;
  let shown: { lines: readonly string[]; cursor: Picture['cursor']; size: Size } | null = null;
  return {
    get isOpen() {
      return isOpen;
    },
    open: () => {
      if (isOpen) return;
      isOpen = true;
      shown = null;
      write('\x1b[?1049h\x1b[?25l\x1b[H\x1b[J');
    },
    reopen: () => {
      if (!isOpen) return;
      shown = null;
      write('\x1b[?1049h\x1b[?25l\x1b[H\x1b[J');
    },
    paint: (picture, size) => {
      if (!isOpen) return;
      const same = shown?.size.columns === size.columns && shown.size.rows === size.rows;
      const before = same ? shown!.lines : [];
      const lines = picture.lines.slice(0, size.rows);
      let bytes = same ? '' : '\x1b[H\x1b[J';
      for (let row = 0; row < Math.max(lines.length, before.length); row += 1) {
        const line = lines[row] ?? '';
        if (line !== (before[row] ?? '')) bytes += `\x1b[${row + 1};1H${line}\x1b[K`;
      }
      const { cursor } = picture;
      const moved = shown?.cursor?.row !== cursor?.row || shown?.cursor?.column !== cursor?.column;
      if (bytes === '' && !moved) return;
      const place = cursor ? `\x1b[${cursor.row + 1};${cursor.column + 1}H\x1b[?25h` : '';
      write(`\x1b[?2026h\x1b[?25l${bytes}${place}\x1b[?2026l`);
      shown = { lines, cursor, size };
    },
    close: () => {
      if (!isOpen) return;
      isOpen = false;
      shown = null;
      write('\x1b[?1049l');
    },
  };
}
