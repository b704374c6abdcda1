// One walk through the chat that passes every screen once. Each stop waits for what it shows; nothing is timed.
import type { Screen } from '../../tests/support/screen.ts';
import type { Part } from './cells.ts';
import { prompts } from './play.ts';
import { isOverlay, lastRowOf, openStage, ready, type Stage, type StageOptions, settle } from './stage.ts';

export interface Shot {
  readonly part?: Part;
  readonly height?: 'whole' | 'content';
}

export type Snap = (name: string, screen: Screen, shot?: Shot) => Promise<void>;

/** Every picture there is, in the order of the walk, and what it shows. */
export const scenes = {
  empty: 'A new thread: straight into the composer',
  streaming: 'A reply as it streams',
  markdown: 'A long reply: headings, lists, table, code, diff, quotation, CJK, right-to-left, emoji',
  'permission-edit': 'A permission: the edit as a diff',
  'permission-command': 'A permission: the whole command',
  tools: 'A finished turn: thinking, tool cards, the diff of an edit',
  tasks: 'The model keeps a todo list',
  todo: 'The todo list as it stands',
  question: 'A question of the model',
  steer: 'A steer that is held, and follow-ups that wait',
  queue: 'The queue editor',
  steered: 'The steer was absorbed, the follow-ups ran',
  refused: 'The API refused the key',
  revert: 'Going back: which turn?',
  tree: 'The family of forks',
  threads: 'All threads',
  search: 'Search in everything',
  reader: 'The reader: the whole transcript, tools expanded',
  diff: 'Files this thread changed',
  shell: 'A shell command while it runs',
  help: 'Keys and commands',
  commands: 'Completion of commands',
  files: 'Completion of files',
  history: 'Search in earlier prompts',
  missing: 'No claude on this machine',
  small: 'A window that is too small',
} as const;

export type Scene = keyof typeof scenes;

const allow = /❯ 1\. Allow once/;
const turnEnd = /^[✓✗■!] /gm;

export async function walk(options: StageOptions, snap: Snap): Promise<void> {
  const stage = await openStage(options);
  try {
    await talk(stage, snap);
    await browse(stage, snap);
    await compose(stage, snap);
  } finally {
    await stage.close();
  }
  await troubles(options, snap);
}

const ended = (screen: Screen) => (screen.everything().match(turnEnd) ?? []).length;

async function turn(screen: Screen, prompt: string, meanwhile: () => Promise<void> = async () => {}): Promise<void> {
  const before = ended(screen);
  screen.type(`${prompt}\r`);
  await screen.waitFor((now) => lastRowOf(now, `› ${prompt.slice(0, 20)}`) >= 0);
  await meanwhile();
  await screen.waitFor(() => ended(screen) > before);
  await settle(screen);
}

async function fresh(screen: Screen): Promise<void> {
  screen.type('/new\r');
  await screen.waitFor(/new thread|Say something/i);
  await settle(screen);
}

async function talk({ screen, project }: Stage, snap: Snap): Promise<void> {
  const since = (prompt: string): Shot => ({
    part: { from: Math.max(0, lastRowOf(screen, `› ${prompt.slice(0, 20)}`)) },
  });
  await screen.waitFor(ready);
  await settle(screen);
  await snap('empty', screen);

  await turn(screen, prompts.stream, async () => {
    await screen.waitFor(/leap years|two other/);
    await snap('streaming', screen, since(prompts.stream));
  });
  await fresh(screen);
  await turn(screen, prompts.markdown);
  await snap('markdown', screen, since(prompts.markdown));

  await fresh(screen);
  await turn(screen, prompts.work, async () => {
    await screen.waitFor((now) => allow.test(now.text()) && now.text().includes('getUTCDate'));
    await settle(screen);
    await snap('permission-edit', screen, since(prompts.work));
    screen.press('enter');
    await screen.waitFor((now) => allow.test(now.text()) && now.text().includes('run-tests.sh'));
    await settle(screen);
    await snap('permission-command', screen, since(prompts.work));
    screen.press('enter');
  });
  await snap('tools', screen, since(prompts.work));
  await turn(screen, prompts.list);
  await snap('tasks', screen, since(prompts.list));
  await overlay(screen, () => screen.type('/todo\r'), 'todo', snap, nothing);
  await turn(screen, prompts.question, async () => {
    await screen.waitFor(/❯ 1\. Temporal/);
    await settle(screen);
    await snap('question', screen, since(prompts.question));
    screen.press('1');
  });

  await fresh(screen);
  project.hold();
  const [first, second] = prompts.followUps;
  await turn(screen, prompts.slow, async () => {
    await screen.waitFor(/○ Bash[\s\S]*slow-tests/);
    screen.type(`${first}\r`);
    await screen.waitFor(new RegExp(`» ${first.slice(0, 12)}`));
    screen.type(`${second}\r`);
    await screen.waitFor(new RegExp(`» ${second.slice(0, 12)}`));
    screen.type(prompts.steer);
    await screen.waitFor(`› ${prompts.steer}`);
    screen.press('ctrl+s');
    await screen.waitFor(/accepted/);
    await settle(screen);
    await snap('steer', screen, since(prompts.slow));
    screen.press('ctrl+q');
    await screen.waitFor(isOverlay);
    await settle(screen);
    await snap('queue', screen, { part: 'screen' });
    screen.press('esc');
    await screen.waitFor((now) => !isOverlay(now));
    project.release();
  });
  await screen.waitFor(/There is nothing to write/);
  await settle(screen);
  await snap('steered', screen, since(prompts.slow));
}

