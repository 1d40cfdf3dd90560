import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { CallbackPage } from './callback-page.ts';
import { callbackPageHeaders, renderCallbackPage } from './callback-page.ts';

export const callbackPath = '/callback';

export interface LoopbackListener {
  /** `http://127.0.0.1:<free port>/callback`. Source: RFC 8252, section 7.3. */
  readonly redirectUri: string;
  /** Takes no callback any more, and only says so to whoever comes; keeps no process alive. */
  retire(): void;
  close(): void;
}

const pages = {
  used: {
    status: 410,
    heading: 'This sign-in is over',
    text: 'It has been used already or was given up. Close this tab; to sign in again, begin in Tenant Desk.',
  },
  notFound: { status: 404, heading: 'Nothing here', text: 'Close this tab and return to Tenant Desk.' },
  wrongHost: { status: 421, heading: 'Wrong address', text: 'Close this tab and return to Tenant Desk.' },
  notVisited: {
    status: 403,
    heading: 'Not possible',
    text: 'Only going to this address ends the sign-in. Return to Tenant Desk.',
  },
  wrongMethod: { status: 405, heading: 'Not possible', text: 'Close this tab and return to Tenant Desk.' },
  failed: {
    status: 500,
    heading: 'The sign-in failed',
    text: 'Close this tab and try again in Tenant Desk.',
  },
} as const satisfies Record<string, CallbackPage>;

export interface CallbackHandling {
  /** Why a callback is not one of this sign-in; undefined for one that is. Any program and page can knock. */
  refuse(url: URL): CallbackPage | undefined;
  /** Called once at most. */
  take(url: URL): Promise<CallbackPage>;
}

/**
 * Waits on 127.0.0.1 for the browser to come back from the sign-in. Takes one callback, the first that belongs to it; what
 * comes otherwise, later, to another path, by another method or under another host name gets a page that says so, and
 * neither reaches anyone nor spends anything.
 */
export async function startLoopbackListener({ refuse, take }: CallbackHandling): Promise<LoopbackListener> {
  let origin = '';
  let isUsed = false;

  async function pageFor(request: IncomingMessage): Promise<CallbackPage> {
    // The Host header tells whether a name was pointed here by someone else (DNS rebinding).
    if (`http://${request.headers.host ?? ''}` !== origin) return pages.wrongHost;
    const url = new URL(request.url ?? '/', origin);
    if (url.origin !== origin || url.pathname !== callbackPath) return pages.notFound;
    if (request.method !== 'GET') return pages.wrongMethod;
    // Browsers tell a navigation from an image, a script's request or a guess at what may be wanted next.
    const { 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-purpose': purpose } = request.headers;
    if ((site !== undefined && mode !== 'navigate') || purpose !== undefined) return pages.notVisited;
    if (isUsed) return pages.used;
    const refusal = refuse(url);
    if (refusal !== undefined) return refusal;
    isUsed = true;
    return take(url);
  }

  const server = createServer({ maxHeaderSize: 32 * 1024, requestTimeout: 10_000 }, (request, response) => {
    pageFor(request).then(
      (page) => answer(response, page),
      () => answer(response, pages.failed),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: '127.0.0.1', port: 0 }, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The loopback address has no port.');
  origin = `http://127.0.0.1:${address.port}`;

  return {
    redirectUri: origin + callbackPath,
    retire() {
      isUsed = true;
      server.unref();
    },
    close() {
      isUsed = true;
      server.close();
    },
  };
}

function answer(response: ServerResponse, page: CallbackPage): void {
  const allow = page.status === 405 ? { allow: 'GET' } : {};
  response.writeHead(page.status, { ...callbackPageHeaders, ...allow }).end(renderCallbackPage(page));
}
