// Stored messages as items: tool results go to the calls they answer, wherever they stand, and each turn ends with its figures.
// What has no place on the screen (empty texts, results whose call was cut off) is left out; nothing else is.
import { isInterruption } from '../../engine/interruption.ts';
import type { Block, Message, ToolResultBlock, Turn, TurnId, Usage } from '../../store/types.ts';
import type { Item, PromptItem, ToolItem, TurnEndItem } from './items.ts';

/**
 * Oldest first. `turns` give the ends; a message without its turn among them stands without one.
 * The figures of a turn come from all its messages, so `whole` is given where some of them stand elsewhere already.
 */
export function itemsOf(
  messages: readonly Message[],
  turns: readonly Turn[] = [],
  whole: readonly Message[] = messages,
): Item[] {
  const results = resultsOf(messages);
  const ends = new Map(turns.map((turn) => [turn.id, turn]));
  const items: Item[] = [];
  for (const [index, message] of messages.entries()) {
    items.push(...itemsOfMessage(message, results));
    const turn = message.turn === null ? undefined : ends.get(message.turn);
    if (turn && messages[index + 1]?.turn !== turn.id) items.push(...endOf(turn, whole));
  }
  return items;
}

interface Result {
  block: ToolResultBlock;
  at: number;
}

function resultsOf(messages: readonly Message[]): Map<string, Result> {
  const results = new Map<string, Result>();
  for (const message of messages)
    for (const block of message.blocks)
      if (block.type === 'tool_result') results.set(block.tool_use_id, { block, at: message.createdAt });
  return results;
}

function itemsOfMessage(message: Message, results: ReadonlyMap<string, Result>): Item[] {
  switch (message.role) {
    case 'user':
      return prompt(message);
    case 'assistant':
      return message.blocks.flatMap((block) => assistantItem(block, message, results));
    case 'tool':
      return message.blocks.flatMap((block) => (block.type === 'text' ? textItem(block.text) : []));
    case 'summary':
      return words(message) === '' ? [] : [{ kind: 'summary', text: words(message) }];
    case 'shell':
      return [shell(message)];
  }
}

function prompt(message: Message): Item[] {
  const images = message.blocks.filter((block) => block.type === 'image').length;
  const text = words(message);
  if (text === '' && images === 0) return [];
  if (isInterruption(message)) return [];
  if (message.via === null && printed.test(text)) return textItem(text.replace(printed, '$2'));
  const item: PromptItem = { kind: 'prompt', text, via: message.via };
  return [images > 0 ? { ...item, images } : item];
}

/** Said to the model by the tool that was stopped; with words of the person's own it is their answer. */
export function isStopped({ content, is_error }: ToolResultBlock): boolean {
  const text = typeof content === 'string' ? content : (content ?? []).map(textIn).join('\n');
  return is_error === true && stopped.test(text.trim());
}

const stopped = /^The user doesn't want to (?:proceed with|take) this(?![\s\S]*the user said:)/;

/** What a command of the agent's own printed comes to the model in a wrapping, which is not for people. */
const printed = /^<(local-command-(?:stdout|stderr))>([\s\S]*?)<\/\1>$/;

function shell(message: Message): Item {
  const texts = message.blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  const { agent } = message;
  const ended = agent !== null && typeof agent === 'object' && !Array.isArray(agent) ? agent : {};
  return {
    kind: 'shell',
    command: texts[0] ?? '',
    output: texts.slice(1).join('\n'),
    exitCode: typeof ended.exitCode === 'number' ? ended.exitCode : ended.signal ? 'signal' : null,
    hidden: message.hidden,
  };
}

function assistantItem(block: Block, message: Message, results: ReadonlyMap<string, Result>): Item[] {
  switch (block.type) {
    case 'text':
      return textItem(block.text);
    case 'thinking':
      return block.thinking.trim() === '' ? [] : [{ kind: 'thinking', text: block.thinking }];
    case 'tool_use': {
      const result = results.get(block.id);
      const tool: ToolItem = {
        kind: 'tool',
        id: block.id,
        name: block.name,
        input: block.input,
        state: result === undefined ? 'interrupted' : stateAfter(result.block),
        result: result === undefined ? null : (result.block.content ?? ''),
        startedAt: message.createdAt,
        endedAt: result?.at ?? null,
        children: [],
      };
      return [tool];
    }
    default:
      return [];
  }
}

function stateAfter(result: ToolResultBlock): ToolItem['state'] {
  if (isStopped(result)) return 'interrupted';
  return result.is_error === true ? 'failed' : 'done';
}

const textIn = (block: Block) => (block.type === 'text' ? block.text : '');

const textItem = (text: string): Item[] => (text.trim() === '' ? [] : [{ kind: 'text', text }]);

const words = (message: Message) =>
  message.blocks
    .flatMap((block) => (block.type === 'text' ? [block.text] : []))
    .join('\n')
    .trim();

function endOf(turn: Turn, messages: readonly Message[]): Item[] {
  const { state } = turn;
  if (state !== 'done' && state !== 'failed' && state !== 'interrupted' && state !== 'lost') return [];
  const item: TurnEndItem = {
    kind: 'turn-end',
    state,
    durationMs: turn.durationMs,
    usage: usageOf(turn.id, messages),
    error: turn.error === null ? null : { text: turn.error },
  };
  return [item];
}

/** What went in with the last request is what the context holds; what came out adds up. */
export function usageOf(turn: TurnId, messages: readonly Message[]): Usage | null {
  const usages = messages.flatMap((message) => (message.turn === turn && message.usage ? [message.usage] : []));
  const last = usages.at(-1);
  if (!last) return null;
  return { ...last, outputTokens: usages.reduce((sum, usage) => sum + usage.outputTokens, 0) };
}
