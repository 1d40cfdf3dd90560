import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Trust level of a connection: `silent` has sent no complete request, `known` has sent a secret of this server, such as its random
 * host name, and `proven` may use the server without limit.
 */
export type ConnectionState = 'silent' | 'known' | 'proven';

export interface ConnectionLimit {
  /** Raises the level of a connection. */
  raise(socket: Socket, state: Exclude<ConnectionState, 'silent'>): void;
}

/**
 * Limits the number of unproven connections. A new one closes the oldest with the lowest level instead of being rejected, so that
 * open connections can't keep the owner out.
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
