import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type {
  TestReceiver,
  TestReceiverResponse,
  CaughtRequest,
} from '../../contract/sandbox/test-receiver.ts';
import { limitConnections } from '../platform/loopback/connection-limit.ts';
import { listen } from '../platform/loopback/listen.ts';
import { createLoopbackServer } from '../platform/loopback/loopback-server.ts';
import { readBody } from '../platform/loopback/read-body.ts';

/** Maximum requests stored for each tenant. */
const maxReceived = 50;
/** Maximum bytes of a body that are stored. */
const maxBytes = 256 * 1024;
/** A caller without a response is disconnected after this, so that it can't hold its connection forever. */
const hangMs = 120_000;

/** Headers of every response, so that a browser shows nothing of it. */
const receiverHeaders = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

export interface TestReceiverParts {
  readonly now: () => number;
  readonly newId: () => string;
  /** An unguessable part of the URL. */
  readonly newToken: () => string;
  /** Closes everything. */
  readonly stopped: AbortSignal;
}

/** One server for all embedded tenants, each with its own URL; it runs while one of them is open. */
export interface TestReceivers {
  get(tenantId: string): TestReceiver;
  /** Rejects when no local port can be opened. */
  open(tenantId: string): Promise<TestReceiver>;
  respondWith(tenantId: string, response: TestReceiverResponse): void;
  close(tenantId: string): void;
}

interface Open {
  readonly token: string;
  response: TestReceiverResponse;
  caught: readonly CaughtRequest[];
}

export function createTestReceivers(parts: TestReceiverParts): TestReceivers {
  const open = new Map<string, Open>();
  let listening: Promise<Listening> | undefined;
  let origin: string | undefined;

  /** Returns whether the request was for an open tenant. */
  function take(request: IncomingMessage, response: ServerResponse): boolean {
    const token = request.url?.split(/[/?]/)[1];
    const receiver = [...open.values()].find((one) => one.token === token);
    if (receiver === undefined) {
      // The body isn't read: anyone can send something here.
      response.writeHead(404, { connection: 'close' }).end();
      return false;
    }
    void readBody(request, maxBytes).then(({ bytes, isTooLong, isComplete }) => {
      const chosen = receiver.response;
      const caught = {
        id: parts.newId(),
        at: parts.now(),
        method: request.method ?? '',
        headers: headerLines(request),
        body: bytes.toString('utf8'),
        bodyIsCut: isTooLong || !isComplete,
        response: chosen,
      };
      receiver.caught = [caught, ...receiver.caught].slice(0, maxReceived);
      reply(response, chosen);
    });
    return true;
  }

  function stop(): void {
    const ending = listening;
    listening = undefined;
    origin = undefined;
    open.clear();
    void ending?.then(
      ({ server }) => {
        server.close();
        server.closeAllConnections();
      },
      () => undefined,
    );
  }
  parts.stopped.addEventListener('abort', stop, { once: true });

  function shown(tenantId: string): TestReceiver {
    const receiver = open.get(tenantId);
    if (receiver === undefined || origin === undefined) return { url: null, response: '200', caught: [] };
    return { url: `${origin}/${receiver.token}`, response: receiver.response, caught: [...receiver.caught] };
  }

  return {
    get: shown,
    async open(tenantId) {
      listening ??= startListening(take);
      try {
        ({ origin } = await listening);
      } catch (error) {
        listening = undefined;
        throw error;
      }
      if (!open.has(tenantId)) {
        open.set(tenantId, { token: parts.newToken(), response: '200', caught: [] });
      }
      return shown(tenantId);
    },
    respondWith(tenantId, response) {
      const receiver = open.get(tenantId);
      if (receiver !== undefined) receiver.response = response;
    },
    close(tenantId) {
      open.delete(tenantId);
      if (open.size === 0) stop();
    },
  };
}

interface Listening {
  readonly server: Server;
  readonly origin: string;
}

/** On a free port of 127.0.0.1, which only this computer can reach. */
async function startListening(
  take: (request: IncomingMessage, response: ServerResponse) => boolean,
): Promise<Listening> {
  const server = createLoopbackServer({ maxHeaderSize: 64 * 1024, requestTimeout: 30_000 }, receiverHeaders);
  const limit = limitConnections([server]);
  server.on('request', (request, response) => {
    for (const [name, value] of Object.entries(receiverHeaders)) response.setHeader(name, value);
    if (take(request, response)) limit.raise(request.socket, 'known');
  });
  const port = await listen(server, { port: 0, host: '127.0.0.1' });
  // It must not keep the process alive.
  server.unref();
  return { server, origin: `http://127.0.0.1:${port}` };
}

function headerLines({ rawHeaders }: IncomingMessage): { name: string; value: string }[] {
  const lines: { name: string; value: string }[] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    lines.push({ name: rawHeaders[index] ?? '', value: rawHeaders[index + 1] ?? '' });
  }
  return lines;
}

function reply(response: ServerResponse, chosen: TestReceiverResponse): void {
  if (chosen === 'nothing') {
    setTimeout(() => response.destroy(), hangMs).unref();
    return;
  }
  const status = Number(chosen);
  const after = status === 429 ? { 'retry-after': '5' } : {};
  if (status === 204) response.writeHead(204).end();
  else {
    response
      .writeHead(status, { ...after, 'content-type': 'application/json' })
      .end(JSON.stringify({ caught: true, by: 'Tenant Desk' }));
  }
}
