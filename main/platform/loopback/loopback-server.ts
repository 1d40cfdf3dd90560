import type { Server, ServerOptions } from 'node:http';
import { createServer, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

/** Time for a client that is still sending to read why it was rejected, in milliseconds. */
const lingerMs = 1000;

const reasons: Readonly<Record<string, readonly [status: number, text: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time.'],
  HPE_HEADER_OVERFLOW: [431, 'The headers of the request are too large.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The chunk extensions of the request are too large.'],
};

/**
 * An HTTP server for untrusted clients on this machine, with a short timeout for request headers. Requests rejected by the HTTP
 * parser are answered with `headers` as well. Requests with an expectation or without a host reach the `request` listeners, because
 * Node would answer them without any headers.
 */
export function createLoopbackServer(
  options: ServerOptions,
  headers: Readonly<Record<string, string>>,
): Server {
  const server = createServer({
    headersTimeout: 5000,
    connectionsCheckingInterval: 1000,
    requireHostHeader: false,
    ...options,
  });
  /** Sockets with an incomplete response: a second response would be read as its body. */
  const busy = new WeakMap<Socket, () => boolean>();
  server.on('request', ({ socket }, response) => {
    busy.set(socket, () => response.headersSent && !response.writableFinished);
  });
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('clientError', (error: Error & { readonly code?: string }, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable || busy.get(socket)?.() === true) socket.destroy();
    else reject(socket, reasons[error.code ?? ''] ?? [400, 'This is not a valid HTTP/1.1 request.'], headers);
  });
  return server;
}

function reject(
  socket: Socket,
  [status, text]: readonly [number, string],
  headers: Readonly<Record<string, string>>,
): void {
  const all = {
    ...headers,
    'content-type': 'text/plain; charset=utf-8',
    'content-length': String(Buffer.byteLength(text)),
    connection: 'close',
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', text].join('\r\n'));
  // Closing while the client is still sending would reset the connection before the client has read the response.
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), lingerMs).unref();
  socket.once('close', () => clearTimeout(timer));
}
