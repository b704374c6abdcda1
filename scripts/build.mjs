// One bundle, natives external: importing Ink unbundled costs twice the start-up time. `main.js` is the shell command,
// `engine.js` the engine for scripts. It is made beside `dist` and moved in file by file, entries last: what runs meanwhile
// finds all of its chunks, before and after.
import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { quickStart } from './quick-start.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const { version } = createRequire(import.meta.url)('../package.json');
const dist = path.resolve(process.env.CCCHAT_DIST ?? path.join(root, 'dist'));
const packing = process.env.npm_command === 'pack' || process.env.npm_command === 'publish';
const staleAfterMs = packing ? 0 : 3_600_000;

const noDevtools = {
  name: 'no-devtools',
  setup(build) {
    build.onResolve({ filter: /^react-devtools-core$/ }, (args) => ({ path: args.path, namespace: 'empty' }));
    build.onLoad({ filter: /.*/, namespace: 'empty' }, () => ({ contents: 'export default {}' }));
  },
};

mkdirSync(path.dirname(dist), { recursive: true });
const made = mkdtempSync(`${dist}.new-`);
try {
  await bundle(made);
  if (packing || process.argv.includes('--types')) emitTypes(made);
  moveIn(made);
} finally {
  rmSync(made, { recursive: true, force: true });
}

async function bundle(outdir) {
  const { metafile } = await build({
    metafile: true,
    entryPoints: {
      main: path.join(root, 'src/cli/main.ts'),
      engine: path.join(root, 'src/engine/index.ts'),
    },
    outdir,
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    absWorkingDir: root,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    jsx: 'automatic',
    minifySyntax: true,
    minifyWhitespace: true,
    external: ['better-sqlite3', 'node-pty'],
    define: { 'process.env.NODE_ENV': '"production"', __VERSION__: JSON.stringify(version) },
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
    plugins: [noDevtools, quickStart],
    logLevel: 'warning',
  });
  writeFileSync(path.join(outdir, 'LICENSES.txt'), licencesOf(Object.keys(metafile.inputs)));
}

/** The bundle holds copies of other people's packages: their licences go with it. */
function licencesOf(inputs) {
  const packageOf = (input) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1];
  const folders = [...new Set(inputs.map(packageOf).filter(Boolean))].sort();
  return folders
    .map((folder) => path.join(root, folder))
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
      const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
      const text = file ? readFileSync(path.join(folder, file), 'utf8').trim() : '';
      return `${name} ${version} (${license})\n\n${text}\n`;
    })
    .join(`\n${'-'.repeat(80)}\n\n`);
}

function emitTypes(outdir) {
  const tsc = createRequire(import.meta.url).resolve('typescript/package.json');
  const { status } = spawnSync(
    process.execPath,
    [
      path.join(path.dirname(tsc), 'bin/tsc'),
      '-p',
      path.join(root, 'tsconfig.types.json'),
      '--outDir',
      path.join(outdir, 'types'),
    ],
    { cwd: root, stdio: 'inherit' },
  );
  if (status !== 0) throw new Error('The types could not be made; see above.');
}

function moveIn(from) {
  const files = filesOf(from);
  const isEntry = (file) => path.dirname(file) === '.';
  for (const file of [...files.filter((one) => !isEntry(one)), ...files.filter(isEntry)]) {
    mkdirSync(path.dirname(path.join(dist, file)), { recursive: true });
    renameSync(path.join(from, file), path.join(dist, file));
  }
  for (const file of filesOf(dist)) {
    const stale = !files.includes(file) && Date.now() - statSync(path.join(dist, file)).mtimeMs >= staleAfterMs;
    if (stale) rmSync(path.join(dist, file), { force: true });
  }
}

function filesOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}
