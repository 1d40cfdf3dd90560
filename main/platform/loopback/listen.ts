import type { Server } from 'node:http';

/** Attempts to find a free port. */
const maxAttempts = 20;

/**
 * Opens a port on both loopback addresses and resolves to it; 0: any port free on both. Browsers may try `::1` before 127.0.0.1
 * for a name under `.localhost`, so a port that another program uses on one of them is not used.
 *
 * @throws the error of `listen`, for example when the port is taken (`EADDRINUSE`).
 */
export async function listenOnLoopback(ipv4: Server, ipv6: Server, port: number): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    const opened = await listen(ipv4, { port, host: '127.0.0.1' });
    try {
      await listen(ipv6, { port: opened, host: '::1' });
      return opened;
    } catch (error) {
      // Without IPv6, no other program can listen there either.
      if (['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(codeOf(error))) return opened;
      await new Promise((resolve) => ipv4.close(resolve));
      if (port !== 0 || codeOf(error) !== 'EADDRINUSE' || attempt === maxAttempts) throw error;
    }
  }
}

/** Resolves to the port. */
export function listen(
  server: Server,
  options: { readonly port: number; readonly host: string },
): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(options, () => {
      server.off('error', reject);
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('The server has no port.'));
      else resolve(address.port);
    });
  });
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
