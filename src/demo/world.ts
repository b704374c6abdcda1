// The demo's world: a home, a folder to work in, a database and a model, all under one temporary root that is gone afterwards. Of the
// person's own environment only what concerns the terminal and the shell gets in, so that no account, proxy or setting of theirs is used.
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sweepFolders } from '../engine/own-folders.ts';
import { makeHome, scriptedEnvironment, trustFolder } from './home.ts';
import { startModel } from './model.ts';
import { bell, files, notes, workplace } from './teahouse.ts';
import { demoScript } from './tour.ts';

export interface DemoWorld {
  readonly root: string;
  /** Where the demo works. */
  readonly cwd: string;
  /** Its database, apart from the person's own. */
  readonly data: string;
  /** Everything a child needs; nothing else of the person's environment gets through. */
  readonly env: NodeJS.ProcessEnv;
  /** The work that is going on may come to its end. */
  ring(): void;
  /** What was written in an earlier tour is gone: a file that is there already is not written in the same way. */
  tidy(): void;
  close(): Promise<void>;
}

export interface DemoOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly claude: string;
  /** Where temporary folders are made. */
  readonly temporary?: string;
}

const prefix = 'ccchat-demo-';

export async function openDemo({ env, claude, temporary = tmpdir() }: DemoOptions): Promise<DemoWorld> {
  sweepFolders(temporary, prefix);
  const root = realpathSync(mkdtempSync(path.join(temporary, `${prefix}${process.pid}-`)));
  const remove = () => rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  process.once('exit', remove);
  try {
    const home = path.join(root, 'home');
    const cwd = path.join(home, workplace);
    makeHome(home, { key: 'approved' });
    mkdirSync(cwd);
    for (const { name, text, mode } of files) writeFileSync(path.join(cwd, name), text, { mode });
    trustFolder(home, cwd);
    const model = await startModel(demoScript);
    return {
      root,
      cwd,
      data: path.join(root, 'data'),
      env: {
        ...passing(env),
        ...scriptedEnvironment(home, model.url),
        CCCHAT_HOME: path.join(root, 'data'),
        CCCHAT_CLAUDE: claude,
        NO_PROXY: '127.0.0.1,localhost',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        DISABLE_TELEMETRY: '1',
        DISABLE_ERROR_REPORTING: '1',
      },
      ring: () => {
        if (existsSync(cwd)) writeFileSync(path.join(cwd, bell), '');
      },
      tidy: () => rmSync(path.join(cwd, notes), { force: true }),
      async close() {
        await model.close();
        remove();
        process.off('exit', remove);
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

const terminal =
  /^(PATH|SHELL|USER|LOGNAME|LANG|LANGUAGE|LC_\w+|TZ|TERM|TERM_\w+|TERMINFO\w*|COLORTERM|COLORFGBG|NO_COLOR|FORCE_COLOR|TMUX|STY|SSH_TTY|KITTY_WINDOW_ID|VTE_VERSION|WT_SESSION|WAYLAND_DISPLAY|DISPLAY|EDITOR|VISUAL|TMPDIR|SYSTEMROOT|CCCHAT_LOG)$/;

/** What may come along from the person's environment: how they see and type, not who they are. */
function passing(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => terminal.test(name)));
}
