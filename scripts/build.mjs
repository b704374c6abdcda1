// One bundle, natives external: importing Ink unbundled costs twice the start-up time.
// `main.js` is the shell command, `engine.js` the engine for scripts; what the first paint does not need is in chunks of its own.
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const { version } = createRequire(import.meta.url)('../package.json');
const outdir = path.join(root, 'dist');
rmSync(outdir, { recursive: true, force: true });

const noDevtools = {
  name: 'no-devtools',
  setup(build) {
    build.onResolve({ filter: /^react-devtools-core$/ }, (args) => ({ path: args.path, namespace: 'empty' }));
    build.onLoad({ filter: /.*/, namespace: 'empty' }, () => ({ contents: 'export default {}' }));
  },
};

await build({
  entryPoints: {
    main: path.join(root, 'src/cli/main.ts'),
    engine: path.join(root, 'src/engine/index.ts'),
  },
  outdir,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  jsx: 'automatic',
  minifySyntax: true,
  external: ['better-sqlite3', 'node-pty'],
  define: { 'process.env.NODE_ENV': '"production"', __VERSION__: JSON.stringify(version) },
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
  plugins: [noDevtools],
  logLevel: 'warning',
});

if (process.argv.includes('--types') || process.env.npm_command === 'pack') {
  const tsc = path.join(root, 'node_modules/.bin/tsc');
  if (existsSync(tsc)) {
    const { status } = spawnSync(tsc, ['-p', 'tsconfig.types.json'], { cwd: root, stdio: 'inherit' });
    if (status !== 0) process.exit(status ?? 1);
  }
}
