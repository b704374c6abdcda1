// What stands in each cell of an emulated terminal, and in which colours: the palette is ours, as a terminal's would be.
import type { Terminal } from './render.ts';

export type PictureTheme = 'dark' | 'light';

export interface Cell {
  text: string;
  width: number;
  bold: boolean;
  italic: boolean;
  underline: boolean;
  strike: boolean;
  dim: boolean;
  inverse: boolean;
  /** Hex, palette index or null for the default. */
  front: string | number | null;
  back: string | number | null;
  /** Equal for cells that look alike. */
  style: string;
}

/** What is on the screen, the scrollback as well, or everything from a row of the buffer on. */
export type Part = 'screen' | 'all' | { readonly from: number };

export function readCells(terminal: Terminal, part: Part): Cell[][] {
  const buffer = terminal.buffer.active;
  const from = typeof part === 'object' ? part.from : part === 'all' ? 0 : buffer.baseY;
  const rows: Cell[][] = [];
  for (let y = from; y < buffer.baseY + terminal.rows; y++) {
    const line = buffer.getLine(y);
    const cells: Cell[] = [];
    for (let x = 0; line && x < terminal.cols; x++) {
      const cell = line.getCell(x);
      if (!cell || cell.getWidth() === 0) continue;
      const look = {
        bold: cell.isBold() !== 0,
        italic: cell.isItalic() !== 0,
        underline: cell.isUnderline() !== 0,
        strike: cell.isStrikethrough() !== 0,
        dim: cell.isDim() !== 0,
        inverse: cell.isInverse() !== 0,
        front: cell.isFgDefault() ? null : cell.isFgRGB() ? hex(cell.getFgColor()) : cell.getFgColor(),
        back: cell.isBgDefault() ? null : cell.isBgRGB() ? hex(cell.getBgColor()) : cell.getBgColor(),
      };
      cells.push({ text: cell.getChars() || ' ', width: cell.getWidth(), ...look, style: JSON.stringify(look) });
    }
    rows.push(cells);
  }
  return rows;
}

const hex = (colour: number) => `#${colour.toString(16).padStart(6, '0')}`;

interface Palette {
  background: string;
  foreground: string;
  line: string;
  sixteen: readonly string[];
}

const palettes: Record<PictureTheme, Palette> = {
  dark: {
    background: '#16181d',
    foreground: '#d5d9e0',
    line: '#3a3f4a',
    sixteen: [
      '#22252c',
      '#e0707a',
      '#8cc78a',
      '#dcb56a',
      '#6d9fe8',
      '#c08fe0',
      '#6cc0c8',
      '#c3c8d2',
      '#5b6270',
      '#f08891',
      '#a4dba2',
      '#efca83',
      '#86b5f8',
      '#d3a8ef',
      '#86d6dd',
      '#eef0f4',
    ],
  },
  light: {
    background: '#fdfdfb',
    foreground: '#24282f',
    line: '#d5d8de',
    sixteen: [
      '#24282f',
      '#c0303c',
      '#2f7d38',
      '#9a6700',
      '#1f5fbf',
      '#8a3fa8',
      '#1b7c83',
      '#6a7079',
      '#57606a',
      '#cf222e',
      '#2da44e',
      '#bf8700',
      '#2f78dd',
      '#a050c0',
      '#2a98a0',
      '#8c959f',
    ],
  },
};

export const paletteOf = (theme: PictureTheme) => palettes[theme];

export function colourOf(cell: Cell, theme: PictureTheme): { front: string; back: string | null } {
  const palette = palettes[theme];
  const front = resolve(cell.front, palette) ?? palette.foreground;
  const back = resolve(cell.back, palette);
  const [shown, behind] = cell.inverse ? [back ?? palette.background, front] : [front, back];
  return { front: cell.dim ? blend(shown, behind ?? palette.background, 0.42) : shown, back: behind };
}

function resolve(colour: string | number | null, palette: Palette): string | null {
  if (colour === null || typeof colour === 'string') return colour;
  if (colour < 16) return palette.sixteen[colour]!;
  if (colour >= 232) return grey(8 + (colour - 232) * 10);
  const index = colour - 16;
  const level = (part: number) => (part === 0 ? 0 : 55 + part * 40);
  return rgb(level(Math.floor(index / 36)), level(Math.floor(index / 6) % 6), level(index % 6));
}

const rgb = (...parts: number[]) => `#${parts.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
const grey = (level: number) => rgb(level, level, level);

function blend(front: string, back: string, amount: number): string {
  const parts = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  const behind = parts(back);
  return rgb(...parts(front).map((part, index) => part * (1 - amount) + behind[index]! * amount));
}

/** Lines from the middle of the cell: up, right, down, left. Fonts leave gaps between rows, so these are drawn. */
const arms: Record<string, string> = {
  '─': 'rl',
  '│': 'ud',
  '┌': 'rd',
  '┐': 'dl',
  '└': 'ur',
  '┘': 'ul',
  '├': 'urd',
  '┤': 'udl',
  '┬': 'rdl',
  '┴': 'url',
  '┼': 'urdl',
  '╭': 'rd',
  '╮': 'dl',
  '╰': 'ur',
  '╯': 'ul',
};

export const isBox = (text: string) => Object.hasOwn(arms, text) || text === '╌';

export function pathOf(text: string, left: number, top: number, width: number, height: number): string {
  const [x, y] = [left + width / 2, top + height / 2];
  if (text === '╌') return `M${left + width * 0.15} ${y}h${width * 0.3}m${width * 0.2} 0h${width * 0.3}`;
  const ends: Record<string, string> = { u: `V${top}`, d: `V${top + height}`, r: `H${left + width}`, l: `H${left}` };
  return [...arms[text]!].map((arm) => `M${x} ${y}${ends[arm]}`).join('');
}
