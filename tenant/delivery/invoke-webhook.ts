import http from 'node:http';
import https from 'node:https';
import type { Duplex } from 'node:stream';
import { urlToHttpOptions } from 'node:url';
import type { HeaderLine } from '../rules/header-text.ts';
import { decodeBody, type ShownBody } from './decode-body.ts';

/** One HTTP request to a web service. */
interface Invocation {
  readonly url: URL;
  readonly method: string;
  readonly headers: readonly HeaderLine[];
  readonly body: string;
}

export interface InvocationLimits {
  /** For the whole exchange, in milliseconds. */
  readonly timeoutMs: number;
  /** Stored bytes of the response; the rest is not read. */
  readonly responseBytes: number;
}

export type InvocationFailure =
  | 'timeout'
  | 'stopped'
  | 'connection_refused'
  | 'connection_reset'
  | 'host_not_found'
  | 'certificate'
  | 'response_incomplete'
  | 'request_invalid'
  | 'network';

/** The received part of a response. */
export interface InvocationResponse {
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly HeaderLine[];
  readonly body: string;
  readonly bodyIsCut: boolean;
}

type FailedInvocation = Extract<InvocationResult, { outcome: 'failed' }>;

export type InvocationResult =
  | ({ readonly outcome: 'answered' } & InvocationResponse)
  | {
      readonly outcome: 'failed';
      readonly failure: InvocationFailure;
      readonly message: string;
      /** A truncated response: its status and the received part of its body. */
      readonly received?: InvocationResponse;
    };

/** HTTP agents for invocations; close with `agents.destroy()`. */
export interface ConnectionPool {
  readonly http: http.Agent;
  readonly https: https.Agent;
  destroy(): void;
}

export function createConnectionPool(): ConnectionPool {
  // A reused connection may already be closed at the other end, which would look like a failed delivery that
  // never reached the service; so each invocation gets a new one.
  const pool = { http: new http.Agent({ keepAlive: false }), https: new https.Agent({ keepAlive: false }) };
  return {
    ...pool,
    destroy() {
      pool.http.destroy();
      pool.https.destroy();
    },
  };
}

/**
 * Sends one request and reads its response. Doesn't follow redirects: they are responses like others. Never
 * throws: failures are results.
 */
export function invokeWebhook(
  invocation: Invocation,
  limits: InvocationLimits,
  pool: ConnectionPool,
  stop: AbortSignal,
): Promise<InvocationResult> {
  return new Promise((resolve) => {
    let request: http.ClientRequest;
    let ended: Ending | undefined;
    const failed = (error: unknown, received?: InvocationResponse): FailedInvocation => ({
      ...describeFailure(error, invocation.url, limits, ended, received?.status),
      ...(received === undefined ? {} : { received }),
    });
    try {
      request = openRequest(invocation, pool);
    } catch (error) {
      resolve(failed(error));
      return;
    }
    const end = (why: Ending): void => {
      ended = why;
      request.destroy();
    };
    const timer = setTimeout(end, limits.timeoutMs, 'timeout');
    const stopNow = (): void => end('stopped');
    stop.addEventListener('abort', stopNow, { once: true });
    if (stop.aborted) stopNow();
    const finish = (result: InvocationResult): void => {
      clearTimeout(timer);
      stop.removeEventListener('abort', stopNow);
      resolve(result);
    };
    let isAnswered = false;
    request.on('error', (error) => {
      // A failure after the response started belongs to the response, whose reader knows what was received.
      if (!isAnswered) finish(failed(error));
    });
    request.on('response', (response) => {
      isAnswered = true;
      void readResponse(response, limits.responseBytes).then(({ received, error }) =>
        finish(error === undefined ? { outcome: 'answered', ...received } : failed(error, received)),
      );
    });
    // We asked for no other protocol: the response is its header, and what follows on the connection isn't
    // HTTP. Without a listener Node drops the connection without an error or a response, and no one would
    // know.
    const finishWithHead = (response: http.IncomingMessage, socket: Duplex): void => {
      isAnswered = true;
      socket.destroy();
      finish({ outcome: 'answered', ...responseOf(response, { bytes: Buffer.alloc(0), isCut: false }) });
    };
    request.on('upgrade', finishWithHead);
    request.on('connect', finishWithHead);
    request.on('close', () => {
      if (!isAnswered) finish(failed(new Error('The connection was closed.')));
    });
    request.end(sendsBody(invocation.method) ? invocation.body : undefined);
  });
}

/** Why this side ended an exchange. */
type Ending = 'timeout' | 'stopped';

