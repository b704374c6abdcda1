// Plays the steps of a reply on one HTTP response, as a stream or as one JSON body. Nothing is written once the
// client has gone, and the headers go out with the first content, so that a first `error`, `drop` or `stall` is a bare one.
import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { ModelRequest } from './request.ts';
import type { ErrorStatus, Step } from './script.ts';

const defaultCharsPerSecond = 8_000;
const pieceLength = 12;

type Content =
  | { type: 'text'; text: string }
  | { type: 'thinking'; thinking: string; signature: string }
  | { type: 'tool_use'; id: string; name: string; input: Record<string, unknown> };

export async function play(request: ModelRequest, steps: readonly Step[], response: ServerResponse): Promise<void> {
  const sleep = sleeper(response);
  const reply = request.body.stream ? streamed(request, response, sleep) : whole(request, response);
  for (const step of steps) {
    if (response.destroyed) return;
    if ('pause' in step) await sleep(step.pause);
    else if ('drop' in step) return void response.socket?.destroy();
    else if ('stall' in step) return;
    else if ('error' in step) return reply.fail(step);
    else await reply.add(contentOf(step), 'charsPerSecond' in step ? step.charsPerSecond : undefined);
  }
  if (!response.destroyed) reply.end(steps.some((step) => 'tool' in step) ? 'tool_use' : 'end_turn');
}

interface Reply {
  add(content: Content, charsPerSecond?: number): Promise<void>;
  fail(step: Extract<Step, { error: ErrorStatus }>): void;
  end(stopReason: string): void;
}

function streamed(request: ModelRequest, response: ServerResponse, sleep: (ms: number) => Promise<void>): Reply {
  const message = messageOf(request);
  let index = -1;
  let written = 0;
  const send = (type: string, data: object = {}) => {
    if (!response.destroyed) response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  };
  const open = () => {
    if (response.headersSent) return;
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache', ...requestId() });
    send('message_start', { message: { ...message, content: [], stop_reason: null, stop_sequence: null } });
    send('ping');
  };
  return {
    async add(content, charsPerSecond = defaultCharsPerSecond) {
      open();
      index += 1;
      send('content_block_start', { index, content_block: blank(content) });
      for (const delta of deltasOf(content)) {
        if (response.destroyed) return;
        send('content_block_delta', { index, delta });
        written += lengthOf(delta);
        const pause = (lengthOf(delta) / charsPerSecond) * 1000;
        if (content.type !== 'tool_use') await sleep(pause);
      }
      send('content_block_stop', { index });
    },
    fail(step) {
      if (!response.headersSent) return sendError(response, step);
      send('error', errorBody(step));
      response.end();
    },
    end(stopReason) {
      open();
      const usage = { ...message.usage, output_tokens: tokens(written) };
      send('message_delta', { delta: { stop_reason: stopReason, stop_sequence: null }, usage });
      send('message_stop');
      response.end();
    },
  };
}

function whole(request: ModelRequest, response: ServerResponse): Reply {
  const message = messageOf(request);
  const content: Content[] = [];
  return {
    async add(block) {
      content.push(block);
    },
    fail: (step) => sendError(response, step),
    end(stopReason) {
      const usage = { ...message.usage, output_tokens: tokens(JSON.stringify(content).length) };
      response.writeHead(200, { 'content-type': 'application/json', ...requestId() });
      response.end(JSON.stringify({ ...message, content, stop_reason: stopReason, stop_sequence: null, usage }));
    },
  };
}

function contentOf(
  step: Extract<Step, { text: string }> | Extract<Step, { thinking: string }> | Extract<Step, { tool: string }>,
): Content {
  if ('text' in step) return { type: 'text', text: step.text };
  if ('thinking' in step) return { type: 'thinking', thinking: step.thinking, signature: signature() };
  return { type: 'tool_use', id: step.id ?? `toolu_${token()}`, name: step.tool, input: step.input };
}

