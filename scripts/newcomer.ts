// `npm run newcomer [-- --short] [--tree] [--no-pictures]`: the first five minutes, as someone has them who has nothing: a fresh clone, an
// empty home, the README's own commands, the tour key by key, then the packed package in a clean prefix. Every step must show on the screen.
//   --short   takes node_modules from here instead of installing (for CI); the clone is fresh all the same
//   --tree    copies the working tree instead of cloning what is committed
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openScreen, repository, type Screen } from '../tests/support/screen.ts';
import { walkTour } from '../tests/support/tour-walk.ts';
import { picture } from './pictures/render.ts';

const flags = new Set(process.argv.slice(2));
const short = flags.has('--short');
const columns = 96;
const rows = 30;
const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'ccchat-newcomer-')));
const clone = path.join(root, 'ccchat');
const home = path.join(root, 'home');
const temporary = path.join(root, 'tmp');
const started = Date.now();
const setting = (name: string) =>
  execFileSync('npm', ['config', 'get', name], { encoding: 'utf8', stdio: 'pipe' }).trim();
const registryWay: NodeJS.ProcessEnv = {
  npm_config_userconfig: setting('userconfig'),
  npm_config_globalconfig: setting('globalconfig'),
  NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS,
};

try {
  for (const folder of [home, temporary]) mkdirSync(folder);
  say(`everything happens below ${root}`);
  takeClone();
  const command = readmeCommand();
  say(`the README says: ${command}`);
  await firstStart(command);
  await installedPackage();
  say('all of it works');
} finally {
  try {
    rmSync(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  } catch {} // a program that is just ending wrote something meanwhile: it lies in the temporary folder
}
process.exit(0);

function takeClone(): void {
  if (flags.has('--tree')) copyTree();
  else execFileSync('git', ['clone', '--quiet', `file://${repository}`, clone]);
  if (!short) return;
  execFileSync('cp', ['-al', path.join(repository, 'node_modules'), path.join(clone, 'node_modules')]);
  rmSync(path.join(clone, 'node_modules/.cache'), { recursive: true, force: true });
  run('npm', ['run', 'build', '--silent'], clone);
}

function copyTree(): void {
  const list = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: repository,
    encoding: 'utf8',
  });
  for (const file of list.split('\0').filter((name) => name !== '' && existsSync(path.join(repository, name))))
    cpSync(path.join(repository, file), path.join(clone, file));
}

