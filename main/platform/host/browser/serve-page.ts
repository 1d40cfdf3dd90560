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

/** Answers a request for a file of the page, which was let through by the guard and has the common headers. */
export type ServePage = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export interface Serving {
  readonly address: DeskAddress;
  readonly access: Access;
  /** The built renderer. */
  readonly rendererFolder: string;
  readonly servePage?: ServePage | undefined;
  readonly files: FileExchange;
  /** Called with each request for the right address. */
  readonly onKnown: (request: IncomingMessage) => void;
  /** Called when a link's token was exchanged for a session. */
  readonly onSession: (session: PageSession) => void;
  /** True until a page of this origin has been let in. */
  readonly isNew: () => boolean;
}

const maxTokenBytes = 1024;
const tokenSchema = z.strictObject({ token: z.string().max(256) });

/** Of every response. */
export const commonHeaders = {
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

/** Answers a request: the built renderer to anyone who asks by the right name, sessions and files to whoever knows a secret. */
export async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  serving: Serving,
): Promise<void> {
  for (const [name, value] of Object.entries(commonHeaders)) response.setHeader(name, value);
  const refusal = guardRequest(request, serving.address);
  if (refusal !== undefined) return sendText(response, refusal.status, refusal.message);
  serving.onKnown(request);
  const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
  if (path === reachablePath) return sendReachable(response);
  if (path === '/session') return serveSession(request, response, serving);
  if (path.startsWith('/files/')) return serveFiles(request, response, serving, path);
  return serveRenderer(request, response, serving, path);
}

/** For the page that leads a browser to the desk, which is of another origin. */
function sendReachable(response: ServerResponse): void {
  response.writeHead(204, { 'cross-origin-resource-policy': 'cross-origin', 'cache-control': 'no-store' });
  response.end();
}

/** Exchanges a link's token for a session, which is told once. */
async function serveSession(
  request: IncomingMessage,
  response: ServerResponse,
  { access, onSession }: Serving,
): Promise<void> {
  response.setHeader('cache-control', 'no-store');
  if (request.method !== 'POST') return sendText(response, 405, 'Only POST is answered here.');
  const body = await readLimited(request, maxTokenBytes);
  if (body.state !== 'complete') return sendText(response, 413, 'The request is too large.');
  const session = redeem(access, body.bytes);
  if (session === undefined) {
    return sendText(response, 401, 'This link was used already or is too old. Ask for a fresh one.');
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

/** Their addresses cannot be guessed and count once: only the page that was told of one knows it. */
async function serveFiles(
  request: IncomingMessage,
  response: ServerResponse,
  { files }: Serving,
  path: string,
): Promise<void> {
  const isServed = await files.serve(request, response, path);
  if (!isServed) sendText(response, 404, 'There is no such file, or it was fetched already.');
}

async function serveRenderer(
  request: IncomingMessage,
  response: ServerResponse,
  { address, rendererFolder, servePage, isNew }: Serving,
  path: string,
): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return sendText(response, 405, 'Only GET is answered here.');
  }
  if (servePage !== undefined) return servePage(request, response);
  const inFolder = path.startsWith(`${address.pathPrefix}/`) ? path.slice(address.pathPrefix.length) : '';
  const file = await findRendererFile(rendererFolder, inFolder, { acceptsBrotli: acceptsBrotli(request) });
  if (file === undefined) return sendText(response, 404, 'There is nothing at this address.');
  response.writeHead(200, {
    'content-security-policy': policyOf(inFolder, browserPolicy),
    'content-type': file.contentType,
    'content-length': file.size,
    ...(file.encoding === undefined ? {} : { 'content-encoding': file.encoding }),
    // Whatever is stored for this origin is not ours as long as no page of it was let in.
    ...(inFolder === '/' && isNew() ? { 'clear-site-data': '"cache", "storage"' } : {}),
    vary: 'accept-encoding',
    'cache-control': file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
  });
  if (request.method === 'HEAD') response.end();
  // Read as it is taken: whoever asks and doesn't read the answer costs no memory.
  else await pipeline(createReadStream(file.path), response).catch(() => response.destroy());
}

/** Browsers take brotli from hosts that they trust, of which loopback is one. Source: RFC 9110 section 12.5.3. */
function acceptsBrotli({ headers }: IncomingMessage): boolean {
  const accepted = headers['accept-encoding'];
  return typeof accepted === 'string' && /(^|,)\s*br\s*(,|$)/i.test(accepted);
}

export function sendText(response: ServerResponse, status: number, text: string): void {
  // What was not read of a refused request must not be taken for the next one.
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' }).end(text);
}
