import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { WebSocketServer } from 'ws';
import { z } from 'zod';
import type { PageSession } from '../../../../contract/page-handshake.ts';
import type { Caller } from '../../dispatch.ts';
import type { Log } from '../../log/log.ts';
import { browserPolicy, policyOf } from '../content-security-policy.ts';
import { readRendererFile } from '../renderer-files.ts';
import type { Access } from './access.ts';
import { createAccess } from './access.ts';
import { admitPage } from './admit-page.ts';
import type { FileExchange } from './file-exchange.ts';
import { readLimited } from './limited-body.ts';
import { guardRequest } from './request-guard.ts';
import type { Tabs } from './tabs.ts';

export interface BrowserServerOptions {
  /** 0 for any free port. */
  readonly port: number;
  /** The built renderer. */
  readonly rendererFolder: string;
  readonly dispatcher: { openCaller(): Caller };
  readonly tabs: Tabs;
  readonly files: FileExchange;
  readonly now: () => number;
  readonly randomBytes: (size: number) => Uint8Array;
  readonly log: Log;
}

export interface BrowserServer {
  readonly port: number;
  /** A fresh link to the desk, for one use; the one before goes void. */
  newLink(): string;
  /** Closes every page's connection and the port. */
  stop(): Promise<void>;
}

/** Drafts are the largest thing that a page sends in one message. */
const maxMessageBytes = 64 * 1024 * 1024;
const maxTokenBytes = 1024;
/** Pages that have not shown yet that they may speak: any program of this machine can knock. */
const mostWaiting = 32;
const tokenSchema = z.strictObject({ token: z.string().max(256) });

const commonHeaders = {
  'content-security-policy': browserPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  // With the opener policy: nothing of another origin gets into the page's process, so it may share memory with its workers.
  'cross-origin-embedder-policy': 'require-corp',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), clipboard-write=(self)',
  'x-frame-options': 'DENY',
};

/**
 * Serves the desk on 127.0.0.1 to the system browser: the built renderer to anyone who asks by the right name,
 * and calls, uploads and downloads to pages that came by a printed link.
 *
 * @throws the error of `listen`, for example when the port is taken (`EADDRINUSE`).
 */
export async function startBrowserServer(options: BrowserServerOptions): Promise<BrowserServer> {
  const server = createServer();
  const port = await listen(server, options.port);
  const address = `127.0.0.1:${port}`;
  const access = createAccess({ now: options.now, randomBytes: options.randomBytes });
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
  });

  const waiting = new Set<WebSocket>();
  server.on('request', (request, response) => {
    serve(request, response, { options, access, port }).catch((error: unknown) => {
      options.log.write('error', 'browser-host.request-failed', { error });
      if (response.headersSent) response.destroy();
      else sendText(response, 500, 'This request failed inside Tenant Desk.');
    });
  });
  server.on('upgrade', (request, socket, head) => {
    const refusal = refuseUpgrade(request, port) ?? (waiting.size >= mostWaiting ? 503 : undefined);
    if (refusal !== undefined) {
      endUpgrade(socket, refusal);
      return;
    }
    sockets.handleUpgrade(request, socket, head, (page) => {
      waiting.add(page);
      void admitPage(page, { access, address, randomBytes: options.randomBytes }).then((isAdmitted) => {
        waiting.delete(page);
        if (isAdmitted) options.tabs.open(page, options.dispatcher.openCaller());
      });
    });
  });

  return {
    port,
    newLink: () => `http://${address}/#token=${access.issueToken()}`,
    stop() {
      options.tabs.closeAll();
      for (const page of waiting) page.terminate();
      return new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host: '127.0.0.1' }, () => {
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('The server has no port.'));
      else resolve(address.port);
    });
  });
}

interface Serving {
  readonly options: BrowserServerOptions;
  readonly access: Access;
  readonly port: number;
}

async function serve(request: IncomingMessage, response: ServerResponse, serving: Serving): Promise<void> {
  for (const [name, value] of Object.entries(commonHeaders)) response.setHeader(name, value);
  const refusal = guardRequest(request, serving.port);
  if (refusal !== undefined) {
    sendText(response, refusal.status, refusal.message);
    return;
  }
  const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
  if (path === '/session') return serveSession(request, response, serving.access);
  if (path.startsWith('/files/')) return serveFiles(request, response, serving, path);
  return serveRenderer(request, response, serving.options.rendererFolder, path);
}

/** Exchanges a link's token for a session, which is told once. */
async function serveSession(
  request: IncomingMessage,
  response: ServerResponse,
  access: Access,
): Promise<void> {
  response.setHeader('cache-control', 'no-store');
  if (request.method !== 'POST') return sendText(response, 405, 'Only POST is answered here.');
  const body = await readLimited(request, maxTokenBytes);
  if (body.state !== 'complete') return sendText(response, 413, 'The request is too large.');
  const session = redeem(access, body.bytes);
  if (session === undefined) {
    return sendText(response, 401, 'This link was used already or is too old. Ask for a fresh one.');
  }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(session));
}

function redeem(access: Access, body: Uint8Array): PageSession | undefined {
  try {
    const parsed = tokenSchema.safeParse(JSON.parse(new TextDecoder().decode(body)));
    return parsed.success ? access.redeemToken(parsed.data.token) : undefined;
  } catch {
    return undefined;
  }
}

/** Their addresses cannot be guessed and count once: only the page that was told of one knows it. */
async function serveFiles(
  request: IncomingMessage,
  response: ServerResponse,
  { options }: Serving,
  path: string,
): Promise<void> {
  const isServed = await options.files.serve(request, response, path);
  if (!isServed) sendText(response, 404, 'There is no such file, or it was fetched already.');
}

async function serveRenderer(
  request: IncomingMessage,
  response: ServerResponse,
  folder: string,
  path: string,
): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return sendText(response, 405, 'Only GET is answered here.');
  }
  const file = await readRendererFile(folder, path, { acceptsBrotli: acceptsBrotli(request) });
  if (file === undefined) return sendText(response, 404, 'There is nothing at this address.');
  response.writeHead(200, {
    'content-security-policy': policyOf(path, browserPolicy),
    'content-type': file.contentType,
    'content-length': file.bytes.byteLength,
    ...(file.encoding === undefined ? {} : { 'content-encoding': file.encoding }),
    vary: 'accept-encoding',
    'cache-control': file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
  });
  response.end(request.method === 'HEAD' ? undefined : file.bytes);
}

/** Browsers take brotli from hosts that they trust, of which loopback is one. Source: RFC 9110 section 12.5.3. */
function acceptsBrotli({ headers }: IncomingMessage): boolean {
  const accepted = headers['accept-encoding'];
  return typeof accepted === 'string' && /(^|,)\s*br\s*(,|$)/i.test(accepted);
}

function sendText(response: ServerResponse, status: number, text: string): void {
  // What was not read of a refused request must not be taken for the next one.
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' }).end(text);
}

function refuseUpgrade(request: IncomingMessage, port: number): number | undefined {
  const refusal = guardRequest(request, port);
  if (refusal !== undefined) return refusal.status;
  return request.url === '/bridge' ? undefined : 404;
}

function endUpgrade(socket: Duplex, status: number): void {
  // Nobody is left to be told when the peer is gone already.
  socket.on('error', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