function blank(content: Content): object {
  if (content.type === 'text') return { type: 'text', text: '' };
  if (content.type === 'thinking') return { type: 'thinking', thinking: '', signature: '' };
  return { ...content, input: {} };
}

type Delta =
  | { type: 'text_delta'; text: string }
  | { type: 'thinking_delta'; thinking: string }
  | { type: 'signature_delta'; signature: string }
  | { type: 'input_json_delta'; partial_json: string };

function deltasOf(content: Content): Delta[] {
  if (content.type === 'text') return pieces(content.text).map((text) => ({ type: 'text_delta', text }));
  if (content.type === 'tool_use')
    return pieces(JSON.stringify(content.input)).map((partial_json) => ({ type: 'input_json_delta', partial_json }));
  const thoughts: Delta[] = pieces(content.thinking).map((thinking) => ({ type: 'thinking_delta', thinking }));
  return [...thoughts, { type: 'signature_delta', signature: content.signature }];
}

function lengthOf(delta: Delta): number {
  if (delta.type === 'text_delta') return delta.text.length;
  if (delta.type === 'thinking_delta') return delta.thinking.length;
  return delta.type === 'input_json_delta' ? delta.partial_json.length : 0;
}

/** Never cuts a character in two. */
export function pieces(text: string): string[] {
  const characters = Array.from(text);
  const found: string[] = [];
  for (let at = 0; at < characters.length; at += pieceLength)
    found.push(characters.slice(at, at + pieceLength).join(''));
  return found;
}

const errorTypes: Record<ErrorStatus, [type: string, message: string]> = {
  400: ['invalid_request_error', 'The request is not valid.'],
  401: ['authentication_error', 'invalid x-api-key'],
  403: ['permission_error', 'Your API key does not have permission to use the specified resource.'],
  404: ['not_found_error', 'The requested resource could not be found.'],
  413: ['request_too_large', 'Request exceeds the maximum allowed number of bytes.'],
  429: ['rate_limit_error', "This request would exceed your account's rate limit. Please try again later."],
  500: ['api_error', 'Internal server error'],
  529: ['overloaded_error', 'Overloaded'],
};

function errorBody(step: { error: ErrorStatus; message?: string }): object {
  const [type, message] = errorTypes[step.error];
  return { type: 'error', error: { type, message: step.message ?? message } };
}

export function sendError(response: ServerResponse, step: Extract<Step, { error: ErrorStatus }>): void {
  response.writeHead(step.error, {
    'content-type': 'application/json',
    'x-should-retry': String(step.retry ?? false),
    ...(step.retryAfter === undefined ? {} : { 'retry-after': String(step.retryAfter) }),
    ...requestId(),
  });
  response.end(JSON.stringify(errorBody(step)));
}

function messageOf(request: ModelRequest) {
  const [cached = 0, fresh = 0] = [request.body.messages.slice(0, -1), request.body.messages.slice(-1)].map((part) =>
    tokens(JSON.stringify(part).length),
  );
  const fixed = tokens(JSON.stringify([request.body.system, request.body.tools]).length);
  return {
    id: `msg_${token()}`,
    type: 'message',
    role: 'assistant',
    model: request.body.model,
    usage: {
      input_tokens: fresh,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: fixed + cached,
      output_tokens: 1,
      service_tier: 'standard',
    },
  };
}

function sleeper(response: ServerResponse): (ms: number) => Promise<void> {
  return (ms) =>
    new Promise((resolve) => {
      if (response.destroyed) return resolve();
      const done = () => {
        clearTimeout(timer);
        response.off('close', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      response.on('close', done);
    });
}

const tokens = (characters: number) => Math.ceil(characters / 4);
const token = () => `01${randomBytes(11).toString('hex')}`;
const signature = () => randomBytes(96).toString('base64');
const requestId = () => ({ 'request-id': `req_${token()}` });
