// What a request of `claude` says, read once at the door. Text that `claude` puts into the conversation by itself
// (reminders, caveats, command output) is never taken for something the person typed; a steer is, in each of its wrappings.

export interface TextBlock {
  type: 'text';
  text: string;
}
export interface ToolResultBlock {
  type: 'tool_result';
  tool_use_id: string;
  content?: string | { type: string; text?: string }[];
  is_error?: boolean;
}
export interface ToolUseBlock {
  type: 'tool_use';
  id: string;
  name: string;
  input: Record<string, unknown>;
}
export interface OtherBlock {
  type: string;
  [key: string]: unknown;
}
export type RequestBlock = TextBlock | ToolUseBlock | ToolResultBlock | OtherBlock;

/** New versions of `claude` send `system` messages between the others. */
export interface RequestMessage {
  role: 'user' | 'assistant' | 'system';
  content: string | RequestBlock[];
}

export interface RequestBody {
  model: string;
  system?: string | { type: string; text: string }[];
  tools?: { name: string; description?: string; input_schema?: unknown }[];
  messages: RequestMessage[];
  stream?: boolean;
  max_tokens?: number;
  [key: string]: unknown;
}

/**
 * `turn`: the conversation itself. `agent`: the conversation of a subagent. `compact`: the conversation, followed by the
 * order to summarise it (`/compact` and automatic compaction). `side`: everything else, such as naming the session.
 */
export type RequestKind = 'turn' | 'agent' | 'compact' | 'side';

export interface ModelRequest {
  readonly at: number;
  readonly kind: RequestKind;
  readonly body: RequestBody;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** What the person typed last, a steer included; `!cmd` for a shell command; empty when compacting. */
  readonly prompt: string;
  /** The prompt that opened the turn: differs from `prompt` once a steer is in. */
  readonly opening: string;
  /** `prompt` has not been answered yet: it came after the model's last reply. */
  readonly fresh: boolean;
  /** Steers that came in with this request. */
  readonly steers: readonly string[];
  /** What the tools of the last reply gave; empty in a request that opens a turn. */
  readonly results: readonly ToolResultBlock[];
  /** What became of tasks in the background, told since the last reply: `claude` begins a turn by itself for them. */
  readonly news: readonly string[];
  /** The tools called in this turn so far, oldest first. */
  readonly calls: readonly ToolUseBlock[];
  /** Everything typed so far, oldest first, as far as the request carries it. */
  readonly typed: readonly string[];
  /** Is this text anywhere in the messages? */
  said(text: string): boolean;
  /** May this tool be called? */
  has(tool: string): boolean;
}

interface Typed {
  text: string;
  message: number;
  steer: boolean;
}

const steerOpening = 'The user sent a new message while you were working:\n';
const steerClosing = /\n\n(?:IMPORTANT: After completing|IMPORTANT: This is NOT|This is how Claude Code)[\s\S]*$/;
const injected =
  /<(system-reminder|task-notification|local-command-caveat|local-command-stdout|local-command-stderr|bash-stdout|bash-stderr|command-message|ide_\w+)>[\s\S]*?<\/\1>/g;
const compactOrder = /Your task is to create a detailed summary of/;
const continued = /^This session is being continued from a previous conversation/;

export function readRequest(
  body: RequestBody,
  headers: ModelRequest['headers'] = {},
  at: number = Date.now(),
): ModelRequest {
  const kind = kindOf(body, headers);
  const typed = body.messages.flatMap(typedIn);
  const answered = body.messages.findLastIndex((message) => message.role === 'assistant');
  const last = typed.at(-1);
  const opening = typed.findLast((entry) => !entry.steer);
  const opensTurn = opening !== undefined && opening.message > answered;
  const texts = body.messages.flatMap((message) => textsOf(message.content));
  return {
    at,
    kind,
    body,
    headers,
    prompt: kind === 'compact' ? '' : (last?.text ?? ''),
    opening: kind === 'compact' ? '' : (opening?.text ?? ''),
    fresh: last !== undefined && last.message > answered,
    steers: typed.filter((entry) => entry.steer && entry.message > answered).map((entry) => entry.text),
    results: opensTurn ? [] : resultsAfter(body.messages, answered),
    news: opensTurn ? [] : newsAfter(body.messages, answered),
    calls: callsAfter(body.messages, opening?.message ?? 0),
    typed: typed.map((entry) => entry.text),
    said: (text) => texts.some((part) => part.includes(text)),
    has: (tool) => body.tools?.some((one) => one.name === tool) ?? false,
  };
}

