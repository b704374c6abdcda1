// A program of the tests as a bundle, made as the product's own: starting sources unbundled takes seconds. Bundles lie beside the
// natives they load and are made once a run.
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { build, type Plugin } from 'esbuild';
// @ts-expect-error a script without types
import { quickStart } from '../../scripts/quick-start.mjs';
import { repository } from './screen.ts';

export async function bundle(entry: string): Promise<string> {
  const name = path.basename(entry).replace(/\.tsx?$/, '');
  const outfile = path.join(repository, 'node_modules/.cache/ccchat-tests', `${name}-${process.pid}.mjs`);
  mkdirSync(path.dirname(outfile), { recursive: true });
  await build({
    entryPoints: [path.join(repository, entry)],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    jsx: 'automatic',
    external: ['better-sqlite3', 'node-pty'],
    define: { 'process.env.NODE_ENV': '"production"', __VERSION__: '"0.0.0"' },
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
    plugins: [
      quickStart as Plugin,
      {
        name: 'no-devtools',
        setup(builder) {
          builder.onResolve({ filter: /^react-devtools-core$/ }, (args) => ({ path: args.path, namespace: 'empty' }));
          builder.onLoad({ filter: /.*/, namespace: 'empty' }, () => ({ contents: 'export default {}' }));
        },
      },
    ],
    logLevel: 'error',
  });
  process.once('exit', () => rmSync(outfile, { force: true }));
  return outfile;
}
