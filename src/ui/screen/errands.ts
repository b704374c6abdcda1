// What the chat has others do: the person's editor, the clipboard, the agent's own program. While one of them has the terminal the chat
// goes on in the dark, and shows on its return what happened meanwhile.
import type { EngineApi } from '../../engine/api.ts';
import type { ThreadId } from '../../store/types.ts';
import { plural } from '../../text/figures.ts';
import type { ComposerEvent } from '../composer/composer.ts';
import { runProgram } from '../terminal/run-program.ts';
import type { ChatTerminal } from './chat-terminal.ts';

export interface ErrandHost {
  readonly engine: EngineApi;
  readonly terminal: ChatTerminal;
  readonly cwd: () => string;
  readonly compose: (event: ComposerEvent) => void;
  readonly say: (text: string) => void;
  readonly notice: (level: 'info' | 'warning' | 'error', text: string, next?: string) => void;
}

export async function editDraft({ terminal, cwd, compose, notice }: ErrandHost, text: string): Promise<void> {
  const result = await terminal.edit(text, cwd());
  if (result.type === 'edited') compose({ type: 'set-text', text: result.text });
  else notice('error', result.message, result.next);
}

export async function pasteImage({ terminal, compose, say }: ErrandHost): Promise<void> {
  const image = await terminal.clipboardImage();
  if (image.type === 'image') compose({ type: 'attach-image', path: image.path });
  else say(image.message);
}

export interface AttachHost extends Pick<ErrandHost, 'engine' | 'notice'> {
  readonly terminal: Pick<ChatTerminal, 'handOver'>;
}

/** Rejects when the thread cannot be handed over; whatever happens in between, it is given free again. */
export async function attach({ engine, terminal, notice }: AttachHost, thread: ThreadId): Promise<void> {
  const attachment = await engine.attach(thread);
  const words = 'This is claude itself, on this thread. /exit comes back to ccchat.';
  let ended: Awaited<ReturnType<typeof runProgram>> | null = null;
  try {
    ended = await terminal.handOver(words, () => runProgram(attachment));
  } finally {
    const { turns, takenBack } = attachment.done();
    const said = turns === 0 ? 'Nothing was said there' : `Took in ${plural(turns, 'turn')} from claude`;
    const back = takenBack === 0 ? undefined : `${plural(takenBack, 'turn')} taken back there: /unrevert`;
    if (ended && 'failed' in ended) notice('error', `claude did not start: ${ended.failed}`, 'Run `ccchat doctor`.');
    else notice('info', `Back from claude. ${said}.`, back);
  }
}
