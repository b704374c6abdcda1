// `/copy`: the last answer, its code, its turn or everything, as raw text. It reads back from the end only as far as it has to.
import { EngineError } from '../../engine/api.ts';
import { markdownOf } from '../../engine/export/markdown.ts';
import { wholeLine } from '../../engine/export/share.ts';
import type { Message, ThreadId } from '../../store/types.ts';
import { isPrompt, textOf } from '../overlays/names.ts';
import { codeFences, turnText } from '../overlays/reader-copy.ts';
import type { CommandHost } from './host.ts';

const readAtOnce = 50;
const readAtMost = 2000;

export function copyCommand(host: CommandHost, thread: ThreadId, args: string): void {
  switch (args === '' ? 'answer' : args) {
    case 'answer':
      copy(host, lastAnswer(lastTurn(host, thread)), 'the last answer');
      break;
    case 'code': {
      const code = codeFences(lastTurn(host, thread).filter(isAnswer).map(wordsOf).join('\n\n')).at(-1)?.code ?? '';
      copy(host, code, 'the last code block');
      break;
    }
    case 'turn':
      copy(host, turnText(lastTurn(host, thread)), 'the last turn');
      break;
    case 'all':
      copy(host, markdownOf(host.engine.get(thread), wholeLine(host.engine, thread)), 'the whole thread');
      break;
    default:
      throw new EngineError('bad-input', `/copy does not know ${args}`, 'Write /copy answer, code, turn or all');
  }
}

function copy(host: CommandHost, text: string, what: string): void {
  if (text === '')
    throw new EngineError(
      'nothing-to-do',
      `There is no such thing to copy: ${what}`,
      'Ctrl+O reads back; y copies there',
    );
  host.copy(text, what);
}

const isAnswer = (message: Message) => message.role === 'assistant';
const wordsOf = (message: Message) => textOf(message.blocks.filter((block) => block.type === 'text'));

function lastAnswer(messages: readonly Message[]): string {
  return messages.filter(isAnswer).map(wordsOf).filter(Boolean).at(-1) ?? '';
}

/** From the last prompt that was answered on. */
function lastTurn({ engine }: CommandHost, thread: ThreadId): Message[] {
  const found: Message[] = [];
  for (let offset = 0; offset < readAtMost; offset += readAtOnce) {
    const page = engine.messages(thread, { limit: readAtOnce, offset });
    for (const message of page.toReversed()) {
      found.unshift(message);
      if (isPrompt(message) && found.some(isAnswer)) return found;
    }
    if (page.length < readAtOnce) break;
  }
  return found;
}
