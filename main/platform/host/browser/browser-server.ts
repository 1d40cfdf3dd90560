import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Caller } from '../../dispatch.ts';
import type { Log } from '../../log/log.ts';
import type { ConnectionLimit } from '../../loopback/connection-limit.ts';
import { limitConnections } from '../../loopback/connection-limit.ts';
import { listen, listenOnLoopback } from '../../loopback/listen.ts';
import { createLoopbackServer } from '../../loopback/loopback-server.ts';
import { createAccess } from './access.ts';
import type { PageSession } from '../../../../contract/bridge/page-handshake.ts';
import type { DeskAddress } from './desk-address.ts';
import { newDeskAddress, newNumericAddress } from './desk-address.ts';
import { endUpgrade } from './end-upgrade.ts';
import type { FileExchange } from './file-exchange.ts';
import type { SavedEntrance } from './saved-entrance.ts';
import type { PageAdmissions } from './page-admissions.ts';
import { createPageAdmissions } from './page-admissions.ts';
import { guardRequest } from './request-guard.ts';
import type { ServePage, Serving } from './serve-page.ts';
import { commonHeaders, sendText, serve } from './serve-page.ts';
import type { Tabs } from './tabs.ts';

export interface BrowserServerOptions {
  /** 0 for any free port. */
  readonly port: number;
  /** The built renderer. */
  readonly rendererFolder: string;
  readonly dispatcher: { openCaller(): Caller };
  readonly tabs: Tabs;
  readonly files: FileExchange;
  readonly now: () => number;
  readonly randomBytes: (size: number) => Uint8Array;
  readonly log: Log;
  /** Called when a page was admitted at the 127.0.0.1 origin, which is less protected. */
  readonly onNumericAddress?: () => void;
  /** Serves the page's files instead of the built renderer: for development only. */
  readonly servePage?: ServePage | undefined;
  readonly previous?: SavedEntrance | undefined;
  /** Called with each new session, so that it can be passed to the next start. */
  readonly onSession?: ((session: PageSession) => void) | undefined;
}

export interface BrowserServer {
  readonly port: number;
  readonly address: DeskAddress;
  /** A new one-time link to the app; one for a `start` invalidates the previous one. */
  newLink(purpose?: 'start' | 'tab'): string;
  /** The same link for browsers that can't resolve names under `.localhost`. Only one of them can be used. */
  numericLink(link: string): string;
  /** Closes every page's connection and the ports. */
  stop(): Promise<void>;
}

/** Enough for a separate origin without cookies. */
const maxHeaderBytes = 8 * 1024;
/** Browsers send the cookies of all ports of 127.0.0.1, no matter who set them. */
const maxNumericHeaderBytes = 16 * 1024;
/** Allows for large files. */
const requestTimeoutMs = 120_000;

/**
 * Serves the app on loopback to the system browser: the built renderer to anyone with the right host name, and calls, uploads and
 * downloads to pages opened by a printed link.
 *
 * @throws the error of `listen`, for example when the port is taken (`EADDRINUSE`).
 */
export async function startBrowserServer(options: BrowserServerOptions): Promise<BrowserServer> {
  const { randomBytes, tabs, dispatcher } = options;
  const own = [newServer(maxHeaderBytes), newServer(maxHeaderBytes)] as const;
  const numeric = newServer(maxNumericHeaderBytes);
  const servers = [...own, numeric];
  const port = await listenOnLoopback(...own, options.port);
  const address = options.previous?.address ?? newDeskAddress(port, randomBytes);
  // Never the requested port, which other programs may have used before.
  const numericAddress = newNumericAddress(
    await listen(numeric, { port: 0, host: '127.0.0.1' }),
    randomBytes,
  );

  const access = createAccess({ now: options.now, randomBytes, sessions: options.previous?.sessions ?? [] });
  const limit = limitConnections(servers);
  const admissions = createPageAdmissions({
    access,
    randomBytes,
    limit,
    open: (page) => tabs.open(page, dispatcher.openCaller()),
  });
  const parts = { options, access, limit, admissions };
  serveAt(own, { ...parts, address });
  serveAt([numeric], { ...parts, address: numericAddress, onLetIn: options.onNumericAddress });

  return {
    port,
    address,
    newLink: (purpose) => `${rootOf(address)}#token=${access.issueToken(purpose)}`,
    numericLink: (link) => `${rootOf(numericAddress)}${new URL(link).hash}`,
    async stop() {
      tabs.closeAll();
      admissions.stop();
      await Promise.all(servers.map(close));
    },
  };
}

function newServer(maxHeaderSize: number): Server {
  return createLoopbackServer({ maxHeaderSize, requestTimeout: requestTimeoutMs }, commonHeaders);
}

function rootOf({ host, pathPrefix }: DeskAddress): string {
  return `http://${host}${pathPrefix}/`;
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    // A server that never listened, for lack of IPv6, reports an error here and needs no closing.
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

interface ServedAt extends Pick<Serving, 'access' | 'address'> {
  readonly options: BrowserServerOptions;
  readonly limit: ConnectionLimit;
  readonly admissions: PageAdmissions;
  readonly onLetIn?: (() => void) | undefined;
}

/** Serves one origin. */
function serveAt(servers: readonly Server[], { limit, admissions, onLetIn, ...at }: ServedAt): void {
  const { log, rendererFolder, files, servePage, onSession } = at.options;
  let isNew = true;
  const serving: Serving = {
    address: at.address,
    access: at.access,
    rendererFolder,
    servePage,
    files,
    onKnown: ({ socket }) => limit.raise(socket, 'known'),
    isNew: () => isNew,
    onSession(session) {
      isNew = false;
      onLetIn?.();
      onSession?.(session);
    },
  };

  function onRequest(request: IncomingMessage, response: ServerResponse): void {
    serve(request, response, serving).catch((error: unknown) => {
      log.write('error', 'browser-host.request-failed', { error });
      if (response.headersSent) response.destroy();
      else sendText(response, 500, 'Internal error in Tenant Desk.');
    });
  }

  function onUpgrade(request: IncomingMessage, connection: Duplex, head: Buffer): void {
    const rejection =
      guardRequest(request, at.address)?.status ?? (request.url === '/bridge' ? undefined : 404);
    if (rejection !== undefined) return endUpgrade(connection, rejection);
    serving.onKnown(request);
    admissions.admit({ request, connection, head }, { address: at.address.host });
  }

  for (const server of servers) server.on('request', onRequest).on('upgrade', onUpgrade);
}
