import type { Request } from 'got';
import type { ClientRequest } from 'node:http';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

/** Knows of one request whether any of it may have left this machine. */
export interface Departure {
  mayHaveLeft(): boolean;
}

/**
 * Watches a request from its start. Nothing of it leaves before its connection stands, handshake included; a
 * connection that stood already (used again, or through a proxy's tunnel) may take it at once. The library's own
 * timings cannot tell, as they have no handshake for a connection that came through a tunnel.
 */
export function watchDeparture(stream: Request): Departure {
  let stands = false;
  const stand = (): void => {
    stands = true;
  };
  const watch = (socket: Socket): void => {
    if (socket.connecting) socket.once(socket instanceof TLSSocket ? 'secureConnect' : 'connect', stand);
    else stand();
  };
  stream.once('request', (request: ClientRequest) => {
    if (request.socket === null) request.once('socket', watch);
    else watch(request.socket);
  });
  return { mayHaveLeft: () => stands };
}
