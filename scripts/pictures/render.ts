// Pictures of a terminal: styled lines or an emulator's buffer → SVG → PNG. Lines go through the emulator too, so that a picture
// shows what a terminal would show and not what we meant.
import { Resvg } from '@resvg/resvg-js';
import xterm from '@xterm/headless';
import { type Cell, colourOf, isBox, type Part, type PictureTheme, paletteOf, pathOf, readCells } from './cells.ts';
import { loadFonts } from './fonts.ts';
import { giveModernWidths } from './unicode.ts';

export type Terminal = InstanceType<typeof xterm.Terminal>;

export interface PictureOptions {
  columns: number;
  theme: PictureTheme;
  /** Pixels per point; 2 for sharp text. */
  scale?: number;
  /** What a terminal's own bar would say. */
  title?: string;
  /** Default `screen` for a terminal. */
  part?: Part;
  /** `content`: without the empty rows at the end. Default `whole`. */
  height?: 'whole' | 'content';
  /** Draw the cursor. Default hidden. */
  cursor?: 'shown' | 'hidden';
}

const SIZE = 15;
const CELL = SIZE * 0.60205;
const LINE = 20;
const MARGIN = 16;

/** Lines, as our renderers give them, on a screen of this width. */
export async function terminalOf(lines: readonly string[], columns: number): Promise<Terminal> {
  const terminal = new xterm.Terminal({
    cols: columns,
    rows: Math.max(1, lines.length),
    scrollback: 0,
    allowProposedApi: true,
  });
  giveModernWidths(terminal);
  await new Promise<void>((resolve) => terminal.write(lines.join('\r\n'), resolve));
  return terminal;
}

export async function picture(source: readonly string[] | Terminal, options: PictureOptions): Promise<Uint8Array> {
  return draw(await svg(source, options), options.scale ?? 2).asPng();
}

/** For moving pictures: plain pixels. */
export async function pixels(source: readonly string[] | Terminal, options: PictureOptions) {
  const image = draw(await svg(source, options), options.scale ?? 1);
  return { data: new Uint8Array(image.pixels), width: image.width, height: image.height };
}

function draw(source: string, scale: number) {
  const font = {
    fontFiles: loadFonts().filesFor(source),
    loadSystemFonts: false,
    defaultFontFamily: 'DejaVu Sans Mono',
  };
  return new Resvg(source, { font, fitTo: { mode: 'zoom', value: scale } }).render();
}

export async function svg(source: readonly string[] | Terminal, options: PictureOptions): Promise<string> {
  const terminal = Array.isArray(source) ? await terminalOf(source as string[], options.columns) : (source as Terminal);
  const cells = readCells(terminal, Array.isArray(source) ? 'all' : (options.part ?? 'screen'));
  const { cursorY } = terminal.buffer.active;
  const least = options.cursor === 'shown' ? cells.length - terminal.rows + cursorY + 1 : 0;
  const rows = options.height === 'content' ? withoutEmptyEnd(cells, least) : cells;
  const palette = paletteOf(options.theme);
  const bar = options.title === undefined ? 0 : 30;
  const width = options.columns * CELL + MARGIN * 2;
  const height = rows.length * LINE + MARGIN * 2 + bar;
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width.toFixed(1)}" height="${height}">`,
    `<rect width="100%" height="100%" fill="${palette.background}"/>`,
    ...(options.title === undefined ? [] : titleBar(options.title, width, palette)),
  ];
  for (const [index, row] of rows.entries()) parts.push(...drawRow(row, MARGIN + bar + index * LINE, options.theme));
  if (options.cursor === 'shown') parts.push(cursor(terminal, cells.length, MARGIN + bar, palette.foreground));
  return `${parts.join('\n')}</svg>`;
}

function withoutEmptyEnd(rows: readonly Cell[][], least: number): Cell[][] {
  const last = rows.findLastIndex((row) => row.some((cell) => cell.text.trim() !== '' || cell.back !== null));
  return rows.slice(0, Math.max(least, last + 1));
}

function titleBar(title: string, width: number, palette: { foreground: string; line: string }): string[] {
  const dots = [0, 1, 2].map((index) => `<circle cx="${20 + index * 18}" cy="17" r="5" fill="${palette.line}"/>`);
  return [
    ...dots,
    `<text x="${width / 2}" y="21" text-anchor="middle" font-family="DejaVu Sans" font-size="12" fill="${palette.foreground}" opacity="0.6">${escaped(title)}</text>`,
  ];
}

