import type { IncomingHttpHeaders } from 'node:http';
import type { Preflight } from '../../contract/origins/origins.ts';
import { failure } from '../platform/errors/failure.ts';
import { normalizeOrigin } from './origin.ts';

/** What pages of an origin would send to the management API, which needs a preflight for its headers. */
export const preflightRequest = { method: 'POST', headers: ['authorization', 'content-type'] } as const;

/** Maximum characters of an answer's body that are shown. */
const maxTextLength = 2000;
const maxHeaders = 100;

/** The origin of a page as a browser sends it: with its scheme, https unless given. Throws `invalid-input`. */
export function browserOrigin(address: string): string {
  const text = address.trim();
  const host = normalizeOrigin(text);
  if (host === 'null') return host;
  const scheme = /^http:\/\//i.test(text) ? 'http' : 'https';
  const url = URL.parse(`${scheme}://${host}/`);
  if (url === null) throw failure('invalid-input', `“${text}” isn’t a URL.`);
  return url.origin;
}

/** What a browser concludes from the answer to a preflight. Source: Fetch standard, "CORS-preflight fetch". */
export function judgePreflight(
  origin: string,
  { status, headers }: { readonly status: number; readonly headers: IncomingHttpHeaders },
): Pick<Preflight, 'isTrusted' | 'findings'> {
  const allowed = headers['access-control-allow-origin'];
  const blocked = (...findings: string[]): Pick<Preflight, 'isTrusted' | 'findings'> => ({
    isTrusted: false,
    findings,
  });
  if (status >= 300 && status < 400) {
    return blocked(`The tenant redirects the preflight (${status}), which browsers do not follow.`);
  }
  if (allowed === undefined) {
    return blocked(`The response (${status}) allows no origin: browsers block calls from ${origin}.`);
  }
  if (allowed !== '*' && allowed !== origin) {
    return blocked(`The response is for pages of ${allowed}, not of ${origin}.`);
  }
  if (status < 200 || status > 299) {
    return blocked(`The tenant responds to the preflight with ${status}; browsers require a 2xx status.`);
  }
  const missing = missingHeaders(headers['access-control-allow-headers'], headers);
  if (missing.length > 0) {
    return blocked(
      `Pages of ${origin} may call, but not send ${missing.join(' and ')}: the response doesn’t allow it.`,
    );
  }
  const findings = [`A page from ${origin} may call this tenant from a browser.`];
  if (allowed === '*') findings.push('The response allows every website.');
  if (!mayUseCookies(headers)) findings.push('Calls don’t include cookies: a page must send a token.');
  return { isTrusted: true, findings };
}

function missingHeaders(allowed: string | undefined, headers: IncomingHttpHeaders): string[] {
  const names = (allowed ?? '').split(',').map((name) => name.trim().toLowerCase());
  const hasAny = names.includes('*') && !mayUseCookies(headers);
  // A star means every header except authorization.
  return preflightRequest.headers.filter(
    (name) => !names.includes(name) && (!hasAny || name === 'authorization'),
  );
}

const mayUseCookies = (headers: IncomingHttpHeaders): boolean =>
  headers['access-control-allow-credentials'] === 'true' && headers['access-control-allow-origin'] !== '*';

/** What is shown of an answer, without cookies. */
export function shownResponse({
  status,
  headers,
  body,
}: {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Uint8Array;
}): Preflight['response'] {
  const shown = Object.entries(headers)
    .filter(([name]) => name !== 'set-cookie')
    .slice(0, maxHeaders)
    .map(([name, value]): [string, string] => [name, String(value ?? '').slice(0, maxTextLength)]);
  return { status, headers: shown, text: new TextDecoder().decode(body.subarray(0, maxTextLength)) };
}
