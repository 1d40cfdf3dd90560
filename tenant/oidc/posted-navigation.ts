import type { IncomingMessage } from 'node:http';
import { isNavigation, privatePathOf } from '../http/private-path.ts';
import { routes, toOidcTarget } from './oidc-paths.ts';

/** Maximum request size, like the provider library's limit for its other endpoints. */
const MAX_BYTES = 56 * 1024;
/** Maximum length of a URL to redirect to: servers on the way may reject longer ones. */
const MAX_ADDRESS_BYTES = 8 * 1024;

/** Whether other sites navigate browsers to a URL: authorization and end of session accept GET and POST. */
export function isNavigatedTo(url: string): boolean {
  const target = toOidcTarget(url);
  return target?.endpoint === 'authorize' || target?.url.split('?')[0] === routes.end_session;
}

/** Whether an authorization request continues at this URL after its sign-in pages. */
export function isResumption(url: string): boolean {
  return toOidcTarget(url)?.url.startsWith(`${routes.authorization}/`) === true;
}

type PostedNavigation =
  /** From now on, the request is a GET of this URL. */
  | { readonly state: 'taken'; readonly url: string }
  | { readonly state: 'sent-on'; readonly url: string }
  | { readonly state: 'rejected'; readonly status: 400 | 413; readonly reason: string };

/**
 * Handles a posted form as the equivalent GET (OpenID Connect Core 3.1.2.1). The tenant's cookies are
 * `SameSite=Lax`: browsers omit them from a form posted by another site, so a signed-in user would have to
 * sign in again. Such a request is redirected, because a GET includes the cookies; so is one from a browser
 * without its private path, which it then gets.
 */
export async function takePosted(request: IncomingMessage, url: string): Promise<PostedNavigation> {
  const { headers } = request;
  if (!/^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? ''))
    return {
      state: 'rejected',
      status: 400,
      reason: 'Post the request as application/x-www-form-urlencoded.',
    };
  const form = await readForm(request);
  if (form === undefined)
    return { state: 'rejected', status: 413, reason: 'The request is larger than 56 KiB.' };
  const target = `${url.split('?')[0] ?? ''}?${form}`;
  const isWithoutCookies = headers['sec-fetch-site'] === 'cross-site' && headers.cookie === undefined;
  const isWithoutPath = isNavigation(request) && privatePathOf(request) === '';
  if ((isWithoutCookies || isWithoutPath) && form.length <= MAX_ADDRESS_BYTES)
    return { state: 'sent-on', url: target };
  request.method = 'GET';
  delete headers['content-type'];
  delete headers['content-length'];
  return { state: 'taken', url: target };
}

async function readForm(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // The rest of an oversized request is read later: destroying it here would close the connection.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk as Uint8Array);
    bytes += (chunk as Uint8Array).length;
    if (bytes > MAX_BYTES) return undefined;
  }
  return Buffer.concat(chunks).toString('latin1');
}
