// `npm run pictures`: every screen of the built chat at 120, 80 and 40 columns, dark and light, and a steer that moves; then the page
// that shows them all. `--columns 80 --theme dark --only empty,tools` makes some of them; `--no-gif` leaves the moving one out.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { repository, type Screen } from '../../tests/support/screen.ts';
import type { PictureTheme } from './cells.ts';
import { gallery } from './gallery.ts';
import { palettePng } from './png.ts';
import { pixels } from './render.ts';
import { type Shot, type Snap, walk } from './scenes.ts';
import { steerGif } from './steer-gif.ts';

const { values } = parseArgs({
  options: {
    columns: { type: 'string', default: '120,80,40' },
    theme: { type: 'string', default: 'dark,light' },
    only: { type: 'string' },
    out: { type: 'string', default: path.join(repository, 'docs', 'pictures') },
    'no-gif': { type: 'boolean', default: false },
    'only-gif': { type: 'boolean', default: false },
  },
});

const rowsAt: Readonly<Record<number, number>> = { 120: 32, 80: 30, 40: 34 };
const SCALE = 1.5;
const wanted = values.only?.split(',');
const folder = path.resolve(values.out);
mkdirSync(folder, { recursive: true });

async function shoot(file: string, screen: Screen, columns: number, theme: PictureTheme, shot: Shot): Promise<void> {
  const cursor = isCursorHidden(screen) ? 'hidden' : 'shown';
  const image = await pixels(screen.terminal, { columns, theme, scale: SCALE, height: 'content', cursor, ...shot });
  writeFileSync(path.join(folder, file), palettePng(image));
}

/** The emulator keeps it to itself. */
function isCursorHidden({ terminal }: Screen): boolean {
  const { _core: core } = terminal as unknown as { _core?: { coreService?: { isCursorHidden?: boolean } } };
  return core?.coreService?.isCursorHidden ?? false;
}

const themes = values.theme.split(',') as PictureTheme[];
const widths = values.columns.split(',').map(Number);
for (const columns of values['only-gif'] ? [] : widths)
  for (const theme of themes) {
    const snap: Snap = async (name, screen, shot = {}) => {
      if (wanted && !wanted.includes(name)) return;
      const wide = name === 'small' ? screen.terminal.cols : columns;
      await shoot(`${name}-${wide}-${theme}.png`, screen, wide, theme, shot);
    };
    const began = Date.now();
    await walk({ columns, rows: rowsAt[columns] ?? 30, theme }, snap);
    process.stdout.write(`${columns} columns, ${theme}: ${Math.round((Date.now() - began) / 1000)} s\n`);
  }
if (!values['no-gif']) writeFileSync(path.join(folder, 'steer.gif'), await steerGif());
writeFileSync(path.join(folder, 'README.md'), gallery(folder));
