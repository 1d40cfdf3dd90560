import { createServer, type Server, type ServerOptions } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Anybody on this machine can connect: the headers of a request come at once or not at all. */
const serverOptions = {
  headersTimeout: 5000,
  connectionsCheckingInterval: 1000,
  // A large file takes its time, and a body that comes in drops does not take longer.
  requestTimeout: 60_000,
  keepAliveTimeout: 72_000,
  // Room for an authorization request of 8 KB and the cookies that browsers send to all ports of 127.0.0.1.
  maxHeaderSize: 16 * 1024,
  // `own-host.ts` rejects requests without a host, with the headers that every response has.
  requireHostHeader: false,
} as const satisfies ServerOptions;

/**
 * Listens on a port of 127.0.0.1 before there is anything to answer, so that the tenant knows its own address
 * when it is built. Port 0 takes a free one. Rejects with EADDRINUSE when the port is taken.
 */
export async function listen(port: number): Promise<{ readonly server: Server; readonly port: number }> {
  const server = createServer(serverOptions);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return { server, port: address.port };
}

/** As `listen`, but takes a free port where the wanted one is in use. */
export async function listenNear(port: number): ReturnType<typeof listen> {
  try {
    return await listen(port);
  } catch (error) {
    if (
      port !== 0 &&
      error instanceof Error &&
      'code' in error &&
      (error.code === 'EADDRINUSE' || error.code === 'EACCES')
    )
      return listen(0);
    throw error;
  }
}
