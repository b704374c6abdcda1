// The built chat in a pseudo-terminal with the real `claude` and the scripted model, ready to be walked through and photographed.
import path from 'node:path';
import { openScreen, repository, type Screen } from '../../tests/support/screen.ts';
import { makeWorld, type World } from '../../tests/support/world.ts';
import type { PictureTheme } from './cells.ts';
import { makeProject, type Project, playIn } from './play.ts';
import { giveModernWidths } from './unicode.ts';

export interface StageOptions {
  readonly columns: number;
  readonly rows: number;
  readonly theme: PictureTheme;
  readonly args?: readonly string[];
  /** Variables of the environment that are not set. */
  readonly without?: readonly string[];
}

export interface Stage {
  readonly screen: Screen;
  readonly project: Project;
  readonly world: World;
  close(): Promise<void>;
}

export const ready = /Say something|Ask anything/;

export async function openStage(options: StageOptions): Promise<Stage> {
  let script: ReturnType<typeof playIn> | null = null;
  const world = await makeWorld({ script: (request) => script!(request) });
  const project = makeProject(world.folder(path.join('home', 'almanac')));
  script = playIn(project.folder);
  const env = { ...world.env, VTE_VERSION: '7600', COLORFGBG: options.theme === 'dark' ? '15;0' : '0;15' };
  const screen = await openScreen({
    command: [path.join(repository, 'bin', 'ccchat'), ...(options.args ?? ['--allow', 'Bash(./slow-tests.sh)'])],
    cwd: project.folder,
    env: Object.fromEntries(Object.entries(env).filter(([name]) => !options.without?.includes(name))),
    columns: options.columns,
    rows: options.rows,
  });
  giveModernWidths(screen.terminal);
  return {
    screen,
    project,
    world,
    async close() {
      await screen.close();
      await world.close();
    },
  };
}

/** A moment without output, as long as there is one: what spins never rests. */
export async function settle(screen: Screen, ms = 200): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
  await Promise.race([screen.quiet(ms), new Promise((resolve) => setTimeout(resolve, 1_500))]);
}

export const isOverlay = (screen: Screen) => screen.terminal.buffer.active.type === 'alternate';

/** The row of the buffer where this was last printed; -1 when it was not. */
export function lastRowOf(screen: Screen, start: string): number {
  const buffer = screen.terminal.buffer.active;
  for (let row = buffer.length - 1; row >= 0; row--)
    if (buffer.getLine(row)?.translateToString(true).startsWith(start)) return row;
  return -1;
}