function cursor(terminal: Terminal, rows: number, top: number, colour: string): string {
  const { cursorX, cursorY } = terminal.buffer.active;
  const y = top + (rows - terminal.rows + cursorY) * LINE;
  return `<rect x="${(MARGIN + cursorX * CELL).toFixed(2)}" y="${y + 1}" width="${CELL.toFixed(2)}" height="${LINE - 2}" fill="${colour}" opacity="0.6"/>`;
}

function drawRow(cells: readonly Cell[], y: number, theme: PictureTheme): string[] {
  const parts: string[] = [];
  for (const run of runs(cells, (a, b) => colourOf(a, theme).back === colourOf(b, theme).back)) {
    const { back } = colourOf(run.cells[0]!, theme);
    if (back)
      parts.push(
        `<rect x="${x(run.column)}" y="${y}" width="${(widthOf(run.cells) * CELL).toFixed(2)}" height="${LINE}" fill="${back}"/>`,
      );
  }
  for (const run of runs(cells, sameText)) {
    const first = run.cells[0]!;
    const text = run.cells.map((cell) => cell.text).join('');
    const { front } = colourOf(first, theme);
    if (first.underline && text.trim() !== '')
      parts.push(
        `<rect x="${x(run.column)}" y="${y + 17}" width="${(widthOf(run.cells) * CELL).toFixed(2)}" height="1" fill="${front}"/>`,
      );
    if (first.strike && text.trim() !== '')
      parts.push(
        `<rect x="${x(run.column)}" y="${y + 10}" width="${(widthOf(run.cells) * CELL).toFixed(2)}" height="1" fill="${front}"/>`,
      );
    if (text.trim() !== '') parts.push(glyphs(first, text, run.column, y, front));
  }
  return parts;
}

/** Without a font that joins them, the first of joined emoji stands for all. */
const JOINED = /^(\p{Extended_Pictographic})[\s\S]*\u200d/u;

function glyphs(cell: Cell, whole: string, column: number, y: number, front: string): string {
  const text = JOINED.exec(whole)?.[1] ?? whole;
  if (isBox(text))
    return `<path d="${pathOf(text, MARGIN + column * CELL, y, CELL, LINE)}" stroke="${front}" stroke-width="1.2" fill="none"/>`;
  const family = isPlain(text) ? 'DejaVu Sans Mono' : loadFonts().familyOf(text);
  if (family === null) return missing(cell, column, y, front);
  const middle = cell.width === 2 || family !== 'DejaVu Sans Mono';
  const at = middle ? (MARGIN + (column + cell.width / 2) * CELL).toFixed(2) : x(column);
  const size = cell.width === 2 ? SIZE * 1.05 : SIZE;
  return `<text x="${at}" y="${y + 15}" xml:space="preserve" font-family="${family}" font-size="${size}" fill="${front}"${middle ? ' text-anchor="middle"' : ''}${cell.bold ? ' font-weight="bold"' : ''}${cell.italic ? ' font-style="italic"' : ''}>${escaped(text)}</text>`;
}

function missing(cell: Cell, column: number, y: number, front: string): string {
  const width = cell.width * CELL - 3;
  return `<rect x="${(MARGIN + column * CELL + 1.5).toFixed(2)}" y="${y + 3.5}" width="${width.toFixed(2)}" height="13" rx="2.5" fill="${front}" fill-opacity="0.18" stroke="${front}" stroke-opacity="0.5"/>`;
}

const isPlain = (text: string) => /^[\x20-\x7e]*$/.test(text);

/** ASCII of one style is drawn in one piece; anything else stands at its own column. */
function sameText(a: Cell, b: Cell): boolean {
  if (!isPlain(a.text) || !isPlain(b.text)) return false;
  return a.style === b.style;
}

interface Run {
  column: number;
  cells: Cell[];
}

function runs(cells: readonly Cell[], same: (a: Cell, b: Cell) => boolean): Run[] {
  const found: Run[] = [];
  let column = 0;
  for (const cell of cells) {
    const last = found.at(-1);
    if (last && same(last.cells.at(-1)!, cell)) last.cells.push(cell);
    else found.push({ column, cells: [cell] });
    column += cell.width;
  }
  return found;
}

const widthOf = (cells: readonly Cell[]) => cells.reduce((sum, cell) => sum + cell.width, 0);
const x = (column: number) => (MARGIN + column * CELL).toFixed(2);
const escaped = (text: string) => text.replace(/[&<>"]/g, (found) => `&#${found.charCodeAt(0)};`);
