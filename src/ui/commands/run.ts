// Carries a slash command out through the host. One small function a command; whatever goes wrong becomes one notice with what to
// do next, so that nothing typed can take the screen down.
import type { EngineApi } from '../../engine/api.ts';
import { EngineError } from '../../engine/api.ts';
import type { DiffOptions } from '../../engine/thread-tools.ts';
import type { MessageId, ThreadId } from '../../store/types.ts';
import { closed } from '../overlay.ts';
import { createConfirm } from '../overlays/confirm.ts';
import { createDiff } from '../overlays/diff.ts';
import { createHelp } from '../overlays/help.ts';
import { threadName } from '../overlays/names.ts';
import { createQuestion } from '../overlays/question.ts';
import { createQueue } from '../overlays/queue.ts';
import { createReader } from '../overlays/reader.ts';
import { createRevert } from '../overlays/revert.ts';
import { createSearch } from '../overlays/search.ts';
import { createThreads } from '../overlays/threads.ts';
import { createTree } from '../overlays/tree.ts';
import { nextStep } from '../text/advice.ts';
import type { CommandName, ParsedCommand } from './catalogue.ts';
import { chooseMode, chooseModel, chooseTheme } from './choices.ts';
import { copyCommand } from './copy.ts';
import { exportCommand, importCommand, shareCommand, unshareCommand } from './files.ts';
import type { CommandHost } from './host.ts';
import { showStats, showStatus, showTodo } from './reports.ts';
import { updateCommand } from './update.ts';

type Run = (host: CommandHost, args: string) => void | Promise<void>;

/** Never rejects: what goes wrong becomes a notice. */
export async function runCommand(command: ParsedCommand, host: CommandHost): Promise<void> {
  try {
    if (command.type === 'own') await commands[command.name](host, command.args);
    else await host.engine.command(host.needThread(), command.text);
  } catch (error) {
    host.notice('error', error instanceof Error ? error.message : String(error), nextStep(error));
  }
}

/** The thread on the screen, for what makes no sense without one. */
export function threadOf(host: CommandHost): ThreadId {
  if (host.thread !== null) return host.thread;
  throw new EngineError('nothing-to-do', 'Nothing has been said here yet', 'Say something first, or /resume a thread');
}

const named = (host: CommandHost, ref: string): ThreadId => (ref === '' ? threadOf(host) : host.engine.find(ref).id);

const nameOf = (engine: EngineApi, id: ThreadId): string => threadName(engine, engine.get(id));