function kindOf(body: RequestBody, headers: ModelRequest['headers']): RequestKind {
  const last = body.messages.findLast((message) => message.role === 'user');
  const order = last ? textsOf(last.content).join('\n') : '';
  if (compactOrder.test(order)) return 'compact';
  if (isSide(body, order)) return 'side';
  const system =
    typeof body.system === 'string' ? body.system : (body.system ?? []).map((part) => part.text).join('\n');
  if (headers['x-claude-code-agent-id'] || /You are an agent for Claude Code/.test(system)) return 'agent';
  return 'turn';
}

function isSide(body: RequestBody, order: string): boolean {
  const output = body.output_config as { format?: unknown } | undefined;
  if (output?.format) return true;
  if ((body.max_tokens ?? Number.POSITIVE_INFINITY) <= 16) return true;
  if (order.includes('[SUGGESTION MODE:')) return true;
  return !body.tools?.length && !body.context_management && body.messages.length === 1;
}

function typedIn(message: RequestMessage, index: number): Typed[] {
  if (message.role === 'assistant') return [];
  const found: Typed[] = [];
  const blocks = typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : message.content;
  for (const block of blocks) {
    if (block.type !== 'text') continue;
    const text = (block as TextBlock).text;
    const steers = steersIn(text);
    if (steers.length) found.push(...steers.map((steer) => ({ text: steer, message: index, steer: true })));
    else if (message.role === 'user') {
      const rest = withoutInjected(text);
      if (rest) found.push({ text: rest, message: index, steer: false });
    }
  }
  return found;
}

function steersIn(text: string): string[] {
  const [, ...parts] = text.replace(/<\/?system-reminder>\n?/g, '').split(steerOpening);
  return parts.map((part) => part.replace(steerClosing, '').trim());
}

function withoutInjected(text: string): string {
  const plain = text
    .replace(injected, '')
    .replace(/<command-name>([\s\S]*?)<\/command-name>\s*<command-args>([\s\S]*?)<\/command-args>/g, '$1 $2')
    .replace(/<bash-input>([\s\S]*?)<\/bash-input>/g, '!$1')
    .replace(/\[Request interrupted by user(?: for tool use)?\]/g, '')
    .trim();
  return continued.test(plain) || compactOrder.test(plain) ? '' : plain;
}

function resultsAfter(messages: RequestMessage[], answered: number): ToolResultBlock[] {
  return blocksOf(messages.slice(answered + 1)).filter(
    (block): block is ToolResultBlock => block.type === 'tool_result',
  );
}

const newsOf = /<task-notification>[\s\S]*?<result>([\s\S]*?)<\/result>/g;

function newsAfter(messages: RequestMessage[], answered: number): string[] {
  const texts = messages.slice(answered + 1).flatMap((message) => textsOf(message.content));
  return texts.flatMap((text) => [...text.matchAll(newsOf)].map((match) => match[1] ?? ''));
}

function callsAfter(messages: RequestMessage[], opening: number): ToolUseBlock[] {
  return blocksOf(messages.slice(opening)).filter((block): block is ToolUseBlock => block.type === 'tool_use');
}

function blocksOf(messages: RequestMessage[]): RequestBlock[] {
  return messages.flatMap((message) => (typeof message.content === 'string' ? [] : message.content));
}

/** Every text in a message, tool inputs and results included. */
export function textsOf(content: RequestMessage['content']): string[] {
  if (typeof content === 'string') return [content];
  return content.flatMap((block) => {
    if (block.type === 'text') return [(block as TextBlock).text];
    if (block.type === 'tool_result') return [resultText(block as ToolResultBlock)];
    if (block.type === 'tool_use') return [JSON.stringify((block as OtherBlock).input)];
    return [];
  });
}

export function resultText(result: ToolResultBlock): string {
  if (typeof result.content === 'string') return result.content;
  return (result.content ?? []).map((part) => part.text ?? '').join('\n');
}
