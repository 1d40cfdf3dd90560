import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request that reached the receiver. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

/** What the receiver does with a request; `reset` breaks the connection without an answer, `stall` begins one and never ends it. */
export type ReceiverResponse =
  | { readonly status: number; readonly headers?: http.OutgoingHttpHeaders; readonly body?: string | Buffer }
  | 'reset'
  | 'hang'
  | 'cut'
  | 'stall';

export interface WebhookReceiver {
  readonly url: string;
  readonly requests: readonly ReceivedRequest[];
  /** Decides every following answer; the default is 200 without a body. */
  respondWith(decide: (request: ReceivedRequest, index: number) => ReceiverResponse): void;
  /** Resolves once this many requests have arrived. */
  received(count: number): Promise<readonly ReceivedRequest[]>;
  stop(): Promise<void>;
}

/** A web service on a free port of this machine that records requests. */
export async function startReceiver(): Promise<WebhookReceiver> {
  const requests: ReceivedRequest[] = [];
  let decide: (request: ReceivedRequest, index: number) => ReceiverResponse = () => ({ status: 200 });
  let waiting: { count: number; resolve: () => void }[] = [];
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const received: ReceivedRequest = {
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      };
      requests.push(received);
      give(decide(received, requests.length - 1), response);
      for (const waiter of waiting.filter(({ count }) => count <= requests.length)) waiter.resolve();
      waiting = waiting.filter(({ count }) => count > requests.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = isAddressInfo(address) ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    respondWith(next) {
      decide = next;
    },
    async received(count) {
      if (requests.length < count) {
        await new Promise<void>((resolve) => waiting.push({ count, resolve }));
      }
      return requests;
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function give(result: ReceiverResponse, response: http.ServerResponse): void {
  if (result === 'hang') return;
  if (result === 'reset') {
    response.socket?.resetAndDestroy();
    return;
  }
  if (result === 'cut' || result === 'stall') {
    response.writeHead(200, { 'content-length': 100 });
    response.write('only the beginning', () => {
      if (result === 'cut') response.destroy();
    });
    return;
  }
  response.writeHead(result.status, result.headers);
  response.end(result.body);
}

function isAddressInfo(address: ReturnType<http.Server['address']>): address is AddressInfo {
  return typeof address === 'object' && address !== null;
}
