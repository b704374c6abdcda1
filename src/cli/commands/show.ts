import type { Command } from 'commander';
import { factsOf } from '../../engine/export/words.ts';
import { isInterruption } from '../../engine/interruption.ts';
import type { Block, Message } from '../../store/types.ts';
import { type FolderOptions, folderOption, optionsOf, wholeNumber } from '../options.ts';
import { messageShape, textOf, threadShape } from '../shapes.ts';
import { type Output, printJson, type Shell } from '../shell.ts';
import { firstLines, indent, sanitise } from '../text.ts';
import { nameOf, summaryOf, threadOf, withEngine } from '../threads.ts';
import { toolLine } from '../tools.ts';

interface ShowOptions extends FolderOptions {
  json?: boolean;
  limit?: number;
  offset?: number;
  message?: string;
}

export function showCommand(program: Command, shell: Shell): void {
  const command = program
    .command('show')
    .description('print a conversation')
    .argument('[thread]', 'the most recent of this folder when left out')
    .option('--limit <n>', 'only the last messages', wholeNumber)
    .option('--offset <n>', 'without this many at the end', wholeNumber)
    .option('--message <message>', 'only this one, whole')
    .option('--json', 'as JSON');
  folderOption(command).action((ref: string | undefined) => show(shell, optionsOf<ShowOptions>(command), ref));
}

async function show(shell: Shell, options: ShowOptions, ref: string | undefined): Promise<void> {
  await withEngine(shell, {}, (engine) => {
    const thread = threadOf(engine, shell, ref, options.cwd);
    if (options.message !== undefined) {
      const message = engine.message(engine.findMessage(thread.id, options.message).id);
      if (options.json) printJson(shell.out, messageShape(message));
      else shell.out.write(`${messageText(message, shell.out, Number.POSITIVE_INFINITY)}\n`);
      return;
    }
    const messages = engine.messages(thread.id, { limit: options.limit, offset: options.offset });
    if (options.json) {
      printJson(shell.out, { thread: threadShape(summaryOf(engine, thread.id)), messages: messages.map(messageShape) });
      return;
    }
    shell.out.write(`${shell.out.style.bold(sanitise(nameOf(thread)))}\n`);
    for (const message of messages) shell.out.write(`\n${messageText(message, shell.out)}\n`);
  });
}

const who = { user: 'you', assistant: 'claude', tool: 'tool', summary: 'summary', shell: 'shell' } as const;
const resultLines = 12;

/** The id stands beside the name: it is what `fork --at` and `revert` take. */
export function messageText(message: Message, { style }: Pick<Output, 'style'>, linesOfResults = resultLines): string {
  if (isInterruption(message)) return style.dim(`interrupted ${message.id}`);
  const facts = [...(message.via === null || message.via === 'prompt' ? [] : [message.via]), ...factsOf(message)];
  const about = facts.length === 0 ? message.id : `${message.id} (${facts.join(', ')})`;
  const head = `${style.bold(who[message.role])} ${style.dim(about)}`;
  if (message.role === 'shell') return [head, ...shellLines(message, linesOfResults)].join('\n');
  const body = message.blocks.map((block) => blockText(block, linesOfResults)).filter((text) => text !== '');
  return [head, ...body].join('\n');
}

function shellLines({ blocks }: Message, linesOfResults: number): string[] {
  const [command = '', output = ''] = blocks.map((block) =>
    block.type === 'text' ? sanitise(block.text).trimEnd() : '',
  );
  return [`$ ${command}`, ...(output === '' ? [] : [indent(firstLines(output, linesOfResults), '  ')])];
}

function blockText(block: Block, linesOfResults: number): string {
  switch (block.type) {
    case 'text':
      return sanitise(block.text);
    case 'tool_use':
      return `▸ ${toolLine(block.name, block.input)}`;
    case 'tool_result': {
      const mark = block.is_error ? '✗ ' : '';
      return indent(firstLines(sanitise(mark + textOf([block])).trimEnd(), linesOfResults), '  ');
    }
    case 'image':
      return '[image]';
    case 'thinking':
      return '';
    default:
      return `[${block.type}]`;
  }
}
