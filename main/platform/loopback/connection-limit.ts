import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * What a connection has shown: `silent` has sent no complete request, `known` has named a secret of this server, such as its
 * random address, and `proven` may use the server and is not limited any more.
 */
export type ConnectionState = 'silent' | 'known' | 'proven';

export interface ConnectionLimit {
  /** Notes that a connection has shown more. */
  raise(socket: Socket, state: Exclude<ConnectionState, 'silent'>): void;
}

/**
 * Bounds how many connections may be open that have proven nothing. A further one closes the oldest of those that have
 * shown least instead of being refused, so that nobody can keep the owner out by holding connections open.
 */
export function limitConnections(servers: readonly Server[], maxUnproven = 64): ConnectionLimit {
  const silent = new Set<Socket>();
  const known = new Set<Socket>();

  function add(socket: Socket): void {
    if (silent.size + known.size >= maxUnproven) {
      const [oldest] = silent.size > 0 ? silent : known;
      if (oldest !== undefined) {
        remove(oldest);
        oldest.destroy();
      }
    }
    silent.add(socket);
    socket.once('close', () => remove(socket));
  }

  function remove(socket: Socket): void {
    silent.delete(socket);
    known.delete(socket);
  }

  for (const server of servers) server.on('connection', add);
  return {
    raise(socket, state) {
      const wasSilent = silent.has(socket);
      if (!wasSilent && !known.has(socket)) return;
      remove(socket);
      if (state === 'known') known.add(socket);
    },
  };
}