/** The first command of the first block: what a newcomer copies. */
function readmeCommand(): string {
  const [, block = ''] = /```sh\n([\s\S]*?)```/.exec(readFileSync(path.join(clone, 'README.md'), 'utf8')) ?? [];
  const [line = ''] = block.split('\n');
  const command = line.replace(/\s+#.*$/, '').trim();
  check(command === 'npm ci && npm start', `the README begins with \`npm ci && npm start\`, not with \`${command}\``);
  return short ? command.replace('npm ci && ', '') : command;
}

async function firstStart(command: string): Promise<void> {
  const screen = await openScreen({ command: ['sh', '-c', command], cwd: clone, columns, rows, env: environment() });
  try {
    await patiently(screen, 'nobody is signed in', short ? 2 : 20);
    await screen.waitFor('q  quit');
    await snap(screen, 'tour-0-question');
    say('nobody is signed in: it asks one question; Enter is the demo');
    screen.press('enter');
    await walkTour(screen, async (name) => {
      if (name.endsWith('-done')) say(name.replace(/^tour-|-done$/g, ''));
      else await snap(screen, name);
    });
    screen.press('ctrl+d');
    const { code } = await screen.exit;
    check(code === 0, `it ends with ${code}`);
    await screen.waitFor('nothing of it is left');
  } finally {
    await screen.close();
  }
  check(
    readdirSync(temporary).every((name) => !name.startsWith('ccchat-demo')),
    'the demo leaves nothing behind',
  );
  check(!existsSync(path.join(home, '.local/share/ccchat/ccchat.db')), 'the demo keeps away from the real database');
}

async function installedPackage(): Promise<void> {
  const [packed] = JSON.parse(run('npm', ['pack', '--json', '--pack-destination', root], clone).replace(/^[^[]*/, ''));
  const prefix = path.join(root, 'prefix');
  const archive = path.join(root, packed.filename);
  const names: string[] = packed.files.map((file: { path: string }) => file.path);
  check(
    names.includes('dist/main.js') && names.includes('bin/ccchat'),
    'the package holds the bundle and its launcher',
  );
  const strays = names.filter((name) => /^(src|tests|scripts|bench|node_modules)\//.test(name));
  check(strays.length === 0, `the package holds no ${strays[0]}`);
  if (short) unpack(archive, prefix);
  else run('npm', ['install', '-g', '--prefix', prefix, '--no-audit', '--no-fund', archive], root);
  const installed = path.join(prefix, 'lib/node_modules/ccchat');
  const development = Object.keys(
    JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8')).devDependencies,
  );
  const brought = development.filter((name) => existsSync(path.join(installed, 'node_modules', name)));
  check(brought.length === 0, `only what it runs on comes along, not ${brought[0]}`);
  say(
    `package ${megabytes(packed.size)} (${megabytes(packed.unpackedSize)} unpacked), installed ${megabytes(sizeOf(installed))}`,
  );

  const elsewhere = path.join(root, 'a folder of a stranger');
  const links = path.join(root, 'links');
  for (const folder of [elsewhere, links]) mkdirSync(folder);
  symlinkSync(path.join(prefix, 'bin/ccchat'), path.join(links, 'ccchat'));
  const ccchat = path.join(links, 'ccchat');
  const { version } = JSON.parse(readFileSync(path.join(clone, 'package.json'), 'utf8'));
  check(run(ccchat, ['--version'], elsewhere).trim() === version, `--version says ${version}`);
  check(run(ccchat, ['--help'], elsewhere).includes('A terminal chat over your own claude'), '--help explains it');
  check(run(ccchat, ['list', '--json'], elsewhere).trim() === '[]', 'the database opens');
  await withoutClaude(ccchat, elsewhere);
  await withClaude(ccchat, elsewhere);
  if (short) return;
  run('npm', ['uninstall', '-g', '--prefix', prefix, 'ccchat'], root);
  check(!existsSync(installed) && !existsSync(path.join(prefix, 'bin/ccchat')), 'uninstalling leaves only the data');
}

/** No `claude` came along and there is none on the PATH: the one command that brings it, and old threads all the same. */
async function withoutClaude(ccchat: string, cwd: string): Promise<void> {
  for (const args of [[], ['demo']]) {
    const screen = await openScreen({
      command: [process.execPath, ccchat, ...args],
      cwd,
      columns,
      rows,
      env: { ...environment(), PATH: '/nowhere' },
    });
    try {
      await screen.waitFor('npm install -g @anthropic-ai/claude-code', { within: 'everything' });
      if (args.length === 0) {
        await screen.waitFor(/c {2}open the chat[^\n]*\(Enter\)/);
        screen.press('enter');
        await screen.waitFor('Say something, or ? for keys');
        screen.press('ctrl+d');
      }
      const { code } = await screen.exit;
      check(code === args.length, `ccchat ${args.join(' ')} without claude says how to install it`);
    } finally {
      await screen.close();
    }
  }
}

async function withClaude(ccchat: string, cwd: string): Promise<void> {
  const claude = process.env.CCCHAT_CLAUDE ?? path.join(repository, 'node_modules/.bin/claude');
  const screen = await openScreen({
    command: [process.execPath, ccchat, 'demo', '--claude', claude],
    cwd,
    columns,
    rows,
    env: environment(),
  });
  try {
    await screen.waitFor('Tour 1 of 8');
    screen.press('enter');
    await screen.waitFor('Ask me to taste something');
    await screen.waitFor('Tour 2 of 8');
    screen.press('ctrl+c', 'ctrl+d');
    check((await screen.exit).code === 0, 'the installed chat holds a conversation');
  } finally {
    await screen.close();
  }
}

/** As npm lays it out, with the packages taken from here: the ones it declares and what they need. */
function unpack(archive: string, prefix: string): void {
  const target = path.join(prefix, 'lib/node_modules/ccchat');
  mkdirSync(target, { recursive: true });
  execFileSync('tar', ['-xzf', archive, '-C', target, '--strip-components=1']);
  const needed = new Set<string>();
  const need = (name: string) => {
    const from = path.join(clone, 'node_modules', name);
    if (needed.has(name) || !existsSync(from)) return;
    needed.add(name);
    const { dependencies = {} } = JSON.parse(readFileSync(path.join(from, 'package.json'), 'utf8'));
    Object.keys(dependencies).forEach(need);
  };
  Object.keys(JSON.parse(readFileSync(path.join(target, 'package.json'), 'utf8')).dependencies).forEach(need);
  for (const name of needed) {
    const to = path.join(target, 'node_modules', name);
    mkdirSync(path.dirname(to), { recursive: true });
    execFileSync('cp', ['-al', path.join(clone, 'node_modules', name), to]);
  }
  mkdirSync(path.join(prefix, 'bin'));
  symlinkSync(path.join(target, 'bin/ccchat'), path.join(prefix, 'bin/ccchat'));
}

/** Nothing of the person who runs this, except the way to the package registry where something is installed. */
function environment(): NodeJS.ProcessEnv {
  return {
    HOME: home,
    TMPDIR: temporary,
    PATH: process.env.PATH?.split(path.delimiter)
      .filter((folder) => !folder.includes('node_modules'))
      .join(path.delimiter),
    LANG: 'C.UTF-8',
    npm_config_update_notifier: 'false',
    ...(short ? {} : registryWay),
  };
}

function run(program: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    env: environment(),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0)
    throw new Error(`${program} ${args.join(' ')} ended with ${status}: ${error?.message ?? ''}\n${stdout}\n${stderr}`);
  return stdout;
}

/** `waitFor` gives up after a time that is ample for a screen, not for an installation. */
async function patiently(screen: Screen, what: string, minutes: number): Promise<void> {
  const deadline = Date.now() + minutes * 60_000;
  for (;;) {
    try {
      return await screen.waitFor(what);
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
}

async function snap(screen: Screen, name: string): Promise<void> {
  if (flags.has('--no-pictures')) return;
  await screen.quiet(100);
  const folder = path.join(repository, 'docs/pictures');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, `${name}.png`), await picture(screen.terminal, { columns, theme: 'dark', scale: 1 }));
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0);
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function check(holds: boolean, what: string): void {
  if (!holds) throw new Error(`It does not hold that ${what}.`);
}

function say(text: string): void {
  process.stdout.write(`${((Date.now() - started) / 1000).toFixed(0).padStart(4)} s  ${text}\n`);
}
