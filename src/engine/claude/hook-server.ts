// The loopback door through which `claude` tells its state. It opens only to a POST on one path with the secret in a header:
// the address is written into transcripts and must be worth nothing by itself. A caller without it learns nothing, not even why.
import { randomBytes, timingSafeEqual } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Log } from '../log.ts';
import { type Hook, parseHook } from './hooks.ts';

/** What goes back to `claude`; `{}` leaves everything as it is. */
export type HookReply = Record<string, unknown>;
/** May take its time: the connection stays open until it answers. `gone` fires when `claude` no longer waits. */
export type HookHandler = (hook: Hook, gone: AbortSignal) => HookReply | Promise<HookReply>;

export interface HookServer {
  readonly url: string;
  /** Headers that make `claude`'s calls ours and this session's. */
  headers(session: string): Record<string, string>;
  listen(session: string, handler: HookHandler): void;
  forget(session: string): void;
  close(): Promise<void>;
}

const route = '/hook';
const secretHeader = 'x-ccchat-secret';
const sessionHeader = 'x-ccchat-session';
const largestBody = 64 * 1024 * 1024;

export async function startHookServer(log: Log): Promise<HookServer> {
  const secret = randomBytes(32).toString('hex');
  const handlers = new Map<string, HookHandler>();
  let host = '';

  const server = http.createServer((req, res) => {
    const handler = handlers.get(String(req.headers[sessionHeader] ?? ''));
    if (!handler || !allowed(req, secret, host)) {
      log.write('hook', { refused: req.method, path: req.url });
      res.writeHead(404, { connection: 'close' }).end();
      req.destroy();
      return;
    }
    serve(req, res, handler).catch((error: Error) => {
      log.write('hook', { failed: error });
      if (!res.headersSent) res.writeHead(200, { 'content-type': 'application/json' });
      res.end('{}');
    });
  });
  server.keepAliveTimeout = 60_000;
  server.requestTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  server.unref();
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url: `http://${host}${route}`,
    headers: (session) => ({ [secretHeader]: secret, [sessionHeader]: session }),
    listen: (session, handler) => void handlers.set(session, handler),
    forget: (session) => void handlers.delete(session),
    close: () =>
      new Promise((resolve) => {
        handlers.clear();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A web page could reach the port: it cannot set these headers, and its browser says where it comes from. */
function allowed(req: http.IncomingMessage, secret: string, host: string): boolean {
  if (req.method !== 'POST' || req.url !== route) return false;
  if (req.headers.host !== host || req.headers.origin !== undefined) return false;
  if (Number(req.headers['content-length'] ?? 0) > largestBody) return false;
  const given = Buffer.from(String(req.headers[secretHeader] ?? ''));
  const wanted = Buffer.from(secret);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

async function serve(req: http.IncomingMessage, res: http.ServerResponse, handler: HookHandler): Promise<void> {
  const body = await readBody(req);
  const hook = body === null ? null : parseHook(body);
  if (!hook) {
    res.writeHead(400, { connection: 'close' }).end();
    return;
  }
  const gone = new AbortController();
  res.once('close', () => gone.abort());
  const reply = await handler(hook, gone.signal);
  if (res.destroyed) return;
  res.writeHead(200, { 'content-type': 'application/json' });
  res.end(JSON.stringify(reply));
}

/** Null when it is larger than anything `claude` would say. */
async function readBody(req: http.IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req) {
    size += (chunk as Buffer).length;
    if (size > largestBody) return null;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}
