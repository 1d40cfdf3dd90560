import { createServer, request as sendRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';

/** What happens to a request on its way to the tenant. */
export type Fault =
  /** With `body` the tenant gets that instead. */
  | { readonly kind: 'pass'; readonly body?: string }
  /** Never reaches the tenant, never gets an answer. */
  | { readonly kind: 'hold-request' }
  /** Never reaches the tenant; the connection breaks. */
  | { readonly kind: 'lose-request' }
  /** Reaches the tenant and takes effect; its answer is held back for ever. */
  | { readonly kind: 'hold-answer' }
  /** Reaches the tenant and takes effect; the connection breaks instead of an answer. */
  | { readonly kind: 'lose-answer' }
  /** Is answered here without reaching the tenant. */
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly body: string;
      readonly contentType?: string;
    };

export interface ProxiedRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

/** A network between the desk and a tenant that fails as told, and remembers what went through it. */
export interface FaultProxy extends AsyncDisposable {
  /** Base address to use in place of the tenant's. */
  readonly baseUrl: string;
  readonly requests: ProxiedRequest[];
  /** Decides about each request from now on; the default passes all. */
  setFaults(decide: (request: ProxiedRequest) => Fault): void;
  /** Resolves when the next request is held. Begin to wait before what causes it. */
  nextHeld(): Promise<ProxiedRequest>;
}

export async function startFaultProxy(tenantBaseUrl: string): Promise<FaultProxy> {
  const requests: ProxiedRequest[] = [];
  let decide: (request: ProxiedRequest) => Fault = () => ({ kind: 'pass' });
  let tellHeld: (request: ProxiedRequest) => void = () => undefined;

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await readAll(incoming);
    const request = {
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      body: body.toString('utf8'),
    };
    requests.push(request);
    const fault = decide(request);
    if (fault.kind === 'hold-request') return tellHeld(request);
    if (fault.kind === 'lose-request') {
      outgoing.destroy();
      return;
    }
    if (fault.kind === 'answer') {
      outgoing.writeHead(fault.status, { 'content-type': fault.contentType ?? 'application/json' });
      outgoing.end(fault.body);
      return;
    }
    const sent = fault.kind === 'pass' && fault.body !== undefined ? Buffer.from(fault.body) : body;
    const answer = await forward(tenantBaseUrl, incoming, sent);
    if (fault.kind === 'hold-answer') return tellHeld(request);
    if (fault.kind === 'lose-answer') {
      outgoing.destroy();
      return;
    }
    outgoing.writeHead(answer.status, answer.headers);
    outgoing.end(answer.body);
  }

  const server = createServer((incoming, outgoing) => {
    handle(incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    requests,
    setFaults(next) {
      decide = next;
    },
    nextHeld: () =>
      new Promise((resolve) => {
        tellHeld = resolve;
      }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

async function forward(baseUrl: string, incoming: IncomingMessage, body: Buffer): Promise<Answer> {
  const { host: _host, connection: _connection, 'content-length': _length, ...headers } = incoming.headers;
  const outgoing = sendRequest(new URL(incoming.url ?? '/', baseUrl), {
    method: incoming.method ?? 'GET',
    headers: { ...headers, 'content-length': body.byteLength },
    agent: false,
  });
  outgoing.end(body);
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  const answerBody = await readAll(answer);
  const { 'transfer-encoding': _encoding, connection: _closed, ...answerHeaders } = answer.headers;
  return { status: answer.statusCode ?? 502, headers: answerHeaders, body: answerBody };
}

async function readAll(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}
