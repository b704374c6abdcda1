// `node --import tsx scripts/pictures/look.ts <folder>`: the sample conversation at every width and theme, to be looked at.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { prepareItems, renderItems } from '../../src/ui/blocks/index.ts';
import type { Item } from '../../src/ui/blocks/items.ts';
import { createTheme } from '../../src/ui/theme.ts';
import { picture } from './render.ts';
import { conversation, markdown, running } from './sample.ts';

const folder = process.argv[2] ?? 'pictures';
const samples: Record<string, Item[]> = {
  conversation: [...conversation, ...running],
  markdown: [{ kind: 'text', text: markdown }],
};

mkdirSync(folder, { recursive: true });
for (const [name, items] of Object.entries(samples)) {
  await prepareItems(items);
  for (const columns of [120, 80, 40])
    for (const theme of ['dark', 'light'] as const) {
      const options = {
        width: columns,
        theme: createTheme({ name: theme }),
        detail: 'folded',
        now: 14_000,
        cwd: '/work/app',
      } as const;
      const png = await picture(renderItems(items, options), { columns, theme });
      writeFileSync(path.join(folder, `${name}-${columns}-${theme}.png`), png);
    }
}
