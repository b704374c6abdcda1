// One page on loopback under a path that nobody can guess, until it is closed. Everything else is answered with nothing.
import { randomBytes } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Served {
  readonly url: string;
  close(): Promise<void>;
}

export async function servePage(html: string): Promise<Served> {
  const secret = `/${randomBytes(24).toString('base64url')}/`;
  const server = http.createServer((request, response) => {
    const { port } = server.address() as AddressInfo;
    const here = request.headers.host === `127.0.0.1:${port}` || request.headers.host === `localhost:${port}`;
    if (!here || request.url !== secret || (request.method !== 'GET' && request.method !== 'HEAD')) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-length': Buffer.byteLength(html),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
    response.end(request.method === 'HEAD' ? undefined : html);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${secret}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
