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
  /** Bytes of the answer that are kept; the rest is not read. */
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

/** What came of an answer, as far as it came. */
export interface InvocationAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly HeaderLine[];
  readonly body: string;
  readonly bodyIsCut: boolean;
}

type FailedInvocation = Extract<InvocationResult, { outcome: 'failed' }>;

export type InvocationResult =
  | ({ readonly outcome: 'answered' } & InvocationAnswer)
  | {
      readonly outcome: 'failed';
      readonly failure: InvocationFailure;
      readonly message: string;
      /** Where the answer broke off: its status is known, and what came of its body. */
      readonly answer?: InvocationAnswer;
    };

/** Keeps connections between invocations; close it with `agents.destroy()`. */
export interface ConnectionPool {
  readonly http: http.Agent;
  readonly https: https.Agent;
  destroy(): void;
}

export function createConnectionPool(): ConnectionPool {
  // A connection that is reused may already be closed at the other end, which would look like a failed
  // delivery that never reached the service; so each invocation gets a fresh one.
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
 * Sends one request and reads its answer. Follows no redirect: an answer that points elsewhere is an
 * answer. Never throws: what goes wrong is a result.
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
    const failed = (error: unknown, answer?: InvocationAnswer): FailedInvocation => ({
      ...describeFailure(error, invocation.url, limits, ended, answer?.status),
      ...(answer === undefined ? {} : { answer }),
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
    const settle = (result: InvocationResult): void => {
      clearTimeout(timer);
      stop.removeEventListener('abort', stopNow);
      resolve(result);
    };
    let isAnswered = false;
    request.on('error', (error) => {
      // What breaks off afterwards breaks off the answer, whose reader knows what had come of it.
      if (!isAnswered) settle(failed(error));
    });
    request.on('response', (response) => {
      isAnswered = true;
      void readAnswer(response, limits.responseBytes).then(({ answer, error }) =>
        settle(error === undefined ? { outcome: 'answered', ...answer } : failed(error, answer)),
      );
    });
    // Nobody asked for another protocol: the answer is its head, and what follows on the connection is none of HTTP. Without
    // a listener Node gives the connection up without an error or an answer, and nobody would learn of either.
    const settleWithHead = (response: http.IncomingMessage, socket: Duplex): void => {
      isAnswered = true;
      socket.destroy();
      settle({ outcome: 'answered', ...answerOf(response, { bytes: Buffer.alloc(0), isCut: false }) });
    };
    request.on('upgrade', settleWithHead);
    request.on('connect', settleWithHead);
    request.on('close', () => {
      if (!isAnswered) settle(failed(new Error('The connection was closed.')));
    });
    request.end(sendsBody(invocation.method) ? invocation.body : undefined);
  });
}

/** Why this side ended an exchange. */
type Ending = 'timeout' | 'stopped';

/** Whether an invocation with this method carries the rendered payload. */
export function sendsBody(method: string): boolean {
  return method !== 'GET';
}

type Destination = Readonly<Pick<http.RequestOptions, 'hostname' | 'port' | 'path' | 'auth'>>;

/** A rule invokes the same address again and again, and Node would take it apart each time, into more than it needs. */
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
  // In one piece: Node copies what it is given several times, and each `...` here would be one more.
  return url.protocol === 'https:'
    ? https.request({ hostname, port, path, auth, method, headers, agent: pool.https })
    : http.request({ hostname, port, path, auth, method, headers, agent: pool.http });
}

/** Never throws: what broke off is an answer with an error beside it. */
async function readAnswer(
  response: http.IncomingMessage,
  limit: number,
): Promise<{ readonly answer: InvocationAnswer; readonly error?: unknown }> {
  const { raw, error } = await readBody(response, limit);
  const { bytes, isCut } = await decodeBody(raw, response.headers['content-encoding'], limit);
  const answer = answerOf(response, { bytes, isCut: error !== undefined || isCut || raw.length > limit });
  return { answer, error };
}

function answerOf(response: http.IncomingMessage, { bytes, isCut }: ShownBody): InvocationAnswer {
  return {
    status: response.statusCode ?? 0,
    statusText: response.statusMessage ?? '',
    headers: headerLines(response.rawHeaders),
    body: bytes.toString('utf8'),
    bodyIsCut: isCut,
  };
}

/**
 * As it came, no further than the first piece beyond the limit. Not through the stream's iterator, which costs as much as
 * all the rest of a small answer.
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
  if (ended === 'stopped') return fail('stopped', `The tenant stopped while it was waiting for ${host}.`);
  if (ended === 'timeout')
    return fail(
      'timeout',
      status === undefined
        ? `${host} did not answer within ${limits.timeoutMs / 1000} s.`
        : `${host} answered ${status}, but had not sent its whole answer after ${limits.timeoutMs / 1000} s.`,
    );
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ECONNREFUSED') return fail('connection_refused', `${host} refuses connections.`);
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return fail('host_not_found', `${host} cannot be found.`);
  if (code === 'ECONNRESET' || code === 'EPIPE') {
    const cutShort = error instanceof Error && error.message === 'aborted';
    return cutShort
      ? fail('response_incomplete', `${host} broke the connection in the middle of its answer.`)
      : fail('connection_reset', `${host} broke the connection before it answered.`);
  }
  if (code.includes('CERT') || code.startsWith('ERR_TLS') || code.includes('SIGNED')) {
    return fail('certificate', `The certificate of ${host} is not accepted (${code}).`);
  }
  if (code.startsWith('ERR_INVALID') || code === 'ERR_UNESCAPED_CHARACTERS') {
    return fail('request_invalid', `The request to ${host} cannot be sent (${code}).`);
  }
  return fail('network', `The request to ${host} failed${code === '' ? '' : ` (${code})`}.`);
}
