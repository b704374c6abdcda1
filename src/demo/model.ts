// A model on loopback that speaks as much of the Messages API as `claude` uses and says what a script tells it to.
// Requests that are no part of a conversation are answered here and kept apart, so that a script sees only conversation.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { play, sendError } from './reply.ts';
import { type ModelRequest, type RequestBody, readRequest, textsOf } from './request.ts';
import { type Match, matches, type Script, type Step } from './script.ts';

export type { ModelRequest, RequestBody, RequestKind, ToolResultBlock } from './request.ts';
export { resultText } from './request.ts';
export { type ErrorStatus, type Match, type Rule, rules, type Script, type Step, summary } from './script.ts';

export interface ScriptedModel {
  readonly url: string;
  /** Conversation requests (`turn`, `agent`, `compact`) in order, as sent; a retry is a request of its own. */
  readonly requests: ModelRequest[];
  /** Naming the session, quota checks and the like. */
  readonly sideRequests: ModelRequest[];
  /** May be replaced at any time; the next request gets the new one. */
  script: Script;
  /** The first conversation request that matches, past ones included; any request when nothing is given. */
  waitForRequest(match?: Match, timeoutMs?: number): Promise<ModelRequest>;
  /** Cuts every connection and frees the port. */
  close(): Promise<void>;
}

interface Waiter {
  match: Match | undefined;
  resolve(request: ModelRequest): void;
  reject(error: Error): void;
}

export async function startModel(script: Script): Promise<ScriptedModel> {
  const waiters = new Set<Waiter>();
  const model = { url: '', requests: [] as ModelRequest[], sideRequests: [] as ModelRequest[], script };

  const converse = async (body: RequestBody, req: http.IncomingMessage, res: http.ServerResponse) => {
    const request = readRequest(body, req.headers);
    if (request.kind === 'side') {
      model.sideRequests.push(request);
      return play(request, sideReply(request), res);
    }
    model.requests.push(request);
    const steps = stepsOf(model.script, request);
    for (const waiter of waiters) if (!waiter.match || matches(request, waiter.match)) waiter.resolve(request);
    return play(request, steps, res);
  };

  const server = http.createServer((req, res) => {
    res.on('error', () => {});
    handle(req, res, converse).catch((error: Error) => {
      if (res.headersSent) res.destroy();
      else sendError(res, { error: 400, message: `scripted model: ${error.message}` });
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  model.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return Object.assign(model, {
    waitForRequest(match?: Match, timeoutMs = 15_000): Promise<ModelRequest> {
      const past = model.requests.find((request) => !match || matches(request, match));
      if (past) return Promise.resolve(past);
      return new Promise<ModelRequest>((resolve, reject) => {
        const settle = () => {
          clearTimeout(timer);
          waiters.delete(waiter);
        };
        const waiter: Waiter = {
          match,
          resolve: (request) => {
            settle();
            resolve(request);
          },
          reject: (error) => {
            settle();
            reject(error);
          },
        };
        const timer = setTimeout(() => {
          const seen = model.requests.map((request) => JSON.stringify(request.prompt)).join(', ') || 'none';
          waiter.reject(
            new Error(`No request matched ${String(match ?? 'anything')} in ${timeoutMs} ms; seen: ${seen}`),
          );
        }, timeoutMs);
        waiters.add(waiter);
      });
    },
    async close(): Promise<void> {
      for (const waiter of waiters) waiter.reject(new Error('The scripted model was closed.'));
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  });
}

async function handle(
  req: http.IncomingMessage,
  res: http.ServerResponse,
  converse: (body: RequestBody, req: http.IncomingMessage, res: http.ServerResponse) => Promise<void>,
): Promise<void> {
  const path = new URL(req.url ?? '/', 'http://localhost').pathname;
  const text = await readText(req);
  if (req.method === 'HEAD') return void res.writeHead(200).end();
  if (req.method === 'POST' && path === '/v1/messages') return converse(JSON.parse(text), req, res);
  if (req.method === 'POST' && path === '/v1/messages/count_tokens') {
    res.writeHead(200, { 'content-type': 'application/json' });
    return void res.end(JSON.stringify({ input_tokens: Math.ceil(text.length / 4) }));
  }
  sendError(res, { error: 404 });
}

async function readText(req: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** A script that throws is a mistake in the test or demo: `claude` shows it as an API error, where it is seen. */
function stepsOf(script: Script, request: ModelRequest): Step[] {
  try {
    return script(request);
  } catch (error) {
    return [{ error: 400, message: `script: ${(error as Error).message}` }];
  }
}

function sideReply(request: ModelRequest): Step[] {
  const text = request.body.messages.flatMap((message) => textsOf(message.content)).join('\n');
  const wanted = JSON.stringify(request.body.output_config ?? '') + JSON.stringify(request.body.system ?? '');
  if (!/title/i.test(wanted)) return [{ text: 'OK' }];
  const session = /<session>\s*([\s\S]*?)\s*<\/session>/.exec(text)?.[1] ?? text;
  const title = session.split(/\s+/).slice(0, 5).join(' ').slice(0, 48);
  return [{ text: JSON.stringify({ title: title || 'A conversation' }) }];
}
