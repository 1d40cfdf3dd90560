import { createServer } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { listen } from './tenant-server.ts';

/** An HTTP proxy that tunnels every host to one port of this machine, as its own name service would. */
export interface Proxy extends AsyncDisposable {
  readonly url: string;
  /** The requested hosts, for example `tenant.example:443`. */
  readonly requestedHosts: string[];
  /** Value of `proxy-authorization` for each request. */
  readonly logins: (string | undefined)[];
  /** Requires this login from now on, as `name:password`. */
  login: string | undefined;
  /** The challenges that it sends to unauthenticated requests. */
  challenges: readonly string[];
}

/** A proxy's response to unauthenticated requests. Source: RFC 9110, 11.7.1 and 15.5.8. */
const askForLogin = (challenges: readonly string[]): string =>
  [
    'HTTP/1.1 407 Proxy Authentication Required',
    ...challenges.map((challenge) => `Proxy-Authenticate: ${challenge}`),
    'Content-Length: 0\r\n\r\n',
  ].join('\r\n');

export async function startProxy(targetPort: number): Promise<Proxy> {
  const requestedHosts: string[] = [];
  const logins: (string | undefined)[] = [];
  const tunnels = new Set<Duplex>();
  const server = createServer((request, response) => {
    requestedHosts.push(request.url ?? '');
    response.writeHead(502).end();
  });
  server.on('connect', (request, socket, head) => {
    requestedHosts.push(request.url ?? '');
    const given = request.headers['proxy-authorization'];
    logins.push(given);
    if (started.login !== undefined && given !== `Basic ${Buffer.from(started.login).toString('base64')}`) {
      socket.end(askForLogin(started.challenges));
      return;
    }
    const target = connect(targetPort, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      target.write(head);
      target.pipe(socket).pipe(target);
    });
    target.on('error', () => socket.destroy());
    tunnels.add(socket);
    socket.on('error', () => target.destroy());
    socket.on('close', () => target.destroy());
  });
  const port = await listen(server);
  const started: Proxy = {
    url: `http://127.0.0.1:${port}`,
    requestedHosts,
    logins,
    login: undefined,
    challenges: ['Basic realm="proxy"'],
    async [Symbol.asyncDispose]() {
      for (const socket of tunnels) socket.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return started;
}
