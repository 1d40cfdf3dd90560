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
  /** A new URL that begins the sign-in in the one browser that loads it first. The one before goes void. */
  newStartUrl(): string;
  /** Accepts no callback any more, and only says so to whoever comes; keeps no process alive. */
  retire(): void;
  close(): void;
}

const pages = {
  used: {
    status: 410,
    heading: 'This sign-in is over',
    text: 'It has been used already or was given up. Close this tab; to sign in again, begin in Tenant Desk.',
  },
  startUsed: {
    status: 410,
    heading: 'This link was used already',
    text: 'Each link begins the sign-in once. Choose Open again in Tenant Desk, or copy the new link.',
  },
  otherBrowser: {
    status: 403,
    heading: 'Not the browser that began the sign-in',
    text: 'The sign-in goes on in the browser that Tenant Desk opened. To use this one, copy the link from Tenant Desk into it. Cookies must be allowed for 127.0.0.1.',
  },
  notFound: { status: 404, heading: 'Nothing here', text: 'Close this tab and return to Tenant Desk.' },
  wrongHost: { status: 421, heading: 'Wrong address', text: 'Close this tab and return to Tenant Desk.' },
  notVisited: {
    status: 403,
    heading: 'Not possible',
    text: 'Only going to this address in a tab of its own ends the sign-in. Return to Tenant Desk.',
  },
  wrongMethod: { status: 405, heading: 'Not possible', text: 'Close this tab and return to Tenant Desk.' },
  failed: {
    status: 500,
    heading: 'The sign-in failed',
    text: 'Close this tab and try again in Tenant Desk.',
  },
} as const satisfies Record<string, CallbackPage>;

export interface CallbackHandling {
  /** How the browser comes back; by POST, the fields of the form are read as if they were in the query. `GET` unless given. */
  readonly method?: 'GET' | 'POST';
  /** Seconds for which a browser may take to come back. */
  readonly limitSeconds: number;
  /** Where a browser that loads the start page is sent: the provider. */
  authorizationUrl(): string;
  /** Called when a browser was sent there. */
  onStarted(): void;
  /** Why a callback is not one of this sign-in; undefined for one that is. Any program and page can knock. */
  refuse(url: URL): CallbackPage | undefined;
  /** Called once at most. */
  take(url: URL): Promise<CallbackPage>;
}

type Answer =
  | { readonly page: CallbackPage; readonly cookie?: string }
  | { readonly redirect: string; readonly cookie: string };

/**
 * Sends the browser that Tenant Desk opened to the provider, and waits on 127.0.0.1 for it to come back. Takes one callback, the
 * first that belongs to it; what comes otherwise, later, to another path, by another method, from another browser, into a
 * frame or under another host name gets a page that says so, and neither reaches anyone nor spends anything.
 */
export async function startLoopbackListener(handling: CallbackHandling): Promise<LoopbackListener> {
  const binding = createBrowserBinding({ path: callbackPath, maxAgeSeconds: handling.limitSeconds });
  const { method = 'GET' } = handling;
  let origin = '';
  let isUsed = false;

  function begin(url: URL): Answer {
    const cookie = isUsed ? undefined : binding.redeemToken(url.pathname.slice(startPath.length));
    if (cookie === undefined) return { page: isUsed ? pages.used : pages.startUsed };
    const redirect = handling.authorizationUrl();
    handling.onStarted();
    return { redirect, cookie };
  }

  async function finish(url: URL, request: IncomingMessage): Promise<Answer> {
    if (isUsed) return { page: pages.used };
    if (!binding.isBound(request.headers.cookie)) return { page: pages.otherBrowser };
    if (method === 'POST') await addForm(url, request);
    return takeOnce(url);
  }

  /** While a form was read, another one may have come. */
  async function takeOnce(url: URL): Promise<Answer> {
    if (isUsed) return { page: pages.used };
    const refusal = handling.refuse(url);
    if (refusal !== undefined) return { page: refusal };
    isUsed = true;
    return { page: await handling.take(url), cookie: binding.removeCookie };
  }

  async function answerFor(request: IncomingMessage): Promise<Answer> {
    // The Host header tells whether a name was pointed here by someone else (DNS rebinding).
    if (`http://${request.headers.host ?? ''}` !== origin) return { page: pages.wrongHost };
    const url = URL.parse(request.url ?? '/', origin);
    const isStart = url?.pathname.startsWith(startPath) === true;
    if (url === null || url.origin !== origin || !(isStart || url.pathname === callbackPath))
      return { page: pages.notFound };
    if (request.method !== (isStart ? 'GET' : method)) return { page: pages.wrongMethod };
    if (!isVisit(request)) return { page: pages.notVisited };
    return isStart ? begin(url) : finish(url, request);
  }

  // Browsers send the cookies of all ports of 127.0.0.1, whoever set them.
  const limits = { maxHeaderSize: 64 * 1024, requestTimeout: 10_000 };
  const server = createLoopbackServer(limits, callbackPageHeaders);
  const limit = limitConnections([server]);
  server.on('request', (request, response) => {
    answerFor(request).then(
      (answer) => {
        if ('redirect' in answer || answer.cookie !== undefined) limit.raise(request.socket, 'proven');
        send(response, answer, method);
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
 * True when a person goes to the address in a tab. Browsers tell that from a frame, an image, a script's request and a guess at
 * what may be wanted next. Source: Fetch Metadata Request Headers.
 */
function isVisit({ headers }: IncomingMessage): boolean {
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': dest } = headers;
  const isAhead = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some(
    (name) => headers[name] !== undefined,
  );
  // Without the first and the last, it is a browser that tells nothing, or none: some programs name a mode alone.
  const isReadable = site !== undefined || dest !== undefined;
  return !isAhead && (!isReadable || (mode === 'navigate' && (dest ?? 'document') === 'document'));
}

/** Bytes of a form; a SAML response with many attributes has a few thousand. */
const maxFormBytes = 1024 * 1024;

/** Throws for a form that is longer. */
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

function send(response: ServerResponse, answer: Answer, method: 'GET' | 'POST'): void {
  const cookie = answer.cookie === undefined ? {} : { 'set-cookie': answer.cookie };
  if ('redirect' in answer) {
    response.writeHead(303, { ...callbackPageHeaders, ...cookie, location: answer.redirect }).end();
    return;
  }
  const { page } = answer;
  const allow = page.status === 405 ? { allow: method } : {};
  response
    .writeHead(page.status, { ...callbackPageHeaders, ...cookie, ...allow })
    .end(renderCallbackPage(page));
}