/** Whether an invocation with this method has the rendered payload. */
export function sendsBody(method: string): boolean {
  return method !== 'GET';
}

type Destination = Readonly<Pick<http.RequestOptions, 'hostname' | 'port' | 'path' | 'auth'>>;

/** A rule invokes the same URL repeatedly, and Node would parse it each time, into more than needed. */
const destinations = new WeakMap<URL, Destination>();

function destinationOf(url: URL): Destination {
  const known = destinations.get(url);
  if (known !== undefined) return known;
  const { hostname, port, path, auth } = urlToHttpOptions(url);
  const destination: Destination = { hostname: hostname ?? '', port, path, auth };
  destinations.set(url, destination);
  return destination;
}

function openRequest(invocation: Invocation, pool: ConnectionPool): http.ClientRequest {
  const { url, method } = invocation;
  const headers: Record<string, string> = {};
  for (const header of invocation.headers) headers[header.name] = header.value;
  if (sendsBody(method)) headers['Content-Length'] = String(Buffer.byteLength(invocation.body));
  const { hostname, port, path, auth } = destinationOf(url);
  // Built as one literal: Node copies its options several times, and each spread here would add a copy.
  return url.protocol === 'https:'
    ? https.request({ hostname, port, path, auth, method, headers, agent: pool.https })
    : http.request({ hostname, port, path, auth, method, headers, agent: pool.http });
}

/** Never throws: a truncated response has an error beside it. */
async function readResponse(
  response: http.IncomingMessage,
  limit: number,
): Promise<{ readonly received: InvocationResponse; readonly error?: unknown }> {
  const { raw, error } = await readBody(response, limit);
  const { bytes, isCut } = await decodeBody(raw, response.headers['content-encoding'], limit);
  const received = responseOf(response, { bytes, isCut: error !== undefined || isCut || raw.length > limit });
  return { received, error };
}

function responseOf(response: http.IncomingMessage, { bytes, isCut }: ShownBody): InvocationResponse {
  return {
    status: response.statusCode ?? 0,
    statusText: response.statusMessage ?? '',
    headers: headerLines(response.rawHeaders),
    body: bytes.toString('utf8'),
    bodyIsCut: isCut,
  };
}

/**
 * Reads raw chunks up to the first one beyond the limit. Doesn't use the stream's iterator, which costs as
 * much as all the rest of a small response.
 */
function readBody(
  response: http.IncomingMessage,
  limit: number,
): Promise<{ readonly raw: Buffer; readonly error?: unknown }> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const end = (error?: unknown): void => resolve({ raw: Buffer.concat(chunks), error });
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size <= limit) return;
      end();
      response.destroy();
    });
    response.on('end', () => end());
    response.on('error', end);
  });
}

function headerLines(raw: readonly string[]): HeaderLine[] {
  const lines: HeaderLine[] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) {
    lines.push({ name: raw[index] ?? '', value: raw[index + 1] ?? '' });
  }
  return lines;
}

function describeFailure(
  error: unknown,
  { host }: URL,
  limits: InvocationLimits,
  ended: Ending | undefined,
  status: number | undefined,
): FailedInvocation {
  const fail = (failure: InvocationFailure, message: string): FailedInvocation => ({
    outcome: 'failed',
    failure,
    message,
  });
  if (ended === 'stopped') return fail('stopped', `The tenant was stopped while waiting for ${host}.`);
  if (ended === 'timeout')
    return fail(
      'timeout',
      status === undefined
        ? `${host} didn't respond within ${limits.timeoutMs / 1000} s.`
        : `${host} responded with ${status}, but the response was incomplete after ${limits.timeoutMs / 1000} s.`,
    );
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ECONNREFUSED') return fail('connection_refused', `${host} rejected the connection.`);
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return fail('host_not_found', `${host} was not found.`);
  if (code === 'ECONNRESET' || code === 'EPIPE') {
    const cutShort = error instanceof Error && error.message === 'aborted';
    return cutShort
      ? fail('response_incomplete', `${host} closed the connection during its response.`)
      : fail('connection_reset', `${host} closed the connection before responding.`);
  }
  if (code.includes('CERT') || code.startsWith('ERR_TLS') || code.includes('SIGNED')) {
    return fail('certificate', `The certificate of ${host} is not trusted (${code}).`);
  }
  if (code.startsWith('ERR_INVALID') || code === 'ERR_UNESCAPED_CHARACTERS') {
    return fail('request_invalid', `The request to ${host} is invalid (${code}).`);
  }
  return fail('network', `The request to ${host} failed${code === '' ? '' : ` (${code})`}.`);
}