const commands: Record<CommandName, Run> = {
  new(host, args) {
    host.switchTo(null);
    if (args !== '') host.compose(args);
  },
  resume(host, args) {
    if (args === '') host.openOverlay(createThreads(host.overlays));
    else host.switchTo(host.engine.find(args).id);
  },
  threads: (host, args) => host.openOverlay(createThreads(host.overlays, args === '' ? {} : { filter: args })),
  show(host, args) {
    const thread = threadOf(host);
    const message = args === '' ? undefined : host.engine.findMessage(thread, args).id;
    host.openOverlay(createReader({ ...host.overlays, thread }, { message }));
  },
  search: (host, args) => host.openOverlay(createSearch(host.overlays, { query: args })),
  fork(host, args) {
    const thread = threadOf(host);
    const message = args === '' ? undefined : host.engine.findMessage(thread, args).id;
    const fork = host.engine.fork(thread, message);
    host.switchTo(fork.id);
    host.notice('info', `This is a fork of ${nameOf(host.engine, thread)}`, '/tree shows the family');
  },
  revert(host, args) {
    const thread = threadOf(host);
    if (args === '') host.openOverlay(createRevert(host.overlays));
    else revertTo(host, thread, args === 'last' ? lastPrompt(host, thread) : host.engine.findMessage(thread, args).id);
  },
  unrevert(host) {
    host.engine.unrevert(threadOf(host));
  },
  tree: (host) => host.openOverlay(createTree(host.overlays)),
  children: (host) => host.openOverlay(createTree({ ...host.overlays, thread: threadOf(host) }, { from: 'children' })),
  async queue(host, args) {
    if (args === '') {
      host.openOverlay(createQueue(host.overlays));
      return;
    }
    const thread = host.needThread();
    const { status, paused } = host.engine.status(thread);
    host.engine.followUp(thread, args);
    if (status === 'idle' && !paused) await host.engine.resume(thread);
  },
  steer(host, args) {
    if (args === '')
      throw new EngineError('bad-input', '/steer needs words', 'Write /steer and what the turn should know');
    host.engine.steer(threadOf(host), args);
  },
  abort: (host) => host.engine.abort(threadOf(host)),
  rename(host, args) {
    const thread = threadOf(host);
    const rename = (title: string) => {
      host.engine.update(thread, { title: title || null });
      host.notice('info', title === '' ? 'The title is gone' : `Now called ${title}`);
    };
    if (args !== '') return rename(args);
    host.openOverlay(
      createQuestion(host.overlays, {
        title: 'Rename',
        question: 'What should this thread be called?',
        text: host.engine.get(thread).title ?? '',
        onAnswer(title) {
          rename(title);
          return closed;
        },
      }),
    );
  },
  update: (host, args) => updateCommand(host, threadOf(host), args),
  delete(host, args) {
    const thread = named(host, args);
    const name = nameOf(host.engine, thread);
    host.openOverlay(
      createConfirm(host.overlays, {
        title: 'Delete',
        question: `Delete “${name}”? Forks keep what they share with it, and /undelete brings it back.`,
        yes: 'delete',
        onYes() {
          const other = thread !== host.thread;
          host.engine.delete(thread);
          if (thread === host.thread) host.switchTo(null);
          if (other) host.notice('info', `Deleted ${name}`, `/undelete ${thread} brings it back`);
          return closed;
        },
      }),
    );
  },
  undelete(host, args) {
    const thread = host.engine.undelete(deletedThread(host.engine, args));
    host.switchTo(thread.id);
    host.notice('info', `Back again: ${nameOf(host.engine, thread.id)}`);
  },
  export: (host, args) => exportCommand(host, threadOf(host), args),
  import: (host, args) => importCommand(host, args),
  share: (host, args) => shareCommand(host, threadOf(host), args),
  unshare: (host) => unshareCommand(host, threadOf(host)),
  diff(host, args) {
    host.openOverlay(createDiff(host.overlays, args === '' ? {} : turnsMeant(host, threadOf(host), args)));
  },
  async summarize(host) {
    host.notice('info', 'The model is summarising the thread');
    await host.engine.summarize(threadOf(host));
    host.notice('info', 'The summary is part of the thread now; the originals stay');
  },
  todo: (host) => showTodo(host, threadOf(host)),
  status: (host) => showStatus(host, threadOf(host)),
  stats: showStats,
  model: chooseModel,
  mode: chooseMode,
  theme: chooseTheme,
  copy: (host, args) => copyCommand(host, threadOf(host), args),
  attach: (host) => host.attach(host.needThread()),
  async init(host) {
    await host.engine.command(host.needThread(), '/init');
  },
  help: (host, args) => host.openOverlay(createHelp(host.overlays, { query: args })),
  quit: (host) => host.quit(),
  tour: (host) => host.tour(),
};

/** `last`, one message for its turn, or two for everything from the turn of the first to that of the second. */
function turnsMeant({ engine }: CommandHost, thread: ThreadId, args: string): DiffOptions {
  if (args === 'last') return { turn: engine.turns(thread, { limit: 1 })[0]?.id };
  const [from, to = from] = args.split(/\s+(?:to\s+)?/).map((ref) => engine.findMessage(thread, ref).id);
  return { from, to };
}

function revertTo(host: CommandHost, thread: ThreadId, message: MessageId): void {
  const { text } = host.engine.revert(thread, message);
  host.compose(text);
}

function lastPrompt(host: CommandHost, thread: ThreadId): MessageId {
  const turn = host.engine.turns(thread, { limit: 1 })[0];
  if (turn?.prompt) return turn.prompt;
  throw new EngineError('nothing-to-do', 'There is no turn to take back', 'Say something first');
}

function deletedThread(engine: EngineApi, ref: string): ThreadId {
  const deleted = engine.list({ deleted: true }).sort((a, b) => (b.deletedAt ?? 0) - (a.deletedAt ?? 0));
  const found = ref === '' ? deleted[0] : deleted.find(({ id, title }) => id.startsWith(ref) || title === ref);
  if (found) return found.id;
  const next =
    deleted.length === 0
      ? 'Nothing is deleted'
      : `Deleted are: ${deleted
          .slice(0, 5)
          .map(({ id }) => id)
          .join(', ')}`;
  throw new EngineError(
    'not-found',
    ref === '' ? 'There is nothing to bring back' : `No deleted thread is named ${ref}`,
    next,
  );
}
