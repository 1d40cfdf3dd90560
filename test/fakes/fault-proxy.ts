import {
  Agent,
  createServer,
  request as sendRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';

/** A response that the tenant didn't send. */
export interface FakeResponse {
  readonly status: number;
  readonly body: string;
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What happens to a request on its way to the tenant. */
export type Fault =
  /** With `body` the tenant gets that instead. */
  | { readonly kind: 'pass'; readonly body?: string }
  /** Never reaches the tenant, never gets a response. */
  | { readonly kind: 'hold-request' }
  /** Never reaches the tenant; the connection is closed. */
  | { readonly kind: 'lose-request' }
  /** Reaches the tenant and takes effect; its response is held back forever. */
  | { readonly kind: 'hold-answer' }
  /** Reaches the tenant and takes effect; the connection is closed instead of a response. */
  | { readonly kind: 'lose-answer' }
  /** Reaches the tenant and takes effect; the connection is closed in the middle of the response. */
  | { readonly kind: 'truncate-answer' }
  /** Reaches the tenant and takes effect; its response is sent twice. */
  | { readonly kind: 'double-answer' }
  /** Reaches the tenant and takes effect; this response is sent instead. */
  | ({ readonly kind: 'replace-answer' } & FakeResponse)
  /** Gets this response without reaching the tenant. */
  | ({ readonly kind: 'answer' } & FakeResponse)
  /** Gets this response, or none if absent; reaches the tenant when `schedule` calls `send`. */
  | {
      readonly kind: 'late';
      readonly schedule: (send: () => Promise<void>) => void;
      readonly response?: FakeResponse;
    };

export interface ProxiedRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

/** A request that reached the tenant, and the tenant's response. */
export interface Exchange {
  readonly request: ProxiedRequest;
  readonly status: number;
  readonly response: string;
}

/** A network between the app and a tenant with configurable faults, which records its traffic. */
export interface FaultProxy extends AsyncDisposable {
  /** Base URL to use in place of the tenant's. */
  readonly baseUrl: string;
  readonly requests: ProxiedRequest[];
  /** Decides about each request from now on; by default all pass. */
  setFaults(decide: (request: ProxiedRequest) => Fault | Promise<Fault>): void;
  /** Called with every response of the tenant, before the app gets it. */
  setWitness(witness: (exchange: Exchange) => void | Promise<void>): void;
  /** Resolves when the next request is held. Call it before causing the request. */
  nextHeld(): Promise<ProxiedRequest>;
}

/** Passes a request on and notifies the witness; `pass` does both. */
export type Passing = (request: ProxiedRequest, pass: () => Promise<void>) => Promise<void>;

/** `passing` decides when a request reaches the tenant; immediately if absent. */
export async function startFaultProxy(
  tenantBaseUrl: string,
  passing: Passing = (_request, pass) => pass(),
): Promise<FaultProxy> {
  const requests: ProxiedRequest[] = [];
  const agent = new Agent({ keepAlive: true });
  let decide: (request: ProxiedRequest) => Fault | Promise<Fault> = () => ({ kind: 'pass' });
  let witness: (exchange: Exchange) => void | Promise<void> = () => undefined;
  let notifyHeld: (request: ProxiedRequest) => void = () => undefined;

  async function pass(
    incoming: IncomingMessage,
    request: ProxiedRequest,
    body: Buffer,
  ): Promise<ForwardedResponse> {
    const forwarded = Promise.withResolvers<ForwardedResponse>();
    await passing(request, async () => {
      const response = await forward({ baseUrl: tenantBaseUrl, agent, incoming, body });
      await witness({ request, status: response.status, response: response.body.toString('utf8') });
      forwarded.resolve(response);
    });
    return await forwarded.promise;
  }

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await readAll(incoming);
    const request = {
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      body: body.toString('utf8'),
    };
    requests.push(request);
    const fault = await decide(request);
    switch (fault.kind) {
      case 'hold-request':
        return notifyHeld(request);
      case 'lose-request':
        return void outgoing.destroy();
      case 'answer':
        return sendMadeUp(outgoing, fault);
      case 'late':
        fault.schedule(async () => void (await pass(incoming, request, body)));
        return fault.response === undefined ? notifyHeld(request) : sendMadeUp(outgoing, fault.response);
      case 'pass':
      case 'hold-answer':
      case 'lose-answer':
      case 'truncate-answer':
      case 'double-answer':
      case 'replace-answer': {
        const sent = fault.kind === 'pass' && fault.body !== undefined ? Buffer.from(fault.body) : body;
        deliver(outgoing, fault, await pass(incoming, request, sent));
        if (fault.kind === 'hold-answer') notifyHeld(request);
      }
    }
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
    setWitness(next) {
      witness = next;
    },
    nextHeld: () =>
      new Promise((resolve) => {
        notifyHeld = resolve;
      }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      agent.destroy();
      await once(server, 'close');
    },
  };
}

interface ForwardedResponse {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** What the app gets of a response that the tenant sent. */
function deliver(outgoing: ServerResponse, fault: Fault, response: ForwardedResponse): void {
  switch (fault.kind) {
    case 'hold-answer':
      return;
    case 'lose-answer':
      outgoing.destroy();
      return;
    case 'replace-answer':
      return sendMadeUp(outgoing, fault);
    case 'truncate-answer':
      // Announces more than it sends, even for an empty response.
      outgoing.writeHead(200, {
        ...response.headers,
        'content-length': String(response.body.byteLength + 2),
      });
      outgoing.write(response.body.subarray(0, response.body.byteLength / 2));
      setImmediate(() => outgoing.destroy());
      return;
    case 'double-answer': {
      const { socket } = outgoing;
      outgoing.writeHead(response.status, response.headers);
      outgoing.end(response.body);
      socket?.write(rawResponse(response));
      return;
    }
    default:
      outgoing.writeHead(response.status, response.headers);
      outgoing.end(response.body);
  }
}

function rawResponse({ status, body }: ForwardedResponse): Buffer {
  const head = `HTTP/1.1 ${status} Again\r\ncontent-type: application/json\r\ncontent-length: ${body.byteLength}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), body]);
}

function sendMadeUp(outgoing: ServerResponse, { status, body, contentType, headers }: FakeResponse): void {
  outgoing.writeHead(status, { 'content-type': contentType ?? 'application/json', ...headers });
  outgoing.end(body);
}

async function forward({
  baseUrl,
  agent,
  incoming,
  body,
}: {
  readonly baseUrl: string;
  readonly agent: Agent;
  readonly incoming: IncomingMessage;
  readonly body: Buffer;
}): Promise<ForwardedResponse> {
  const { host: _host, connection: _connection, 'content-length': _length, ...headers } = incoming.headers;
  const outgoing = sendRequest(new URL(incoming.url ?? '/', baseUrl), {
    method: incoming.method ?? 'GET',
    headers: { ...headers, 'content-length': body.byteLength },
    agent,
  });
  outgoing.end(body);
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  const responseBody = await readAll(response);
  const { 'transfer-encoding': _encoding, connection: _closed, ...responseHeaders } = response.headers;
  return { status: response.statusCode ?? 502, headers: responseHeaders, body: responseBody };
}

async function readAll(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}
