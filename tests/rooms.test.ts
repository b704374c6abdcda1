// Imports point one way: cli, ui → engine → store, and `engine/claude` is reached only where the engine is put together.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const source = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../src');

type Room = 'cli' | 'ui' | 'engine' | 'claude' | 'store' | 'demo' | 'config' | 'text';

const mayImport: Record<Room, Room[]> = {
  cli: ['cli', 'ui', 'engine', 'demo', 'config', 'text'],
  ui: ['ui', 'engine', 'text'],
  engine: ['engine', 'store', 'text'],
  claude: ['claude'],
  store: ['store'],
  demo: ['demo'],
  config: ['config'],
  text: ['text'],
};

/** The data model, the agent's contract, the log, waiting and clearing up are everybody's: they know nothing of anyone. */
const vocabulary = [
  'store/types.ts',
  'engine/agent.ts',
  'engine/log.ts',
  'engine/condition.ts',
  'engine/own-folders.ts',
];
/** Where the engine is given its agent, and where `doctor` looks at it. */
const claudeDoors = ['engine/index.ts', 'engine/inspect.ts'];
const uiDoor = 'ui/start.tsx';

const packagesOf: Record<string, (file: string) => boolean> = {
  'better-sqlite3': (file) => roomOf(file) === 'store' || file === 'engine/inspect.ts',
  'node-pty': (file) => roomOf(file) === 'claude' || file === 'engine/inspect.ts',
  '@xterm/headless': (file) => roomOf(file) === 'claude',
  ink: (file) => roomOf(file) === 'ui',
  react: (file) => roomOf(file) === 'ui',
  commander: (file) => roomOf(file) === 'cli',
};

interface Import {
  from: string;
  to: string;
}

function roomOf(file: string): Room {
  if (file.startsWith('engine/claude/')) return 'claude';
  return file.split('/')[0] as Room;
}

function importsOf(file: string, text: string): Import[] {
  const specifiers = [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^'\n]+)'/g)].map((match) => match[1] ?? '');
  return specifiers.map((to) => ({
    from: file,
    to: to.startsWith('.') ? path.posix.join(path.posix.dirname(file), to) : to,
  }));
}

function objection({ from, to }: Import): string | null {
  const isFile = /\.(tsx?|json)$/.test(to) || to.startsWith('.');
  if (!isFile) {
    const allowed =
      packagesOf[
        to
          .split('/')
          .slice(0, to.startsWith('@') ? 2 : 1)
          .join('/')
      ];
    return allowed && !allowed(from) ? `${from} may not use ${to}` : null;
  }
  if (vocabulary.includes(to)) return null;
  if (to.startsWith('..')) return `${from} imports ${to} from outside src`;
  const [room, wanted] = [roomOf(from), roomOf(to)];
  if (wanted === 'claude' && room !== 'claude') {
    return claudeDoors.includes(from) ? null : `${from} may not import ${to}: engine/claude is reached through Agent`;
  }
  if (room === 'cli' && wanted === 'ui' && to !== uiDoor) return `${from} may not import ${to}, only ${uiDoor}`;
  return mayImport[room].includes(wanted) ? null : `${from} may not import ${to}: ${room} does not know ${wanted}`;
}

const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .map((file) => file.split(path.sep).join('/'))
  .filter((file) => /\.tsx?$/.test(file));
const textOf = (file: string) => readFileSync(path.join(source, file), 'utf8');

describe('rooms', () => {
  it('import in one direction only', () => {
    const imports = files.flatMap((file) => importsOf(file, textOf(file)));
    expect(imports.length).toBeGreaterThan(100);
    expect(imports.map(objection).filter((found) => found !== null)).toEqual([]);
  });

  it.each([
    ['store/threads.ts', '../engine/api.ts'],
    ['engine/queue.ts', '../ui/start.tsx'],
    ['engine/queue.ts', './claude/session.ts'],
    ['engine/queue.ts', 'node-pty'],
    ['engine/claude/session.ts', '../../store/store.ts'],
    ['engine/claude/session.ts', '../queue.ts'],
    ['ui/app.tsx', '../store/store.ts'],
    ['ui/app.tsx', '../engine/claude/session.ts'],
    ['ui/app.tsx', 'better-sqlite3'],
    ['ui/app.tsx', '../cli/shell.ts'],
    ['cli/threads.ts', '../store/threads.ts'],
    ['cli/threads.ts', '../ui/app.tsx'],
    ['cli/threads.ts', 'ink'],
    ['demo/model.ts', '../engine/api.ts'],
    ['config/read.ts', '../engine/api.ts'],
    ['config/read.ts', '../store/store.ts'],
    ['ui/start.tsx', '../config/read.ts'],
    ['engine/queue.ts', '../../tests/support/world.ts'],
    ['text/harmless.ts', '../engine/api.ts'],
  ])('%s may not import %s', (from, to) => {
    const [found] = importsOf(from, `import { x } from '${to}';`);
    expect(found && objection(found)).toContain(from);
  });

  it('see dynamic imports and re-exports too', () => {
    const text = "export * from '../ui/a.tsx';\nconst b = await import('../ui/b.tsx');\nimport '../ui/c.tsx';";
    expect(importsOf('store/x.ts', text).map(objection)).toHaveLength(3);
    expect(importsOf('store/x.ts', text).every((one) => objection(one) !== null)).toBe(true);
  });

  it('start child processes from the screen only in small files of their own', () => {
    const starters = files.filter(
      (file) => roomOf(file) === 'ui' && importsOf(file, textOf(file)).some(({ to }) => to === 'node:child_process'),
    );
    for (const file of starters) expect(textOf(file).split('\n').length, file).toBeLessThan(200);
  });
});
