import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { RejectionBody } from '../http/request-rejection.ts';
import { SECURITY_HEADERS } from '../http/security-headers.ts';

/** Milliseconds that a client which is still sending has to read the response. */
const LINGER_MS = 1000;

type Rejection = Pick<RejectionBody, 'error' | 'message'> & { readonly status: number };

const rejections: Readonly<Record<string, Rejection>> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    error: 'request_timeout',
    message: 'The request timed out. Try again.',
  },
  HPE_HEADER_OVERFLOW: {
    status: 431,
    error: 'too_large',
    message: 'The headers of the request are larger than 16 KB. Send fewer or shorter ones.',
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: 413,
    error: 'too_large',
    message: 'The chunk extensions of the request are larger than 16 KB. Send the body without them.',
  },
};

const notHttp: Rejection = {
  status: 400,
  error: 'invalid_request',
  message:
    'This is not a valid HTTP/1.1 request. Check its request line, its headers and the length of its body.',
};

/**
 * Responds to data that the HTTP parser can't parse as a request: nothing after the parser sees it. Its path
 * may be unknown, so every such response has the security headers of the analytics API and its error body.
 */
export function createClientErrorHandler(
  server: Server,
): (error: Error & { readonly code: string }, socket: Socket) => void {
  const responses = new WeakMap<Socket, ServerResponse>();
  server.on('request', ({ socket }, response) => void responses.set(socket, response));
  return ({ code }, socket) => {
    const response = responses.get(socket);
    const isInResponse = response?.headersSent === true && !response.writableFinished;
    // A second response in the middle of the first would become part of its body.
    if (code === 'ECONNRESET' || !socket.writable || isInResponse) socket.destroy();
    else rejectOn(socket, rejections[code] ?? notHttp);
  };
}

function rejectOn(socket: Socket, { status, ...refusal }: Rejection): void {
  const content: RejectionBody = { ...refusal, problems: [], request_id: randomUUID() };
  const body = JSON.stringify(content);
  const headers = {
    ...SECURITY_HEADERS,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    date: new Date().toUTCString(),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
  // Closing while the client is still sending would reset the connection before it has read the response.
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('close', () => clearTimeout(timer));
}
