import type { IncomingMessage, ServerResponse } from 'node:http';
import { limitConnections } from '../../platform/loopback/connection-limit.ts';
import { listen } from '../../platform/loopback/listen.ts';
import { createLoopbackServer } from '../../platform/loopback/loopback-server.ts';
import { createBrowserBinding } from './browser-binding.ts';
import type { CallbackPage } from './callback-page.ts';
import { callbackPageHeaders, renderCallbackPage } from './callback-page.ts';

export const callbackPath = '/callback';
const startPath = '/start/';

export interface LoopbackListener {
  /** `http://127.0.0.1:<free port>/callback`. Source: RFC 8252, section 7.3. */
  readonly redirectUri: string;
  /** A new URL that starts the sign-in in the first browser that opens it. Invalidates the previous one. */
  newStartUrl(): string;
  /** Accepts no more callbacks and only shows an explanation; doesn't keep the process alive. */
  retire(): void;
  close(): void;
}

const pages = {
  used: {
    status: 410,
    heading: 'Sign-in link expired',
    text: 'It was already used or canceled. Close this tab. To sign in again, start in Tenant Desk.',
  },
  startUsed: {
    status: 410,
    heading: 'Link already used',
    text: 'Each link starts the sign-in once. Choose Open again in Tenant Desk, or copy the new link.',
  },
  otherBrowser: {
    status: 403,
    heading: 'Sign-in started in another browser',
    text: 'Continue in the browser that Tenant Desk opened. To use this one, copy the link from Tenant Desk. Cookies must be allowed for 127.0.0.1.',
  },
  notFound: { status: 404, heading: 'Not found', text: 'Close this tab and return to Tenant Desk.' },
  wrongHost: { status: 421, heading: 'Invalid URL', text: 'Close this tab and return to Tenant Desk.' },
  notVisited: {
    status: 403,
    heading: 'Invalid request',
    text: 'Open this URL directly in a tab, or return to Tenant Desk.',
  },
  wrongMethod: { status: 405, heading: 'Invalid request', text: 'Close this tab and return to Tenant Desk.' },
  failed: {
    status: 500,
    heading: 'Sign-in failed',
    text: 'Close this tab and try again in Tenant Desk.',
  },
} as const satisfies Record<string, CallbackPage>;

export interface CallbackHandling {
  /** Method of the callback; form fields of a POST are read like query parameters. Default: `GET`. */
  readonly method?: 'GET' | 'POST';
  /** Timeout for the callback, in seconds. */
  readonly limitSeconds: number;
  /** URL of the provider that the start page redirects to. */
  authorizationUrl(): string;
  /** Called when a browser was redirected. */
  onStarted(): void;
  /** Error page for a callback that doesn't belong to this sign-in; undefined if it does. Any program or page can send one. */
  reject(url: URL): CallbackPage | undefined;
  /** Called at most once. */
  take(url: URL): Promise<CallbackPage>;
}

type CallbackResult =
  | { readonly page: CallbackPage; readonly cookie?: string }
  | { readonly redirect: string; readonly cookie: string };

/**
 * Redirects the browser that Tenant Desk opened to the provider, and waits on 127.0.0.1 for the callback. Accepts the first callback
 * that belongs to this sign-in; any other request (later, to another path, with another method, from another browser, in a frame or
 * under another host name) gets an error page and has no effect.
 */
export async function startLoopbackListener(handling: CallbackHandling): Promise<LoopbackListener> {
  const binding = createBrowserBinding({ path: callbackPath, maxAgeSeconds: handling.limitSeconds });
  const { method = 'GET' } = handling;
  let origin = '';
  let isUsed = false;

  function begin(url: URL): CallbackResult {
    const cookie = isUsed ? undefined : binding.redeemToken(url.pathname.slice(startPath.length));
    if (cookie === undefined) return { page: isUsed ? pages.used : pages.startUsed };
    const redirect = handling.authorizationUrl();
    handling.onStarted();
    return { redirect, cookie };
  }

  async function finish(url: URL, request: IncomingMessage): Promise<CallbackResult> {
    if (isUsed) return { page: pages.used };
    if (!binding.isBound(request.headers.cookie)) return { page: pages.otherBrowser };
    if (method === 'POST') await addForm(url, request);
    return takeOnce(url);
  }

  /** Another callback may have arrived while a form was read. */
  async function takeOnce(url: URL): Promise<CallbackResult> {
    if (isUsed) return { page: pages.used };
    const rejection = handling.reject(url);
    if (rejection !== undefined) return { page: rejection };
    isUsed = true;
    return { page: await handling.take(url), cookie: binding.removeCookie };
  }

  async function responseFor(request: IncomingMessage): Promise<CallbackResult> {
    // The Host check prevents DNS rebinding.
    if (`http://${request.headers.host ?? ''}` !== origin) return { page: pages.wrongHost };
    const url = URL.parse(request.url ?? '/', origin);
    const isStart = url?.pathname.startsWith(startPath) === true;
    if (url === null || url.origin !== origin || !(isStart || url.pathname === callbackPath))
      return { page: pages.notFound };
    if (request.method !== (isStart ? 'GET' : method)) return { page: pages.wrongMethod };
    if (!isVisit(request)) return { page: pages.notVisited };
    return isStart ? begin(url) : finish(url, request);
  }

  // Browsers send the cookies of all ports of 127.0.0.1, no matter who set them.
  const limits = { maxHeaderSize: 64 * 1024, requestTimeout: 10_000 };
  const server = createLoopbackServer(limits, callbackPageHeaders);
  const limit = limitConnections([server]);
  server.on('request', (request, response) => {
    responseFor(request).then(
      (result) => {
        if ('redirect' in result || result.cookie !== undefined) limit.raise(request.socket, 'proven');
        send(response, result, method);
      },
      () => send(response, { page: pages.failed }, method),
    );
  });
  origin = `http://127.0.0.1:${await listen(server, { port: 0, host: '127.0.0.1' })}`;

  return {
    redirectUri: origin + callbackPath,
    newStartUrl: () => `${origin}${startPath}${binding.issueToken()}`,
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

/**
 * True for a top-level navigation, as opposed to frames, images, scripts and prefetching. Source: Fetch Metadata Request Headers.
 */
function isVisit({ headers }: IncomingMessage): boolean {
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': dest } = headers;
  const isAhead = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some(
    (name) => headers[name] !== undefined,
  );
  // Without site and dest, it is an older browser, or another program: some only send a mode.
  const isReadable = site !== undefined || dest !== undefined;
  return !isAhead && (!isReadable || (mode === 'navigate' && (dest ?? 'document') === 'document'));
}

/** Maximum form size in bytes; a SAML response with many attributes has a few thousand. */
const maxFormBytes = 1024 * 1024;

/** Throws if the form is too long. */
async function addForm(url: URL, request: IncomingMessage): Promise<void> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxFormBytes) throw new Error('The form is too long.');
    chunks.push(chunk);
  }
  for (const [name, value] of new URLSearchParams(Buffer.concat(chunks).toString('utf8')))
    url.searchParams.append(name, value);
}

function send(response: ServerResponse, result: CallbackResult, method: 'GET' | 'POST'): void {
  const cookie = result.cookie === undefined ? {} : { 'set-cookie': result.cookie };
  if ('redirect' in result) {
    response.writeHead(303, { ...callbackPageHeaders, ...cookie, location: result.redirect }).end();
    return;
  }
  const { page } = result;
  const allow = page.status === 405 ? { allow: method } : {};
  response
    .writeHead(page.status, { ...callbackPageHeaders, ...cookie, ...allow })
    .end(renderCallbackPage(page));
}
