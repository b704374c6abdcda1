// The pictures of a shared page in `docs/pictures`: node --import tsx tests/browser/pictures.ts [folder]
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDesk } from '../threads/support.ts';
import { startChromium, type View } from './browser.ts';
import { tide } from './threads.ts';

const folder = path.resolve(process.argv[2] ?? fileURLToPath(new URL('../../docs/pictures', import.meta.url)));
const views: [name: string, view: View][] = [
  ['share-wide', { width: 1360, height: 1180 }],
  ['share-narrow', { width: 400, height: 860, scheme: 'dark', scale: 2 }],
];

mkdirSync(folder, { recursive: true });
const desk = await openDesk();
const chromium = await startChromium();
try {
  const { url } = desk.engine.share(tide(desk.store), { folder: desk.file('shared') });
  for (const [name, view] of views) {
    const { page, close } = await chromium.open(url, view);
    await page.locator('summary', { hasText: 'Edit' }).click();
    if (name === 'share-narrow') await page.locator('#query').fill('zone');
    await page.mouse.move(0, 0);
    if (name === 'share-narrow') await page.locator('mark').first().waitFor();
    await page.screenshot({ path: path.join(folder, `${name}.png`) });
    await close();
  }
} finally {
  await chromium.close();
  await desk.close();
}
