import { createReadStream } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import type { PageSession } from '../../../../contract/bridge/page-handshake.ts';
import { browserPolicy, policyOf } from '../content-security-policy.ts';
import { findRendererFile } from '../renderer-files.ts';
import type { Access } from './access.ts';
import type { DeskAddress } from './desk-address.ts';
import type { FileExchange } from './file-exchange.ts';
import { readLimited } from './limited-body.ts';
import { guardRequest, reachablePath } from './request-guard.ts';

/** Serves a file of the page; the request has passed the guard, and the common headers are set. */
export type ServePage = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export interface Serving {
  readonly address: DeskAddress;
  readonly access: Access;
  /** The built renderer. */
  readonly rendererFolder: string;
  readonly servePage?: ServePage | undefined;
  readonly files: FileExchange;
  /** Called for each request to the right host. */
  readonly onKnown: (request: IncomingMessage) => void;
  /** Called when a link's token was exchanged for a session. */
  readonly onSession: (session: PageSession) => void;
  /** True until a page of this origin has been admitted. */
  readonly isNew: () => boolean;
}

const maxTokenBytes = 1024;
const tokenSchema = z.strictObject({ token: z.string().max(256) });

/** Headers of every response. */
export const commonHeaders = {
  'content-security-policy': browserPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  // Together with the opener policy: no other origin shares the page's process, so it may share memory with its workers.
  'cross-origin-embedder-policy': 'require-corp',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), clipboard-write=(self)',
  'x-frame-options': 'DENY',
};

/** Handles a request: the renderer is served to anyone with the right host name, sessions and files only with a secret. */
export async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  serving: Serving,
): Promise<void> {
  for (const [name, value] of Object.entries(commonHeaders)) response.setHeader(name, value);
  const rejection = guardRequest(request, serving.address);
  if (rejection !== undefined) return sendText(response, rejection.status, rejection.message);
  serving.onKnown(request);
  const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
  if (path === reachablePath) return sendReachable(response);
  if (path === '/session') return serveSession(request, response, serving);
  if (path.startsWith('/files/')) return serveFiles(request, response, serving, path);
  return serveRenderer(request, response, serving, path);
}

/** For the page that leads a browser to the app, which has another origin. */
function sendReachable(response: ServerResponse): void {
  response.writeHead(204, { 'cross-origin-resource-policy': 'cross-origin', 'cache-control': 'no-store' });
  response.end();
}

/** Exchanges a link's token for a session, once. */
async function serveSession(
  request: IncomingMessage,
  response: ServerResponse,
  { access, onSession }: Serving,
): Promise<void> {
  response.setHeader('cache-control', 'no-store');
  if (request.method !== 'POST') return sendText(response, 405, 'Only POST is allowed.');
  const body = await readLimited(request, maxTokenBytes);
  if (body.state !== 'complete') return sendText(response, 413, 'The request is too large.');
  const session = redeem(access, body.bytes);
  if (session === undefined) {
    return sendText(response, 401, 'This link has expired or was already used. Get a new one.');
  }
  onSession(session);
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

/** Their paths are unguessable and valid once: only the page that received one knows it. */
async function serveFiles(
  request: IncomingMessage,
  response: ServerResponse,
  { files }: Serving,
  path: string,
): Promise<void> {
  const isServed = await files.serve(request, response, path);
  if (!isServed) sendText(response, 404, 'File not found, or already downloaded.');
}

async function serveRenderer(
  request: IncomingMessage,
  response: ServerResponse,
  { address, rendererFolder, servePage, isNew }: Serving,
  path: string,
): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return sendText(response, 405, 'Only GET is allowed.');
  }
  if (servePage !== undefined) return servePage(request, response);
  const inFolder = path.startsWith(`${address.pathPrefix}/`) ? path.slice(address.pathPrefix.length) : '';
  const file = await findRendererFile(rendererFolder, inFolder, { acceptsBrotli: acceptsBrotli(request) });
  if (file === undefined) return sendText(response, 404, 'Not found.');
  response.writeHead(200, {
    'content-security-policy': policyOf(inFolder, browserPolicy),
    'content-type': file.contentType,
    'content-length': file.size,
    ...(file.encoding === undefined ? {} : { 'content-encoding': file.encoding }),
    // Until the first page is admitted, anything stored for this origin isn't ours.
    ...(inFolder === '/' && isNew() ? { 'clear-site-data': '"cache", "storage"' } : {}),
    vary: 'accept-encoding',
    'cache-control': file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
  });
  if (request.method === 'HEAD') response.end();
  // Streamed, so that a client that doesn't read the response costs no memory.
  else await pipeline(createReadStream(file.path), response).catch(() => response.destroy());
}

/** Browsers accept brotli from trustworthy hosts, including loopback. Source: RFC 9110 section 12.5.3. */
function acceptsBrotli({ headers }: IncomingMessage): boolean {
  const accepted = headers['accept-encoding'];
  return typeof accepted === 'string' && /(^|,)\s*br\s*(,|$)/i.test(accepted);
}

export function sendText(response: ServerResponse, status: number, text: string): void {
  // The unread rest of a rejected request must not be parsed as the next one.
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' }).end(text);
}
