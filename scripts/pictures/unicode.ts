// Widths as terminals of today have them: emoji take two cells, and what joins a character takes none. The emulator's own table
// is older; ours is the one the screen is measured with, so that a picture shows a misfit only where there is one.
import { textWidth } from '../../src/ui/text/width.ts';
import type { Terminal } from './render.ts';

const JOINER = 0x200d;
const EMOJI_STYLE = 0xfe0f;

/** The emulator's packing: three bits for width and joining, the rest for us. */
const pack = (state: number, width: number, joins: boolean) =>
  ((state & 0xffffff) << 3) | ((width & 3) << 1) | (joins ? 1 : 0);
const stateOf = (packed: number) => packed >> 3;
const widthOf = (packed: number) => (packed >> 1) & 3;

enum After {
  Anything = 0,
  Joiner = 1,
  Flag = 2,
}

function widthOfCode(code: number): 0 | 1 | 2 {
  if (code < 0x7f) return code < 0x20 ? 0 : 1;
  return Math.min(2, textWidth(String.fromCodePoint(code))) as 0 | 1 | 2;
}

const isFlag = (code: number) => code >= 0x1f1e6 && code <= 0x1f1ff;
const isSkin = (code: number) => code >= 0x1f3fb && code <= 0x1f3ff;

export function giveModernWidths(terminal: Terminal): void {
  terminal.unicode.register({
    version: 'measured',
    wcwidth: widthOfCode,
    charProperties(code: number, preceding: number): number {
      const before = preceding === 0 ? After.Anything : stateOf(preceding);
      const width = isFlag(code) ? 2 : widthOfCode(code);
      if (preceding !== 0) {
        if (before === After.Flag && isFlag(code)) return pack(After.Anything, 2, true);
        if (code === EMOJI_STYLE) return pack(After.Anything, 2, true);
        if (code === JOINER) return pack(After.Joiner, widthOf(preceding), true);
        if (before === After.Joiner || isSkin(code))
          return pack(After.Anything, Math.max(widthOf(preceding), width), true);
        if (width === 0) return pack(before, widthOf(preceding), true);
      }
      return pack(isFlag(code) ? After.Flag : After.Anything, width, false);
    },
  } as Parameters<typeof terminal.unicode.register>[0]);
  terminal.unicode.activeVersion = 'measured';
}
