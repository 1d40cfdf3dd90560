import * as http from 'node:http';
import * as https from 'node:https';
import type { Server } from 'node:net';
import type { IssuedCertificate } from './certificate.ts';

export type Responder = (
  request: http.IncomingMessage & { readonly body: string },
  response: http.ServerResponse,
) => void;

/** A server with responses set by the test, which records the requests. */
export interface TenantServer extends AsyncDisposable {
  readonly port: number;
  readonly origin: string;
  readonly requests: {
    readonly method: string;
    readonly path: string;
    readonly headers: http.IncomingHttpHeaders;
    readonly body: string;
  }[];
  readonly connections: () => number;
  respond: Responder;
}

export async function startTenantServer(respond: Responder, tls?: IssuedCertificate): Promise<TenantServer> {
  let connections = 0;
  const onRequest = (incoming: http.IncomingMessage, response: http.ServerResponse): void => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      const { method = '', url = '', headers } = incoming;
      started.requests.push({ method, path: url, headers, body });
      started.respond(Object.assign(incoming, { body }), response);
    });
  };
  const server =
    tls === undefined
      ? http.createServer(onRequest)
      : https.createServer({ key: tls.key, cert: tls.certificate }, onRequest);
  server.on(tls === undefined ? 'connection' : 'secureConnection', () => (connections += 1));
  const port = await listen(server);
  const started: TenantServer = {
    port,
    origin: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    requests: [],
    connections: () => connections,
    respond,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return started;
}

export async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}
