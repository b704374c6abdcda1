// The manual page, made from the commands themselves: `node --import tsx scripts/man.ts` writes docs/ccchat.1.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { manual } from '../src/cli/manual.ts';

const file = fileURLToPath(new URL('../docs/ccchat.1', import.meta.url));
writeFileSync(file, manual());
console.log(file);