async function overlay(screen: Screen, open: () => void, name: Scene, snap: Snap, then: () => Promise<void>) {
  open();
  await screen.waitFor(isOverlay);
  await then();
  await settle(screen);
  await snap(name, screen, { part: 'screen', height: 'whole' });
  for (let tries = 0; isOverlay(screen) && tries < 4; tries++) {
    screen.press('esc');
    await settle(screen, 500);
  }
  await screen.waitFor((now) => !isOverlay(now));
}

const nothing = async () => {};

const forks = [
  ['Without the helper', 'Try it without the helper'],
  ['With a table of months', 'Use a table of months'],
  ['Months from 0', 'Count months from 0'],
] as const;

async function browse({ screen }: Stage, snap: Snap): Promise<void> {
  await overlay(screen, () => screen.type('/revert\r'), 'revert', snap, nothing);
  for (const [title, prompt] of forks) {
    screen.type(`/fork\r`);
    await settle(screen, 600);
    screen.type(`/rename ${title}\r`);
    await screen.waitFor(new RegExp(title.slice(0, 12)));
    await turn(screen, prompt);
    if (title !== forks[0][0]) continue;
    screen.type(`/resume ${prompts.slow}\r`);
    await screen.waitFor((now) => now.text().split('\n').at(-1)!.startsWith(prompts.slow.slice(0, 8)));
    await settle(screen);
  }
  await overlay(screen, () => screen.press('ctrl+t'), 'tree', snap, nothing);
  await overlay(screen, () => screen.press('ctrl+p'), 'threads', snap, nothing);
  await overlay(
    screen,
    () => screen.press('ctrl+f'),
    'search',
    snap,
    async () => {
      screen.type('leap');
      await screen.waitFor(/leap[\s\S]*leap[\s\S]*leap/i);
    },
  );
  screen.type(`/resume ${prompts.work}\r`);
  await settle(screen);
  await screen.waitFor((now) => /almanac|February/.test(now.text()));
  await overlay(
    screen,
    () => screen.press('ctrl+o'),
    'reader',
    snap,
    async () => {
      await settle(screen);
      screen.press('{', '{', '{');
      await screen.waitFor('Found it');
    },
  );
  await overlay(screen, () => screen.type('/diff\r'), 'diff', snap, nothing);
}

/** Esc alone: with another key behind it at once, it would be Alt. */
async function clear(screen: Screen): Promise<void> {
  screen.press('esc');
  await settle(screen);
  screen.press('end', 'ctrl+u');
  await screen.waitFor(ready);
}

async function compose({ screen }: Stage, snap: Snap): Promise<void> {
  await overlay(screen, () => screen.type('?'), 'help', snap, nothing);
  await fresh(screen);
  const composer = (): Shot => ({ part: { from: Math.max(0, lastRowOf(screen, '◆ New thread')) } });
  screen.type('/re');
  await screen.waitFor(/\/revert/);
  await settle(screen);
  await snap('commands', screen, composer());
  await clear(screen);
  screen.type('!echo building; sleep 60\r');
  await screen.waitFor(/! echo build.* · [1-9]s/);
  await snap('shell', screen, composer());
  screen.press('esc');
  await screen.waitFor('ended by a signal');
  screen.type('Look at @dat');
  await screen.waitFor(/src\/date\.ts/);
  await settle(screen);
  await snap('files', screen, composer());
  await clear(screen);
  screen.press('ctrl+r');
  screen.type('the');
  await settle(screen, 400);
  await snap('history', screen, composer());
}

async function troubles(options: StageOptions, snap: Snap): Promise<void> {
  const refused = await openStage(options);
  try {
    await refused.screen.waitFor(ready);
    await turn(refused.screen, prompts.refused);
    await snap('refused', refused.screen);
  } finally {
    await refused.close();
  }
  const missing = await openStage({ ...options, without: ['CCCHAT_CLAUDE'] });
  try {
    await settle(missing.screen, 1_000);
    if (ready.test(missing.screen.text())) {
      missing.screen.type('Hello\r');
      await settle(missing.screen, 600);
    }
    await snap('missing', missing.screen);
  } finally {
    await missing.close();
  }
  if (options.columns > 40) return;
  const small = await openStage({ ...options, columns: 18, rows: 4 });
  try {
    await small.screen.waitFor(/small/);
    await settle(small.screen);
    await snap('small', small.screen, { height: 'whole' });
  } finally {
    await small.close();
  }
}
