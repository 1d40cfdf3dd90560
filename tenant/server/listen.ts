import { createServer, type Server, type ServerOptions } from 'node:http';
import type { AddressInfo } from 'node:net';

/** All users of this machine can connect, so request headers have to arrive quickly. */
const serverOptions = {
  headersTimeout: 5000,
  connectionsCheckingInterval: 1000,
  // A large upload takes time, but a slow one doesn't get longer.
  requestTimeout: 60_000,
  keepAliveTimeout: 72_000,
  // Enough for an authorization request of 8 KB and the cookies that browsers send to all ports of 127.0.0.1.
  maxHeaderSize: 16 * 1024,
  // `own-host.ts` rejects requests without a host, with the headers of every response.
  requireHostHeader: false,
} as const satisfies ServerOptions;

/**
 * Listens on a port of 127.0.0.1 before the routes exist, so that the tenant knows its own URL when it is
 * built. Port 0 selects a free one. Rejects with EADDRINUSE if the port is in use.
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

/** Like `listen`, but selects a free port if the given one is in use. */
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
