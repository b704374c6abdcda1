// `npm run bench [name]`: every measurement of this folder, or one. Each prints its results as Markdown.
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const folder = dirname(fileURLToPath(import.meta.url));
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.ts') && file !== 'run.ts')
  .map((file) => file.slice(0, -3))
  .sort();

const [wanted] = process.argv.slice(2);
if (wanted !== undefined && !names.includes(wanted)) {
  console.error(`There is no bench "${wanted}"; there are: ${names.join(', ')}.`);
  process.exit(2);
}
for (const name of wanted === undefined ? names : [wanted]) {
  const { run } = (await import(pathToFileURL(join(folder, `${name}.ts`)).href)) as { run: () => Promise<void> | void };
  console.log(`## ${name}\n`);
  await run();
}
