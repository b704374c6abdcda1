// The page that shows every picture there is; what is missing in the folder is left out.
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { type Scene, scenes } from './scenes.ts';

const widths = [120, 80, 40] as const;
const themes = ['dark', 'light'] as const;

export function gallery(folder: string): string {
  const names = Object.keys(scenes) as Scene[];
  return [
    '# Pictures',
    '',
    'Made by `npm run pictures` from the built `ccchat` in a terminal emulator, with the real `claude` and a scripted model; not edited.',
    "Text is drawn with DejaVu, which comes with the development packages. For CJK and emoji the script takes the system's fonts if they",
    'are there (on Debian: `apt-get install fonts-noto-cjk fonts-symbola`); without them those characters are empty boxes of the right width.',
    '',
    ...(existsSync(path.join(folder, 'steer.gif')) ? ['![A steer, moving](steer.gif)', ''] : []),
    ...names.flatMap((name) => section(folder, name)),
    ...others(folder),
  ].join('\n');
}

/** What other scripts put here: the tour, a shared page. */
function others(folder: string): string[] {
  const own = new RegExp(`^(${Object.keys(scenes).join('|')})-\\d+-(dark|light)\\.png$`);
  const files = readdirSync(folder).filter((file) => file.endsWith('.png') && !own.test(file));
  if (files.length === 0) return [];
  return ['## Also here', '', ...files.sort().flatMap((file) => [`![${path.parse(file).name}](${file})`, ''])];
}

function section(folder: string, name: Scene): string[] {
  const columnsOf = name === 'small' ? [18] : widths;
  const rows = columnsOf.flatMap((columns) => {
    const files = themes.map((theme) => `${name}-${columns}-${theme}.png`);
    if (!files.every((file) => existsSync(path.join(folder, file)) && statSync(path.join(folder, file)).size > 0))
      return [];
    const [dark, light] = files.map((file) => `![${name}, ${columns} columns](${file})`);
    return [`| ${dark} | ${light} |`];
  });
  if (rows.length === 0) return [];
  return [`## ${scenes[name]}`, '', '| dark | light |', '|---|---|', ...rows, ''];
}
