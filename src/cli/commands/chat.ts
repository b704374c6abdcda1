import type { Command } from 'commander';
import type { EngineApi } from '../../engine/api.ts';
import type { ThreadId } from '../../store/types.ts';
import { type ChatStart, needTerminal, openChat } from '../chat.ts';
import { configured, screenSettingsOf } from '../configured.ts';
import { UsageError } from '../errors.ts';
import { wayOn } from '../first-run.ts';
import { engineOptions, type TalkOptions, talkOptions, threadSettings } from '../options.ts';
import { folderOf, type Shell } from '../shell.ts';
import { forgetSignedIn } from '../signed-in.ts';
import { latestThread, withEngine, withSettings } from '../threads.ts';
import { demo } from './demo.ts';

interface ChatOptions extends TalkOptions {
  resume?: string | true;
  continue?: boolean;
}

export function chatCommand(program: Command, shell: Shell): void {
  talkOptions(program)
    .description('A terminal chat over your own claude. Without a command it opens the chat.')
    .argument('[prompt...]', 'what to say first')
    .option('-r, --resume [thread]', 'take up a thread again; without one, pick from a list')
    .option('-c, --continue', 'take up the most recent thread of this folder')
    .action((words: string[]) => chat(shell, program, words));
}

async function chat(shell: Shell, program: Command, words: string[]): Promise<void> {
  const options = program.opts<ChatOptions>();
  if (options.resume !== undefined && options.continue) {
    throw new UsageError('--resume and --continue contradict each other', 'Give one of them');
  }
  refuseMistypedCommand(program, words);
  needTerminal(shell);
  const folder = folderOf(shell, options.cwd);
  const defaults = threadSettings(options, shell);
  const config = configured(shell, options.cwd);
  const plain = config.screenReader === true || shell.env.TERM === 'dumb';
  const way = await wayOn(shell, { claude: options.claude ?? config.claude, plain });
  if (way === 'demo') return demo(shell, { claude: options.claude });
  if (way === 'leave') return;
  const opening = { ...engineOptions(options, shell, defaults), warmSpare: config.warmSpare ?? true };
  await withEngine(shell, opening, async (engine) => {
    forgetWhenSignedOut(engine, shell);
    const thread = threadToOpen(engine, options, folder);
    const start: ChatStart = {
      ...screenSettingsOf(config),
      thread,
      prompt: words.join(' ') || undefined,
      pick: options.resume === true,
      defaults: opening.defaults,
    };
    process.chdir(folder);
    const open = () => openChat(engine, start);
    shell.exitCode = await (thread === undefined ? open() : withSettings(engine, thread, defaults, open));
  });
}

/** A sign-in can be lost behind our back: the next start asks. */
function forgetWhenSignedOut(engine: EngineApi, { env }: Shell): void {
  engine.subscribe((event) => {
    if (event.type === 'turn.end' && event.error?.code === 'authentication') forgetSignedIn(env);
  });
}

function threadToOpen(engine: EngineApi, options: ChatOptions, folder: string): ThreadId | undefined {
  if (options.continue) return latestThread(engine, folder).id;
  return typeof options.resume === 'string' ? engine.find(options.resume).id : undefined;
}

function refuseMistypedCommand(program: Command, words: string[]): void {
  const [word] = words;
  if (words.length !== 1 || word === undefined) return;
  const meant = program.commands.map((command) => command.name()).find((name) => oneSlipApart(word, name));
  if (meant === undefined) return;
  throw new UsageError(
    `there is no command "${word}"`,
    `Did you mean \`ccchat ${meant}\`? To say it, use \`ccchat send ${word}\``,
  );
}

/** One letter more, less or other, or two neighbours swapped. */
export function oneSlipApart(a: string, b: string): boolean {
  if (a === b) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  const [restA, restB] = [a.slice(start), b.slice(start)];
  return (
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    restA.slice(1) === restB.slice(1) ||
    (restA.slice(2) === restB.slice(2) && restA[0] === restB[1] && restA[1] === restB[0])
  );
}
