// The native module cannot be loaded, as after a change of Node; prints the error that a person would be shown.
import { writeFileSync } from 'node:fs';
import path from 'node:path';

const [folder] = process.argv.slice(2) as [string];
const broken = path.join(folder, 'broken.node');
writeFileSync(broken, 'built for something else');
const load = process.dlopen;
process.dlopen = (module, filename, flags) => {
  const target = filename.includes('better_sqlite3') ? broken : filename;
  return flags === undefined ? load(module, target) : load(module, target, flags);
};
const { openStore } = await import('../../../src/store/index.ts');
try {
  openStore(path.join(folder, 'data', 'ccchat.db'));
  console.log('opened');
} catch (error) {
  const { name, code, message, next } = error as Error & { code: string; next: string };
  console.log(JSON.stringify({ name, code, message, next }));
}
