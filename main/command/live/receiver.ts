import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { headerSecrecy } from '../../../contract/values/header-secrecy.ts';
import { failure } from '../../platform/errors/failure.ts';
import { isLoopback } from '../../../contract/schema/loopback.ts';
import { listen } from '../../platform/loopback/listen.ts';
import { createLoopbackServer } from '../../platform/loopback/loopback-server.ts';
import { readBody } from '../../platform/loopback/read-body.ts';

export interface ReceiverOptions {
  /** 0 for any free port. */
  readonly port: number;
  /** Status of every response, if requests aren't forwarded. */
  readonly status: number;
  /** URL on this machine that gets every request. */
  readonly forward: URL | undefined;
}

/** A received request, with its response. Credentials in headers are hidden. */
export interface Received {
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly isCut: boolean;
  readonly status: number;
  /** Why the program that it was forwarded to didn't respond; null if it did. */
  readonly error: string | null;
  readonly durationMs: number;
}

export interface Receiver {
  readonly url: string;
  close(): void;
}

const maxBytes = 1024 * 1024;
const forwardMs = 30_000;
const responseHeaders = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

/** The URL that requests are forwarded to. Throws `invalid-input` for one that isn't on this machine. */
export function forwardUrl(text: string): URL {
  const url = URL.parse(text);
  if (url !== null && isLoopback(url) && url.protocol === 'http:') return url;
  throw failure(
    'invalid-input',
    `--forward takes a URL on this machine such as http://localhost:3000, not ${text}.`,
  );
}

/** Receives webhooks on 127.0.0.1, and calls `onReceived` after each response. */
export async function openReceiver(
  options: ReceiverOptions,
  onReceived: (received: Received) => void,
): Promise<Receiver> {
  const server = createLoopbackServer({ requestTimeout: 30_000 }, responseHeaders);
  server.on('request', (request, response) => {
    void receive(options, request, response).then(onReceived, () => response.destroy());
  });
  const port = await opened(server, options.port);
  return {
    url: `http://127.0.0.1:${port}/`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function opened(server: Server, port: number): Promise<number> {
  try {
    return await listen(server, { port, host: '127.0.0.1' });
  } catch (cause) {
    throw failure('invalid-input', `Port ${port} can’t be opened. Choose another with --port.`, { cause });
  }
}

async function receive(
  options: ReceiverOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Received> {
  const startedAt = performance.now();
  const at = new Date().toISOString();
  const { method = '', url: path = '/' } = request;
  const { bytes: body, isTooLong, isComplete } = await readBody(request, maxBytes);
  if (!isComplete) throw new Error('The request was interrupted.');
  const answered =
    options.forward === undefined
      ? { status: options.status, error: null }
      : await forward(options.forward, request, body);
  for (const [name, value] of Object.entries(responseHeaders)) response.setHeader(name, value);
  response.writeHead(answered.status).end();
  return {
    ...{ at, method, path, body: body.toString('utf8'), isCut: isTooLong, ...answered },
    headers: shownHeaders(request),
    durationMs: Math.round(performance.now() - startedAt),
  };
}

const notForwarded = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
]);

async function forward(
  to: URL,
  { method = 'POST', url = '/', headers }: IncomingMessage,
  body: Buffer,
): Promise<{ status: number; error: string | null }> {
  const target = new URL(to);
  if (url !== '/') target.pathname = `${to.pathname.replace(/\/$/, '')}${url.split('?')[0] ?? ''}`;
  const sent = Object.entries(headers).filter(([name]) => !notForwarded.has(name));
  try {
    const response = await fetch(target, {
      method,
      headers: sent.map(([name, value]): [string, string] => [name, String(value)]),
      ...(method === 'GET' || method === 'HEAD' ? {} : { body: new Uint8Array(body) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(forwardMs),
    });
    await response.body?.cancel();
    return { status: response.status, error: null };
  } catch (error) {
    const { cause } = error as { readonly cause?: { readonly code?: string } };
    return { status: 502, error: `${to.origin} didn’t respond (${cause?.code ?? String(error)})` };
  }
}

const shownHeaders = ({ headers }: IncomingMessage): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      name === 'host' || name === 'content-length' || headerSecrecy(name) === 'never'
        ? String(value)
        : '(hidden)',
    ]),
  );
