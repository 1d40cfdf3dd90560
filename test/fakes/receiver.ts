import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export interface Receiver {
  readonly url: string;
  readonly requests: readonly ReceivedRequest[];
  /** Resolves with the first request, past or future, that matches the claim. */
  next(claim: (request: ReceivedRequest) => boolean): Promise<ReceivedRequest>;
  stop(): Promise<void>;
}

/** A web service as called by webhooks: responds with 200 to everything and records the requests. */
export async function startReceiver(): Promise<Receiver> {
  const requests: ReceivedRequest[] = [];
  const waiting: {
    claim: (request: ReceivedRequest) => boolean;
    resolve: (request: ReceivedRequest) => void;
  }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const received = {
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body,
      };
      requests.push(received);
      response.setHeader('content-type', 'application/json').end('{"received":true}');
      for (const waiter of waiting.splice(0)) {
        if (waiter.claim(received)) waiter.resolve(received);
        else waiting.push(waiter);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    next: (claim) => {
      const known = requests.find(claim);
      return known === undefined
        ? new Promise((resolve) => waiting.push({ claim, resolve }))
        : Promise.resolve(known);
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
