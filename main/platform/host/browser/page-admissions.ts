import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { WebSocketServer } from 'ws';
import type { ConnectionLimit } from '../../loopback/connection-limit.ts';
import type { PageAdmission } from './admit-page.ts';
import { admitPage } from './admit-page.ts';
import { endUpgrade } from './end-upgrade.ts';
import { limitBytes } from './limit-bytes.ts';

export interface PageAdmissions {
  /** Completes an upgrade; calls `open` with the page once it has proven that it knows its session key. */
  admit(upgrade: Upgrade, about: Pick<PageAdmission, 'address'>): void;
  /** Ends all unauthenticated connections. */
  stop(): void;
}

export interface Upgrade {
  readonly request: IncomingMessage;
  readonly connection: Duplex;
  readonly head: Buffer;
}

export interface PageAdmissionsParts extends Pick<PageAdmission, 'access' | 'randomBytes'> {
  readonly limit: ConnectionLimit;
  readonly open: (page: WebSocket) => void;
}

/** Drafts are the largest messages of a page. */
const maxMessageBytes = 64 * 1024 * 1024;
/** Bytes a page may send before it is authenticated: two short messages, with a margin. */
const maxUnprovenBytes = 4096;
/** Maximum unauthenticated pages: any program on this machine can connect. */
const maxWaiting = 32;

/**
 * Admits pages. If too many are waiting, a new one replaces the oldest that hasn't named a session, so that silent connections
 * can't keep the owner's page out.
 */
export function createPageAdmissions({ limit, open, ...parts }: PageAdmissionsParts): PageAdmissions {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
  });
  // Invalid handshakes: replaces the library's own response.
  sockets.on('wsClientError', (_error, connection: Duplex) => endUpgrade(connection, 400));
  /** In order of arrival. */
  const waiting = new Set<WebSocket>();
  const withSession = new Set<WebSocket>();

  function makeSpace(): void {
    if (waiting.size < maxWaiting) return;
    const [oldest] = waiting;
    const page = [...waiting].find((each) => !withSession.has(each)) ?? oldest;
    if (page === undefined) return;
    waiting.delete(page);
    page.terminate();
  }

  return {
    admit({ request, connection, head }, { address }) {
      makeSpace();
      sockets.handleUpgrade(request, connection, head, (page) => {
        const liftLimit = limitBytes(connection, maxUnprovenBytes, head);
        waiting.add(page);
        const onSession = (): void => void withSession.add(page);
        void admitPage(page, { ...parts, address, onSession }).then((isAdmitted) => {
          waiting.delete(page);
          withSession.delete(page);
          if (!isAdmitted) return;
          liftLimit();
          limit.raise(request.socket, 'proven');
          open(page);
        });
      });
    },
    stop() {
      for (const page of waiting) page.terminate();
    },
  };
}
